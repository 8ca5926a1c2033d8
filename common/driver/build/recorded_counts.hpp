#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "driver/build/execute.hpp"
#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// What the lens has counted of the ladders' programs at the sizes of their tables: docs/results/simulator/counts.json, which `counts`
/// writes. An unedited program gives the same counts again, so `run` does not wait for them.
class RecordedCounts {
 public:
  /// Without the file, nothing is recorded.
  explicit RecordedCounts(const Manifest& manifest);

  /// What this run under the lens gave; nothing where the program, a file that it includes, the arguments or the GPU's number of
  /// multiprocessors has changed since.
  std::optional<Result> find(const Program& program, const Execution& how) const;

  /// Whether the lens counted what is recorded of such a run. What one thread does depends on the compiler, and is not compared.
  bool agrees(const Result& result, const Execution& how) const;

  /// Replaces what is recorded of the program by what a run gave.
  void keep(const Result& result, const Execution& how);

  /// Writes the file, of all programs that the manifest has. @throws Failure
  void write();

 private:
  const Manifest& manifest_;
  nlohmann::ordered_json programs_;
};

/// Identifies what a program's source and the files of this repository that it includes say, lines of comments aside.
std::string fingerprint_of(const Manifest& manifest, const Program& program);

}  // namespace tutorial::driver
