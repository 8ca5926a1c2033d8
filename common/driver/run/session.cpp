#include "driver/run/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <semaphore>
#include <set>
#include <thread>

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

std::size_t programs_of(const std::vector<Batch>& plan) {
  std::set<const Program*> programs;
  for (const Batch& batch : plan) programs.insert(batch.programs.begin(), batch.programs.end());
  return programs.size();
}

/// How many programs the simulator runs at the same time. At the sizes of the tables some need more than 1 GB.
unsigned simulated_at_once() {
  const double memory =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  constexpr double for_each = 3e9;
  return std::clamp(static_cast<unsigned>(memory / for_each), 1u,
                    std::max(std::thread::hardware_concurrency(), 1u));
}

/// One of those that run at the same time.
class Place {
 public:
  explicit Place(std::counting_semaphore<>& free) : free_(free) { free_.acquire(); }
  ~Place() { free_.release(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  std::counting_semaphore<>& free_;
};

/// A run of a program's sample; where so large a size does not fit into the machine's memory, what `whole` returns, and that it is smaller.
Result fitting(Result sampled, const std::function<Result()>& whole) {
  if (!sampled.lacks_memory()) return sampled;
  Result smaller = whole();
  smaller.did_not_fit = sampled.program->sample;
  return smaller;
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
                 std::vector<Batch> plan, const Program* live)
    : manifest_(manifest),
      options_(options),
      backend_(std::move(backend)),
      plan_(std::move(plan)),
      live_(live),
      programs_(programs_of(plan_)),
      recorded_counts_(manifest),
      at_once_(backend_ == "sim" ? simulated_at_once() : 1) {
  const std::string device = device_of(manifest, options, backend_);
  if (!device.empty()) recorded_.emplace(manifest, device);
  gpu_ = predicted_for(manifest, options, backend_);
}

std::vector<Binary> Session::binaries_of(const Batch& batch) const {
  std::vector<Binary> binaries;
  for (const Program* program : batch.programs) {
    binaries.push_back({program, binary_of(*program)});
    if (predicts_beside(*program) && !is_recorded(*program)) binaries.push_back({program, "lens"});
  }
  return binaries;
}

std::string Session::build_programs(const Batch& batch) {
  const auto start = std::chrono::steady_clock::now();
  std::string failed =
      next_ && *next_batch_ == batch
          ? next_->wait()
          : build_binaries(manifest_, batch.name, binaries_of(batch), options_.verbose, progress_);
  next_.reset();
  building_ += std::chrono::steady_clock::now() - start;
  return failed;
}

/// Builds what follows the batch in the background.
void Session::build_after(const Batch& batch) {
  const auto place = std::find(plan_.begin(), plan_.end(), batch);
  if (options_.verbose || place == plan_.end() || place + 1 == plan_.end()) return;
  next_batch_ = &place[1];
  next_.emplace(manifest_, next_batch_->name, binaries_of(*next_batch_));
}

std::string binary_of(const Program& program, const std::string& backend) {
  const bool counted = program.role != Role::demo || !program.faults.empty();
  return backend == "sim" && counted && program.binaries.contains("lens") ? "lens" : backend;
}

bool Session::is_recorded(const Program& program) const {
  return &program != live_ && gpu() && options_.args.empty() &&
         recorded_counts_.has(program, table_run_of(program, *gpu()));
}

std::string Session::binary_of(const Program& program) const {
  return is_recorded(program) ? backend_ : driver::binary_of(program, backend_);
}

bool Session::predicts_beside(const Program& program) const {
  return gpu_ && backend_ != "sim" && program.binaries.contains("lens");
}

/// Counts and predictions of a run under the lens, with the same arguments, or else of a sample of the blocks at the size of the
/// recorded results: for rows of the same variant, size and type.
void Session::add_predictions(Result& measured) const {
  const Program& program = *measured.program;
  const bool as_recorded = has_sample(program) || is_recorded(program);
  const Result counted = as_recorded
                             ? run_sample(program)
                             : execute(program, {.backend = "lens", .args = options_.args, .gpu = gpu()});
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

Result Session::run_sample(const Program& program) const {
  const Execution how = table_run_of(program, *gpu_);
  if (std::optional<Result> recorded = recorded_counts_.find(program, how)) return *std::move(recorded);
  return execute(program, how);
}

/// Where the table's line is of a sample of the blocks, or recorded, all blocks run first, at a small size: to see that each element is
/// written, and for hazards. Where the counts are recorded, hazards were looked for then.
Result Session::run_once(const Program& program) const {
  const auto whole = [&] {
    return execute(program, {.backend = binary_of(program), .args = options_.args, .gpu = gpu()});
  };
  if (backend_ != "sim" || (!is_recorded(program) && !is_sampled(program))) return whole();
  Result quick = execute(program, {.backend = binary_of(program), .args = {"--quick"}});
  if (!quick.right()) return quick;
  const Execution how = table_run_of(program, *gpu_);
  return is_recorded(program) ? *recorded_counts_.find(program, how) : fitting(execute(program, how), whole);
}

/// Whether its rows have times of this machine, which others that run at the same time would change.
bool Session::is_timed(const Program& program) const {
  return at_once_ == 1 || program.role == Role::baseline || (options_.all && program.role == Role::demo);
}

void Session::run_programs(const Batch& batch) {
  std::vector<const Program*> others;
  for (const Program* program : batch.programs) {
    if (is_timed(*program))
      result_of(*program);
    else if (!known(*program))
      others.push_back(program);
  }
  if (at_once_ == 1) return;
  build_after(batch);
  std::counting_semaphore<> free(at_once_);
  std::vector<std::future<Result>> results;
  for (const Program* program : others)
    results.push_back(std::async(std::launch::async, [&free, program, this] {
      const Place place(free);
      return run_once(*program);
    }));
  for (std::size_t i = 0; i < others.size(); ++i) {
    show_running(*others[i], others[i]->name);
    Result result = results[i].get();
    if (others.size() > 1 && (result.lacks_memory() || !result.did_not_fit.empty())) {
      for (const auto& later : results)
        if (later.valid()) later.wait();
      result = run_once(*others[i]);
    }
    keep(std::move(result));
  }
  progress_.clear();
}

const Result* Session::known(const Program& program) const {
  const auto found =
      std::find_if(results_.begin(), results_.end(), [&](auto& r) { return r->program == &program; });
  return found == results_.end() ? nullptr : found->get();
}

const Result& Session::result_of(const Program& program) {
  if (const Result* result = known(program)) return *result;
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
  Result sampled = fitting(execute(program, table_run_of(program, *gpu_)), [&] { return whole; });
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
