#include "sim/simcc/options.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "sim/simcc/option_names.hpp"

namespace cudasim::simcc {
namespace {

std::vector<std::string> split(const std::string& text, std::string_view separators) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// A toolkit's headers would hide the simulator's.
bool is_toolkit_folder(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "crt" / "host_config.h");
}

/// An option of gcc and clang that build files pass to nvcc by mistake.
bool is_host_option(std::string_view word) {
  return word.starts_with("-W") || word.starts_with("-f") || word.starts_with("-march=") ||
         word.starts_with("-mtune=") || word == "-pedantic" || word == "-ansi" || word == "-pthread";
}

class Parser {
 public:
  explicit Parser(std::vector<std::string> words) : words_(std::move(words)) {}

  Options parse() {
    for (; at_ < words_.size(); ++at_) {
      const std::string word = words_[at_];
      if (word.size() < 2 || word[0] != '-') {
        options_.inputs.push_back(word);
      } else {
        option(word);
      }
    }
    if (options_.predict && !options_.lens)
      throw std::invalid_argument("--predict needs the lens, which --plain leaves out");
    return std::move(options_);
  }

 private:
  /// The value of an attached option (`-Idir`, `-I=dir`), or the next word.
  std::string value(const std::string& word, std::size_t name_length) {
    if (word.size() > name_length) {
      return word.substr(name_length + (word[name_length] == '=' ? 1 : 0));
    }
    if (at_ + 1 >= words_.size()) throw std::invalid_argument("option '" + word + "' needs a value");
    return words_[++at_];
  }

  void option(const std::string& word) {
    const std::size_t dashes = word.starts_with("--") ? 2 : 1;
    const std::size_t name_end = std::min(word.find('='), word.size());
    const std::string name = word.substr(dashes, name_end - dashes);
    if (mode_option(name) || plain_option(name)) return;
    if (valued_option(word, name, name_end)) return;
    if (dashes == 1 && glued_option(word)) return;
    if (ignored_flags.contains(name)) return;
    if (ignored_options.contains(name)) {
      value(word, name_end);
      return;
    }
    if (refused.contains(name))
      throw std::invalid_argument("option '" + word +
                                  "' asks for device code, and there is none: kernels run on the CPU");
    if (is_host_option(word) && !forward_unknown_) {
      options_.notes.push_back("nvcc refuses '" + word + "'; it goes to the host compiler, as -Xcompiler " +
                               word + " does");
      options_.host_flags.push_back(word);
      return;
    }
    if (!forward_unknown_) {
      throw std::invalid_argument("unknown option '" + word + "'; -Xcompiler " + word +
                                  " hands it to the host compiler");
    }
    options_.host_flags.push_back(word);
  }

  bool mode_option(const std::string& name) {
    using enum Mode;
    const auto is = [&](std::initializer_list<std::string_view> names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is({"c", "compile", "dc", "device-c", "dw", "device-w"})) {
      options_.mode = objects;
      if (name.starts_with("d")) options_.dialect.relocatable_device_code = true;
    } else if (is({"E", "preprocess"})) {
      options_.mode = preprocessed;
    } else if (is({"M", "generate-dependencies", "MM", "generate-nonsystem-dependencies"})) {
      options_.mode = dependencies;
      options_.skip_system_dependencies = is({"MM", "generate-nonsystem-dependencies"});
    } else if (is({"lib"})) {
      options_.mode = archive;
    } else if (is({"dlink", "device-link"})) {
      options_.mode = device_link;
    } else if (is({"link"})) {
      options_.mode = program;
    } else {
      return false;
    }
    return true;
  }

  bool plain_option(const std::string& name) {
    if (name == "g" || name == "debug" || name == "pg" || name == "profile") {
      (name.starts_with("p") ? options_.host_flags : options_.compile_flags)
          .push_back(name.starts_with("p") ? "-pg" : "-g");
    } else if (name == "G" || name == "device-debug") {
      options_.device_debug = true;
    } else if (name == "w" || name == "disable-warnings") {
      options_.compile_flags.push_back("-w");
    } else if (name == "shared") {
      options_.link_flags.push_back("-shared");
    } else if (name == "MD" || name == "generate-dependencies-with-compile") {
      options_.dependencies_too = true;
    } else if (name == "MMD" || name == "generate-nonsystem-dependencies-with-compile") {
      options_.dependencies_too = options_.skip_system_dependencies = true;
    } else if (name == "MP" || name == "generate-dependency-targets") {
      options_.phony_targets = true;
    } else if (name == "extended-lambda" || name == "expt-extended-lambda") {
      options_.dialect.extended_lambda = true;
    } else if (name == "expt-relaxed-constexpr") {
      options_.dialect.relaxed_constexpr = true;
    } else if (name == "plain") {
      options_.lens = false;
    } else if (name == "fidelity") {
      options_.fidelity = true;
    } else if (name == "v" || name == "verbose") {
      options_.verbose = true;
    } else if (name == "dryrun") {
      options_.dry_run = true;
    } else if (name == "V" || name == "version") {
      options_.version = true;
    } else if (name == "h" || name == "help") {
      options_.help = true;
    } else if (name == "forward-unknown-to-host-compiler" || name == "forward-unknown-opts") {
      forward_unknown_ = true;
    } else {
      return false;
    }
    return true;
  }

  bool valued_option(const std::string& word, const std::string& name, std::size_t name_end) {
    const auto take = [&] { return value(word, name_end); };
    if (name == "o" || name == "output-file") {
      options_.output = take();
    } else if (name == "x") {
      language(take());
    } else if (name == "std") {
      options_.standard = take();
    } else if (name == "optimize") {
      options_.optimization = "-O" + take();
    } else if (name == "ccbin" || name == "compiler-bindir") {
      options_.host_compiler = take();
    } else if (name == "Xcompiler" || name == "compiler-options") {
      host_flags(take());
    } else if (name == "Xlinker" || name == "linker-options") {
      for (const std::string& flag : split(take(), ","))
        options_.link_flags.insert(options_.link_flags.end(), {"-Xlinker", flag});
    } else if (name == "include-path") {
      for (const std::string& folder : split(take(), ",")) include_folder(folder);
    } else if (name == "isystem" || name == "system-include") {
      system_folder(take());
    } else if (name == "include" || name == "pre-include") {
      options_.compile_flags.insert(options_.compile_flags.end(), {"-include", take()});
    } else if (name == "define-macro") {
      options_.compile_flags.push_back("-D" + take());
    } else if (name == "undefine-macro") {
      options_.compile_flags.push_back("-U" + take());
    } else if (name == "library-path") {
      for (const std::string& folder : split(take(), ",")) options_.link_flags.push_back("-L" + folder);
    } else if (name == "library") {
      for (const std::string& name_of : split(take(), ",")) library(name_of);
    } else if (name == "predict") {
      options_.predict = name_end < word.size() ? word.substr(name_end + 1) : "h200";
    } else if (name == "rdc" || name == "relocatable-device-code") {
      options_.dialect.relocatable_device_code = take() == "true";
    } else if (name == "MF" || name == "dependency-output") {
      options_.dependency_file = take();
    } else if (name == "MT" || name == "MQ" || name == "dependency-target-name") {
      options_.dependency_target = take();
    } else if (name == "options-file" || name == "optf") {
      options_file(take());
    } else {
      return false;
    }
    return true;
  }

  /// One character and its value, together or apart: `-Idir`, `-I dir`.
  bool glued_option(const std::string& word) {
    switch (word[1]) {
      case 'I': include_folder(value(word, 2)); return true;
      case 'D':
      case 'U': {
        const std::string letter = word.substr(0, 2);
        options_.compile_flags.push_back(letter + value(word, 2));
        return true;
      }
      case 'L':
        if (word.size() == 2 && (at_ + 1 == words_.size() || words_[at_ + 1].starts_with("-")))
          options_.notes.push_back("-L without a folder: left out");
        else
          options_.link_flags.push_back("-L" + value(word, 2));
        return true;
      case 'l': return glued_library(word);
      case 'O': options_.optimization = "-O" + value(word, 2); return true;
      default: return false;
    }
  }

  bool glued_library(const std::string& word) {
    if (ignored_flags.contains(word.substr(1))) return false;
    library(value(word, 2));
    return true;
  }

  void language(const std::string& name) {
    if (name != "cu" && name != "c++" && name != "c")
      throw std::invalid_argument("option '-x' knows cu, c++ and c, not '" + name + "'");
    options_.language = name;
  }

  void host_flags(const std::string& text) {
    for (const std::string& flag : split(text, ", \t")) {
      if (flag.starts_with("-std=")) {
        options_.standard = flag.substr(5);
      } else {
        options_.host_flags.push_back(flag);
      }
    }
  }

  void include_folder(const std::string& folder) {
    if (is_toolkit_folder(folder)) {
      options_.notes.push_back("-I" + folder +
                               " is a CUDA toolkit's: passed over, the simulator brings its own headers");
      return;
    }
    options_.include_folders.emplace_back(folder);
    options_.compile_flags.push_back("-I" + folder);
  }

  void system_folder(const std::string& folder) {
    if (!is_toolkit_folder(folder))
      options_.compile_flags.insert(options_.compile_flags.end(), {"-isystem", folder});
  }

  void library(const std::string& name) {
    if (runtime_libraries.contains(name)) return;
    if (toolkit_libraries.contains(name)) {
      options_.notes.push_back("-l" + name + " is not simulated: left out");
      return;
    }
    options_.libraries.push_back("-l" + name);
  }

  void options_file(const std::string& name) {
    std::ifstream file(name);
    if (!file) throw std::invalid_argument("cannot read the options file '" + name + "'");
    const std::vector<std::string> more{std::istream_iterator<std::string>(file), {}};
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, more.begin(), more.end());
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  bool forward_unknown_ = false;
  Options options_;
};

}  // namespace

Options parse_options(const std::vector<std::string>& words) { return Parser(words).parse(); }

}  // namespace cudasim::simcc
