#include "sim/simcc/driver.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <set>
#include <stdexcept>

#include "predict/gpu_file.hpp"
#include "sim/simcc/dependencies.hpp"
#include "sim/simcc/fidelity.hpp"
#include "sim/simcc/refusals.hpp"
#include "sim/translate/file_translator.hpp"
#include "support/process.hpp"

namespace cudasim::simcc {
namespace fs = std::filesystem;
namespace {

template <class T>
void append(std::vector<T>& words, const std::vector<T>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

std::string c_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// nvcc's default is that of its host compiler, C++17. The headers need that: an older standard is raised.
std::string standard_flag(const std::string& standard) {
  static const std::set<std::string> older = {"",      "c++03",   "c++11",   "c++14",   "c++0x",
                                              "c++1y", "gnu++03", "gnu++11", "gnu++14", "gnu++1y"};
  return "-std=" + (older.contains(standard) ? "gnu++17" : standard);
}

/// A square root that must not set errno, which device code does not have, is one instruction, and where the processor has them, so are
/// rounding and counting bits. Results are the same. Code for the lens goes without, since the lens reads it as nvcc's.
std::vector<std::string> flags_without_lens() {
  std::vector<std::string> flags = {"-fno-math-errno"};
#ifdef __x86_64__
  if (__builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0)
    append(flags, {"-msse4.2", "-mpopcnt"});
#endif
  return flags;
}

}  // namespace

Driver::Driver(Options options, Parts parts) : options_(std::move(options)), parts_(std::move(parts)) {}

int Driver::run() {
  for (const std::string& note : options_.notes) std::fprintf(stderr, "simcc: note: %s\n", note.c_str());
  switch (options_.mode) {
    case Mode::program: return make_program();
    case Mode::objects: return make_objects();
    case Mode::archive: return make_archive();
    case Mode::device_link: return device_link();
    case Mode::preprocessed: return preprocess();
    case Mode::dependencies: return list_dependencies();
  }
  return 2;
}

int Driver::execute(const std::vector<std::string>& command, const fs::path& messages) const {
  if (options_.verbose || options_.dry_run) {
    std::string line = "#$";
    for (const std::string& word : command) line += ' ' + word;
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  if (options_.dry_run) return 0;
  try {
    return tutorial::run_process(command, {.err = messages}).code;
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "simcc: error: %s\n", error.what());
    return 127;
  }
}

int Driver::execute_compiler(std::vector<std::string> command, const std::string& input) {
  if (options_.dry_run) return execute(command);
  const fs::path messages = temporary_.path() / "messages";
  if (isatty(STDERR_FILENO) != 0) command.push_back("-fdiagnostics-color=always");
  const int code = execute(command, messages);
  if (!fs::exists(messages)) return code;  // the compiler could not be started
  const std::string text = translate::read_file(messages);
  std::string refusals = code == 0 ? "" : refusals_in(text);
  if (code != 0 && refusals.empty() && language(input) == "c++") {
    // A file without device code is compiled unchanged: the CUDA names that it uses may be the reason why it does not compile.
    translate::FileTranslator translator(options_.include_folders, false, options_.dialect);
    for (const std::string& error : translator.translate_file(input, temporary_.path() / "refused.cpp"))
      if (error.find("not simulated") != std::string::npos) refusals += error + '\n';
  }
  std::fputs(refusals.empty() ? text.c_str() : refusals.c_str(), stderr);
  return code;
}

/// "cu", "c++", "c", or empty for files that go to the linker.
std::string Driver::language(const std::string& input) const {
  const std::string extension = fs::path(input).extension().string();
  if (extension == ".ptx" || extension == ".cubin" || extension == ".fatbin") {
    throw std::invalid_argument("'" + input + "' is device code: it is not simulated");
  }
  const bool cuda = extension == ".cu" || extension == ".cup";
  const bool cxx = extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".C" ||
                   extension == ".c++";
  if (!cuda && !cxx && extension != ".c") {
    const bool linked = extension == ".o" || extension == ".a" || extension == ".so" || extension == ".obj" ||
                        extension == ".lib" || input.find(".so.") != std::string::npos;
    if (linked) return "";
    if (options_.language.empty())
      throw std::invalid_argument("what is '" + input + "'? -x says the language of a file with such a name");
  }
  if (!options_.language.empty()) return options_.language;
  return cuda ? "cu" : cxx ? "c++" : "c";
}

bool Driver::prepare(const std::string& input, Prepared& prepared) {
  const std::string language_name = language(input);
  prepared.file = input;
  if (!fs::exists(input)) {
    std::fprintf(stderr, "simcc: error: no such file: %s\n", input.c_str());
    return false;
  }
  const bool c = language_name == "c";
  prepared.flags = {"-x", c ? "c" : "c++"};
  if (!c) prepared.flags.push_back(standard_flag(options_.standard));
  prepared.flags.push_back(!options_.optimization.empty() ? options_.optimization
                           : options_.device_debug        ? "-O1"
                                                          : "-O2");
  if (options_.device_debug) prepared.flags.push_back("-g");
  if (language_name == "cu" && !options_.lens) append(prepared.flags, flags_without_lens());
  append(prepared.flags, options_.compile_flags);
  append(prepared.flags, {"-isystem", parts_.include_folder.string()});
  append(prepared.flags, options_.host_flags);
  if (language_name != "cu") return true;

  const fs::path folder = temporary_.path() / std::to_string(counter_++);
  prepared.file = folder / fs::path(input).stem().concat(".cpp");
  const fs::path beside = fs::path(input).parent_path();
  append(prepared.flags, {"-iquote", beside.empty() ? "." : beside.string(), "-Wno-unknown-pragmas"});
  // nvcc's device code may read a float through a uint4*, and it loads again what a store through another type may have changed.
  prepared.flags.push_back("-fno-strict-aliasing");
  append(prepared.flags, parts_.return_flags);
  if (options_.lens) append(prepared.flags, parts_.lens_flags);
  translate::FileTranslator translator(options_.include_folders, options_.lens, options_.dialect);
  const auto errors = translator.translate_file(input, prepared.file);
  for (const std::string& error : errors) std::fprintf(stderr, "%s\n", error.c_str());
  prepared.originals = translator.originals();
  append(files_read_, translator.files_read());
  return errors.empty();
}

int Driver::compile(const std::string& input, const fs::path& object) {
  Prepared prepared;
  if (!prepare(input, prepared)) return 1;
  std::vector<std::string> command = {parts_.compiler, "-c"};
  append(command, prepared.flags);
  append(command, {prepared.file.string(), "-o", object.string()});
  const int code = execute_compiler(command, input);
  if (code != 0 || !options_.dependencies_too) return code;
  const fs::path target = options_.output.empty() ? fs::path(input).filename().replace_extension(".o")
                                                  : fs::path(options_.output);
  const fs::path file = options_.dependency_file.empty() ? fs::path(target).replace_extension(".d")
                                                         : fs::path(options_.dependency_file);
  return write_dependencies(input, prepared, target.string(), file.string());
}

int Driver::write_dependencies(const std::string& input, const Prepared& prepared, const std::string& target,
                               const std::string& file) {
  const fs::path raw = temporary_.path() / "dependencies";
  std::vector<std::string> command = {parts_.compiler, options_.skip_system_dependencies ? "-MM" : "-M"};
  append(command, prepared.flags);
  append(command, {"-MF", raw.string(), prepared.file.string()});
  const int code = execute(command);
  if (code != 0 || options_.dry_run) return code;
  const auto files = original_dependencies(translate::read_file(raw), input, prepared.originals);
  const std::string rule =
      dependency_rule(options_.dependency_target.empty() ? target : options_.dependency_target, files,
                      options_.phony_targets);
  if (file.empty()) {
    std::cout << rule << std::flush;
  } else {
    translate::write_file(file, rule);
  }
  return 0;
}

int Driver::compile_all(std::vector<std::string>& linked) {
  for (const std::string& input : options_.inputs) {
    if (language(input).empty()) {
      linked.push_back(input);
      continue;
    }
    const fs::path object =
        temporary_.path() / (std::to_string(counter_++) + "_" + fs::path(input).stem().string() + ".o");
    if (const int code = compile(input, object)) return code;
    linked.push_back(object.string());
  }
  return 0;
}

int Driver::make_objects() {
  std::vector<std::string> sources;
  for (const std::string& input : options_.inputs) {
    if (!language(input).empty()) sources.push_back(input);
  }
  if (sources.empty()) throw std::invalid_argument("-c needs a source file");
  if (sources.size() > 1 && !options_.output.empty())
    throw std::invalid_argument("-c with -o takes one source file only");
  for (const std::string& input : sources) {
    const fs::path named = options_.output.empty() ? fs::path(input).filename().replace_extension(".o")
                                                   : fs::path(options_.output);
    if (const int code = compile(input, named)) return code;
  }
  return 0;
}

int Driver::make_prediction(const fs::path& object) {
  namespace predict = tutorial::predict;
  const bool is_path =
      options_.predict->find('/') != std::string::npos || options_.predict->ends_with(".json");
  const std::string name = is_path ? fs::absolute(*options_.predict).string() : *options_.predict;
  std::string text = "const char* const cudasim_prediction[3] = {";
  try {
    const predict::Gpu gpu = predict::gpu_named(parts_.gpus, name);
    text += c_string(parts_.tutorial.string()) + ", " + c_string(name) + ", " +
            c_string(std::to_string(static_cast<int>(gpu.multiprocessors))) + "};\n";
  } catch (const std::runtime_error& error) {
    throw std::invalid_argument(std::string("--predict: ") + error.what());
  }
  const fs::path source = fs::path(object).replace_extension(".c");
  translate::write_file(source, text);
  return execute({parts_.compiler, "-x", "c", "-c", source.string(), "-o", object.string()});
}

int Driver::make_program() {
  if (!fs::exists(parts_.library)) {
    throw std::runtime_error("no " + parts_.library.string() + " (CUDASIM_LIBRARY can name another place)");
  }
  std::vector<std::string> command = {parts_.compiler};
  if (options_.predict) {
    command.push_back((temporary_.path() / "prediction.o").string());
    if (const int code = make_prediction(command.back())) return code;
  }
  std::vector<std::string> program;
  if (const int code = compile_all(program)) return code;
  if (options_.fidelity && !files_read_.empty()) std::fputs(fidelity_report(files_read_).c_str(), stderr);
  if (const int code = keep_names_apart(program)) return code;
  append(command, program);
  append(command, {"-o", options_.output.empty() ? "a.out" : options_.output});
  append(command, options_.host_flags);
  append(command, options_.link_flags);
  append(command, options_.libraries);
  command.push_back(parts_.toolkit_library.string());
  if (options_.lens) command.push_back(parts_.lens_library.string());
  command.push_back(parts_.library.string());
  append(command, parts_.library_flags);
  return execute(command);
}

int Driver::list_symbols(const std::vector<std::string>& files, Symbols& symbols) {
  const fs::path listing = temporary_.path() / "symbols";
  std::vector<std::string> command = {"nm", "-g", "-P"};
  append(command, files);
  const int code = tutorial::run_process(command, {listing, "/dev/null"}).code;
  if (code == 0) symbols = read_symbols(translate::read_file(listing));
  return code;
}

int Driver::keep_names_apart(std::vector<std::string>& linked) {
  std::vector<std::string> objects;
  for (const std::string& each : linked)
    if (each.ends_with(".o") || each.ends_with(".a")) objects.push_back(each);
  Symbols program, simulator;
  if (options_.dry_run || objects.empty() || list_symbols(objects, program) != 0 || program.defined.empty())
    return 0;
  std::vector<std::string> libraries = {parts_.library.string(), parts_.toolkit_library.string()};
  if (options_.lens) libraries.push_back(parts_.lens_library.string());
  for (const std::string& flag : parts_.library_flags)
    if (flag.ends_with(".a")) libraries.push_back(flag);
  if (const int code = list_symbols(libraries, simulator)) return code;
  std::vector<std::string> command = {"objcopy"};
  for (const std::string& name : clashing_names(program, simulator))
    append(command, {"--redefine-sym", name + "=program." + name});
  if (command.size() == 1) return 0;
  for (std::string& each : linked) {
    if (!each.ends_with(".o") && !each.ends_with(".a")) continue;
    const fs::path renamed =
        temporary_.path() / (std::to_string(counter_++) + fs::path(each).extension().string());
    std::vector<std::string> rename = command;
    append(rename, {each, renamed.string()});
    if (const int code = execute(rename)) return code;
    each = renamed.string();
  }
  return 0;
}

int Driver::make_archive() {
  std::vector<std::string> command = {"ar", "rcs", options_.output.empty() ? "a.a" : options_.output};
  if (const int code = compile_all(command)) return code;
  return execute(command);
}

int Driver::device_link() {
  std::fprintf(stderr, "simcc: note: -dlink has nothing to do: the host's linker joins kernels too\n");
  const fs::path empty = temporary_.path() / "device_link.c";
  translate::write_file(empty, "extern int cudasim_nothing_to_link;\n");
  return execute({parts_.compiler, "-x", "c", "-c", empty.string(), "-o",
                  options_.output.empty() ? "a_dlink.o" : options_.output});
}

int Driver::preprocess() {
  for (const std::string& input : options_.inputs) {
    Prepared prepared;
    if (!prepare(input, prepared)) return 1;
    std::vector<std::string> command = {parts_.compiler, "-E"};
    append(command, prepared.flags);
    command.push_back(prepared.file.string());
    if (!options_.output.empty()) append(command, {"-o", options_.output});
    if (const int code = execute(command)) return code;
  }
  return 0;
}

int Driver::list_dependencies() {
  const std::string file = options_.dependency_file.empty() ? options_.output : options_.dependency_file;
  for (const std::string& input : options_.inputs) {
    Prepared prepared;
    if (!prepare(input, prepared)) return 1;
    const std::string target = fs::path(input).filename().replace_extension(".o").string();
    if (const int code = write_dependencies(input, prepared, target, file)) return code;
  }
  return 0;
}

}  // namespace cudasim::simcc
