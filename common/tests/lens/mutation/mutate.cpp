// Takes each barrier of each program out in turn and asks the lens. A barrier that nobody misses is not
// needed, or says why it stays.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "barriers.hpp"
#include "files.hpp"
#include "process.hpp"
#include "table.hpp"
#include "toolchain.hpp"

namespace {

using namespace mutation;

constexpr int seeds = 3;

/// What was found out about one mutant.
struct Verdict {
  std::string hazards;  ///< empty: the lens saw none in any run
  bool wrong_answer = false;
  std::string run;  ///< that told most

  bool caught() const { return !hazards.empty() || wrong_answer; }
};

/// Runs that end with 0 or 3 had the right answer: the lens turns 0 into 3.
bool right_answer(const Outcome& outcome) { return outcome.exit == 0 || outcome.exit == 3; }

/// The first of the program's runs that shows the fault, in all schedules; all runs of a survivor.
Verdict try_out(const Program& program, const std::filesystem::path& binary) {
  Verdict verdict;
  for (const std::string& arguments : program.runs) {
    for (int seed = 0; seed < seeds; ++seed) {
      const Outcome outcome = run(binary, arguments, seed);
      if (verdict.hazards.empty() && !outcome.hazards.empty())
        verdict.hazards = fmt::format("{}", fmt::join(outcome.hazards, ", "));
      verdict.wrong_answer |= !right_answer(outcome);
    }
    verdict.run = arguments;
    if (verdict.caught()) break;
  }
  return verdict;
}

/// What must hold before anything is taken out. One line a fault.
std::vector<std::string> faults_of(const Program& program, const std::filesystem::path& binary) {
  std::vector<std::string> faults;
  for (const std::filesystem::path& header : program.headers)
    if (!find_barriers(driver::read_text(header)).empty())
      faults.push_back(
          fmt::format("{}: a barrier in a header is never taken out: put the kernel into its program",
                      header.filename().string()));
  for (const std::string& arguments : program.runs) {
    const Outcome outcome = run(binary, arguments, 0);
    if (outcome.exit != 0)
      faults.push_back(fmt::format("{} {}: exit {} with every barrier in its place: {}", program.name,
                                   arguments, outcome.exit, fmt::join(outcome.hazards, ", ")));
  }
  return faults;
}

class Survey {
 public:
  explicit Survey(const Toolchain& toolchain) : toolchain_(toolchain) {}

  void add(const Program& program) {
    const driver::TemporaryFolder folder;
    const std::string source = driver::read_text(program.source);
    for (const std::string& fault : faults_of(program, toolchain_.build(program, source, folder / "")))
      failures_.push_back(fault);
    for (const Barrier& barrier : find_barriers(source)) {
      const std::string mutant = without(source, barrier);
      add(program, barrier, try_out(program, toolchain_.build(program, mutant, folder / "")));
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

  void add(const Program& program, const Barrier& barrier, const Verdict& verdict) {
    const std::string place = fmt::format("{}:{}", program.source.filename().string(), barrier.line);
    ++mutants_;
    caught_ += verdict.caught();
    reported_ += !verdict.hazards.empty();
    if (!verdict.caught() && barrier.kept.empty())
      failures_.push_back(place + ": nobody misses this barrier. Remove it, or say `// kept: why`");
    else if (!verdict.caught())
      ++kept_;
    else if (!barrier.kept.empty())
      failures_.push_back(place + ": this barrier is needed: take the `// kept:` away");
    const std::string nothing = barrier.kept.empty() ? "none: SURVIVED" : "none: kept, " + barrier.kept;
    rows_.push_back({program.name, std::to_string(barrier.line), barrier.text,
                     verdict.hazards.empty() ? nothing : verdict.hazards,
                     verdict.wrong_answer ? "wrong" : "right", verdict.run});
  }

  std::string table() const {
    std::vector<tutorial::Column> columns = {
        {"program"}, {"line", true}, {"barrier"}, {"hazard when it is missing"}, {"answer"}, {"run"}};
    for (const Row& row : rows_) {
      const std::string* cells[] = {&row.program, &row.line,   &row.barrier,
                                    &row.hazards, &row.answer, &row.run};
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].cells.push_back(*cells[i]);
    }
    return tutorial::aligned_table(columns);
  }

  const Toolchain& toolchain_;
  std::vector<Row> rows_;
  std::vector<std::string> failures_;
  int mutants_ = 0, caught_ = 0, reported_ = 0, kept_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: mutate BUILD.json [PROGRAM …]\n");
    return 2;
  }
  try {
    driver::catch_signals();
    const Toolchain toolchain(argv[1]);
    Survey survey(toolchain);
    const std::vector<std::string> names(argv + 2, argv + argc);
    std::size_t done = 0;
    for (const Program& program : toolchain.programs()) {
      if (!names.empty() && std::ranges::find(names, program.name) == names.end()) continue;
      survey.add(program);
      ++done;
    }
    if (done == 0 || done < names.size()) throw std::runtime_error("no such program");
    return survey.report() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "mutate: {}\n", error.what());
    return 2;
  }
}
