#include "marking/predicted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "marking/compile.hpp"
#include "marking/run_submission.hpp"
#include "predict/predict.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace {

constexpr double same_within = 0.05;

predict::Gpu gpu_named(const std::string& name) {
  return predict::gpu_named(toolchain().source_dir / "common/predict/gpus", name);
}

/// "an H200", of "h200".
std::string named(std::string gpu) {
  std::transform(gpu.begin(), gpu.end(), gpu.begin(), [](unsigned char c) { return std::toupper(c); });
  return "an " + gpu;
}

/// The lens's report of the only case; empty where none came back.
std::string lens_report_of(const RunResult& run) {
  for (const wire::Record& record : run.records)
    if (record.kind == wire::RecordKind::lens && record.index == 0) return record.payload;
  return "";
}

bool has_ended(const RunResult& run) {
  return run.records_are_whole && run.outcome.how == Outcome::How::exited && run.outcome.code == 0;
}

constexpr double least_moved = 0.5;
constexpr double sector = 32;  // bytes

}  // namespace

std::string why_idle(const predict::Counted& counted, double bytes_of_arrays) {
  double moved = 0;
  for (const predict::Launch& each : counted.launches) {
    if (each.watched_blocks == 0) continue;
    const double sectors = each.load_sectors + each.store_sectors + each.atomic_sectors;
    moved += (sectors * sector + each.bulk_bytes) * each.times * each.blocks() / each.watched_blocks;
  }
  if (moved >= least_moved * bytes_of_arrays) return "";
  return fmt::format(
      "the kernels move {:.3g} MB, and the arrays have {:.3g} MB: the function must do its work at this size "
      "too",
      moved / 1e6, bytes_of_arrays / 1e6);
}

Predicted predict_submission(const Exercise& exercise, const std::filesystem::path& program,
                             const std::string& gpu, std::chrono::milliseconds limit) {
  const exercise::Cases cases = make_predicted(exercise);
  if (cases.empty())
    throw ExerciseError("the check of '" + exercise.name + "' has no TUTORIAL_PREDICTED(case)");
  const predict::Gpu device = gpu_named(gpu);
  Predicted predicted{cases.front().wire().name};
  const RunResult run = run_sampled(program, cases, limit, static_cast<int>(device.multiprocessors));
  if (!has_ended(run)) {
    predicted.why_not = "the run at this size " + run.outcome.what;
    return predicted;
  }
  const predict::Counted counted = predict::counted_from(lens_report_of(run));
  double bytes = 0;
  for (const wire::Argument& argument : cases.front().wire().arguments)
    bytes += static_cast<double>(argument.bytes());
  const auto all = predict::section_of("", counted, device);
  if (!all) {
    predicted.why_not = "no kernel was launched";
    predicted.is_idle = true;
  } else if (const std::string idle = why_idle(counted, bytes); !idle.empty()) {
    predicted.why_not = idle;
    predicted.is_idle = true;
  } else if (!all->seconds) {
    predicted.why_not = all->why;
  } else {
    predicted.seconds = all->seconds;
    predicted.limit = all->limit;
  }
  return predicted;
}

Predicted predict_source(const Exercise& exercise, const std::filesystem::path& source,
                         const std::string& gpu, std::chrono::milliseconds limit) {
  build_exercise(exercise);
  const TemporaryFolder work;
  const Compiled compiled = compile_submission(exercise, source, "", work.path());
  if (!compiled.ok) throw ExerciseError(source.string() + " does not compile: " + compiled.messages);
  return predict_submission(exercise, compiled.program, gpu, limit);
}

bool is_as_fast(double seconds, double other) {
  return seconds <= other * (1 + same_within) && other <= seconds * (1 + same_within);
}

std::string beside_starter(double seconds, double starter) {
  if (is_as_fast(seconds, starter))
    return fmt::format("as fast as the starter, within {:.0f}%", 100 * same_within);
  const double times = starter / seconds;
  return times > 1 ? fmt::format("{:.1f} times as fast as the starter", times)
                   : fmt::format("{:.1f} times as slow as the starter", 1 / times);
}

Compared compared_with_starter(const Exercise& exercise, const std::filesystem::path& program,
                               std::chrono::milliseconds limit) {
  if (!exercise.starter_time) return {};
  const StarterTime& starter = *exercise.starter_time;
  const std::string where = fmt::format("{}, {}", named(starter.gpu), starter.size);
  try {
    const Predicted predicted = predict_submission(exercise, program, starter.gpu, limit);
    if (!predicted.seconds)
      return {fmt::format("no prediction for {}: {}", where, predicted.why_not), {}, predicted.is_idle};
    return {fmt::format("predicted on {}: {} ({}, limited by {})", where,
                        beside_starter(*predicted.seconds, starter.seconds),
                        text::seconds(*predicted.seconds), predicted.limit),
            starter.seconds / *predicted.seconds};
  } catch (const std::exception& error) {
    return {fmt::format("no prediction for {}: {}", where, error.what())};
  }
}

}  // namespace tutorial::marking
