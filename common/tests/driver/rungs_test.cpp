#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "driver/data/manifest.hpp"
#include "driver/data/recorded.hpp"
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

/// A row that ran under the lens: 100 loads of so many sectors, where 4 are the minimum, 100 whole stores, one bank's degree.
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
  made.predicted->memory_s = made.predicted->shared_s = seconds.value_or(0);
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

std::string table_of(const std::vector<driver::Rung>& rungs, std::size_t columns = 95) {
  return driver::rungs_text(rungs, nullptr, &h200(), {columns, false}).table;
}

}  // namespace

TEST_CASE("a step is one line, numbered, with the share of its sectors that is used and a mark after waste") {
  const auto naive = rung("turn_strided", "down the columns", Role::naive);
  const auto shared = rung("turn_shared", "tile in shared memory");
  const auto copy = rung("copy", "the same bytes", Role::ceiling);
  const Result first{&naive, {counted(32, 0), counted(32, 0, "__ldg")}, "", 0, ""};
  const Result second{&shared, {counted(4, 32)}, "", 0, ""};
  const Result last{&copy, {counted(4, 0)}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second, &last}), nullptr);
  REQUIRE(rungs.size() == 3);
  CHECK(rungs[0].wastes());
  CHECK(rungs[1].wastes());
  CHECK(table_of(rungs) ==
        "1 M, float. All results are correct.\n"
        "\n"
        "                                       sectors used       bank\n"
        "step            what changes            read  write  conflicts\n"
        "1 turn_strided  down the columns        13%!  100%           -\n"
        "2 turn_shared   tile in shared memory  100%   100%     32-way!\n"
        "copy            the same bytes         100%   100%           -\n");
}

TEST_CASE(
    "waste is marked only where it takes a tenth of the time, and a column without such is the first to go") {
  const auto naive = rung("naive", "a", Role::naive);
  Result result{&naive, {predicted(counted(32, 32), 1e-3, "FP32")}, "", 0, ""};
  predict::Section& section = *result.rows[0].predicted;
  const auto table = [&](std::size_t columns) {
    return table_of(driver::rungs_of(driver::climb({}, {&result}), nullptr), columns);
  };
  section.memory_s = 0.09e-3;
  CHECK(contains(table(95), " 13%  "));
  CHECK(contains(table(95), "32-way!"));
  CHECK_FALSE(contains(table(46), "read"));
  section.shared_s = 0.09e-3;
  CHECK_FALSE(contains(table(95), "!"));
  section.memory_s = 0.11e-3;
  CHECK(contains(table(95), " 13%! "));
  CHECK(contains(table(46), "read"));
}

TEST_CASE("the caption says where only a sample of the blocks ran at this size") {
  const auto naive = rung("naive", "a", Role::naive);
  Result result{&naive, {counted(4, 0)}, "", 0, ""};
  result.sampled = true;
  CHECK(contains(table_of(driver::rungs_of(driver::climb({}, {&result}), nullptr)),
                 "1 M, float: a sample of the blocks simulated.\n"
                 "All results are correct, also with all blocks at a smaller size.\n"));
  result.simulated = 64;
  result.blocks = 65536;
  CHECK(contains(table_of(driver::rungs_of(driver::climb({}, {&result}), nullptr)),
                 "1 M, float: 64 of 65536 blocks simulated.\nAll results are correct, also with"));
}

TEST_CASE("the caption says which counts are recorded ones") {
  const auto naive = rung("naive", "a", Role::naive);
  const auto edited = rung("edited", "a", Role::rung);
  Result first{&naive, {counted(4, 0)}, "", 0, ""};
  Result second{&edited, {counted(4, 0)}, "", 0, ""};
  first.sampled = second.sampled = first.recorded = second.recorded = true;
  const auto text = [&] { return table_of(driver::rungs_of(driver::climb({}, {&first, &second}), nullptr)); };
  CHECK(contains(text(), "The counts are recorded: no step has changed."));
  second.recorded = false;
  CHECK(contains(text(), "The counts of unchanged steps are recorded."));
  first.recorded = false;
  CHECK_FALSE(contains(text(), "recorded"));
}

TEST_CASE("the caption says where a result of the sample cannot be checked") {
  const auto naive = rung("naive", "a", Role::naive);
  Result result{&naive, {counted(4, 0)}, "", 0, ""};
  result.sampled = true;
  result.rows[0].verified = false;
  result.rows[0].unchecked = true;
  const std::string text = table_of(driver::rungs_of(driver::climb({}, {&result}), nullptr));
  CHECK(contains(text,
                 "All results are correct with all blocks, at a smaller size; here, those that need all"));
  CHECK_FALSE(contains(text, "check\n"));
}

TEST_CASE("the caption says why a ladder that no sample will do for runs at a smaller size than measured") {
  auto naive = rung("naive", "a", Role::naive);
  const Result result{&naive, {predicted(counted(4, 0), 8e-6, "launch")}, "", 0, ""};
  auto rungs = driver::rungs_of(driver::climb({}, {&result}), nullptr);
  CHECK_FALSE(contains(table_of(rungs), "cannot be checked, so"));
  driver::Row larger = row(1);
  larger.size = "100 M";
  rungs[0].recorded = &larger;
  const std::string text = table_of(rungs);
  CHECK(
      contains(text,
               "1 M, float. All results are correct.\n"
               "A sample of the blocks cannot be checked, so this size is smaller than the measured one.\n"));
  CHECK(widest(text) <= 95);
  larger.size = "1 M";
  CHECK_FALSE(contains(table_of(rungs), "cannot be checked, so"));
  larger.size = "100 M";
  naive.sample = {"--n", "100000000"};
  CHECK_FALSE(contains(table_of(rungs), "cannot be checked, so"));
}

TEST_CASE("the caption names the steps that ran whole beside steps of which a sample ran") {
  auto naive = rung("naive", "a", Role::naive);
  naive.sample = {"--n", "100000000"};
  const auto lowest = rung("lowest", "b");
  const auto cpu = rung("cpu", "CPU, all cores", Role::baseline);
  const Result timed{&cpu, {row(1)}, "", 0, ""};
  const Result first{&naive, {predicted(counted(4, 0), 8e-6, "launch")}, "", 0, ""};
  const Result second{&lowest, {predicted(counted(4, 0), 8e-6, "launch")}, "", 0, ""};
  driver::Row larger = row(1);
  larger.size = "100 M";
  auto rungs = driver::rungs_of(driver::climb({}, {&timed, &first, &second}), nullptr);
  REQUIRE(rungs.size() == 3);
  for (driver::Rung& each : rungs) each.recorded = &larger;
  CHECK(contains(table_of(rungs), "lowest ran whole, at a smaller size: a sample cannot be checked.\n"));
  naive.sample.clear();
  CHECK(contains(table_of(rungs), "A sample of the blocks cannot be checked"));
}

TEST_CASE("what is recorded at the row's size goes before what is recorded at the default size") {
  const auto manifest = driver::read_manifest(TUTORIAL_MANIFEST);
  const driver::Recorded recorded(manifest, "h200");
  driver::Row wanted = row(1, "100 M");
  wanted.variant = "32 blocks of 256";
  REQUIRE(recorded.of("dot", wanted));
  CHECK(recorded.of("dot", wanted)->size == "100 M");
  wanted.size = "12345";
  REQUIRE(recorded.of("dot", wanted));
  CHECK(recorded.of("dot", wanted)->arguments.empty());
}

TEST_CASE("the legend names the sizes of recorded results where they are not those of the rows") {
  const auto manifest = driver::read_manifest(TUTORIAL_MANIFEST);
  const driver::Recorded recorded(manifest, "h200");
  const auto naive = rung("naive", "a", Role::naive);
  const auto next = rung("next", "b");
  const Result first{&naive, {counted(4, 0)}, "", 0, ""};
  const Result second{&next, {counted(4, 0)}, "", 0, ""};
  auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  driver::Row same = row(1);
  driver::Row larger = row(1);
  larger.size = "100 M";
  rungs[0].recorded = rungs[1].recorded = &same;
  const auto last = [&] { return driver::rungs_text(rungs, &recorded, nullptr, {95, false}).legend.back(); };
  CHECK(last() == "Measured on H200 on " + recorded.date() + ".");
  rungs[1].recorded = &larger;
  CHECK(last() == "Measured on H200 on " + recorded.date() + ", at 100 M where the size differs.");
  rungs[0].recorded = &larger;
  CHECK(last() == "Measured on H200 on " + recorded.date() + ", at 100 M.");
  CHECK(contains(driver::rungs_text(rungs, &recorded, nullptr, {95, false}).table, "measured on H200\n"));
  CHECK(contains(driver::rungs_text(rungs, &recorded, nullptr, {50, false}).table,
                 "The last column was measured on H200.\n"));
}

TEST_CASE("a line that is too long loses the columns without waste before the limit") {
  const auto naive = rung("transposition_in_the_order_of_rows", "each row in turn", Role::naive);
  const auto shared = rung("transposition_through_tiles", "tile in shared memory");
  const Result first{&naive, {predicted(counted(32, 0), 8e-6, "L1")}, "", 0, ""};
  const Result second{&shared, {predicted(counted(4, 1), 4e-6, "memory")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const driver::RungsText text = driver::rungs_text(rungs, nullptr, &h200(), {80, false});
  CHECK(widest(text.table) <= 80);
  CHECK(contains(text.table, "limit"));
  CHECK(contains(text.table, "13%!"));
  CHECK_FALSE(contains(text.table, "conflicts"));
  CHECK(text.legend.at(2) == "Left out, since no step loses time there: write, conflicts.");
}

TEST_CASE("a beginning of one letter is not left out of names") {
  const auto first =
      rung("k_nearest_of_all_the_points_in_the_whole_list", "a list for each of the points", Role::naive);
  const auto second = rung("k_nearest_with_a_warp_for_each_of_the_lists", "a warp for each of the lists");
  const Result one{&first, {predicted(counted(32, 0), 8e-6, "L1")}, "", 0, ""};
  const Result other{&second, {predicted(counted(4, 1), 4e-6, "memory")}, "", 0, ""};
  CHECK(
      contains(table_of(driver::rungs_of(driver::climb({}, {&one, &other}), nullptr)), "1 k_nearest_of_all"));
}

TEST_CASE("the caption says which steps ran at a smaller size, and that memory is why") {
  const auto naive = rung("naive", "a", Role::naive);
  Result result{&naive, {counted(4, 0)}, "", 0, ""};
  result.did_not_fit = {"--rows", "8192"};
  CHECK(contains(table_of(driver::rungs_of(driver::climb({}, {&result}), nullptr)),
                 "since this machine has too little memory for --rows 8192: naive.\n"));
}

TEST_CASE("a narrow line loses what names have in common, then columns, the least important first") {
  const auto naive = rung("transposition_strided_read", "reads down the columns", Role::naive);
  const auto shared = rung("transposition_shared", "tile in shared memory");
  const Result first{&naive, {predicted(counted(32, 0), 8e-6, "L1")}, "", 0, ""};
  const Result second{&shared, {predicted(counted(4, 32), 4e-6, "memory")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  const std::string wide = table_of(rungs, 140);
  CHECK(widest(wide) <= 95);
  CHECK(contains(wide, "\n1 strided_read "));
  CHECK(contains(wide, "limit"));
  const std::string narrow = table_of(rungs, 80);
  CHECK(widest(narrow) <= 80);
  CHECK_FALSE(contains(narrow, "limit"));
  CHECK(contains(narrow, "13%!"));
  CHECK(contains(narrow, "speedup"));
  const std::string narrow_caption = driver::rungs_text(rungs, nullptr, &h200(), {80, false}).table;
  CHECK(contains(narrow_caption, "All results are correct. Times are estimated for H200.\n"));
  const std::string narrower = table_of(rungs, 70);
  CHECK(widest(narrower) <= 70);
  CHECK_FALSE(contains(narrower, "speedup"));
  CHECK(contains(narrower, "time"));
}

TEST_CASE("the fastest right variant is the step's line; what is wrong has a line of its own, and a check") {
  const auto naive = rung("naive", "a", Role::naive);
  driver::Row slow = row(2);
  slow.variant = "slow";
  driver::Row fast = row(1);
  fast.variant = "fast";
  driver::Row library = row(0.5);
  library.peer = true;
  driver::Row broken = example::wrong(row(0.1));
  broken.variant = "broken";
  const Result right{&naive, {slow, fast, library}, "", 0, ""};
  const std::string text = table_of(driver::rungs_of(driver::climb({}, {&right}), nullptr));
  CHECK(contains(text, "1 M, float. All results are correct.\n"));
  CHECK_FALSE(contains(text, "check"));
  const Result result{&naive, {slow, fast, library, broken}, "", 1, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&result}), nullptr);
  REQUIRE(rungs.size() == 2);
  CHECK(rungs[0].row->variant == "fast");
  CHECK(rungs[1].row->variant == "broken");
  CHECK(rungs[1].check == "WRONG");
  CHECK(contains(table_of(rungs), "1 M, float. 1 result is not correct.\n"));
  CHECK(contains(table_of(rungs), "  check\n"));
  CHECK(contains(table_of(rungs), "  ok\n"));
  CHECK(contains(table_of(rungs), "  WRONG\n"));
}

TEST_CASE("a step's line is of the size of the step above, where it has such a row") {
  const auto naive = rung("naive", "a", Role::naive);
  const auto next = rung("next", "b");
  driver::Row at_the_host = predicted(counted(4, 0), 2e-5, "host");
  at_the_host.size = "1 M, end to end";
  const Result first{&naive, {predicted(counted(4, 0), 8e-6, "latency")}, "", 0, ""};
  const Result second{&next, {predicted(counted(4, 0), 4e-6, "latency"), at_the_host}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  REQUIRE(rungs.size() == 2);
  CHECK(rungs[1].row->size == "1 M");
  CHECK(contains(table_of(rungs), "2.0x"));
}

TEST_CASE("with times the table has them, throughput, and how much faster a step is than the one before") {
  const auto naive = rung("naive", "a", Role::naive);
  const auto better = rung("better", "b");
  const Result first{&naive, {predicted(row(4e-3), 3e-3, "L1")}, "", 0, ""};
  const Result second{&better, {predicted(row(1e-3), 2e-3, "DRAM")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  CHECK(table_of(rungs) ==
        "1 M, float. All results are correct. Times are estimated for H200.\n"
        "\n"
        "                        measured here                         estimate\n"
        "step      what changes      time   GB/s  of ceiling  speedup    time  limit\n"
        "1 naive   a             4.000 ms  250.0         50%        -  3.0 ms  L1\n"
        "2 better  b             1.000 ms   1000         50%     4.0x  2.0 ms  DRAM\n");
}

TEST_CASE(
    "an estimated time is in the table with its limit and speedup, and below it the reason if there is "
    "none") {
  const auto naive = rung("turn_strided", "down the columns", Role::naive);
  const auto shared = rung("turn_shared", "tile in shared memory");
  const auto lost = rung("turn_lost", "too many accesses");
  const Result first{&naive, {predicted(counted(32, 0), 8e-6, "L1")}, "", 0, ""};
  const Result second{&shared, {predicted(counted(4, 32), 4e-6, "shared memory")}, "", 0, ""};
  const Result third{&lost, {predicted(counted(4, 1), {}, "")}, "", 0, ""};
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second, &third}), nullptr);
  const driver::RungsText text = driver::rungs_text(rungs, nullptr, &h200(), {95, false});
  CHECK(text.table ==
        "1 M, float. All results are correct.\n"
        "\n"
        "                                       sectors used       bank  estimated for H200\n"
        "step            what changes            read  write  conflicts    time  limit   speedup\n"
        "1 turn_strided  down the columns        13%!  100%           -  8.0 us  L1            -\n"
        "2 turn_shared   tile in shared memory  100%   100%     32-way!  4.0 us  shared     2.0x\n"
        "3 turn_lost     too many accesses      100%   100%       none        ?                -\n");
  CHECK(text.legend ==
        std::vector<std::string>{
            "! = more than half is wasted, and that takes time.",
            "Sectors used: of the 32-byte sectors that loads and stores move, how many were needed.",
            "n-way: n accesses wait for one bank of shared memory.",
            "? = no estimate: because.",
            "Speedup: over the previous step.",
        });
  const auto json = driver::json_of(naive, first.rows[0], nullptr);
  CHECK(json["predicted"] ==
        nlohmann::ordered_json{{"gpu", "h200"}, {"seconds", 8e-6}, {"limit", "L1"}, {"why", "because"}});
  CHECK(driver::json_of(lost, third.rows[0], nullptr)["predicted"]["seconds"].is_null());
}

TEST_CASE("the legend explains only the columns that are shown") {
  const auto cpu = rung("cpu", "CPU, all cores", Role::baseline);
  const auto naive = rung("naive", "a", Role::naive);
  const Result first{&cpu, {row(1)}, "", 0, ""};
  const Result second{&naive, {predicted(counted(4, 0), 1e-5, "latency")}, "", 0, ""};
  const auto legend = [](const std::vector<driver::Rung>& rungs, std::size_t columns) {
    return driver::rungs_text(rungs, nullptr, &h200(), {columns, false}).legend;
  };
  const std::string sectors =
      "Sectors used: of the 32-byte sectors that loads and stores move, how many were needed.";
  const auto rungs = driver::rungs_of(driver::climb({}, {&first, &second}), nullptr);
  CHECK(legend(rungs, 95) == std::vector<std::string>{sectors, "CPU programs are timed on this machine."});
  CHECK(legend(rungs, 20) ==
        std::vector<std::string>{"Left out, since no step loses time there: read, write."});
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
