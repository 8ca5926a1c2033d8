#include <doctest/doctest.h>

#include "driver/run/run_report.hpp"
#include "tests/driver/example.hpp"

namespace driver = tutorial::driver;

using driver::Result;
using driver::Role;
using example::row;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a ladder's table shows time, throughput, per cent of the ceiling, ratios and the check") {
  const auto naive = example::program("ch08_x", "naive", Role::naive, "x");
  const auto better = example::program("ch08_x", "better", Role::rung, "x");
  const Result first{&naive, {row(4e-3)}, "", 0, ""};
  const Result second{&better, {row(1e-3)}, "", 0, ""};
  const std::string text = driver::ladder_text(driver::climb({}, {&first, &second}));
  CHECK(text ==
        "  size 1 M, float\n"
        "  rung    variant      time  spread  throughput  of ceiling  vs before  vs naive  check\n"
        "  ------  -------  --------  ------  ----------  ----------  ---------  --------  -----\n"
        "  naive   plain    4.000 ms  ± 0.2%  250.0 GB/s       50.0%          -         -  ok\n"
        "  better  plain    1.000 ms  ± 0.2%   1000 GB/s       50.0%     4.00 x    4.00 x  ok\n");
}

TEST_CASE("ladder_markdown has four columns and compares a step with the fastest variant of the one before") {
  const auto naive = example::program("ch08_x", "naive", Role::naive, "x");
  const auto better = example::program("ch08_x", "better", Role::rung, "x");
  const Result first{&naive, {row(4e-3), row(2e-3)}, "", 0, ""};
  const Result second{&better, {row(4e-3), row(1e-3)}, "", 0, ""};
  const auto lines = driver::climb({}, {&first, &second});
  CHECK(driver::ladder_markdown(lines) ==
        "**size 1 M, float**\n\n"
        "| step and variant | time | % of peak | speedup |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| naive: plain | 4.000 ms | 50.0% | - |\n"
        "| naive: plain | 2.000 ms | 50.0% | 2.00x |\n"
        "| better: plain | 4.000 ms | 50.0% | 0.50x |\n"
        "| better: plain | 1.000 ms | 50.0% | 2.00x |\n");
  CHECK(driver::ladder_markdown(lines, "better") ==
        "**better, size 1 M, float**\n\n"
        "| variant | time | % of peak | speedup |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| plain | 4.000 ms | 50.0% | 0.50x |\n"
        "| plain | 1.000 ms | 50.0% | 2.00x |\n");
}

TEST_CASE("ladder_markdown gives a ceiling no speedup, and names a step that failed") {
  const auto copy = example::program("ch08_x", "copy", Role::ceiling, "x");
  const auto naive = example::program("ch08_x", "naive", Role::naive, "x");
  const auto broken = example::program("ch08_x", "broken", Role::rung, "x");
  const Result first{&copy, {row(1e-3), row(2e-3)}, "", 0, ""};
  const Result second{&naive, {row(4e-3)}, "", 0, ""};
  const Result third{&broken, {}, "not measured yet", 0, ""};
  const std::string text = driver::ladder_markdown(driver::climb({}, {&first, &second, &third}));
  CHECK(contains(text, "| step and variant | time | % of peak | check |\n"));
  CHECK(contains(text, "| broken | - | - | not measured yet |\n"));
}

TEST_CASE("a table that is wider than the line leaves out the columns that say least") {
  const auto naive = example::program("ch08_x", "naive", Role::naive, "x");
  const auto better = example::program("ch08_x", "better", Role::rung, "x");
  const Result first{&naive, {row(4e-3)}, "", 0, ""};
  const Result second{&better, {row(1e-3)}, "", 0, ""};
  const auto lines = driver::climb({}, {&first, &second});
  CHECK(contains(driver::ladder_text(lines, 95), "  vs naive  check\n"));
  const std::string narrow = driver::ladder_text(lines, 60);
  CHECK(contains(narrow, "  rung    variant      time  of ceiling  vs before  check\n"));
  CHECK(contains(driver::ladder_text(lines, 1), "  rung    variant      time  vs before  check\n"));
}

TEST_CASE("without times there is no time column") {
  const auto naive = example::program("ch08_x", "naive", Role::naive, "x");
  const Result first{
      &naive, {example::without_times(row(4e-3)), example::without_times(row(1, "2 M"))}, "", 0, ""};
  const std::string text = driver::ladder_text(driver::climb({}, {&first}));
  CHECK(text ==
        "  float\n"
        "  rung   variant  size  check\n"
        "  -----  -------  ----  -----\n"
        "  naive  plain     1 M  ok\n"
        "  naive  plain     2 M  ok\n");
}

TEST_CASE("rungs of other chapters, ceilings and failures are marked") {
  const auto naive = example::program("ch05_nearest", "naive", Role::naive, "x");
  const auto copy = example::program("ch08_x", "copy", Role::ceiling, "x");
  const auto broken = example::program("ch08_x", "broken", Role::rung, "x");
  const Result first{&naive, {row(1)}, "", 0, ""};
  const Result second{&copy, {row(1)}, "", 0, ""};
  const Result third{&broken, {}, "failed (exit 1)", 1, "broken: out of memory\nsecond line"};
  const std::string text = driver::ladder_text(driver::climb({&first}, {&second, &third}));
  CHECK(contains(text, "naive (ch05)"));
  CHECK(contains(text, "copy (ceiling)"));
  CHECK(contains(text, "failed (exit 1)"));
  CHECK(driver::failures_text({&first, &second, &third}) ==
        "  broken: failed (exit 1)\n    broken: out of memory\n    second line\n");
}
