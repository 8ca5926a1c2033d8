#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/build/background_build.hpp"
#include "driver/build/recorded_counts.hpp"
#include "driver/data/ladder.hpp"
#include "driver/data/manifest.hpp"
#include "driver/data/recorded.hpp"
#include "driver/run/run.hpp"
#include "predict/gpu_file.hpp"
#include "support/progress.hpp"

namespace tutorial::driver {

/// The fixed variant of a program that shows a fault.
inline const std::string mended_variant = "mended";

/// What runs it: on the simulator a ladder's rungs and faults run under the lens, for their counters.
std::string binary_of(const Program& program, const std::string& backend);

/// Programs that are built together, and run when all of them are there.
struct Batch {
  std::string name;  ///< of what is built, for messages
  std::vector<const Program*> programs;

  bool operator==(const Batch&) const = default;
};

/// Builds and runs programs and keeps what came of each: a rung that is another chapter's reference runs once.
class Session {
 public:
  /// @param plan  what will be built and run, in order
  /// @param live  a program that is counted again, even if its counts are recorded
  Session(const Manifest& manifest, const RunOptions& options, std::string backend, std::vector<Batch> plan,
          const Program* live = nullptr);

  /// "" or why the programs could not be built.
  std::string build_programs(const Batch& batch);

  /// Runs those of a batch that have no result yet. On the simulator several at a time, while the next batch is built; what is timed runs alone.
  void run_programs(const Batch& batch);

  const Result& result_of(const Program& program);

  /// The same, and the program's own output is shown.
  const Result& show(const Program& program);

  /// One variant of a program that shows a fault. Only the fixed one affects the exit code.
  const Result& result_of_variant(const Program& program, const std::string& variant);

  /// All rows so far, those of faults last; a program that failed without a row has one that says so.
  std::string json() const;

  /// What the driver exits with: bad arguments only if nothing else went wrong and nothing went right.
  int exit_code() const;

  const std::string& backend() const { return backend_; }
  /// Recorded results for a run on the simulator; null if they should not be shown.
  const Recorded* recorded() const { return recorded_ ? &*recorded_ : nullptr; }

  /// That times are predicted for; null: none are.
  const predict::Gpu* gpu() const { return gpu_ ? &*gpu_ : nullptr; }

 private:
  /// Whether a program's table row is that of a sample of its blocks, at the size at which results are recorded.
  bool is_sampled(const Program& program) const;
  /// Whether it has such a row, and the user asks for no other size.
  bool has_sample(const Program& program) const;
  /// That row: of a run, or recorded.
  Result run_sample(const Program& program) const;
  Result run_once(const Program& program) const;
  /// Whether its counts are recorded, and hazards looked for, of this very program: it need not run under the lens.
  bool is_recorded(const Program& program) const;
  std::string binary_of(const Program& program) const;
  bool is_timed(const Program& program) const;
  const Result* known(const Program& program) const;
  std::vector<Binary> binaries_of(const Batch& batch) const;
  void build_after(const Batch& batch);
  /// With a GPU: the simulator counts for predictions, at the sizes that are given.
  bool predicts_beside(const Program& program) const;
  void add_predictions(Result& measured) const;
  const Result& keep(Result result);
  void show_running(const Program& program, const std::string& what);

  const Manifest& manifest_;
  const RunOptions& options_;
  const std::string backend_;
  const std::vector<Batch> plan_;
  const Program* const live_;
  const std::size_t programs_;  ///< in it
  const RecordedCounts recorded_counts_;
  const unsigned at_once_;  ///< how many run at the same time
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration building_{};
  Progress progress_{"tutorial"};
  std::optional<Recorded> recorded_;
  std::optional<predict::Gpu> gpu_;
  const Batch* next_batch_ = nullptr;  ///< in the plan: what next_ builds
  std::optional<BackgroundBuild> next_;
  std::vector<std::unique_ptr<Result>> results_;
  std::vector<std::unique_ptr<Result>> faults_;
};

}  // namespace tutorial::driver
