#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/translate/translate.hpp"

namespace cudasim::simcc {

/// The output of one call of the compiler.
enum class Mode { program, objects, preprocessed, dependencies, archive, device_link };

/// The nvcc command line, sorted by purpose.
struct Options {
  Mode mode = Mode::program;
  std::vector<std::string> inputs;  ///< In order; `-l` libraries are in `libraries`.
  std::string output;
  std::string language;       ///< From `-x`: "cu", "c++" or "c"; empty: by the file's name.
  std::string standard;       ///< Of `-std`.
  std::string optimization;   ///< As in `-O2`; empty if not given.
  bool device_debug = false;  ///< `-G`
  std::string host_compiler;  ///< Of `-ccbin`.
  std::vector<std::filesystem::path> include_folders;  ///< Of `-I`.
  std::vector<std::string> compile_flags;              ///< For the host compiler, in order.
  std::vector<std::string> host_flags;                 ///< From `-Xcompiler`: for compiling and linking.
  std::vector<std::string> link_flags;
  std::vector<std::string> libraries;
  bool skip_system_dependencies = false;  ///< `-MM`, `-MMD`
  bool dependencies_too = false;          ///< `-MD`, `-MMD`
  bool phony_targets = false;             ///< `-MP`
  std::string dependency_file;            ///< `-MF`
  std::string dependency_target;          ///< `-MT`
  translate::Dialect dialect = {
      .extended_lambda = false, .relaxed_constexpr = false, .relocatable_device_code = false};
  bool lens = true;                    ///< False after `--plain`.
  bool fidelity = false;               ///< `--fidelity`
  std::optional<std::string> predict;  ///< The GPU of `--predict`.
  bool verbose = false;
  bool dry_run = false;
  bool version = false;
  bool help = false;
  std::vector<std::string> notes;  ///< Ignored options that may matter to the user.
};

/// @throws std::invalid_argument for a command line that nvcc would not accept, or that requests something that is not simulated
Options parse_options(const std::vector<std::string>& words);

}  // namespace cudasim::simcc
