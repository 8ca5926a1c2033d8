#include <doctest/doctest.h>

#include <memory>

#include "example.hpp"

using driver::Line;
using driver::Program;
using driver::Result;
using driver::Role;
using example::row;

namespace {

/// Programs and results that live as long as the test looks at the lines made of them.
struct Climb {
  std::vector<std::unique_ptr<Program>> programs;
  std::vector<std::unique_ptr<Result>> results;

  Climb& rung(Role role, const std::string& name, std::vector<driver::Row> rows,
              const std::string& failure = "", const std::string& after = "") {
    programs.push_back(std::make_unique<Program>(example::program("ch01_x", name, role, "x", after)));
    results.push_back(
        std::make_unique<Result>(Result{programs.back().get(), std::move(rows), failure, 0, ""}));
    return *this;
  }

  std::vector<Line> lines() const {
    std::vector<const Result*> all;
    for (const auto& result : results) all.push_back(result.get());
    return driver::climb({}, all);
  }
};

}  // namespace

TEST_CASE("speed-ups are ratios of times: over the rung before, the naive rung and the CPU") {
  Climb climb;
  climb.rung(Role::baseline, "cpu", {row(8.0)})
      .rung(Role::naive, "naive", {row(2.0)})
      .rung(Role::rung, "better", {row(1.0)});
  climb.rung(Role::rung, "best", {row(0.25)});
  const auto lines = climb.lines();
  REQUIRE(lines.size() == 4);
  CHECK_FALSE(lines[0].over_before);
  CHECK_FALSE(lines[0].over_baseline);
  CHECK(*lines[1].over_before == doctest::Approx(4));
  CHECK(*lines[1].over_baseline == doctest::Approx(4));
  CHECK_FALSE(lines[1].over_naive);
  CHECK(*lines[3].over_before == doctest::Approx(4));
  CHECK(*lines[3].over_naive == doctest::Approx(8));
  CHECK(*lines[3].over_baseline == doctest::Approx(32));
}

TEST_CASE(
    "variants of one program are rungs of their own; the first row of the naive program is the naive one") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0), row(3.0)}).rung(Role::rung, "better", {row(1.0)});
  const auto lines = climb.lines();
  CHECK(*lines[1].over_before == doctest::Approx(4.0 / 3.0));
  CHECK(*lines[2].over_before == doctest::Approx(3));
  CHECK(*lines[2].over_naive == doctest::Approx(4));
}

TEST_CASE("the ceiling has no ratio, and is nobody's rung before") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0)})
      .rung(Role::ceiling, "copy", {row(1.0)})
      .rung(Role::rung, "better", {row(2.0)});
  const auto lines = climb.lines();
  CHECK_FALSE(lines[1].over_before);
  CHECK_FALSE(lines[1].over_naive);
  CHECK(*lines[2].over_before == doctest::Approx(2));
}

TEST_CASE("a peer is compared with the naive rung, and is nobody's rung before") {
  Climb climb;
  driver::Row peer = row(1.0);
  peer.peer = true;
  climb.rung(Role::naive, "naive", {row(4.0), peer}).rung(Role::rung, "better", {row(2.0)});
  climb.rung(Role::rung, "last", {peer});
  const auto lines = climb.lines();
  CHECK_FALSE(lines[1].over_before);
  CHECK(*lines[2].over_before == doctest::Approx(2));
  CHECK_FALSE(lines[3].over_before);
  CHECK(*lines[3].over_naive == doctest::Approx(4));
}

TEST_CASE("what was seen of a fault stands where a verdict would, and is no failure") {
  Climb climb;
  driver::Row seen = example::wrong(example::without_times(row(1.0)));
  seen.observed = "wrong in 1 of 2000 launches";
  climb.rung(Role::demo, "pitfall", {seen});
  const auto lines = climb.lines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].check == "wrong in 1 of 2000 launches");
  CHECK(lines[0].result->right());
}

TEST_CASE("rows are compared only with rows of the same size and type") {
  Climb climb;
  climb.rung(Role::naive, "naive",
             {row(4.0, "1 M", "float"), row(9.0, "1 M", "double"), row(1.0, "1 K", "float")});
  climb.rung(Role::rung, "better",
             {row(2.0, "1 M", "float"), row(3.0, "1 M", "double"), row(1.0, "2 K", "float")});
  const auto lines = climb.lines();
  CHECK(*lines[3].over_before == doctest::Approx(2));
  CHECK(*lines[4].over_before == doctest::Approx(3));
  CHECK_FALSE(lines[5].over_before);
  CHECK_FALSE(lines[5].over_naive);
}

TEST_CASE("a row without a time has no ratio, and gives none to the next") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0)})
      .rung(Role::rung, "simulated", {example::without_times(row(1.0))});
  climb.rung(Role::rung, "better", {row(2.0)});
  const auto lines = climb.lines();
  CHECK_FALSE(lines[1].over_before);
  CHECK_FALSE(lines[1].over_naive);
  CHECK_FALSE(lines[2].over_before);
  CHECK(*lines[2].over_naive == doctest::Approx(2));
}

TEST_CASE("a wrong result has no speed, however fast it was") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0)})
      .rung(Role::rung, "wrong", {example::wrong(row(0.1))}, "failed (exit 1)");
  climb.rung(Role::rung, "better", {row(2.0)});
  const auto lines = climb.lines();
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].check == "WRONG");
  CHECK_FALSE(lines[1].over_before);
  CHECK_FALSE(lines[2].over_before);
  CHECK(*lines[2].over_naive == doctest::Approx(2));
}

TEST_CASE("a program that failed without a row has a line that says so and breaks the chain") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0)}).rung(Role::rung, "crashes", {}, "failed (exit 139)");
  climb.rung(Role::rung, "better", {row(2.0)});
  const auto lines = climb.lines();
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].row == nullptr);
  CHECK(lines[1].check == "failed (exit 139)");
  CHECK_FALSE(lines[2].over_before);
  CHECK(*lines[2].over_naive == doctest::Approx(2));
}

TEST_CASE("a program that fails after good rows keeps them and is not right") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0)}, "failed (exit 1)");
  const auto lines = climb.lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].check == "ok");
  CHECK(lines[1].check == "failed (exit 1)");
  CHECK_FALSE(climb.results[0]->right());
}

TEST_CASE("the rung before is the program that `after` names, wherever it stands") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(8.0)}).rung(Role::rung, "aside", {row(4.0)});
  climb.rung(Role::rung, "better", {row(2.0), row(1.0)}, "", "naive");
  const auto lines = climb.lines();
  CHECK(*lines[2].over_before == doctest::Approx(4));
  CHECK(*lines[3].over_before == doctest::Approx(2));
}

TEST_CASE("a program is right only if it ran to its end with at least one row, all checked") {
  CHECK(Result{nullptr, {row(1)}, "", 0, ""}.right());
  CHECK_FALSE(Result{nullptr, {}, "", 0, ""}.right());
  CHECK_FALSE(Result{nullptr, {row(1), example::wrong(row(1))}, "", 0, ""}.right());
  CHECK_FALSE(Result{nullptr, {row(1)}, "no device", 77, ""}.right());
}

TEST_CASE("a ladder brings in the rungs of other chapters that come before it") {
  const auto manifest = example::manifest();
  const auto ladders = driver::ladders_of(manifest, "ch07_blocking", "sim");
  REQUIRE(ladders.size() == 1);
  REQUIRE(ladders[0].references.size() == 2);
  CHECK(ladders[0].references[0]->name == "nearest_cpu");
  CHECK(ladders[0].references[1]->name == "nearest_naive");
  CHECK(driver::ladders_of(manifest, "ch05_nearest", "sim")[0].references.empty());
}

TEST_CASE("a chapter has one table a ladder, and demos stand apart") {
  const auto manifest = example::manifest();
  const auto ladders = driver::ladders_of(manifest, "ch08_transpose", "sim");
  REQUIRE(ladders.size() == 2);
  CHECK(ladders[0].programs.size() == 3);
  CHECK(ladders[1].name == "dot");
  const auto demos = driver::demos_of(manifest, "ch08_transpose", "sim");
  REQUIRE(demos.size() == 1);
  CHECK(demos[0]->name == "in_place");
}

TEST_CASE("a program that this back end does not have is left out") {
  auto manifest = example::manifest();
  manifest.programs[5].binaries.erase("sim");
  CHECK(driver::ladders_of(manifest, "ch08_transpose", "sim")[0].programs.size() == 2);
  CHECK(driver::ladders_of(manifest, "ch08_transpose", "cuda")[0].programs.size() == 3);
}

TEST_CASE("programs that name each other by `after` do not hang the driver") {
  auto manifest = example::manifest();
  manifest.programs[1].after = "nearest_blocked";
  CHECK(driver::ladders_of(manifest, "ch07_blocking", "sim")[0].references.size() == 1);
}
