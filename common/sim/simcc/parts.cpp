#include "parts.hpp"

#include <cstdlib>
#include <iterator>
#include <sstream>

#include "process.hpp"

#ifndef CUDASIM_INCLUDE_DIR
#define CUDASIM_INCLUDE_DIR "../include/cudasim"
#endif
#ifndef CUDASIM_LIBRARY
#define CUDASIM_LIBRARY "../lib/libcudasim.a"
#endif
#ifndef CUDASIM_LIBRARY_FLAGS
#define CUDASIM_LIBRARY_FLAGS "-lboost_context -lpthread -ldl"
#endif

namespace cudasim::simcc {
namespace fs = std::filesystem;
namespace {

std::string setting(const char* variable, const char* built_in) {
  const char* value = std::getenv(variable);
  return value && *value ? value : built_in;
}

fs::path part(const char* variable, const char* built_in) {
  const fs::path path = fs::read_symlink("/proc/self/exe").parent_path() / setting(variable, built_in);
  if (!fs::exists(path))
    throw std::runtime_error("no " + path.string() + " (" + variable + " can name another place)");
  return path;
}

/// nvcc takes gcc and clang for the C++ compilers of the same make, and a folder for the compiler in it.
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
    if (!find_program(name).empty()) return name;
  }
  throw std::runtime_error("neither g++ nor clang++ is in PATH (CUDASIM_CXX can name a compiler)");
}

}  // namespace

Parts find_parts(const Options& options) {
  std::istringstream flags(setting("CUDASIM_LIBRARY_FLAGS", CUDASIM_LIBRARY_FLAGS));
  return {part("CUDASIM_INCLUDE_DIR", CUDASIM_INCLUDE_DIR),
          setting("CUDASIM_LIBRARY", CUDASIM_LIBRARY),
          {std::istream_iterator<std::string>(flags), {}},
          find_compiler(options)};
}

}  // namespace cudasim::simcc
