// Judging what a submission left behind: nothing is run here.
#include "marking/judge.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "sim/lens/count/counter_table.hpp"

using namespace tutorial::marking;
namespace wire = tutorial::wire;
using tutorial::exercise::Case;
using tutorial::exercise::Cases;
using tutorial::exercise::Difference;
using wire::RecordKind;

namespace {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string array(const std::string& name, const std::string& bytes) {
  wire::Writer writer;
  writer.text(name);
  writer.text(bytes);
  return writer.bytes();
}

Cases doubling(bool counted = false) {
  Case c("n = 3");
  c.number("n", 3);
  c.input("x", std::vector<float>{1, 2, 3});
  c.output<float>("y", 3);
  c.expect("y", std::vector<float>{2, 4, 6});
  c.expect_unchanged("x");
  if (counted) c.counted();
  return {c};
}

/// What the host has done, and how many have written the result.
std::string host(const std::map<std::string, int>& counters = {}) {
  std::string json;
  for (const char* name :
       {"accesses", "read_back", "read_ahead", "moved", "stack", "handed_over", "bytes_elsewhere", "copied",
        "words", "results", "written", "writers", "by_atomics", "calls", "asks_for_multiprocessors",
        "is_the_task", "over_the_bus", "in_other_blocks"}) {
    const auto given = counters.find(name);
    json += std::string(json.empty() ? "{" : ", ") + '"' + name +
            "\": " + std::to_string(given == counters.end() ? 0 : given->second);
  }
  return json + "}";
}

const std::string nothing_seen = R"({"host": )" + host() + R"(, "kernels": [], "hazards": []})";

RunResult result(const std::string& x, const std::string& y) {
  RunResult run;
  run.records = {{RecordKind::case_begins, 0, ""},
                 {RecordKind::array, 0, array("x", x)},
                 {RecordKind::array, 0, array("y", y)},
                 {RecordKind::lens, 0, nothing_seen},
                 {RecordKind::case_ends, 0, ""},
                 {RecordKind::lens, 1, nothing_seen},
                 {RecordKind::end, 1, ""}};
  run.outcome.how = Outcome::How::exited;
  return run;
}

std::string right(const RunResult& run, const Cases& cases) {
  const auto findings = judge_right(run, cases);
  return findings.empty() ? "" : findings[0].text;
}

const std::string x = bytes_of<float>({1, 2, 3});

}  // namespace

TEST_CASE("the first wrong element is reported with the input that shows it") {
  CHECK(right(result(x, bytes_of<float>({2, 4, 6})), doubling()) == "");
  CHECK(right(result(x, bytes_of<float>({2, 3.5F, 7})), doubling()) == "y[1] is 3.5, not 4 (n = 3)");
}

TEST_CASE("first_wrong has the case, the array and the byte of the first wrong element") {
  CHECK_FALSE(first_wrong(result(x, bytes_of<float>({2, 4, 6})), doubling()));
  CHECK_FALSE(first_wrong(result(x, ""), doubling()));
  const auto wrong = first_wrong(result(x, bytes_of<float>({2, 3.5F, 7})), doubling());
  REQUIRE(wrong);
  CHECK(wrong->of == 0);
  CHECK(wrong->array == "y");
  CHECK(wrong->byte == 4);
}

TEST_CASE("an element that is still poisoned was never written; another NaN is a wrong value") {
  std::string y = wire::poisoned(wire::Poison::nan32, 12);
  CHECK(right(result(x, y), doubling()) == "y[0] was never written (n = 3)");
  CHECK(right(result(x, bytes_of<float>({NAN, 4, 6})), doubling()) == "y[0] is nan, not 2 (n = 3)");
}

TEST_CASE("inputs may only be read") {
  CHECK(right(result(bytes_of<float>({1, 9, 3}), bytes_of<float>({2, 4, 6})), doubling()) ==
        "x[1] was overwritten; the function may only read x (n = 3)");
}

TEST_CASE("a result that is missing or cut is no right answer") {
  RunResult run = result(x, bytes_of<float>({2, 4, 6}));
  run.records.erase(run.records.begin() + 2);
  CHECK(right(run, doubling()) == "the result of y did not come back whole (n = 3)");
  CHECK(right(result(x, bytes_of<float>({2, 4})), doubling()) ==
        "the result of y did not come back whole (n = 3)");
}

TEST_CASE("the report says how a program ended that ended early") {
  RunResult run;
  run.records = {{RecordKind::case_begins, 0, ""}};
  run.outcome.how = Outcome::How::exited;
  CHECK(right(run, doubling()) ==
        "the program ended itself with exit code 0 (n = 3): the function must return to its "
        "caller");
  run.outcome.how = Outcome::How::out_of_time;
  run.outcome.what = "did not end within 2 s";
  CHECK(right(run, doubling()) ==
        "the program did not end within 2 s (n = 3): a loop without an end, or far more blocks than the task "
        "needs?");
  run.outcome.how = Outcome::How::killed;
  run.outcome.what = "was killed by signal 11 (Segmentation fault)";
  run.outcome.code = 11;
  CHECK(right(run, doubling()).find("the program was killed by signal 11") == 0);
  CHECK(right(run, doubling()).find("a stack that is too small") != std::string::npos);
  run.outcome.code = 6;
  CHECK(right(run, doubling()).find("an exception that the function does not catch") != std::string::npos);
  run.outcome.how = Outcome::How::out_of_time;
  run.outcome.err = "cudasim: kernel k, block (0,0,0): divergent barrier\n  threads wait\n";
  CHECK(right(run, doubling()) ==
        "the program was ended (n = 3): kernel k, block (0,0,0): divergent barrier\n  threads wait");
}

TEST_CASE("a run whose cases are all right but that did not end is not right") {
  RunResult run = result(x, bytes_of<float>({2, 4, 6}));
  run.records.pop_back();
  CHECK(right(run, doubling()) ==
        "all cases are right, but the program did not hand them back as it should: the end is missing");
}

TEST_CASE("a record that is missing, double, late, unreadable or out of its place is never right") {
  const RunResult good = result(x, bytes_of<float>({2, 4, 6}));
  for (std::size_t i = 0; i < good.records.size(); ++i) {
    CAPTURE(i);
    RunResult without = good, twice = good, late = good, unreadable = good;
    without.records.erase(without.records.begin() + static_cast<std::ptrdiff_t>(i));
    twice.records.insert(twice.records.begin() + static_cast<std::ptrdiff_t>(i), good.records[i]);
    late.records.push_back(good.records[i]);
    CHECK(right(without, doubling()) != "");
    CHECK(right(twice, doubling()) != "");
    CHECK(right(late, doubling()) != "");
    if (good.records[i].payload.empty()) continue;
    unreadable.records[i].payload.resize(good.records[i].payload.size() - 1);
    CHECK(right(unreadable, doubling()) != "");
  }
  RunResult trailing = good, failed = good, killed = good;
  trailing.records_are_whole = false;
  CHECK(right(trailing, doubling()) != "");
  failed.outcome.code = 1;
  CHECK(right(failed, doubling()) != "");
  killed.outcome.how = Outcome::How::killed;
  CHECK(right(killed, doubling()) != "");
  CHECK(right(good, doubling()) == "");
}

TEST_CASE("an unreadable hazard in the lens's report is an error, not the absence of one") {
  for (const char* json :
       {"", "\xff", "[]", "{}", R"({"kernels": []})", R"({"kernels": [], "hazards": 0})",
        R"({"kernels": [], "hazards": [{"kind": "race"}]})", R"({"kernels": [{"name": "k"}], "hazards": []})",
        "{\"kernels\": [{\"name\": \"\xff\"}], \"hazards\": []}"}) {
    CAPTURE(json);
    RunResult run = result(x, bytes_of<float>({2, 4, 6}));
    run.records[3].payload = json;
    CHECK(right(run, doubling()).find("what the lens saw cannot be read (n = 3)") != std::string::npos);
    CHECK(judge_safe(run, doubling()).empty());
  }
}

TEST_CASE("a leak of the marker's own array is not the submission's, nor is a line of the marker's files") {
  const auto safe = [](const std::string& kind, const std::string& file) {
    RunResult run = result(x, bytes_of<float>({2, 4, 6}));
    run.records[3].payload = R"({"host": )" + host() + R"(, "kernels": [], "hazards": [{"kind": ")" + kind +
                             R"(", "text": "it is", "first": {"file": ")" + file +
                             R"(", "line": 8}, "second": {"file": "", "line": 0}}]})";
    return judge_safe(run, doubling());
  };
  CHECK(safe("leak", "/somewhere/call.cpp").empty());
  REQUIRE(safe("leak", "/somewhere/double.cu").size() == 1);
  CHECK(safe("leak", "/somewhere/double.cu")[0].line == 8);
  REQUIRE(safe("out-of-bounds", "/somewhere/call.cpp").size() == 1);
  CHECK(safe("out-of-bounds", "/somewhere/call.cpp")[0].file.empty());
}

TEST_CASE("results that no kernel has made are not right") {
  const auto after = [](const std::map<std::string, int>& counters) {
    RunResult run = result(x, bytes_of<float>({2, 4, 6}));
    run.records[3].payload = "{\"host\": " + host(counters) + R"(, "kernels": [], "hazards": []})";
    return right(run, doubling());
  };
  const auto says = [&](const std::map<std::string, int>& counters, const char* words) {
    return after(counters).find(words) != std::string::npos;
  };
  CHECK(after({{"accesses", 2000}, {"read_back", 500}, {"handed_over", 4300}, {"copied", 4}}) == "");
  CHECK(says({{"copied", 5}}, "5 words of the result"));
  CHECK(says({{"read_back", 600}}, "600 bytes were copied"));
  CHECK(says({{"read_ahead", 4}}, "4 bytes that kernels had written were read by the host before"));
  CHECK(says({{"handed_over", 4400}}, "4400 bytes were handed to kernels"));
  CHECK(says({{"accesses", 9000}}, "loaded and stored 9000 words"));
  CHECK(after({{"accesses", 9000}, {"words", 100}}) == "");       // arrays on the host
  CHECK(after({{"handed_over", 4400}, {"results", 100}}) == "");  // which call.cpp copies
}

TEST_CASE("a fault in call.cpp is the exercise's, not the student's") {
  RunResult run;
  run.records = {{RecordKind::author, 0, "call.cpp asks for 'z'"}};
  CHECK_THROWS_WITH_AS(judge_right(run, doubling()), "call.cpp asks for 'z'", ExerciseError);
}

TEST_CASE("expect_near accepts a small error and rejects NaN") {
  Case c("near");
  c.output<double>("y", 1);
  c.expect_near("y", std::vector<double>{100}, 1e-3);
  const auto judge = c.expectations()[0].judge;
  CHECK_FALSE(judge(bytes_of<double>({100.05})));
  CHECK(judge(bytes_of<double>({100.2})));
  CHECK(judge(bytes_of<double>({NAN})));
}

TEST_CASE("expect_that hands over elements of the type that the judge takes") {
  Case c("that");
  c.output<int>("index", 2);
  c.expect_that("index", [](std::span<const int> got) -> std::optional<Difference> {
    if (got[1] == 7) return std::nullopt;
    return Difference{1, std::to_string(got[1]), "7", "ties go to the lower index"};
  });
  const auto judge = c.expectations()[0].judge;
  CHECK_FALSE(judge(bytes_of<int>({0, 7})));
  CHECK(judge(bytes_of<int>({0, 8}))->got == "8");
}

TEST_CASE("a case that contradicts itself is reported as the author's error") {
  Case c("wrong");
  c.output<float>("y", 3);
  CHECK_THROWS_AS(c.output<float>("y", 3), std::logic_error);
  CHECK_THROWS_AS(c.expect("z", std::vector<float>{1}), std::logic_error);
  CHECK_THROWS_AS(c.expect("y", std::vector<double>{1, 2, 3}), std::logic_error);
  CHECK_THROWS_AS(c.expect("y", std::vector<float>{1}), std::logic_error);
}

namespace {

RunResult with_lens(const std::string& json) {
  RunResult run = result(x, bytes_of<float>({2, 4, 6}));
  run.records[3].payload = json;
  return run;
}

// A report has every counter. In JSON the last of two values of one name counts.
#define ZERO(counter) "\"" #counter "\": 0, "
const std::string line_begins = "\n{" CUDASIM_ACCESS_COUNTERS(ZERO);
const std::string kernel_begins = "{" CUDASIM_KERNEL_COUNTERS(ZERO);
#undef ZERO

const std::string counters =
    R"({"host": )" + host() + R"(, "kernels": [)" + kernel_begins +
    R"("name": "add", "launches": 2, "blocks": 4, "global_bytes": 2560, "sharing": [[2560, 4, 320, 1]], "shared_share": 0, "threads": 512, "barriers": 2, "shared_bytes": 0, "lines": [)" +
    line_begins +
    R"("file": "a.cu", "line": 4, "space": "global", "op": "load", "requests": 10, "sectors": 320, "sectors_per_request": 32, "ideal_sectors_per_request": 4, "conflict_degree": 0, "excess_wavefronts": 0, "accesses": 320, "bytes": 1280},)" +
    line_begins +
    R"("file": "a.cu", "line": 5, "space": "global", "op": "load", "requests": 10, "sectors": 40, "sectors_per_request": 4, "ideal_sectors_per_request": 4, "conflict_degree": 0, "excess_wavefronts": 0, "accesses": 320, "bytes": 1280},)" +
    line_begins +
    R"("file": "a.cu", "line": 6, "space": "shared", "op": "load", "requests": 10, "sectors": 0, "sectors_per_request": 0, "ideal_sectors_per_request": 0, "conflict_degree": 8, "excess_wavefronts": 70, "accesses": 320, "bytes": 1280}]}],
     "hazards": []})";

Technique judged(const ContractItem& item) { return judge_good(with_lens(counters), doubling(true), {item}); }

}  // namespace

TEST_CASE("a contract item is judged over all lines, and its sentence names the one that costs most") {
  const Technique lost = judged({"sectors_per_request", "global load", "", 4.5, std::nullopt,
                                 "{value} at {file}:{line}, {limit} would do"});
  CHECK(lost.met == 0);
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text == "18 at a.cu:4, 4.5 would do");
  CHECK(lost.findings[0].line == 4);
  CHECK(judged({"sectors_per_request", "global load", "", 18, std::nullopt, ""}).met == 1);
  CHECK(judged({"conflict_degree", "shared", "", 7, std::nullopt, ""}).met == 0);
  CHECK(judged({"conflict_degree", "shared", "", 8, std::nullopt, ""}).met == 1);
  CHECK(judged({"launches", "", "", 1, std::nullopt, ""}).met == 0);
  CHECK(judged({"threads", "", "", 512, std::nullopt, ""}).met == 1);
  CHECK(judged({"threads_before_last_block", "", "", 256, std::nullopt, ""}).met ==
        1);  // two launches of two blocks of 128
  CHECK(judged({"threads_before_last_block", "", "", 255, std::nullopt, ""}).met == 0);
  CHECK(judged({"launched_threads", "", "", std::nullopt, 512, ""}).met == 1);
  CHECK(judged({"launched_threads", "", "", std::nullopt, 513, ""}).met == 0);
  CHECK(judged({"launched_blocks", "", "", std::nullopt, 4, ""}).met == 1);
  CHECK(judged({"launched_blocks", "", "", std::nullopt, 5, ""}).met == 0);
  CHECK(judged({"threads", "", "", std::nullopt, 426, ""}).met == 1);  // three quarters of it: 320
  CHECK(judged({"threads", "", "", std::nullopt, 427, ""}).met == 0);  // the others do nothing
}

TEST_CASE("the contract holds for each counted case; limits may shrink with the case's arrays") {
  Cases cases = doubling(true);
  Case half("n = 1");
  half.input("x", std::vector<float>{1});
  half.output<float>("y", 2);
  cases.push_back(std::move(half).counted());
  const auto judge = [&](const ContractItem& item, const std::string& from, const std::string& to) {
    RunResult run = with_lens(counters);
    std::string second = counters;
    second.replace(second.find(from), from.size(), to);
    run.records[5].payload = second;
    return judge_good(run, cases, {item});
  };
  const ContractItem launches = {"launches", "", "", 2, std::nullopt, "{value} launches"};
  CHECK(judge(launches, R"("launches": 2)", R"("launches": 1)").met == 1);
  const Technique lost = judge(launches, R"("launches": 2)", R"("launches": 3)");
  CHECK(lost.met == 0);
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text == "3 launches (n = 1)");
  ContractItem shrinking = {"launches", "", "", 2, std::nullopt, "{value} launches, {limit} are enough"};
  shrinking.shrinks = true;  // three eighths of 2, rounded up
  CHECK(judge(shrinking, R"("launches": 2)", R"("launches": 1)").met == 1);
  const Technique too_many = judge(shrinking, R"("launches": 2)", R"("launches": 2)");
  REQUIRE(too_many.findings.size() == 1);
  CHECK(too_many.findings[0].text == "2 launches, 1 are enough (n = 1)");
  const ContractItem threads = {"threads", "", "", std::nullopt, 320, ""};
  CHECK(judge(threads, R"([2560, 4, 320, 1])", R"([2560, 4, 120, 1])").met == 1);
  CHECK(judge(threads, R"([2560, 4, 320, 1])", R"([2560, 4, 119.1, 1])").met == 0);
  const Technique few = judge(launches, R"("stack": 0)", R"("stack": 9000)");
  CHECK(few.met == 0);
  REQUIRE(few.findings.size() == 1);
  CHECK(few.findings[0].text.find("9000 bytes of local variables") != std::string::npos);
  // Of 4 warps: a second block fits on an SM with 113 KiB.
  CHECK(judge(launches, R"("shared_bytes": 0)", R"("shared_bytes": 115712)").met == 1);
  const ContractItem slots{"shared_bytes_per_thread", "", "", 4, std::nullopt, ""};
  CHECK(judge(slots, R"("shared_bytes": 0)", R"("shared_bytes": 512)").met == 1);  // 128 threads per block
  CHECK(judge(slots, R"("shared_bytes": 0)", R"("shared_bytes": 516)").met == 0);
  const Technique alone = judge(launches, R"("shared_bytes": 0)", R"("shared_bytes": 115713)");
  CHECK(alone.met == 0);
  REQUIRE(alone.findings.size() == 1);
  CHECK(alone.findings[0].text.find("4 of the 64 warps of an SM can be resident") != std::string::npos);
}

TEST_CASE("drawn_size depends on the seed alone and reaches both ends") {
  using tutorial::exercise::drawn_size;
  bool least = false, most = false;
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    const int size = drawn_size(seed, 7, 9);
    CHECK(size == drawn_size(seed, 7, 9));
    CHECK((size >= 7 && size <= 9));
    least = least || size == 7;
    most = most || size == 9;
  }
  CHECK((least && most));
}

TEST_CASE("elements moved by copies count as loads and stores") {
  std::string moving = counters;
  moving.replace(moving.find(R"("moved": 0)"), 10, R"("moved": 64)");
  const auto met = [&](const char* counter, const char* of, double limit) {
    return judge_good(with_lens(moving), doubling(true), {{counter, of, "", limit, std::nullopt, ""}}).met ==
           1;
  };
  CHECK(met("accesses", "global load", 640 + 16));
  CHECK_FALSE(met("accesses", "global load", 640 + 15));
  CHECK(met("sectors", "global", 360 + 4));
  CHECK_FALSE(met("sectors", "global", 360 + 3));
  CHECK(met("accesses", "shared", 320));
}

TEST_CASE("blocks and threads that a task requires share the accesses to global memory") {
  const auto met = [](const char* counter, double least) {
    return judge_good(with_lens(counters), doubling(true), {{counter, "", "", std::nullopt, least, ""}})
               .met == 1;
  };
  CHECK(met("blocks", 4));
  CHECK(met("threads", 320));
  std::string idle = counters;
  const std::string even = "[2560, 4, 320, 1]";
  idle.replace(idle.find(even), even.size(),
               "[2500, 1.6, 320, 1], [60, 4, 320, 1]");  // one block makes most of them
  const Technique lost =
      judge_good(with_lens(idle), doubling(true), {{"blocks", "", "", std::nullopt, 4, "{value} blocks"}});
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text == "2 blocks");
  const auto met_by = [&](const std::string& launches) {
    std::string report = counters;
    report.replace(report.find(even), even.size(), launches);
    return judge_good(with_lens(report), doubling(true), {{"blocks", "", "", std::nullopt, 4, ""}}).met == 1;
  };
  CHECK(met_by("[600, 1, 320, 1], [1960, 4, 320, 1]"));  // such as a last kernel of one block
  CHECK_FALSE(met_by("[700, 1, 320, 1], [1860, 4, 320, 1]"));
}

TEST_CASE("a vector access counts as the words that it moves") {
  const auto met = [](const char* op, int bytes, double limit) {
    std::string wide = counters;
    const std::string was = R"("load", "requests": 10, "sectors": 320)", size = R"("bytes": 1280)";
    wide.replace(wide.find(was) + 1, 4, op);
    wide.replace(wide.find(size), size.size(), R"("bytes": )" + std::to_string(bytes));
    const std::string of = std::string("global ") + op;
    return judge_good(with_lens(wide), doubling(true), {{"accesses", of, "", limit, std::nullopt, ""}}).met ==
           1;
  };
  CHECK(met("load", 5120, 1280 + 320));
  CHECK_FALSE(met("load", 5120, 1280 + 319));
  CHECK(met("load", 320, 640));  // bytes
  CHECK(met("atomic", 2560, 320));
}

TEST_CASE("a loop in which a thread waits counts as a barrier") {
  const ContractItem item = {"barriers", "", "", 2, std::nullopt, "{value}"};
  CHECK(judged(item).met == 1);
  std::string spinning = counters;
  spinning.replace(spinning.find(R"("spins": 0)"), 10, R"("spins": 5)");
  const Technique lost = judge_good(with_lens(spinning), doubling(true), {item});
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text == "7");
}

TEST_CASE("barriers and waiting loops count in the order of blocks in which there are more") {
  const ContractItem item = {"barriers", "", "", 2, std::nullopt, "{value}"};
  std::string spinning = counters;
  spinning.replace(spinning.find(R"("spins": 0)"), 10, R"("spins": 5)");
  const RunResult quiet = with_lens(counters), waiting = with_lens(spinning);
  CHECK(judge_good(quiet, doubling(true), {item}, {}, {&quiet}).met == 1);
  const Technique lost = judge_good(quiet, doubling(true), {item}, {}, {&waiting});
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text == "7");
  const ContractItem launches = {"launches", "", "", 2, std::nullopt, ""};  // of the first run alone
  CHECK(judge_good(quiet, doubling(true), {launches}, {}, {&waiting}).met == 1);
}

TEST_CASE("accesses may not be half as many again in another order, except for atomic operations") {
  const auto said = [](const std::string& of, const std::string& requests) {
    std::string others = counters;
    if (of == "global atomic") others.replace(others.rfind(R"("op": "load")"), 12, R"("op": "atomic")");
    if (of == "global atomic")
      others.replace(others.rfind(R"("space": "shared")"), 17, R"("space": "global")");
    const std::string ten = R"("requests": 10)";
    others.replace(others.rfind(ten), ten.size(), R"("requests": )" + requests);
    const RunResult first = with_lens(counters), other = with_lens(others);
    const Technique technique =
        judge_good(first, doubling(true), {{"requests", of, "", 10, std::nullopt, "{value}"}}, {}, {&other});
    return technique.findings.empty() ? "" : technique.findings[0].text;
  };
  CHECK(said("shared load", "15").empty());
  CHECK(said("shared load", "16") == "16\nOnly if blocks and warps run in another order");
  CHECK(said("global atomic", "16").empty());
}

TEST_CASE("an item that asks for values in shared memory is lost if they change no result") {
  ContractItem item = {"accesses", "shared load", "", std::nullopt, 320, "{value}"};
  const FurtherRuns for_show{nullptr, "shared memory is for show"};
  CHECK(judge_good(with_lens(counters), doubling(true), {item}, {}, for_show).met == 1);
  item.carries = Carries::values;
  CHECK(judge_good(with_lens(counters), doubling(true), {item}).met == 1);
  const Technique lost = judge_good(with_lens(counters), doubling(true), {item}, {}, for_show);
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text == "shared memory is for show");
}

TEST_CASE("the first counted case that is right is named; others are not looked at") {
  const std::string y = bytes_of<float>({2, 4, 6});
  CHECK(first_right_counted(result(x, y), doubling(true)) == "n = 3");
  CHECK_FALSE(first_right_counted(result(x, y), doubling()));
  CHECK_FALSE(first_right_counted(result(x, x), doubling(true)));
  CHECK_FALSE(first_right_counted({}, doubling(true)));
}

TEST_CASE("a result depends on shared memory if 70% of the words that other inputs change do") {
  const std::string x = bytes_of<float>({1, 2, 3});
  const auto independent = [&](std::initializer_list<float> others, std::initializer_list<float> replaced,
                               bool counted = true, Carries carries = Carries::values) {
    return first_independent(result(x, bytes_of<float>({2, 4, 6})), doubling(counted),
                             {result(x, bytes_of<float>(others)), result(x, bytes_of<float>(replaced))},
                             carries);
  };
  CHECK(independent({3, 5, 7}, {2, 4, 6}) == "n = 3");
  CHECK(independent({3, 5, 7}, {2, 4, 7}) == "n = 3");
  CHECK(independent({3, 5, 7}, {2, 5, 7}) == "n = 3");
  CHECK_FALSE(independent({3, 5, 7}, {1, 5, 7}));
  CHECK(independent({3, 4, 6}, {2, 5, 7}) == "n = 3");
  CHECK_FALSE(independent({2, 4, 6}, {2, 4, 6}));
  CHECK_FALSE(independent({3, 5, 7}, {2, 4, 6}, false));
  CHECK_FALSE(first_independent({}, doubling(true), {}, Carries::values));
  CHECK(independent({3, 5, 7}, {1, 5, 7}, true, Carries::elements) == "n = 3");
  CHECK_FALSE(independent({3, 4, 7}, {3, 9, 7}, true, Carries::elements));
}

TEST_CASE(
    "sums that atomic operations make, calls that copy, what the host hands over, and accesses to other "
    "blocks can be limited") {
  for (const std::string counter : {"by_atomics", "calls", "handed_over", "in_other_blocks"}) {
    std::string added = counters;
    const std::string none = '"' + counter + "\": 0";
    added.replace(added.find(none), none.size(), '"' + counter + "\": 2");
    const auto met = [&](double limit) {
      return judge_good(with_lens(added), doubling(true), {{counter, "", "", limit, std::nullopt, ""}}).met ==
             1;
    };
    CHECK(met(2));
    CHECK_FALSE(met(1));
  }
}

TEST_CASE("work that few threads do has no technique") {
  const auto said = [](const std::string& from, const std::string& to, bool by_many = true) {
    std::string changed = counters;
    for (std::size_t at = 0; (at = changed.find(from, at)) != std::string::npos; at += to.size())
      changed.replace(at, from.size(), to);
    const auto findings =
        judge_good(with_lens(changed), doubling(true), {{"launches", "", "", 2, std::nullopt, ""}}, {by_many})
            .findings;
    return findings.empty() ? "" : findings[0].text;
  };
  CHECK(said("no such words", "") == "");
  const std::string lanes = R"("accesses": 320, "bytes": 1280)", few = R"("accesses": 40, "bytes": 640)";
  CHECK(said(lanes, few).find("a request to global memory moves 12 words") == 0);
  CHECK(said(lanes, few, false) == "");  // a task for few
  const std::string wide =               // all lanes load one vector
      R"("accesses": 320, "wide_requests": 10, "sectors": 10, "bytes": 5120)";
  CHECK(said(lanes, wide) == "");
  CHECK(said(lanes, R"("accesses": 80, "wide_requests": 10, "sectors": 10, "bytes": 1280)")
            .find("a request to global memory moves 8 words") == 0);
  CHECK(said(R"("shared_share": 0)", R"("shared_share": 0.125)") == "");
  CHECK(said(R"("shared_share": 0)", R"("shared_share": 0.25)").find("one thread makes 25% of its block's") ==
        0);
  CHECK(said(R"("op": "load")", R"("op": "atomic")") == "");
  CHECK(said("[[2560, 4, 320, 1]]", "[[2560, 4, 320, 0.3]]") == "");
  CHECK(said("[[2560, 4, 320, 1]]", "[[2560, 4, 320, 0.25]]").find("only 25% of the threads of a block") ==
        0);
  CHECK(said(R"("over_the_bus": 0)", R"("over_the_bus": 512)") == "");
  CHECK(said(R"("over_the_bus": 0)", R"("over_the_bus": 513)")
            .find("kernels access 513 bytes of page-locked memory") == 0);
  CHECK(said(R"("written": 0, "writers": 0)", R"("written": 2048, "writers": 32)") == "");
  CHECK(said(R"("written": 0, "writers": 0)", R"("written": 9000, "writers": 141)") == "");
  CHECK(said(R"("written": 0, "writers": 0)", R"("written": 2048, "writers": 31)")
            .find("2048 words of the result were written by 31 threads") == 0);
  CHECK(said(R"("written": 0, "writers": 0)", R"("written": 9000, "writers": 140)") != "");
  CHECK(said(R"("stack": 0)", R"("stack": 2048)") == "");
  CHECK(said(R"("stack": 0)", R"("stack": 2049)").find("a thread has 2049 bytes of local variables") == 0);
}

TEST_CASE("one block may not do the work of a case for several blocks, counted or not") {
  const auto said = [](const Case& second, const std::string& sharing) {
    std::string report = counters;
    report.replace(report.find("2560, 4, 320"), 12, sharing);
    RunResult run = with_lens(counters);
    (run.records.end() - 2)->payload = report;  // of the second case
    const Cases cases = {doubling(true).front(), second};
    const auto findings = judge_good(run, cases, {{"launches", "", "", 2, std::nullopt, ""}}).findings;
    return findings.empty() ? "" : findings[0].text;
  };
  const auto of = [](std::size_t words) {
    Case c("n");
    c.input("x", std::vector<float>(words));
    return c;
  };
  const std::string one = "2560, 1, 320", two = "2560, 2, 320", why = "one block makes most accesses";
  CHECK(said(of(4096).counted(), one).find(why) == 0);
  CHECK(said(of(4096).counted(), two) == "");
  CHECK(said(of(4095).counted(), one) == "");
  CHECK(said(of(16384), one) == "");
  for (const std::size_t words : {16383, 16384}) {
    Case result("n");
    result.output<float>("y", words);
    CHECK((said(result, one).find(why) == 0) == (words == 16384));
  }
  CHECK(said(of(3).for_several_blocks(), one).find(why) == 0);
  CHECK(said(of(3).for_several_blocks(), two) == "");
}

TEST_CASE("a request that stores must store several words of the result") {
  const auto said = [](int requests) {
    std::string changed = counters;
    const auto replace = [&](const std::string& from, const std::string& to) {
      for (std::size_t at = 0; (at = changed.find(from, at)) != std::string::npos; at += to.size())
        changed.replace(at, from.size(), to);
    };
    replace(R"("space": "global", "op": "load", "requests": 10)",
            R"("space": "global", "op": "store", "requests": )" + std::to_string(requests));
    replace(R"("accesses": 320, "bytes": 1280)", R"("accesses": 12800, "bytes": 51200)");
    replace(R"("written": 0, "writers": 0)", R"("written": 800, "writers": 100)");
    const auto findings =
        judge_good(with_lens(changed), doubling(true), {{"launches", "", "", 2, std::nullopt, ""}}).findings;
    return findings.empty() ? "" : findings[0].text;
  };
  CHECK(said(228) == "");  // on two lines; 256 and a quarter of 800 are allowed
  CHECK(said(229).find("458 requests store 800 words of the result") == 0);
}

TEST_CASE("an average that idle requests lower is also judged by the total moved") {
  ContractItem item = {"sectors_per_request", "global load", "", 18, std::nullopt, ""};
  item.sectors_at_most = 360;
  CHECK(judged(item).met == 1);
  item.sectors_at_most = 359;
  const Technique lost = judged(item);
  CHECK(lost.met == 0);
  REQUIRE(lost.findings.size() == 1);
  CHECK(lost.findings[0].text.find("360 sectors were moved by global loads in all, where 359") == 0);
}

TEST_CASE("vector accesses are judged by the sectors that they need") {
  const auto met = [](const std::string& bytes, const std::string& sectors) {
    std::string vectors = counters;
    const std::string line = R"("sectors": 320, "sectors_per_request": 32, "ideal_sectors_per_request": 4)";
    vectors.replace(vectors.find(line), line.size(),
                    R"("sectors": )" + sectors + R"(0, "sectors_per_request": )" + sectors +
                        R"(, "ideal_sectors_per_request": 16)");
    vectors.replace(vectors.find("1280"), 4, bytes);
    return judge_good(with_lens(vectors), doubling(true),
                      {{"sectors_per_request", "global load", "", 4.5, std::nullopt, ""}})
               .met == 1;
  };
  CHECK(met("5120", "16"));
  CHECK_FALSE(met("1280", "16"));
  CHECK_FALSE(met("5120", "32"));
}

TEST_CASE("atomics count toward a limit of loads and stores") {
  std::string hidden = counters;
  for (std::size_t at; (at = hidden.find(R"("global", "op": "load")")) != std::string::npos;)
    hidden.replace(at, 22, R"("global", "op": "atomic")");
  const ContractItem loads = {"requests", "global load", "", 19, std::nullopt, ""};
  const ContractItem atomics = {"requests", "global atomic", "", 20, std::nullopt, ""};
  CHECK(judge_good(with_lens(hidden), doubling(true), {loads}).met == 0);
  CHECK(judge_good(with_lens(hidden), doubling(true), {loads, atomics}).met ==
        2);  // they have a limit of their own
}

TEST_CASE("a kernel that was not launched or counted gets no points for technique") {
  const ContractItem none = {"requests", "global atomic", "", 0, std::nullopt, ""};
  const Technique idle = judge_good(with_lens(nothing_seen), doubling(true), {none});
  CHECK(idle.met == 0);
  REQUIRE(idle.findings.size() == 1);
  CHECK(idle.findings[0].text.find("nothing was launched") == 0);
  std::string dropped = counters;
  dropped.replace(dropped.find(R"("dropped_accesses": 0)"), 21, R"("dropped_accesses": 7)");
  const Technique cut = judge_good(with_lens(dropped), doubling(true), {none});
  CHECK(cut.met == 0);
  REQUIRE(cut.findings.size() == 1);
  CHECK(cut.findings[0].text.find("7 accesses") == 0);
}

TEST_CASE("a space that is not used counts as 0") {
  CHECK(judged({"requests", "global atomic", "", 0, std::nullopt, ""}).met == 1);
  CHECK(judged({"requests", "shared", "other", 0, std::nullopt, ""}).met == 1);
}

TEST_CASE("records with another token are not read") {
  const wire::Token ours = {'a'}, forged = {'b'};
  const std::string bytes = wire::written(ours, {RecordKind::case_begins, 0, ""}) +
                            wire::written(forged, {RecordKind::end, 1, ""}) +
                            wire::written(ours, {RecordKind::end, 1, ""});
  const auto taken = [&](const std::string& all) {
    RunResult run;
    run.take(ours, all);
    return run;
  };
  CHECK(taken(bytes).records.size() == 1);
  CHECK_FALSE(taken(bytes).records_are_whole);
  const std::string cut = wire::written(ours, {RecordKind::lens, 0, "json"}).substr(0, 30);
  CHECK(taken(cut).records.empty());
  CHECK_FALSE(taken(cut).records_are_whole);
  CHECK(taken(wire::written(ours, {RecordKind::end, 1, ""})).records_are_whole);
}

TEST_CASE("a part without points is full only if nothing is to be said") {
  PartMark part{Part::right, 0, 0, true, {}};
  CHECK(part.full());
  part.findings.push_back({"moved[0] was never written", "", 0});
  CHECK(!part.full());
  part.findings.clear();
  part.reached = false;
  CHECK(!part.full());
}

TEST_CASE("an item that the starter keeps earns nothing, and costs where it is broken") {
  ContractItem item{"launches", "", "", 0.5, std::nullopt, "{value} launches"};
  item.kept_by_starter = true;
  const Technique broken = judged(item);
  CHECK(broken.earned == 0);
  CHECK(broken.broken == 1);
  item.at_most = 1000;
  CHECK(judged(item).earned == 0);
  item.kept_by_starter = false;
  CHECK(judged(item).earned == 1);
}
