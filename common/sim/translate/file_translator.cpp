#include "sim/translate/file_translator.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

namespace cudasim::translate {
namespace fs = std::filesystem;
namespace {

/// What nvcc does before the first line: defines the CUDA macros and includes the runtime. C++20 deprecates
/// many uses of volatile in kernels; nvcc does not warn about them.
constexpr std::string_view preamble =
    "#define CUDASIM_TRANSLATED 1\n"
    "#include <cudasim/nvcc_macros.hpp>\n"
    "#include <cuda_runtime.h>\n"
    "#ifdef __clang__\n"
    "#pragma clang diagnostic ignored \"-Wdeprecated-volatile\"\n"
    "#else\n"
    "#pragma GCC diagnostic ignored \"-Wvolatile\"\n"
    "#endif\n";

/// What a file with variables in device memory ends with: the runtime looks for the section (runtime/repeated_launches.cpp).
constexpr std::string_view variables_mark =
    "\n__asm__(\".pushsection cudasim_variables,\\\"a\\\"\\n.byte 1\\n.popsection\");\n";

/// A byte order mark. Compilers accept it only at the very start, so the text that we add must come after it.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Tells headers that this build is for the lens. The counters of nested loops share a name.
constexpr std::string_view lens_preamble =
    "#define CUDASIM_LENS 1\n"
    "#pragma GCC diagnostic ignored \"-Wshadow\"\n";

std::string line_directive(const fs::path& shown) {
  std::string name;
  for (char c : shown.string()) {
    if (c == '"' || c == '\\') name += '\\';
    name += c;
  }
  return "#line 1 \"" + name + "\"\n";
}

/// The folders of the stand-in headers, and of a toolkit's headers, which the stand-ins replace.
bool is_cuda_folder(const fs::path& folder) {
  return fs::exists(folder / "cudasim" / "launch.hpp") || fs::exists(folder / "crt" / "host_config.h");
}

/// System libraries contain no device code of the user.
bool is_system_folder(const fs::path& folder) {
  const std::string name = fs::weakly_canonical(folder).string();
  return name.starts_with("/usr/include") || name.starts_with("/usr/local/include");
}

/// Libraries of other authors, wherever they are: their device code is not simulated.
bool is_library(std::string_view name) {
  for (std::string_view folder : {"thrust/", "cub/", "cuda/", "nv/", "cooperative_groups/", "boost/"}) {
    if (name.starts_with(folder)) return true;
  }
  return false;
}

/// Headers of CUDA that the simulator replaces. They come before the first line: nvcc's use reserved names, so that a program may have a macro
/// N ahead of them; ours do not.
bool comes_first(std::string_view name) {
  static const std::set<std::string_view> headers = {"cooperative_groups.h",
                                                     "cuComplex.h",
                                                     "cuda_awbarrier.h",
                                                     "cuda_awbarrier_primitives.h",
                                                     "cuda_bf16.h",
                                                     "cuda_fp16.h",
                                                     "cuda_fp8.h",
                                                     "cuda_pipeline.h",
                                                     "cuda_pipeline_primitives.h",
                                                     "curand_kernel.h",
                                                     "mma.h"};
  return headers.contains(name) || name.starts_with("cub/") || name.starts_with("cuda/") ||
         name.starts_with("cooperative_groups/");
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& path, const std::string& text) {
  if (path.has_parent_path()) {
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
  }
  const fs::path temporary = path.string() + "." + std::to_string(getpid()) + ".part";
  {
    std::ofstream file(temporary, std::ios::binary);
    file << text << std::flush;
    if (!file) {
      std::error_code ignored;
      fs::remove(temporary, ignored);
      throw std::runtime_error("cannot write " + path.string());
    }
  }
  std::error_code error;
  fs::rename(temporary, path, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(temporary, ignored);
  throw std::runtime_error("cannot write " + path.string() + ": " + error.message());
}

std::string make_rule(const std::string& target, const std::vector<fs::path>& files) {
  const auto escaped = [](const std::string& name) {
    std::string result;
    for (char c : name) {
      if (c == ' ' || c == '#') result += '\\';
      if (c == '$') result += '$';
      result += c;
    }
    return result;
  };
  std::string rule = escaped(target) + ":";
  for (const fs::path& file : files) rule += " \\\n  " + escaped(file.string());
  return rule + "\n";
}

FileTranslator::FileTranslator(std::vector<fs::path> folders, bool for_lens, Dialect dialect)
    : for_lens_(for_lens), dialect_(dialect) {
  for (fs::path& folder : folders) {
    if (!is_cuda_folder(folder) && !is_system_folder(folder)) folders_.push_back(std::move(folder));
  }
}

std::optional<fs::path> FileTranslator::find(const Includer& includer, std::string_view name,
                                             bool angled) const {
  std::vector<fs::path> candidates;
  if (!angled) candidates.push_back(includer.path.parent_path() / name);
  for (const fs::path& folder : folders_) candidates.push_back(folder / name);
  for (const fs::path& candidate : candidates) {
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate;
  }
  return std::nullopt;
}

std::optional<std::string> FileTranslator::include(Includer& includer, std::string_view name, bool angled,
                                                   SharedMacros& macros, bool uncertain) {
  const auto path = angled && is_library(name) ? std::nullopt : find(includer, name, angled);
  if (!path && !uncertain && !includer.uncertain && comes_first(name)) first_.emplace(name);
  if (!path) return std::nullopt;
  Header& found = header(*path, macros, uncertain || includer.uncertain);
  macros.insert(found.macros.begin(), found.macros.end());
  // A header that is still being read includes itself through others; the copies must form the same circle.
  if (!found.done) found.needed = true;
  if (found.needed) {
    includer.includes_copies = true;
    const fs::path copy = found.copy.filename();
    return '"' + (includer.is_header ? copy : copies_.filename() / copy).string() + '"';
  }
  // The translated file is in another folder: files found next to the original need their full path.
  if (angled || !fs::exists(includer.path.parent_path() / name)) return std::nullopt;
  return '"' + fs::absolute(*path).lexically_normal().string() + '"';
}

FileTranslator::Header& FileTranslator::header(const fs::path& path, const SharedMacros& macros,
                                               bool uncertain) {
  const auto [entry, fresh] = headers_.try_emplace(fs::weakly_canonical(path));
  Header& header = entry->second;
  if (!fresh) return header;
  header.path = path;
  header.copy = copies_ / (std::to_string(headers_.size()) + "_" + path.filename().string());
  header.macros = macros;
  Includer self{path, true, uncertain};
  header.translation = translate_text(self, header.macros);
  header.needed = header.needed || header.translation.changed || self.includes_copies;
  header.done = true;
  return header;
}

Translation FileTranslator::translate_text(Includer& includer, SharedMacros& macros) {
  const Surroundings surroundings{
      [&](std::string_view name, bool angled, SharedMacros& known, bool uncertain) {
        return include(includer, name, angled, known, uncertain);
      },
      for_lens_,
      dialect_,
      &header_names_,
      &external_names_,
      &device_constants_,
      &shared_names_,
      includer.is_header,
      includer.uncertain};
  files_read_.push_back(includer.path);
  std::string source = read_file(includer.path);
  if (source.starts_with(byte_order_mark)) source.erase(0, byte_order_mark.size());
  Translation translation = translate(source, surroundings, macros);
  for (const Problem& error : translation.errors) {
    errors_.push_back(includer.path.string() + ":" + std::to_string(error.line) + ": error: " + error.text);
  }
  return translation;
}

std::vector<std::string> FileTranslator::translate_file(const fs::path& input, const fs::path& output) {
  copies_ = output.string() + ".headers";
  SharedMacros macros;
  Includer main{input, false};
  const Translation translation = translate_text(main, macros);
  if (!errors_.empty()) return errors_;
  // Before the first line, because a header may be included inside a namespace.
  std::set<std::string> needed = translation.headers;
  bool has_variables = translation.has_variables;
  for (const auto& [key, header] : headers_) {
    needed.insert(header.translation.headers.begin(), header.translation.headers.end());
    has_variables = has_variables || header.translation.has_variables;
    if (!header.needed) continue;
    write_file(header.copy, line_directive(header.path) + header.translation.text);
    originals_[header.copy] = header.path;
  }
  std::string before = (for_lens_ ? std::string(lens_preamble) : "") + std::string(preamble);
  for (const std::string& header : first_)
    before += "#if __has_include(<" + header + ">)\n#include <" + header + ">\n#endif\n";
  for (const std::string& header : needed) before += "#include <" + header + ">\n";
  write_file(output, before + line_directive(input) + translation.text +
                         (has_variables ? std::string(variables_mark) : ""));
  originals_[output] = input;
  return {};
}

}  // namespace cudasim::translate
