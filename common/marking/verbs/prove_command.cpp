// Shows of one exercise that its marking works: starter, solution and every committed wrong answer get what they should.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <set>

#include "marking/mark.hpp"
#include "marking/predicted.hpp"
#include "marking/verbs/subcommands.hpp"
#include "sim/translate/file_translator.hpp"
#include "support/process.hpp"
#include "support/starter.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t least_wrong_answers = 5;
constexpr std::size_t least_faults = 4;
constexpr const char* device_has_not = "the device has not done the work";

/// Half of the proof: what the quick tests have of an exercise, or the rest of it. Both together are all but the other compiler.
enum class Half { none, quick, rest };

class Proof {
 public:
  Proof(const Exercise& exercise, Half half) : exercise_(exercise), half_(half) {}

  int run() {
    const std::string source = cudasim::translate::read_file(exercise_.folder / "exercise.cu");
    const TemporaryFolder folder;
    const fs::path starter = folder / "starter.cu", solution = folder / "solution.cu";
    cudasim::translate::write_file(starter, starter_of(source));
    cudasim::translate::write_file(solution, solution_of(source));

    if (half_ != Half::rest) {
      if (exercise_.starter_fails == Part::compiles) fail("exercise.json", "the starter must compile", "");
      fails_in("the starter", starter, exercise_.starter_fails, exercise_.starter_says);
      starter_earns_nothing(starter);
      gets_all("the solution", solution, {});
      is_complete();
    }
    if (half_ == Half::none) {
      for (const std::string& compiler : other_compilers())
        gets_all("the solution by " + compiler, solution, compiler);
    }
    wrong_answers_fail(starter_of(source), folder);
    if (half_ != Half::quick) starter_time_is_current(starter);
    fmt::print("{}: {}\n", exercise_.name, failures_ == 0 ? "proved" : fmt::format("{} failures", failures_));
    return failures_ == 0 ? 0 : 1;
  }

 private:
  static std::vector<std::string> other_compilers() {
    const bool is_clang = fs::path(toolchain().compiler).filename().string().starts_with("clang");
    const std::string other = is_clang ? "g++" : "clang++";
    const bool is_there = !find_program(other).empty();
    if (!is_there) fmt::print("skipped: {} is not installed\n", other);
    return is_there ? std::vector<std::string>{other} : std::vector<std::string>{};
  }

  /// The first and the last wrong answer are quick.
  bool is_of_half(const WrongAnswer& wrong) const {
    const bool quick = &wrong == &exercise_.wrong.front() || &wrong == &exercise_.wrong.back();
    return half_ == Half::none || quick == (half_ == Half::quick);
  }

  void wrong_answers_fail(const std::string& starter, const TemporaryFolder& folder) {
    for (const WrongAnswer& wrong : exercise_.wrong) {
      if (!is_of_half(wrong)) continue;
      fs::path file = exercise_.folder / "wrong" / wrong.file;
      if (is_fault(wrong.file)) {  // as a learner gets it
        const std::string text = cudasim::translate::read_file(file);
        file = folder / wrong.file;
        cudasim::translate::write_file(file, faulty_starter(starter, text));
      }
      fails_in("wrong/" + wrong.file, file, wrong.part, wrong.says);
    }
  }

  /// What can be told without marking anything.
  void is_complete() {
    if (exercise_.wrong.size() < least_wrong_answers)
      fail("wrong",
           fmt::format("{} wrong answers, at least {} are needed", exercise_.wrong.size(),
                       least_wrong_answers),
           "");
    every_wrong_answer_is_listed();
    faults_are_a_family();
    host_work_is_among_them();
  }

  void fail(const std::string& what, const std::string& why, const std::string& report) {
    ++failures_;
    fmt::print("FAILED  {}: {}\n{}", what, why, report);
  }

  void gets_all(const std::string& what, const fs::path& file, const std::string& compiler) {
    MarkOptions options;
    options.compiler = compiler;
    options.further_seeds = {2};
    const Mark result = mark(exercise_, file, options);
    if (!result.full()) return fail(what, "does not get full points", report(result));
    fmt::print("ok      {} gets full points\n", what);
  }

  /// What is right before the learner has begun is no merit of the learner's.
  void starter_earns_nothing(const fs::path& file) {
    const Mark result = mark(exercise_, file, {});
    if (!result.is_starter) return fail("the starter", "is not recognized as the starter", report(result));
    if (exercise_.points.at(Part::right) > 0) return;
    if (result.points() > 0) return fail("the starter", "earns points", report(result));
    fmt::print("ok      the starter earns no points\n");
  }

  void fails_in(const std::string& what, const fs::path& file, Part part, const std::string& says) {
    const Mark result = mark(exercise_, file, {});
    const PartMark* lost = result.first_lost();
    if (lost == nullptr) return fail(what, "gets full points", report(result));
    if (lost->part != part)
      return fail(what, fmt::format("fails in the part {}, not {}", name_of(lost->part), name_of(part)),
                  report(result));
    if (!std::regex_search(unwrapped(report(result)), std::regex(says)))
      return fail(what, "the report does not say '" + says + "'", report(result));
    fmt::print("ok      {} fails in the part {}\n", what, name_of(part));
  }

  /// One blank for each run of blanks and line ends, so that an expression need not know where lines break.
  static std::string unwrapped(const std::string& text) {
    return std::regex_replace(text, std::regex("\\s+"), " ");
  }

  void every_wrong_answer_is_listed() {
    if (!fs::is_directory(exercise_.folder / "wrong")) return;
    for (const auto& entry : fs::directory_iterator(exercise_.folder / "wrong")) {
      const std::string file = entry.path().filename().string();
      const bool listed = std::any_of(exercise_.wrong.begin(), exercise_.wrong.end(),
                                      [&](const WrongAnswer& wrong) { return wrong.file == file; });
      if (!listed) fail("wrong/" + file, "is not in exercise.json", "");
    }
  }

  /// What learners' own times are held against.
  void starter_time_is_current(const fs::path& starter) {
    if (make_predicted(exercise_).empty() && !exercise_.starter_time) return;
    const char* const again = "common/authoring/starter_times.py regenerates it";
    if (!exercise_.starter_time)
      return fail("exercise.json", fmt::format("has no 'predicted': {}", again), "");
    const StarterTime& time = *exercise_.starter_time;
    const Predicted now = predict_source(exercise_, starter, time.gpu, MarkOptions{}.time_limit);
    if (!now.seconds) return fail("the starter", "has no predicted time: " + now.why_not, "");
    const bool is_same = now.size == time.size && is_as_fast(*now.seconds, time.seconds);
    if (!is_same)
      return fail("exercise.json",
                  fmt::format("the starter takes {:.3g} s at {}, not {:.3g} s at {}: {}", *now.seconds,
                              now.size, time.seconds, time.size, again),
                  "");
    fmt::print("ok      the starter's predicted time is that of exercise.json\n");
  }

  bool is_fault(const std::string& file) const {
    return std::find(exercise_.faults.begin(), exercise_.faults.end(), file) != exercise_.faults.end();
  }

  /// Each is a wrong answer, which has been shown to get its diagnosis; and there are enough to draw from.
  void faults_are_a_family() {
    if (exercise_.faults.empty()) return;
    const std::set<std::string> different(exercise_.faults.begin(), exercise_.faults.end());
    if (different.size() < least_faults)
      fail("faults", fmt::format("{} faults, at least {} are needed", different.size(), least_faults), "");
    for (const std::string& fault : different) {
      const bool is_wrong = std::any_of(exercise_.wrong.begin(), exercise_.wrong.end(),
                                        [&](const WrongAnswer& wrong) { return wrong.file == fault; });
      if (!is_wrong) fail("faults", fault + " is none of the wrong answers", "");
    }
  }

  /// Who lets the host do it, or copies, must lose.
  void host_work_is_among_them() {
    if (std::none_of(exercise_.wrong.begin(), exercise_.wrong.end(), [&](const WrongAnswer& wrong) {
          return wrong.part == Part::right && wrong.says.find(device_has_not) != std::string::npos;
        }))
      fail("wrong",
           fmt::format("no wrong answer works on the host, of which the report says '{}'", device_has_not),
           "");
  }

  const Exercise& exercise_;
  const Half half_;
  int failures_ = 0;
};

}  // namespace

void add_prove(CLI::App& app, int& exit_code) {
  auto name = std::make_shared<std::string>();
  CLI::App* prove = app.add_subcommand("prove", "For authors: shows that an exercise's check works");
  prove->add_option("exercise", *name, "The exercise's name")->required();
  auto quick = std::make_shared<bool>(false), rest = std::make_shared<bool>(false);
  CLI::Option* of_quick = prove->add_flag("--quick", *quick, "Starter, solution and two wrong answers");
  prove->add_flag("--rest", *rest, "All that --quick leaves out, with the build's compiler")
      ->excludes(of_quick);
  prove->callback([=, &exit_code] {
    const Half half = *quick ? Half::quick : *rest ? Half::rest : Half::none;
    exit_code = Proof(find_exercise(*name), half).run();
  });
}

}  // namespace tutorial::marking
