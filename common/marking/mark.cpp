#include "marking/mark.hpp"

#include <algorithm>
#include <future>
#include <iterator>
#include <nlohmann/json.hpp>

#include "marking/compile.hpp"
#include "marking/judge.hpp"
#include "marking/predicted.hpp"
#include "marking/records.hpp"
#include "marking/run_on_gpu.hpp"
#include "marking/run_submission.hpp"
#include "sim/translate/file_translator.hpp"
#include "support/starter.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace {

void without_folder(std::vector<Finding>& findings, const std::filesystem::path& folder) {
  const std::string prefix = folder.string() + "/";
  const auto strip = [&](std::string& text) {
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;)
      text.erase(at, prefix.size());
  };
  for (Finding& finding : findings) {
    strip(finding.text);
    strip(finding.file);
  }
}

void give(PartMark& part, bool all) {
  part.reached = true;
  part.points = all ? part.of : 0;
}

Mark no_points(const Exercise& exercise) {
  Mark mark;
  mark.exercise = exercise.name;
  for (const Part part : parts) mark.parts.push_back({part, 0, exercise.points.at(part), false, {}});
  return mark;
}

/// Of the points for technique: items that the starter does not keep earn them, one that only the starter keeps takes a share back.
double share_of(const Technique& technique, const std::vector<ContractItem>& contract) {
  const auto earning = std::count_if(contract.begin(), contract.end(),
                                     [](const ContractItem& item) { return !item.kept_by_starter; });
  if (earning == 0) return technique.met == contract.size() ? 1 : 0;
  const double met = static_cast<double>(technique.earned) - static_cast<double>(technique.broken);
  return std::max(0.0, met / static_cast<double>(earning));
}

/// Whether a learner has changed no more than blanks and comments.
bool is_starter(const Exercise& exercise, const std::filesystem::path& submission) {
  using namespace cudasim::translate;
  const auto reads_as = [](const std::string& a, const std::string& b) {
    const Source one = tokenize(a), other = tokenize(b);
    return std::equal(one.code.begin(), one.code.end(), other.code.begin(), other.code.end(),
                      [](const Token& x, const Token& y) { return x.text == y.text; });
  };
  const auto source = exercise.folder / "exercise.cu";
  if (!std::filesystem::exists(source)) return false;
  const std::string text = read_file(submission), starter = starter_of(read_file(source));
  if (reads_as(text, starter)) return true;
  return std::any_of(exercise.faults.begin(), exercise.faults.end(), [&](const std::string& fault) {
    const auto file = exercise.folder / "wrong" / fault;
    return std::filesystem::exists(file) && reads_as(text, read_file(file));
  });
}

/// Other inputs than those of the seed.
constexpr std::uint64_t other_seed = 0x9E3779B97F4A7C15;

exercise::Cases counted_of(const exercise::Cases& cases) {
  exercise::Cases counted;
  std::ranges::copy_if(cases, std::back_inserter(counted), &exercise::Case::is_counted);
  return counted;
}

/// Why shared memory matters to no result, if the exercise asks; empty if it does matter.
std::string why_for_show(const Exercise& exercise, const std::filesystem::path& program,
                         const RunResult& first, const exercise::Cases& cases,
                         std::chrono::milliseconds limit, std::uint64_t seed) {
  const auto item = std::ranges::find_if(
      exercise.contract, [](const ContractItem& each) { return each.carries != Carries::nothing; });
  if (item == exercise.contract.end()) return "";
  const SharedLoadRuns runs = run_with_shared_loads_of(counted_of(make_cases(exercise, seed ^ other_seed)),
                                                       program, counted_of(cases), limit);
  const auto independent = first_independent(first, cases, runs, item->carries);
  if (!independent) return "";
  const char* what = item->carries == Carries::elements
                         ? "most of the results are not the elements that threads find there"
                         : "most of the results stay right if threads find other values there";
  return fmt::format("shared memory is for show: {} ({}). Let each thread use what another one has stored",
                     what, *independent);
}

/// A program that runs longer at the size of the prediction does something there.
constexpr std::chrono::milliseconds until_not_idle{2000};

void judge_other_order(const RunResult& run, const exercise::Cases& cases, PartMark& right, PartMark& safe) {
  right.findings = judge_right(run, cases);
  for (Finding& finding : right.findings)
    finding.text +=
        "\nOnly if blocks, warps and lanes run in another order: is a barrier missing, is an update lost, or "
        "does the grid not suit a GPU of four SMs?";
  if (right.findings.empty()) safe.findings = judge_safe(run, cases);
}

/// A run beside the first one, which is longer than all else that happens after compiling. It is ended if its result is not needed.
class RunBeside {
 public:
  template <typename Run>
  explicit RunBeside(Run run) : result_(std::async(std::launch::async, std::move(run), stop_.get_token())) {}
  ~RunBeside() { stop_.request_stop(); }  // the future waits for it
  RunBeside(const RunBeside&) = delete;
  RunBeside& operator=(const RunBeside&) = delete;

  RunResult result() { return result_.get(); }

 private:
  std::stop_source stop_;
  std::future<RunResult> result_;
};

/// The marks of what has compiled, in `work`, with one seed's inputs.
Mark mark_run(const Exercise& exercise, const Compiled& compiled, const std::filesystem::path& work,
              const MarkOptions& options, std::uint64_t seed) {
  Mark mark = no_points(exercise);
  PartMark &compiles = mark.parts[0], &right = mark.parts[1], &safe = mark.parts[2], &good = mark.parts[3];
  give(compiles, true);

  const exercise::Cases cases = make_cases(exercise, seed);
  RunBeside beside([&](std::stop_token stop) {
    return run_in_other_order(compiled.program, cases, options.time_limit, seed, true, std::move(stop));
  });
  const RunResult run = run_submission(compiled.program, cases, options.time_limit);
  mark.printed = run.outcome.out;
  right.findings = judge_right(run, cases);
  if (options.on_gpu && right.findings.empty()) {
    const GpuResult gpu = run_on_gpu(exercise, work / (exercise.name + ".cu"), cases, work);
    right.findings = gpu.findings;
    mark.timing = gpu.timing;
  }
  safe.findings = judge_safe(run, cases);
  // A race that the lens takes for intended, between atomic operations for example, is one if the order shows in the results.
  std::optional<RunResult> other_order;
  if (right.findings.empty() && safe.findings.empty()) {
    other_order = beside.result();
    judge_other_order(*other_order, cases, right, safe);
    // An answer that asks for the number of SMs may do something else where there are more.
    if (right.findings.empty() && safe.findings.empty() && asks_for_multiprocessors(run))
      judge_other_order(run_in_other_order(compiled.program, cases, options.time_limit, seed, false), cases,
                        right, safe);
  }
  if (right.findings.empty() && safe.findings.empty() && is_copying_the_task(run)) {
    const exercise::Cases counted = counted_of(cases);
    const RunResult others = run_with_other_values(compiled.program, counted, options.time_limit);
    if (const auto name = first_right_counted(others, counted))
      right.findings = {
          {"all cases are right, but the device has not done the work: the results stay right "
           "if the host gets other values from the device (" +
               *name + "). Copy what the kernel has computed into the result",
           "", 0}};
  }
  give(right, right.findings.empty());
  if (right.full()) give(safe, safe.findings.empty());
  // Safe is a precondition where it has no points, and where the starter is right but not safe: "good" starts after it.
  if (right.full() && (safe.full() || (safe.of > 0 && exercise.starter_fails != Part::safe))) {
    const Technique technique =
        judge_good(run, cases, exercise.contract, exercise.work,
                   {other_order ? &*other_order : nullptr,
                    why_for_show(exercise, compiled.program, run, cases, options.time_limit, seed)});
    good.reached = true;
    good.findings = technique.findings;
    good.points = good.of * share_of(technique, exercise.contract);
    if (!compiled.unseen.empty() && !exercise.contract.empty()) {
      good.findings.insert(good.findings.begin(), compiled.unseen.begin(), compiled.unseen.end());
      good.points = 0;
    }
  }
  for (PartMark& part : mark.parts) without_folder(part.findings, work);
  return mark;
}

}  // namespace

double Mark::points() const {
  double sum = 0;
  for (const PartMark& part : parts) sum += part.points;
  return sum;
}

double Mark::of() const {
  double sum = 0;
  for (const PartMark& part : parts) sum += part.of;
  return sum;
}

bool Mark::full() const { return first_lost() == nullptr; }

const PartMark* Mark::first_lost() const {
  for (const PartMark& part : parts)
    if (!part.full()) return &part;
  return nullptr;
}

Mark mark(const Exercise& exercise, const std::filesystem::path& submission, const MarkOptions& options) {
  build_exercise(exercise);
  const TemporaryFolder work;
  Compiled compiled = compile_submission(exercise, submission, options.compiler, work.path());
  if (compiled.ok && options.by_nvcc) compiled.refused = refused_by_nvcc(exercise.name + ".cu", work.path());
  if (!compiled.ok || !compiled.refused.empty()) {
    Mark mark = no_points(exercise);
    PartMark& compiles = mark.parts[0];
    give(compiles, false);
    compiles.findings = compiled.refused.empty() ? explain_compiler(compiled.messages, exercise.name + ".cu")
                                                 : compiled.refused;
    without_folder(compiles.findings, work.path());
    return mark;
  }
  Mark mark = mark_run(exercise, compiled, work.path(), options, options.seed);
  for (const std::uint64_t seed : options.further_seeds)
    if (mark.full()) mark = mark_run(exercise, compiled, work.path(), options, seed);
  mark.is_starter = is_starter(exercise, submission);
  if (mark.full() || (options.predict && mark.parts[1].full() && mark.parts[2].full())) {
    const Compared compared = compared_with_starter(exercise, compiled.program,
                                                    options.predict ? options.time_limit : until_not_idle);
    if (options.predict) mark.predicted = compared.text;
    if (options.predict) mark.times_as_fast = compared.times;
    if (PartMark& good = mark.parts[3]; compared.is_idle) {
      if (!options.predict) good.findings.push_back({compared.text, "", 0});
      good.points = 0;
    }
  }
  return mark;
}

nlohmann::json to_json(const Mark& mark) {
  nlohmann::json all = {{"exercise", mark.exercise},
                        {"points", mark.points()},
                        {"of", mark.of()},
                        {"parts", nlohmann::json::array()}};
  for (const PartMark& part : mark.parts) {
    nlohmann::json findings = nlohmann::json::array();
    for (const Finding& finding : part.findings)
      findings.push_back({{"text", finding.text}, {"file", finding.file}, {"line", finding.line}});
    all["parts"].push_back({{"part", name_of(part.part)},
                            {"points", part.points},
                            {"of", part.of},
                            {"reached", part.reached},
                            {"findings", findings}});
  }
  if (mark.is_starter) all["is_starter"] = true;
  if (!mark.predicted.empty()) all["predicted"] = mark.predicted;
  if (mark.times_as_fast) all["times_as_fast"] = *mark.times_as_fast;
  return all;
}

}  // namespace tutorial::marking
