#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "driver/run/faults.hpp"
#include "driver/run/rungs_text.hpp"
#include "support/text.hpp"
#include "tests/driver/example.hpp"

namespace driver = tutorial::driver;

using driver::Result;
using driver::Role;
using driver::Rung;
using example::row;

namespace {

/// A row that ran under the lens: 100 loads of so many sectors, where 4 would do, 100 whole stores, one bank's degree.
driver::Row counted(std::uint64_t sectors, unsigned degree, const std::string& variant = "plain") {
  driver::Row made = example::without_times(row(1));
  made.variant = variant;
  made.needed_bytes = 2 * 4 * 32 * 100;
  driver::Counters counters;
  counters.loads = {100, 100 * sectors, 400};
  counters.stores = {100, 400, 400};
  if (degree > 0) counters.conflict_degree = degree;
  counters.launches = 1;
  counters.blocks = 10;
  counters.barriers = degree > 0 ? 10 : 0;
  made.counters = counters;
  return made;
}

namespace predict = tutorial::predict;

const predict::Gpu& h200() {
  static const predict::Gpu gpu = predict::gpu_named({}, TUTORIAL_TEST_DATA "/../../predict/gpus/h200.json");
  return gpu;
}

driver::Row predicted(driver::Row made, std::optional<double> seconds, const std::string& limit) {
  made.predicted = predict::Section{.gpu = "h200", .seconds = seconds, .limit = limit, .why = "because"};
  return made;
}

driver::Program rung(const std::string& name, const std::string& step, Role role = Role::rung) {
  driver::Program made = example::program("ch08_x", name, role, "x");
  made.step = step;
  return made;
}

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) width = std::max(width, tutorial::text::width(line));
  return width;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a rung is one line, with what it asks memory for and a star before waste") {
  const auto naive = rung("turn_strided", "down the columns", Role::naive);
  const auto shared = rung("turn_shared", "tile in shared memory");
  const Result first{&naive, {counted(32, 0), counted(32, 0, "__ldg")}, "", 0, ""};
  const Result second{&shared, {counted(4, 32)}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  CHECK(rungs.size() == 2);
  CHECK(rungs[0].wastes());
  CHECK(rungs[1].wastes());
  CHECK(driver::rungs_text(rungs, nullptr, nullptr, {100, false}) ==
        "  1 M, float\n"
        "  rung          step                   sectors r/w  banks    moved  /needed  barriers  check\n"
        "  turn_strided  down the columns       *32 (4) / 4      -   115 KB    *4.50         0  ok\n"
        "  turn_shared   tile in shared memory        4 / 4    *32  25.6 KB     1.00         1  ok\n");
}

TEST_CASE("what is better than in the rung before is bold, and what is bad is red") {
  const auto naive = rung("strided", "a", Role::naive);
  const auto better = rung("padded", "b");
  const Result first{&naive, {counted(32, 32)}, "", 0, ""};
  const Result second{&better, {counted(4, 1)}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const std::string text = driver::rungs_text(rungs, nullptr, nullptr, {100, true});
  CHECK(contains(text, "\033[1;31m*32\033[0m"));
  CHECK(contains(text, "\033[1m4 / 4\033[0m"));
  CHECK(contains(text, "\033[1m1\033[0m"));
}

TEST_CASE("a narrow line loses what names have in common, then columns, the least important first") {
  const auto naive = rung("transposition_strided_read", "reads down the columns", Role::naive);
  const auto shared = rung("transposition_shared", "tile in shared memory");
  const Result first{&naive, {counted(32, 0)}, "", 0, ""};
  const Result second{&shared, {counted(4, 32)}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const std::string wide = driver::rungs_text(rungs, nullptr, nullptr, {140, false});
  CHECK(widest(wide) <= 100);
  CHECK(contains(wide, "  strided_read "));
  const std::string narrow = driver::rungs_text(rungs, nullptr, nullptr, {80, false});
  CHECK(widest(narrow) <= 80);
  CHECK(contains(narrow, "sectors r/w"));
  CHECK(contains(narrow, "check"));
  CHECK_FALSE(contains(narrow, "barriers"));
}

TEST_CASE("on the simulator the time of a CPU's rung gives way to what a GPU would take") {
  const auto cpu = rung("turn_cpu", "CPU, all cores", Role::naive);
  const auto shared = rung("turn_shared_tile", "a tile that has a long name");
  const Result first{&cpu, {row(1)}, "", 0, ""};
  const Result second{&shared, {predicted(counted(4, 1), 1e-5, "latency")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const std::string narrow = driver::rungs_text(rungs, nullptr, &h200(), {80, false});
  CHECK_FALSE(contains(narrow, "  time  "));
  CHECK(contains(narrow, "~time"));
}

TEST_CASE("what says the same of all rungs goes before what tells them apart, and what a GPU took stays") {
  const auto naive = rung("strided", "down the columns", Role::naive);
  const auto shared = rung("shared", "a tile");
  const Result first{&naive, {predicted(counted(32, 2), 2e-5, "memory")}, "", 0, ""};
  const Result second{&shared, {predicted(counted(4, 2), 1e-5, "memory")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const std::string wide = driver::rungs_text(rungs, nullptr, &h200(), {100, false});
  CHECK(contains(wide, "limit"));
  const std::string narrow = driver::rungs_text(rungs, nullptr, &h200(), {72, false});
  CHECK(widest(narrow) <= 72);
  CHECK_FALSE(contains(narrow, "limit"));
  CHECK_FALSE(contains(narrow, "banks"));
  CHECK(contains(narrow, "/needed"));
}

TEST_CASE("the fastest right variant is the rung's line; what is wrong has a line of its own") {
  const auto naive = rung("naive", "a", Role::naive);
  driver::Row slow = row(2);
  slow.variant = "slow";
  driver::Row fast = row(1);
  fast.variant = "fast";
  driver::Row library = row(0.5);
  library.peer = true;
  driver::Row broken = example::wrong(row(0.1));
  broken.variant = "broken";
  const Result result{&naive, {slow, fast, library, broken}, "", 1, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&result}), nullptr);
  REQUIRE(rungs.size() == 2);
  CHECK(rungs[0].row->variant == "fast");
  CHECK(rungs[1].row->variant == "broken");
  CHECK(rungs[1].check == "WRONG");
}

TEST_CASE("with times the table has them, throughput, and how much faster a rung is than the one before") {
  const auto naive = rung("naive", "a", Role::naive);
  const auto better = rung("better", "b");
  const Result first{&naive, {row(4e-3)}, "", 0, ""};
  const Result second{&better, {row(1e-3)}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const std::string text = driver::rungs_text(rungs, nullptr, nullptr, {100, false});
  CHECK(contains(text, "1.000 ms   1000 GB/s      50.0 %     4.00 x  ████████████  ok\n"));
  CHECK(contains(text, "4.000 ms  250.0 GB/s      50.0 %          -  ███           ok\n"));
}

TEST_CASE("a predicted time stands in the table with its limit, and the faster the longer its bar") {
  const auto naive = rung("turn_strided", "down the columns", Role::naive);
  const auto shared = rung("turn_shared", "tile in shared memory");
  const auto lost = rung("turn_lost", "too many accesses");
  const Result first{&naive, {predicted(counted(32, 0), 8e-6, "L1")}, "", 0, ""};
  const Result second{&shared, {predicted(counted(4, 32), 4e-6, "shared memory")}, "", 0, ""};
  const Result third{&lost, {predicted(counted(4, 1), {}, "")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second, &third}), nullptr);
  CHECK(
      driver::rungs_text(rungs, nullptr, &h200(), {100, false}) ==
      "  1 M, float\n"
      "  ~time: predicted for an NVIDIA H200, at this size\n"
      "  ~time ?: because\n"
      "  rung     step                   sectors r/w  banks    moved  /needed   ~time  limit          check\n"
      "  strided  down the columns       *32 (4) / 4      -   115 KB    *4.50  8.0 us  L1      ██▌    ok\n"
      "  shared   tile in shared memory        4 / 4    *32  25.6 KB     1.00  4.0 us  shared  █████  ok\n"
      "  lost     too many accesses            4 / 4      1  25.6 KB     1.00       ?                 ok\n");
  const std::string narrow = driver::rungs_text(rungs, nullptr, &h200(), {80, false});
  CHECK(widest(narrow) <= 80);
  CHECK(contains(narrow, "~time  limit"));
  CHECK_FALSE(contains(narrow, "/needed"));
  CHECK(contains(driver::rungs_text(rungs, nullptr, &h200(), {100, true}), "\033[1m4.0 us\033[0m"));
  const auto json = driver::json_of(naive, first.rows[0], nullptr);
  CHECK(json["predicted"] ==
        nlohmann::ordered_json{{"gpu", "h200"}, {"seconds", 8e-6}, {"limit", "L1"}, {"why", "because"}});
  CHECK(driver::json_of(lost, third.rows[0], nullptr)["predicted"]["seconds"].is_null());
}

TEST_CASE("bars are of predicted times of one size, and of measured ones where there are any") {
  const auto naive = rung("naive", "a", Role::naive);
  const auto better = rung("better", "b");
  const auto text_of = [&](const driver::Row& one, const driver::Row& other) {
    const Result first{&naive, {one}, "", 0, ""};
    const Result second{&better, {other}, "", 0, ""};
    const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
    return driver::rungs_text(rungs, nullptr, &h200(), {100, false});
  };
  driver::Row small = predicted(counted(4, 0), 4e-6, "launch");
  small.size = "1 K";
  CHECK_FALSE(contains(text_of(predicted(counted(32, 0), 8e-6, "L1"), small), "█"));
  const std::string both = text_of(predicted(row(4e-3), 3e-3, "L1"), predicted(row(1e-3), 2e-3, "DRAM"));
  CHECK(contains(both, "4.000 ms  250.0 GB/s      50.0 %          -  3.0 ms  L1     ███           ok\n"));
  CHECK(contains(both, "1.000 ms   1000 GB/s      50.0 %     4.00 x  2.0 ms  DRAM   ████████████  ok\n"));
}

TEST_CASE(
    "rows get what their launches would take, but for those whose host was not counted or that share a "
    "name") {
  const auto launch = [](const std::string& section) {
    return R"({"section": ")" + section +
           R"(", "kernel": "k", "grid": [64, 1, 1], "block": [256, 1, 1], "shared_bytes": 0, "times": 1,
      "watched_blocks": 64, "load_requests": 512, "store_requests": 512, "atomic_requests": 0, "atomics": 0, "load_sectors": 2048,
      "store_sectors": 2048, "atomic_sectors": 0, "shared_requests": 0, "wavefronts": 0, "barriers": 0, "dropped": 0})";
  };
  const std::string json = R"({"launches": [)" + launch("plain, 1 M, float") + ", " +
                           launch("plain, 1 M, end to end, float") + ", " + launch("plain, 2 M, float") +
                           "]}";
  std::vector<driver::Row> rows = {row(1), row(1, "1 M, end to end"), row(1, "2 M"), row(1, "2 M"),
                                   row(1, "3 M")};
  driver::add_predictions(rows, json, h200());
  REQUIRE(rows[0].predicted);
  CHECK(rows[0].predicted->limit == "launch");
  CHECK(*rows[0].predicted->seconds > h200().launch_s);
  for (const std::size_t abstained : {1, 2, 3}) {
    REQUIRE(rows[abstained].predicted);
    CHECK_FALSE(rows[abstained].predicted->seconds);
    CHECK_FALSE(rows[abstained].predicted->why.empty());
  }
  CHECK_FALSE(rows[4].predicted);
  driver::add_predictions(rows, R"({"host": [], )" + json.substr(1), h200());
  CHECK(rows[1].predicted->limit == "host");
  CHECK(*rows[1].predicted->seconds > h200().host_launch_s);
  driver::add_predictions(rows, R"({"launches": []})", h200());
  CHECK_FALSE(rows[0].predicted);
}

TEST_CASE("rows get the counters of their range, the second of one name those of the second") {
  driver::lens::Report report;
  const auto range = [](std::uint64_t launches) {
    return driver::lens::Range{"plain, 1 M, float", {{"k", launches, 1, 0, {}}}};
  };
  report.ranges = {range(1), {"other", {}}, range(2)};
  std::vector<driver::Row> rows = {row(1), row(1), row(1)};
  driver::add_counters(rows, report);
  REQUIRE(rows[1].counters);
  CHECK(rows[0].counters->launches == 1);
  CHECK(rows[1].counters->launches == 2);
  CHECK_FALSE(rows[2].counters);
}

TEST_CASE("a fault is caught where the run does not end well, and its first hazard is named") {
  const auto program = rung("missing_barrier", "", Role::demo);
  driver::Row seen = row(1);
  seen.observed = "wrong in 5 of 5 launches, first: 32 of 32";
  CHECK(driver::fault_from({&program, {seen}, "", 1, ""}, "a").caught);
  CHECK(driver::fault_from({&program, {seen}, "", 1, ""}, "a").seen == "wrong in 5 of 5 launches");
  CHECK_FALSE(driver::fault_from({&program, {seen}, "", 0, ""}, "a").caught);
  const std::string lens =
      R"({"kernels": [], "hazards": [{"kind": "race-shared", "kernel": "k", "text": "", "times": 1,
    "first": {"file": "a/b.cu", "line": 7}, "second": {"file": "a/b.cu", "line": 9}}]})";
  CHECK(driver::fault_from({&program, {seen}, "", 3, "", lens}, "a").seen == "race-shared at b.cu:7 and 9");
}
