#include "marking/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "marking/records.hpp"
#include "marking/shared_work.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;

std::string in_case(const exercise::Case& each) { return " (" + each.wire().name + ")"; }

/// What came back of one case.
struct CaseRecords {
  bool begun = false;
  bool ended = false;
  std::string failure;
  std::map<std::string, std::string> arrays;
};

std::vector<CaseRecords> by_case(const std::vector<wire::Record>& records, std::size_t count) {
  std::vector<CaseRecords> cases(count);
  for (const wire::Record& record : records) {
    if (record.index >= count) continue;
    CaseRecords& each = cases[record.index];
    if (record.kind == wire::RecordKind::case_begins) each.begun = true;
    if (record.kind == wire::RecordKind::case_ends) each.ended = true;
    if (record.kind == wire::RecordKind::failure) each.failure = text::escaped(record.payload);
    if (record.kind == wire::RecordKind::array) {
      try {
        wire::Reader reader(record.payload);
        const std::string name = reader.text();
        each.arrays[name] = reader.text();
      } catch (const std::runtime_error&) {
        continue;  // not one of the runner's: the array is missing
      }
    }
  }
  return cases;
}

const wire::Argument& argument_of(const exercise::Case& each, const std::string& name) {
  const auto& arguments = each.wire().arguments;
  return *std::find_if(arguments.begin(), arguments.end(),
                       [&](const wire::Argument& a) { return a.name == name; });
}

/// Whether the element is still as the engine had filled it.
bool is_untouched(const wire::Argument& argument, const std::string& bytes, std::size_t index) {
  if (argument.kind != wire::Kind::output) return false;
  const std::size_t at = index * argument.element;
  return bytes.substr(at, argument.element) ==
         wire::poisoned(argument.poison, argument.bytes()).substr(at, argument.element);
}

std::string describe(const exercise::Case& each, const wire::Argument& argument, const std::string& bytes,
                     const exercise::Difference& difference) {
  const std::string element = argument.name + "[" + std::to_string(difference.index) + "]";
  const std::string why = difference.why.empty() ? "" : ": " + difference.why;
  if (difference.index < argument.count && is_untouched(argument, bytes, difference.index))
    return element + " was never written" + in_case(each) + why;
  if (argument.kind == wire::Kind::input)
    return element + " was overwritten; the function may only read " + argument.name + in_case(each);
  return element + " is " + difference.got + ", not " + difference.wanted + in_case(each) + why;
}

/// The simulator's last words, without its name.
std::string simulator_words(const std::string& err) {
  const std::string prefix = "cudasim: ";
  const std::size_t begin = err.find(prefix);
  if (begin == std::string::npos) return "";
  std::string words = err.substr(begin + prefix.size());
  words = words.substr(0, words.find(prefix));
  const std::string setting = " (CUDASIM_TIMEOUT sets the limit)";
  if (const std::size_t at = words.find(setting); at != std::string::npos) words.erase(at, setting.size());
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words;
}

/// An error of the CUDA runtime; the simulator mostly says more than it.
std::string what_failed(const RunResult& run, const std::string& error, const exercise::Case& each) {
  const std::string words = simulator_words(run.outcome.err);
  const char* advice = "";
  if (error.starts_with("cudaErrorInvalidConfiguration"))
    advice = "\nA grid or a block of 0, or a block of more than 1024 threads: what are they for this input?";
  if (error.starts_with("cudaErrorInvalidValue"))
    advice = "\nA size or a pointer that a call of the CUDA runtime cannot take.";
  return "a CUDA call failed" + in_case(each) + ": " + error + (words.empty() ? advice : "\n" + words);
}

const char* why_killed(int signal) {
  switch (signal) {
    case SIGABRT: return "an exception that the function does not catch, or std::terminate?";
    case SIGFPE: return "a division of an integer by 0?";
    case SIGILL: return "the end of a function that must return a value?";
    default:
      return "a null pointer, device memory used on the host, or a stack that is too small for a recursion "
             "or a "
             "large local array?";
  }
}

/// Why the process ended before all cases were run.
std::string why_it_ended(const RunResult& run, const exercise::Case& each) {
  const std::string words = simulator_words(run.outcome.err);
  if (!words.empty()) return "the program was ended" + in_case(each) + ": " + words;
  using How = Outcome::How;
  const Outcome& outcome = run.outcome;
  const std::string what = "the program " + outcome.what + in_case(each);
  switch (outcome.how) {
    case How::exited:
      return "the program ended itself with exit code " + std::to_string(outcome.code) + in_case(each) +
             ": the function must return to its caller";
    case How::killed: return what + ", in host code: " + why_killed(outcome.code);
    case How::out_of_time: return what + ": a loop without an end, or far more blocks than the task needs?";
    case How::idle: return what + ": what does it wait for?";
    case How::out_of_memory: return what + ": is something allocated again and again?";
    case How::printed_too_much: return what + ": a printf in a loop or in every thread?";
    default: return what;
  }
}

}  // namespace

std::optional<WrongValue> first_wrong(const RunResult& run, const exercise::Cases& cases) {
  const std::vector<CaseRecords> results = by_case(run.records, cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (const auto& [name, judge] : cases[i].expectations()) {
      const wire::Argument& argument = argument_of(cases[i], name);
      const auto bytes = results[i].arrays.find(name);
      if (bytes == results[i].arrays.end() || bytes->second.size() != argument.bytes()) return {};
      if (const auto difference = judge(bytes->second))
        return WrongValue{i, name, static_cast<std::int64_t>(difference->index * argument.element)};
    }
  }
  return {};
}

std::optional<std::string> first_right_counted(const RunResult& run, const exercise::Cases& cases) {
  const std::vector<CaseRecords> results = by_case(run.records, cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].is_counted() || !results[i].ended || !results[i].failure.empty()) continue;
    const auto is_right = [&](const exercise::Case::Expectation& each) {
      const auto bytes = results[i].arrays.find(each.name);
      return bytes != results[i].arrays.end() &&
             bytes->second.size() == argument_of(cases[i], each.name).bytes() && !each.judge(bytes->second);
    };
    if (std::ranges::all_of(cases[i].expectations(), is_right)) return cases[i].wire().name;
  }
  return std::nullopt;
}

namespace {

/// Of a case's results with other inputs: words that differ from those with its own, and how many of them depend on shared memory: with the
/// case's own inputs and the others' values there, they change, or are the others' elements.
struct Words {
  std::size_t may_depend = 0, depend = 0;
};

void compare(const std::string& right, const std::string& others, const std::string& replaced,
             Carries carries, Words& words) {
  constexpr std::size_t word = 4;  // bytes
  for (std::size_t at = 0; at < right.size(); at += word) {
    if (right.compare(at, word, others, at, word) == 0) continue;
    ++words.may_depend;
    const bool changes = right.compare(at, word, replaced, at, word) != 0,
               is_the_others = others.compare(at, word, replaced, at, word) == 0;
    words.depend += carries == Carries::elements ? is_the_others : changes;
  }
}

/// A result of which fewer words do does not depend on what threads load.
constexpr double least_dependent = 0.7;

}  // namespace

std::optional<std::string> first_independent(const RunResult& first, const exercise::Cases& cases,
                                             const SharedLoadRuns& runs, Carries carries) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(cases, &exercise::Case::is_counted));
  const std::vector<CaseRecords> right = by_case(first.records, cases.size()),
                                 others = by_case(runs.others.records, count),
                                 replaced = by_case(runs.replaced.records, count);
  std::size_t at = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].is_counted()) continue;
    const CaseRecords &other = others[at], &changed = replaced[at];
    ++at;
    if (!changed.ended || !changed.failure.empty()) continue;
    Words words;
    for (const exercise::Case::Expectation& each : cases[i].expectations()) {
      if (argument_of(cases[i], each.name).kind == wire::Kind::input) continue;  // must stay as it is
      const auto one = right[i].arrays.find(each.name), two = other.arrays.find(each.name),
                 three = changed.arrays.find(each.name);
      if (one != right[i].arrays.end() && two != other.arrays.end() && three != changed.arrays.end())
        compare(one->second, two->second, three->second, carries, words);
    }
    if (static_cast<double>(words.depend) < least_dependent * static_cast<double>(words.may_depend))
      return cases[i].wire().name;
  }
  return std::nullopt;
}

std::vector<Finding> judge_right(const RunResult& run, const exercise::Cases& cases) {
  for (const wire::Record& record : run.records)
    if (record.kind == wire::RecordKind::author) throw ExerciseError(record.payload);
  const std::vector<CaseRecords> results = by_case(run.records, cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!results[i].ended) return {{why_it_ended(run, cases[i]), "", 0}};
    if (!results[i].failure.empty()) return {{what_failed(run, results[i].failure, cases[i]), "", 0}};
    for (const auto& [name, judge] : cases[i].expectations()) {
      const wire::Argument& argument = argument_of(cases[i], name);
      const auto bytes = results[i].arrays.find(name);
      if (bytes == results[i].arrays.end() || bytes->second.size() != argument.bytes())
        return {{"the result of " + name + " did not come back whole" + in_case(cases[i]), "", 0}};
      if (const auto difference = judge(bytes->second))
        return {{describe(cases[i], argument, bytes->second, *difference), "", 0}};
    }
  }
  if (const std::string fault = fault_of_records(run, cases); !fault.empty())
    return {{"all cases are right, but the program did not hand them back as it should: " + fault, "", 0}};
  if (const std::string fault = fault_of_work(run, cases); !fault.empty())
    return {{"all cases are right, but the device has not done the work: " + fault, "", 0}};
  return {};
}

namespace {

/// The lens's JSON of each case; what it says at the very end has no case.
struct LensReport {
  const exercise::Case* of;
  const Json* json;
};

std::vector<LensReport> lens_reports(const RunResult& run, const exercise::Cases& cases) {
  std::vector<LensReport> reports;
  for (const wire::Record& record : run.records) {
    if (record.kind != wire::RecordKind::lens) continue;
    const Json* report = lens_report(run, record);
    if (report == nullptr) continue;  // then nothing is right: fault_of_records()
    reports.push_back({record.index < cases.size() ? &cases[record.index] : nullptr, report});
  }
  return reports;
}

}  // namespace

namespace {

/// Where the cases' arrays are made: of no learner's program.
bool is_the_markers(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  return name == "call.cpp" || name == "arguments.cpp";
}

}  // namespace

std::vector<Finding> judge_safe(const RunResult& run, const exercise::Cases& cases) {
  std::vector<Finding> findings;
  std::set<std::string> told;
  for (const LensReport& report : lens_reports(run, cases)) {
    for (const Json& hazard : report.json->at("hazards")) {
      const Json& first = hazard.at("first");
      if (hazard.at("kind") == "leak" && is_the_markers(first.at("file"))) continue;
      const std::string key = hazard.at("kind").get<std::string>() + first.at("line").dump() + " " +
                              hazard.at("second").at("line").dump();
      if (!told.insert(key).second) continue;
      const std::string file = first.at("file");
      const int line = first.at("line");
      const bool is_hidden = is_the_markers(file);
      std::string text = hazard.at("text");
      // The finding has its line before it; a second line stays in the text, and so does then the first.
      const std::string place =
          " at " + std::filesystem::path(file).filename().string() + ":" + std::to_string(line);
      const std::size_t at = text.find(place + ",");
      if (hazard.at("second").at("line") == 0 && at != std::string::npos) text.erase(at, place.size());
      findings.push_back(
          {hazard.at("kind").get<std::string>() + (report.of ? in_case(*report.of) : "") + ": " + text,
           is_hidden ? "" : file, is_hidden ? 0 : line});
    }
  }
  return findings;
}

namespace {

/// A counter's value over what the item asks for, and the line that contributes most.
struct Measured {
  double value = 0;
  double limit = 0;
  double sectors = 0;
  std::string file;
  int line = 0;
};

using Contract = std::vector<ContractItem>;

/// What the lens reports of a counted case.
struct Counted {
  const Json* json;
  std::string where;  ///< of a further case: its name, for messages
  double share = 1;   ///< the bytes of its arrays, in those of the first counted case
  const Json* other_order =
      nullptr;  ///< what it reports with blocks, warps and lanes in another order; null: there was no such run
};

double bytes_of_arrays(const exercise::Case& each) {
  double bytes = 0;
  for (const wire::Argument& argument : each.wire().arguments) bytes += static_cast<double>(argument.bytes());
  return bytes;
}

/// In bytes.
double largest_array(const exercise::Case& each, bool only_results = false) {
  double most = 0;
  for (const wire::Argument& argument : each.wire().arguments)
    if (!only_results || argument.kind != wire::Kind::input)
      most = std::max(most, static_cast<double>(argument.bytes()));
  return most;
}

/// @throws ExerciseError
std::vector<Counted> counted_cases(const RunResult& run, const exercise::Cases& cases) {
  std::vector<Counted> all;
  const exercise::Case* first = nullptr;
  for (const LensReport& report : lens_reports(run, cases)) {
    if (report.of == nullptr || !report.of->is_counted()) continue;
    if (first == nullptr) first = report.of;
    const bool is_first = first == report.of;
    all.push_back({report.json, is_first ? "" : in_case(*report.of),
                   is_first ? 1 : bytes_of_arrays(*report.of) / bytes_of_arrays(*first)});
  }
  if (all.empty()) throw ExerciseError("no case of check.cpp is counted()");
  return all;
}

bool limits_atomics(const Contract& contract, const std::string& space) {
  return std::any_of(contract.begin(), contract.end(), [&](const ContractItem& item) {
    return item.of == "atomic" || item.of == space + " atomic";
  });
}

/// An atomic operation is a load and a store, unless the contract limits atomic operations on their own.
bool matches(const ContractItem& item, const Json& line, const Contract& contract) {
  const std::string space = line.at("space"), op = line.at("op");
  if (item.of == space + " " + op || item.of == space || item.of == op) return true;
  return op == "atomic" && item.of.starts_with(space + " ") &&
         (item.at_least || !limits_atomics(contract, space));
}

/// A warp that reads 8 or 16 bytes per lane needs more sectors for one request; an eighth more are for rows that start anywhere, and a little
/// for the last warp of each, whose few lanes may need one sector more too.
double limit_of(const ContractItem& item, const Json& line) {
  const double lanes = line.at("accesses").get<double>(), limit = *item.at_most;
  if (lanes == 0 || line.at("bytes").get<double>() / lanes <= 4) return limit;
  return std::max(limit, 1.15 * line.at("ideal_sectors_per_request").get<double>());
}

struct Average {
  double sectors = 0, requests = 0, allowed = 0;

  void add(const ContractItem& item, const Json& line) {
    const double own = line.at("requests").get<double>();
    sectors += line.at("sectors").get<double>();
    requests += own;
    if (item.at_most) allowed += own * limit_of(item, line);
  }
  double value() const { return requests == 0 ? 0 : sectors / requests; }
  double limit() const { return requests == 0 ? 0 : allowed / requests; }
};

/// A loop in which a thread waits is a barrier. If the blocks before the last one have a thread for each element, the last one has no work.
/// What is launched, at least, is counted beside what shares the work: there 75% are enough, so that a quarter of a launch could be missing.
double value_of(const ContractItem& item, const Json& kernel) {
  const auto at = [&](const char* counter) { return kernel.at(counter).get<double>(); };
  if (item.counter == "threads_before_last_block")
    return at("threads") - at("launches") * at("threads") / at("blocks");
  if (item.counter == "launched_threads") return at("threads");
  if (item.counter == "launched_blocks") return at("blocks");
  if (item.counter == "shared_bytes_per_thread") return at("shared_bytes") * at("blocks") / at("threads");
  const double value = kernel.at(item.counter).get<double>();
  return item.counter == "barriers" ? value + kernel.at("spins").get<double>() : value;
}

/// Accesses to words: a float4 is four of them. A wide atomic operation is one.
double value_of_line(const ContractItem& item, const Json& line) {
  const double value = line.at(item.counter).get<double>();
  if (item.counter != "accesses" || line.at("op") == "atomic") return value;
  return std::max(value, line.at("bytes").get<double>() / 4);
}

/// What copies by calls of the runtime add to loads and stores of global memory.
double moved_by_copies(const ContractItem& item, const Json& report, const std::string& counter) {
  const double bytes = report.at("host").at("moved").get<double>();
  const double times = item.of == "global"                                     ? 2
                       : item.of == "global load" || item.of == "global store" ? 1
                                                                               : 0;
  if (counter == "bytes") return times * bytes;
  if (counter == "accesses") return times * bytes / 4;
  return counter == "sectors" ? times * bytes / 32 : 0;
}

/// Threads and blocks that a task requires must share the work: those that are launched and do little count for little.
bool shares_work(const ContractItem& item) {
  return item.at_least && item.of.empty() && (item.counter == "threads" || item.counter == "blocks");
}

/// Counters of whole kernels. A thread that waits for another one may find it done already in one order of the two.
double value_of_kernels(const ContractItem& item, const Counted& counted) {
  const auto sum = [&](const Json& report) {
    double all = 0;
    for (const Json& kernel : report.at("kernels"))
      if (kernel.at("name").get<std::string>().starts_with(item.kernel)) all += value_of(item, kernel);
    return all;
  };
  const bool depends_on_order = item.counter == "barriers" || item.counter == "spins";
  const double other = depends_on_order && counted.other_order != nullptr ? sum(*counted.other_order) : 0;
  return std::max(sum(*counted.json), other);
}

constexpr double nearly_all = 1 - 1e-9;  // of a limit that shrinks with the case: for rounding

/// In a case whose arrays are `share` of those of the first counted case. What is allowed is rounded up, to whole blocks and requests.
double limit_in(const ContractItem& item, double share) {
  if (!item.at_most) return *item.at_least * share;
  return item.shrinks ? std::ceil(*item.at_most * share * nearly_all) : *item.at_most;
}

Measured measure(const ContractItem& item, const Counted& counted, const Contract& contract) {
  const Json& report = *counted.json;
  const bool is_average = item.counter == "sectors_per_request";
  Measured measured;
  Average average;
  double of = 0, most = -1;
  const bool is_of_program = item.of.empty() && report.at("host").contains(item.counter);
  if (is_of_program) of = report.at("host").at(item.counter).get<double>();
  if (item.of.empty() && !is_of_program && !shares_work(item)) of = value_of_kernels(item, counted);
  if (shares_work(item)) of = std::round(sharing(report, item.counter));
  for (const Json& kernel : report.at("kernels")) {
    if (item.of.empty() || !kernel.at("name").get<std::string>().starts_with(item.kernel)) continue;
    for (const Json& line : kernel.at("lines")) {
      if (!matches(item, line, contract)) continue;
      const double value = value_of_line(item, line);
      average.add(item, line);
      of = item.counter == "conflict_degree" ? std::max(of, value) : of + value;
      if (value > most) {
        most = value;
        measured.file = line.at("file").get<std::string>();
        measured.line = line.at("line").get<int>();
      }
    }
  }
  if (item.at_most && item.kernel.empty()) of += moved_by_copies(item, report, item.counter);
  measured.value = is_average ? average.value() : of;
  measured.limit = limit_in(item, counted.share);
  if (is_average && item.at_most) measured.limit = std::max(measured.limit, average.limit());
  measured.sectors = average.sectors + moved_by_copies(item, report, "sectors");
  return measured;
}

/// @param slack  how many times a limit may be missed
bool is_met(const ContractItem& item, const Measured& measured, double slack = 1) {
  const double enough = measured.limit * (shares_work(item) ? even_enough : nearly_all);
  return item.at_most ? measured.value <= measured.limit * slack : measured.value * slack >= enough;
}

/// With blocks and warps in another order threads make the same accesses, except that they may try atomic operations again.
bool holds_in_any_order(const ContractItem& item) {
  return !item.of.empty() && item.of.find("atomic") == std::string::npos;
}

constexpr double other_order_slack = 1.5;  // for what follows from atomic operations

/// An average can be thinned by requests that nothing needs: what is moved in all cannot.
std::string too_many_in_all(const ContractItem& item, const Measured& measured) {
  if (!item.sectors_at_most || measured.sectors <= *item.sectors_at_most) return "";
  return fmt::format(
      "{:.15g} sectors were moved by {} in all, where {:.15g} are enough, however many requests share them",
      measured.sectors,
      item.of.find(' ') == std::string::npos ? "accesses to " + item.of + " memory" : item.of + "s",
      *item.sectors_at_most);
}

/// Empty if the counters say all that was done.
std::string why_not_counted(const Json& report) {
  if (report.at("kernels").empty()) return "nothing was launched: a kernel must do the work, on the device";
  double dropped = 0;
  for (const Json& kernel : report.at("kernels")) dropped += kernel.at("dropped_accesses").get<double>();
  if (dropped == 0) return "";
  return fmt::format(
      "{:.15g} accesses were more than the lens counts of one warp between two barriers: what is not counted "
      "cannot be "
      "judged. Share the work among more threads",
      dropped);
}

std::string filled(std::string sentence, const ContractItem& item, const Measured& measured) {
  const std::pair<std::string, std::string> values[] = {
      {"{value}", fmt::format("{:.{}g}", measured.value, measured.value < 1000 ? 4 : 15)},
      {"{limit}", fmt::format("{:.{}g}", measured.limit, measured.limit < 1000 ? 4 : 15)},
      {"{file}", measured.file},
      {"{line}", std::to_string(measured.line)},
      {"{counter}", item.counter}};
  for (const auto& [key, value] : values)
    for (std::size_t at = 0; (at = sentence.find(key, at)) != std::string::npos; at += value.size())
      sentence.replace(at, key.size(), value);
  return sentence;
}

constexpr const char* only_in_other_order = "\nOnly if blocks and warps run in another order";

/// Of the first counted case in which the item is not met; nothing if it is met in all.
std::optional<Finding> first_broken(const ContractItem& item, const std::vector<Counted>& counted,
                                    const Contract& contract) {
  for (const Counted& each : counted) {
    Measured measured = measure(item, each, contract);
    bool met = is_met(item, measured);
    std::string text = met ? too_many_in_all(item, measured) : filled(item.say, item, measured);
    if (met && text.empty() && each.other_order != nullptr && holds_in_any_order(item)) {
      measured = measure(item, {each.other_order, each.where, each.share}, contract);
      met = is_met(item, measured, other_order_slack);
      if (!met) text = filled(item.say, item, measured) + only_in_other_order;
    }
    if (met && text.empty()) continue;
    const bool at_least = !met && item.at_least;
    return Finding{text + each.where, measured.file, measured.line,
                   (at_least ? "least " : "") + item.counter};
  }
  return std::nullopt;
}

}  // namespace

Technique judge_good(const RunResult& run, const exercise::Cases& cases, const Contract& contract,
                     const SharedWork& work, const FurtherRuns& further) {
  Technique technique;
  if (contract.empty()) return technique;
  std::vector<Counted> counted = counted_cases(run, cases);
  if (further.other_order != nullptr) {
    const std::vector<Counted> others = counted_cases(*further.other_order, cases);
    for (std::size_t i = 0; i < std::min(counted.size(), others.size()); ++i)
      counted[i].other_order = others[i].json;
  }
  for (const Counted& each : counted) {
    if (const std::string reason = why_not_counted(*each.json); !reason.empty()) {
      technique.findings.push_back({reason + each.where, "", 0});
      return technique;
    }
  }
  for (const ContractItem& item : contract) {
    auto finding = first_broken(item, counted, contract);
    if (!finding && item.carries != Carries::nothing && !further.for_show.empty())
      finding = Finding{further.for_show, "", 0};
    if (finding) {
      technique.findings.push_back(*finding);
      technique.broken += item.kept_by_starter;
    } else {
      ++technique.met;
      technique.earned += !item.kept_by_starter;
    }
  }
  std::vector<LensReport> reports = lens_reports(run, cases);
  std::erase_if(reports, [](const LensReport& each) { return each.of == nullptr; });
  std::stable_partition(reports.begin(), reports.end(),
                        [](const LensReport& each) { return each.of->is_counted(); });
  for (const LensReport& each : reports) {
    std::string reason;
    const double words = largest_array(*each.of) / 4;
    if (work.by_many_threads)
      reason = each.of->is_counted() ? why_not_shared(*each.json, words, work) : why_few_writers(*each.json);
    const bool by_several_blocks =
        each.of->is_for_several_blocks() || (work.by_many_threads && work.by_several_blocks &&
                                             largest_array(*each.of, true) / 4 >= words_of_many_blocks);
    if (reason.empty() && by_several_blocks) reason = why_one_block(*each.json, words);
    if (reason.empty()) reason = why_too_much_stack(*each.json);
    if (reason.empty()) continue;
    technique.met = technique.earned = 0;  // the exercise's own sentences come first
    technique.findings.push_back({reason + in_case(*each.of), "", 0});
    return technique;
  }
  return technique;
}

}  // namespace tutorial::marking
