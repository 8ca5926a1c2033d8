// The programs that are built for the lens, as CMake has written them down, and their runs without a barrier.
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
  std::vector<std::string> runs;               ///< command lines to try, without the program's name
  std::filesystem::path directory;  ///< where they are run: `--matrix data/links.mtx` is relative to it
  std::filesystem::path binary;     ///< built for the lens
};

/// Reads the file that CMake wrote. @throws std::runtime_error
std::vector<Program> programs_from(const std::filesystem::path& file);

/// What one run said.
struct Outcome {
  int exit = 0;
  std::vector<std::string> hazards;  ///< "race-shared 15:17"
  double seconds = 0;                ///< how long it took
};

/// Runs the program; its report and outputs go to `folder`. @throws std::runtime_error if the lens wrote no report
/// @param without  the barrier at which no thread waits: "file:line", the file relative to the root; empty: none
/// @param limit    processor seconds per launch: without its barrier a kernel may wait forever
Outcome run(const Program& program, const std::string& arguments, int seed, const std::string& without,
            const std::filesystem::path& folder, long limit);

}  // namespace mutation
