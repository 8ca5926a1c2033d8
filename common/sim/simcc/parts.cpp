#include "sim/simcc/parts.hpp"

#include <cstdlib>
#include <iterator>
#include <sstream>

#include "support/process.hpp"

#ifndef CUDASIM_INCLUDE_DIR
#define CUDASIM_INCLUDE_DIR "../include/cudasim"
#endif
#ifndef CUDASIM_LIBRARY
#define CUDASIM_LIBRARY "../lib/libcudasim.a"
#endif
#ifndef CUDASIM_LIBRARY_FLAGS
#define CUDASIM_LIBRARY_FLAGS "-lpthread -ldl"
#endif
#ifndef CUDASIM_TOOLKIT_LIBRARY
#define CUDASIM_TOOLKIT_LIBRARY "../lib/libcudasim_libraries.a"
#endif
#ifndef CUDASIM_LENS_LIBRARY
#define CUDASIM_LENS_LIBRARY "../lib/libcudasim_lens.a"
#endif
#ifndef CUDASIM_GPUS
#define CUDASIM_GPUS "../share/gpus"
#endif
#ifndef CUDASIM_LENS_FLAGS_GNU
#define CUDASIM_LENS_FLAGS_GNU   "-fsanitize=thread -O2 -g"
#define CUDASIM_LENS_FLAGS_CLANG CUDASIM_LENS_FLAGS_GNU
#endif

namespace cudasim::simcc {
namespace fs = std::filesystem;
namespace {

std::string setting(const char* variable, const char* built_in) {
  const char* value = std::getenv(variable);
  return value && *value ? value : built_in;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

fs::path part(const char* variable, const char* built_in) {
  const fs::path path = fs::read_symlink("/proc/self/exe").parent_path() / setting(variable, built_in);
  if (!fs::exists(path))
    throw std::runtime_error("no " + path.string() + " (" + variable + " can name another place)");
  return path;
}

/// nvcc accepts gcc and clang as names of the C++ compilers of the same project, and a folder as the compiler in it.
std::string cxx_of(const std::string& host_compiler) {
  fs::path path = host_compiler;
  if (fs::is_directory(path)) return (path / "g++").string();
  std::string name = path.filename().string();
  if (name.starts_with("gcc")) name.replace(0, 3, "g++");
  if (name.starts_with("clang") && !name.starts_with("clang++")) name.replace(0, 5, "clang++");
  return path.replace_filename(name).string();
}

std::string find_compiler(const Options& options) {
  const std::string chosen = setting("CUDASIM_CXX", "");
  if (!chosen.empty()) return chosen;
  if (!options.host_compiler.empty()) return cxx_of(options.host_compiler);
  for (const char* name : {"g++", "clang++"}) {
    if (!tutorial::find_program(name).empty()) return name;
  }
  throw std::runtime_error("neither g++ nor clang++ is in PATH (CUDASIM_CXX can name a compiler)");
}

}  // namespace

Parts find_parts(const Options& options) {
  Parts parts;
  parts.include_folder = part("CUDASIM_INCLUDE_DIR", CUDASIM_INCLUDE_DIR);
  parts.library = setting("CUDASIM_LIBRARY", CUDASIM_LIBRARY);
  parts.library_flags = words(setting("CUDASIM_LIBRARY_FLAGS", CUDASIM_LIBRARY_FLAGS));
  parts.compiler = find_compiler(options);
  const bool clang = fs::path(parts.compiler).filename().string().find("clang") != std::string::npos;
  parts.toolkit_library = setting("CUDASIM_TOOLKIT_LIBRARY", CUDASIM_TOOLKIT_LIBRARY);
  parts.lens_library = setting("CUDASIM_LENS_LIBRARY", CUDASIM_LENS_LIBRARY);
  parts.lens_flags =
      words(setting("CUDASIM_LENS_FLAGS", clang ? CUDASIM_LENS_FLAGS_CLANG : CUDASIM_LENS_FLAGS_GNU));
  // gcc ends such a function with __builtin_unreachable(), unless it is to check that no code comes to one.
  parts.return_flags = clang ? std::vector<std::string>{"-fno-strict-return"}
                             : std::vector<std::string>{"-fsanitize=unreachable", "-fno-sanitize=return"};
  if (options.predict) {
    parts.gpus = part("CUDASIM_GPUS", CUDASIM_GPUS);
    parts.tutorial = part("CUDASIM_DRIVER", "tutorial-driver");
  }
  return parts;
}

}  // namespace cudasim::simcc
