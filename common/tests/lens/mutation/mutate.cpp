// Takes each barrier and fence of each program out in turn and asks the lens. One that nobody misses is not
// needed, or says why it stays.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/process.hpp"
#include "support/table.hpp"
#include "tests/lens/mutation/barriers.hpp"
#include "tests/lens/mutation/runs.hpp"

namespace {

using namespace mutation;

constexpr int seeds = 3;
/// A mutant's launch is stopped after so many times what the whole program's run took, in seconds of the processor between these: on a
/// busy machine the run took longer and the launch has longer.
constexpr double patience = 10;
constexpr long shortest = 2, longest = 20;

/// What was found out about one mutant.
struct Verdict {
  std::string hazards;  ///< empty: the lens saw none in any run
  bool wrong_answer = false;
  std::string program;  ///< the last that was tried
  std::string run;      ///< its last run: the one that showed the fault, if any

  bool caught() const { return !hazards.empty() || wrong_answer; }
};

/// Runs that end with 0 or 3 had the right answer: the lens turns 0 into 3.
bool right_answer(const Outcome& outcome) { return outcome.exit == 0 || outcome.exit == 3; }

/// What a program says with all of its barriers and fences. Run where it is asked for, once.
class Whole {
 public:
  struct Run {
    std::string fault;  ///< empty if it is right and silent: else what is wrong
    long limit = 0;     ///< for a launch of a mutant: run()
  };

  explicit Whole(const Program& program) : program_(program) {}

  const Run& with(const std::string& arguments) {
    const auto known = runs_.find(arguments);
    if (known != runs_.end()) return known->second;
    const tutorial::TemporaryFolder folder;
    const Outcome outcome = run(program_, arguments, 0, "", folder / "", longest);
    Run& made = runs_[arguments];
    made.limit = std::clamp(std::lround(patience * outcome.seconds), shortest, longest);
    if (outcome.exit != 0)
      made.fault = fmt::format("{} {}: exit {} with every barrier and fence in its place: {}", program_.name,
                               arguments, outcome.exit, fmt::join(outcome.hazards, ", "));
    return made;
  }

 private:
  const Program& program_;
  std::map<std::string, Run> runs_;
};

/// Where a file of a chapter stands: CHAPTER/PART, or CHAPTER/. if it is no part's.
std::string place_of(const std::filesystem::path& root, const std::filesystem::path& file) {
  const bool in_part = file.has_parent_path() && *file.begin() != "further";
  return (root.filename() / (in_part ? *file.begin() : ".")).string();
}

/// The headers of its chapter that a program includes, one through another.
std::set<std::filesystem::path> headers_of(const Program& program) {
  static const std::regex quoted("(^|\n)[ \t]*#[ \t]*include[ \t]*\"([^\"]*)\"");
  std::set<std::filesystem::path> found;
  std::vector<std::filesystem::path> left = {program.source};
  while (!left.empty()) {
    const std::filesystem::path file = left.back();
    left.pop_back();
    const std::string text = tutorial::read_text(program.root / file);
    for (std::sregex_iterator each(text.begin(), text.end(), quoted), end; each != end; ++each) {
      const std::filesystem::path name = (*each)[2].str();
      for (const std::filesystem::path& header : {(file.parent_path() / name).lexically_normal(), name}) {
        if (std::ranges::find(program.headers, header) == program.headers.end()) continue;
        if (found.insert(header).second) left.push_back(header);
        break;
      }
    }
  }
  return found;
}

class Survey {
 public:
  /// The barriers and fences of a program's own source.
  void add(const Program& program) { add(program.root, program.source, {&program}); }

  /// Those of a file: each must be missed by one of the programs.
  void add(const std::filesystem::path& root, const std::filesystem::path& file,
           const std::vector<const Program*>& programs) {
    const std::string text = tutorial::read_text(root / file);
    for (const Barrier& barrier : find_barriers(text)) {
      const std::string place = fmt::format("{}:{}", file.string(), barrier.line);
      Verdict verdict;
      verdict.program = programs[0]->name;
      for (const Program* program : programs) {
        if (!barrier.simulated) break;
        try_out(*program, place, barrier.kept.empty() ? seeds : 1, verdict);
        if (verdict.caught()) break;
      }
      add(file, barrier, verdict);
    }
  }

  /// Prints the table, the score and what is wrong. True if nothing is.
  bool report() const {
    fmt::print("{}\n{} of {} mutants caught, {} by a hazard report", table(), caught_, mutants_, reported_);
    fmt::print("{}\n", kept_ > 0 ? fmt::format("; {} kept with a reason", kept_) : "");
    for (const std::string& failure : failures_) fmt::print("FAILED {}\n", failure);
    return failures_.empty();
  }

 private:
  struct Row {
    std::string program, line, barrier, hazards, answer, run;
  };

  /// Runs a mutant until the lens sees the fault, in all schedules: all runs in one, since more faults want another size
  /// than another schedule, then all in the next. One schedule alone where the author says that nobody misses it: most such
  /// mutants survive all. What a run says of a mutant counts only where the whole program is right and silent.
  void try_out(const Program& program, const std::string& barrier, int schedules, Verdict& verdict) {
    const tutorial::TemporaryFolder folder;
    Whole& whole = wholes_.try_emplace(program.name, program).first->second;
    verdict.program = program.name;
    for (int first = 0; first < schedules; ++first)
      for (const std::string& arguments : program.runs) {
        verdict.run = arguments;
        const Whole::Run& unchanged = whole.with(arguments);
        if (!unchanged.fault.empty()) {
          if (std::ranges::find(failures_, unchanged.fault) == failures_.end())
            failures_.push_back(unchanged.fault);
          return;
        }
        // Where the answer alone is wrong, the other schedules may have a report.
        for (int seed = first; seed < seeds && verdict.hazards.empty(); ++seed) {
          const Outcome outcome = run(program, arguments, seed, barrier, folder / "", unchanged.limit);
          if (!outcome.hazards.empty()) verdict.hazards = fmt::format("{}", fmt::join(outcome.hazards, ", "));
          verdict.wrong_answer |= !right_answer(outcome);
          if (!verdict.wrong_answer) break;
        }
        if (verdict.caught()) return;
      }
  }

  void add(const std::filesystem::path& file, const Barrier& barrier, const Verdict& verdict) {
    const std::string place = fmt::format("{}:{}", file.filename().string(), barrier.line);
    ++mutants_;
    caught_ += verdict.caught();
    reported_ += !verdict.hazards.empty();
    const std::string word = barrier.fence ? "fence" : "barrier";
    if (!verdict.caught() && barrier.kept.empty())
      failures_.push_back(place + ": nobody misses this " + word + ". Remove it, or say `// kept: why`");
    else if (!verdict.caught())
      ++kept_;
    else if (!barrier.kept.empty())
      failures_.push_back(place + ": this " + word + " is needed: take the `// kept:` away");
    const std::string nothing = barrier.kept.empty() ? "none: SURVIVED" : "none: kept, " + barrier.kept;
    rows_.push_back({verdict.program, std::to_string(barrier.line), barrier.text,
                     verdict.hazards.empty() ? nothing : verdict.hazards,
                     verdict.wrong_answer ? "wrong" : "right", verdict.run});
  }

  std::string table() const {
    std::vector<tutorial::Column> columns = {
        {"program"}, {"line", true}, {"taken out"}, {"hazard when it is missing"}, {"answer"}, {"run"}};
    for (const Row& row : rows_) {
      const std::string* cells[] = {&row.program, &row.line,   &row.barrier,
                                    &row.hazards, &row.answer, &row.run};
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].cells.push_back(*cells[i]);
    }
    return tutorial::aligned_table(columns);
  }

  std::map<std::string, Whole> wholes_;
  std::vector<Row> rows_;
  std::vector<std::string> failures_;
  int mutants_ = 0, caught_ = 0, reported_ = 0, kept_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: mutate PROGRAMS.json [PROGRAM, CHAPTER, CHAPTER/PART or CHAPTER/. …]\n");
    return 2;
  }
  try {
    tutorial::catch_signals();
    const std::vector<Program> programs = programs_from(argv[1]);
    Survey survey;
    const std::vector<std::string> names(argv + 2, argv + argc);
    const auto meant = [&](const Program& program, const std::filesystem::path& file) {
      return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
               return name == program.name || name == program.root.filename() ||
                      name == place_of(program.root, file);
             });
    };
    // By header: the programs that include it, each chapter's for itself.
    std::map<std::filesystem::path, std::vector<const Program*>> users;
    bool found = false;
    for (const Program& program : programs) {
      if (meant(program, program.source)) survey.add(program);
      found = found || meant(program, program.source);
      for (const std::filesystem::path& header : headers_of(program))
        if (meant(program, header)) users[program.root / header].push_back(&program);
    }
    if (!found && users.empty()) throw std::runtime_error("no such program");
    for (const auto& [header, including] : users)
      survey.add(including[0]->root, header.lexically_relative(including[0]->root), including);
    return survey.report() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "mutate: {}\n", error.what());
    return 2;
  }
}
