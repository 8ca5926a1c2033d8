#include "driver/run/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/build/execute.hpp"
#include "driver/data/counted_for.hpp"
#include "driver/data/gpu.hpp"
#include "driver/run/rungs.hpp"
#include "support/build.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// The device whose results are shown unless another is asked for, or "".
std::string device_of(const Manifest& manifest, const RunOptions& options, const std::string& backend) {
  if (!options.recorded.empty()) return options.recorded == "none" ? "" : options.recorded;
  if (backend != "sim") return "";
  const std::vector<std::string> known = Recorded::devices(manifest);
  return known.empty() ? "" : known.back();
}

/// The GPU that times are predicted for: on the simulator always, beside measured times if it is asked for.
std::optional<predict::Gpu> predicted_for(const Manifest& manifest, const RunOptions& options,
                                          const std::string& backend) {
  const bool measured = backend != "sim";
  if (options.gpu == "none" || (measured && options.gpu.empty() && !options.predict)) return {};
  if (!options.gpu.empty()) return gpu_of(manifest, options.gpu);
  return default_gpu(manifest, measured ? find_gpu().name : "");
}

nlohmann::ordered_json failed_row(const Program& program, const std::string& backend) {
  return {{"chapter", program.chapter},
          {"program", program.name},
          {"variant", ""},
          {"size", ""},
          {"type", ""},
          {"backend", backend},
          {"device", nullptr},
          {"median_s", nullptr},
          {"spread", nullptr},
          {"throughput", nullptr},
          {"unit", ""},
          {"ceiling_fraction", nullptr},
          {"verified", false}};
}

}  // namespace

Session::Session(const Manifest& manifest, const RunOptions& options, std::string backend,
                 std::size_t programs)
    : manifest_(manifest), options_(options), backend_(std::move(backend)), programs_(programs) {
  const std::string device = device_of(manifest, options, backend_);
  if (!device.empty()) recorded_.emplace(manifest, device);
  gpu_ = predicted_for(manifest, options, backend_);
}

std::string Session::build_programs(const std::string& name, const std::vector<const Program*>& programs) {
  std::vector<std::string> targets;
  for (const Program* program : programs) {
    targets.push_back(program->name + "." + binary_of(*program));
    if (predicts_beside(*program)) targets.push_back(program->name + ".lens");
  }
  const auto start = std::chrono::steady_clock::now();
  std::string failed = build(manifest_.build_folder(), name, targets, options_.verbose, progress_);
  building_ += std::chrono::steady_clock::now() - start;
  return failed;
}

std::string Session::binary_of(const Program& program) const {
  const bool counted = program.role != Role::demo || !program.faults.empty();
  return backend_ == "sim" && counted && program.binaries.contains("lens") ? "lens" : backend_;
}

bool Session::predicts_beside(const Program& program) const {
  return gpu_ && backend_ != "sim" && program.binaries.contains("lens");
}

/// Counts and predictions of a run under the lens, with the same arguments, or else of a sample of the blocks at the size of the
/// recorded results: for rows of the same variant, size and type.
void Session::add_predictions(Result& measured) const {
  const Program& program = *measured.program;
  const bool sampled = has_sample(program);
  const Result counted = execute(program, {.backend = "lens",
                                           .args = sampled ? program.sample : options_.args,
                                           .gpu = gpu(),
                                           .sampled_blocks = sampled ? program.sample_blocks : 0});
  for (Row& row : measured.rows)
    for (const Row& other : counted.rows)
      if (other.variant == row.variant && other.size == row.size && other.type == row.type) {
        row.counters = other.counters;
        row.predicted = other.predicted;
      }
}

bool Session::has_sample(const Program& program) const {
  return !program.sample.empty() && options_.args.empty();
}

bool Session::is_sampled(const Program& program) const {
  return gpu() && binary_of(program) == "lens" && has_sample(program);
}

Result Session::sampled_or(const Program& program, const std::function<Result()>& whole) const {
  Result sampled = execute(
      program,
      {.backend = "lens", .args = program.sample, .gpu = gpu(), .sampled_blocks = program.sample_blocks});
  if (!sampled.lacks_memory()) return sampled;
  Result smaller = whole();
  smaller.did_not_fit = program.sample;
  return smaller;
}

/// Where the blocks are sampled, all blocks run first, at a small size: for hazards, and to see that each element is written.
Result Session::run_once(const Program& program) const {
  const auto whole = [&] {
    return execute(program, {.backend = binary_of(program), .args = options_.args, .gpu = gpu()});
  };
  if (!is_sampled(program)) return whole();
  Result quick = execute(program, {.backend = "lens", .args = {"--quick"}});
  return quick.right() ? sampled_or(program, whole) : quick;
}

const Result& Session::result_of(const Program& program) {
  const auto known =
      std::find_if(results_.begin(), results_.end(), [&](auto& r) { return r->program == &program; });
  if (known != results_.end()) return **known;
  show_running(program, program.name);
  const Result& result = keep(run_once(program));
  progress_.clear();
  return result;
}

const Result& Session::show(const Program& program) {
  progress_.clear();
  Result whole = execute(
      program, {.backend = binary_of(program), .args = options_.args, .gpu = gpu(), .shown = Shown::yes});
  if (!whole.right() || !is_sampled(program)) return keep(std::move(whole));
  show_running(program, program.name);
  Result sampled = sampled_or(program, [&] { return whole; });
  progress_.clear();
  return keep(std::move(sampled));
}

const Result& Session::keep(Result result) {
  if (predicts_beside(*result.program)) add_predictions(result);
  results_.push_back(std::make_unique<Result>(std::move(result)));
  return *results_.back();
}

const Result& Session::result_of_variant(const Program& program, const std::string& variant) {
  show_running(program, program.name + ", " + variant);
  std::vector<std::string> args = {"--quick", "--variant", variant};
  args.insert(args.end(), options_.args.begin(), options_.args.end());
  auto& kept = variant == mended_variant ? results_ : faults_;
  kept.push_back(std::make_unique<Result>(execute(program, {.backend = binary_of(program), .args = args})));
  progress_.clear();
  return *kept.back();
}

/// "ch08_transpose: transpose_padded, 5 of 43, 40 s left": as if the programs to come took as long as those before.
void Session::show_running(const Program& program, const std::string& what) {
  const std::size_t done = results_.size();
  const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin_ - building_;
  std::string text = fmt::format("{}: {}", program.chapter, what);
  if (done < programs_) text += fmt::format(", {} of {}", done + 1, programs_);
  if (done > 0 && done < programs_)
    text += time_left(gone.count() / static_cast<double>(done) * static_cast<double>(programs_ - done));
  progress_.show(text);
}

std::string Session::json() const {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& result : results_) {
    for (const Row& row : result->rows) all.push_back(json_of(*result->program, row, recorded()));
    if (!result->right() && result->rows.empty()) all.push_back(failed_row(*result->program, backend_));
  }
  for (const auto& fault : faults_)
    for (const Row& row : fault->rows) all.push_back(row.json);
  return all.dump(2) + "\n";
}

int Session::exit_code() const {
  const auto all_of = [&](int code) {
    return !results_.empty() && std::all_of(results_.begin(), results_.end(),
                                            [code](auto& result) { return result->exit_code == code; });
  };
  if (all_of(exit_usage)) return exit_usage;
  if (all_of(exit_no_device)) return exit_no_device;
  const auto right = [](auto& result) { return result->right() || result->has_other_arguments(); };
  const auto right_or_hazard = [&](auto& result) {
    return right(result) || result->exit_code == exit_hazard;
  };
  if (std::all_of(results_.begin(), results_.end(), right)) return exit_right;
  return std::all_of(results_.begin(), results_.end(), right_or_hazard) ? exit_hazard : exit_wrong;
}

}  // namespace tutorial::driver
