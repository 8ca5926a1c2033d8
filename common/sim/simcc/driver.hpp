#pragma once

#include <map>

#include "sim/simcc/options.hpp"
#include "sim/simcc/parts.hpp"
#include "sim/simcc/user_symbols.hpp"
#include "support/temporary_folder.hpp"

namespace cudasim::simcc {

/// Executes one command line: translates, compiles, links.
class Driver {
 public:
  Driver(Options options, Parts parts);

  /// @return the exit code: that of the first step that failed, or 0.
  int run();

 private:
  struct Prepared {
    std::filesystem::path file;  ///< The files that the host compiler reads.
    std::vector<std::string> flags;
    std::map<std::filesystem::path, std::filesystem::path> originals;  ///< Of translated files.
  };

  int make_objects();
  int make_program();
  /// The symbol by which the lens recognizes a program that must end with its prediction.
  int make_prediction(const std::filesystem::path& object);
  /// In copies of the program's objects, renames symbols that would replace a function that the simulator calls.
  int keep_names_apart(std::vector<std::string>& linked);
  /// The output of nm for the files. @return its exit code
  int list_symbols(const std::vector<std::string>& files, Symbols& symbols);
  int make_archive();
  int device_link();
  int preprocess();
  int list_dependencies();

  /// Translates `input` if it is CUDA. False after errors, which have been printed.
  bool prepare(const std::string& input, Prepared& prepared);
  int compile(const std::string& input, const std::filesystem::path& object);
  /// Compiles every source among the inputs; `linked` gets the linker's inputs, in order.
  int compile_all(std::vector<std::string>& linked);
  int write_dependencies(const std::string& input, const Prepared& prepared, const std::string& target,
                         const std::string& file);
  /// Runs one step. Its messages go to a file if one is named.
  int execute(const std::vector<std::string>& command, const std::filesystem::path& messages = {}) const;
  /// The same for the compiler; if the translator made it refuse something, only that is printed.
  int execute_compiler(std::vector<std::string> command, const std::string& input);
  std::string language(const std::string& input) const;

  Options options_;
  Parts parts_;
  tutorial::TemporaryFolder temporary_;
  int counter_ = 0;
  std::vector<std::filesystem::path> files_read_;  ///< of the user, translated
};

}  // namespace cudasim::simcc
