#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "driver/build/execute.hpp"
#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// What the lens has counted for the tables of the core's ladders: docs/results/simulator/counts.json, which `counts` writes. An unedited program gives the same counts again, so `run` does not wait for them.
class RecordedCounts {
 public:
  /// Without the file, nothing is recorded.
  explicit RecordedCounts(const Manifest& manifest);

  /// Whether this run under the lens is recorded: not if the program, a file that it includes, the arguments or the GPU's number of SMs
  /// has changed since.
  bool has(const Program& program, const Execution& how) const;

  /// What it gave.
  std::optional<Result> find(const Program& program, const Execution& how) const;

  /// Whether tables show of the run what they show of the recorded one. Predicted times depend on the compiler, and are not compared.
  bool agrees(const Result& result, const Execution& how) const;

  /// Replaces what is recorded of the program by what a run gave.
  void keep(const Result& result, const Execution& how);

  /// Writes the file, of all programs that the manifest has. @throws Failure
  void write();

 private:
  const Manifest& manifest_;
  nlohmann::ordered_json programs_;
};

/// Whether `counts` records a program: a step of the core that runs under the lens.
bool is_counted(const Program& program);

/// Identifies what a program's source and the files of this repository that it includes say, lines of comments aside.
std::string fingerprint_of(const Manifest& manifest, const Program& program);

}  // namespace tutorial::driver
