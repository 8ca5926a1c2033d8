#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "driver/build/binaries.hpp"
#include "driver/build/recorded_counts.hpp"
#include "driver/data/counted_for.hpp"
#include "driver/data/select.hpp"
#include "driver/verbs.hpp"
#include "support/progress.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

struct CountsOptions {
  std::string what;
  bool check = false;
  bool verbose = false;
};

class Counting {
 public:
  Counting(const Manifest& manifest, const CountsOptions& options)
      : manifest_(manifest), options_(options), gpu_(*default_gpu(manifest, "")), recorded_(manifest) {}

  int run() {
    const std::vector<const Program*> programs = wanted();
    build(programs);
    int code = exit_right;
    for (const Program* program : programs) {
      const Execution how = table_run_of(*program, gpu_);
      const Result result = count(*program, how);
      if (!options_.check) {
        recorded_.keep(result, how);
      } else if (!recorded_.agrees(result, how)) {
        fmt::print(stderr, "{} does not give the recorded counts: tutorial-author counts {} records them\n",
                   program->source, program->name);
        code = exit_wrong;
      }
    }
    if (!options_.check) recorded_.write();
    return code;
  }

 private:
  /// To record, those that have no counts as they are now; to check, all.
  std::vector<const Program*> wanted() const {
    const Selection selection = select(manifest_, options_.what);
    std::vector<const Program*> programs;
    for (const Program& program : manifest_.programs)
      if (is_counted(program) && selection.has(program) &&
          (options_.check || !recorded_.has(program, table_run_of(program, gpu_))))
        programs.push_back(&program);
    return programs;
  }

  void build(const std::vector<const Program*>& programs) {
    std::vector<Binary> binaries;
    for (const Program* program : programs) binaries.push_back({program, "lens"});
    const std::string problem = build_binaries(manifest_, "counts", binaries, options_.verbose, progress_);
    if (!problem.empty()) throw Failure(exit_wrong, problem.substr(0, problem.size() - 1));
  }

  /// Looks for hazards in all blocks at a small size, too: `run` relies on it.
  Result count(const Program& program, const Execution& how) {
    progress_.show("counting " + program.name);
    run(program, {.backend = "lens", .args = {"--quick"}});
    Result result = run(program, how);
    progress_.clear();
    return result;
  }

  static Result run(const Program& program, const Execution& how) {
    Result result = execute(program, how);
    if (!result.right())
      throw Failure(exit_wrong, fmt::format("{}: {}\n{}", program.name, result.failure, result.messages));
    return result;
  }

  const Manifest& manifest_;
  const CountsOptions& options_;
  const predict::Gpu gpu_;
  RecordedCounts recorded_;
  Progress progress_{"tutorial"};
};

}  // namespace

Action declare_counts(CLI::App& verb) {
  const auto options = std::make_shared<CountsOptions>();
  verb.add_option("what", options->what, "a chapter, a part or a program; default: all");
  verb.add_flag("--check", options->check, "compare with what is recorded; exit 1 where they differ");
  verb.add_flag("--verbose", options->verbose, "show what the build says");
  return [options](const Call& call) { return Counting(call.manifest, *options).run(); };
}

}  // namespace tutorial::driver
