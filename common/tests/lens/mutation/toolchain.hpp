// How programs are built for the lens, as CMake has written it down, and run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mutation {

struct Program {
  std::string name;
  std::filesystem::path root;                  ///< the folder of its source and headers: its chapter
  std::filesystem::path source;                ///< relative to root
  std::vector<std::filesystem::path> headers;  ///< relative to root: all of the chapter
  std::vector<std::string> options;            ///< folders and definitions for the compiler
  std::vector<std::string> runs;               ///< command lines to try, without the program's name
  std::filesystem::path binary;                ///< as it is, built for the lens; empty: not built
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

  /// Builds the program in `folder`, with `text` in place of one of its files. @throws std::runtime_error with
  /// the compiler's words
  /// @param file  its source or a header, relative to its root
  std::filesystem::path build(const Program& program, const std::filesystem::path& file,
                              const std::string& text, const std::filesystem::path& folder) const;

 private:
  std::vector<std::string> translate_;
  std::vector<std::string> compile_;
  std::vector<std::string> link_;  ///< the compiler, without the options that would bring in the sanitizer
  std::vector<std::string> libraries_;
  std::vector<Program> programs_;
};

/// Runs a program that was built for the lens; its report and outputs go to `folder`. @throws
/// std::runtime_error if the lens wrote no report
Outcome run(const std::filesystem::path& binary, const std::string& arguments, int seed,
            const std::filesystem::path& folder);

}  // namespace mutation
