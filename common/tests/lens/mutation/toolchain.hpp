// How programs are built for the lens, as CMake has written it down, and run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mutation {

struct Program {
  std::string name;
  std::filesystem::path source;
  std::vector<std::filesystem::path> headers;  ///< of its chapter
  std::vector<std::string> options;            ///< folders and definitions for the compiler
  std::vector<std::string> runs;               ///< command lines to try, without the program's name
};

/// What one run said.
struct Outcome {
  int exit = 0;
  std::vector<std::string> hazards;  ///< "race-shared 15:17"
};

class Toolchain {
 public:
  /// Reads the file that CMake wrote. @throws std::runtime_error
  explicit Toolchain(const std::filesystem::path& file);

  const std::vector<Program>& programs() const { return programs_; }

  /// Builds `source`, which stands for the program's own, in `folder`. @throws std::runtime_error with the
  /// compiler's words
  std::filesystem::path build(const Program& program, const std::string& source,
                              const std::filesystem::path& folder) const;

 private:
  std::vector<std::string> translate_;
  std::vector<std::string> compile_;
  std::vector<std::string> link_;  ///< the compiler, without the options that would bring in the sanitizer
  std::vector<std::string> libraries_;
  std::vector<Program> programs_;
};

/// Runs a program that was built for the lens. @throws std::runtime_error if the lens wrote no report
Outcome run(const std::filesystem::path& binary, const std::string& arguments, int seed);

}  // namespace mutation
