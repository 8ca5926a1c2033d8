#include <doctest/doctest.h>

#include <memory>

#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

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
              const std::string& failure = "") {
    programs.push_back(std::make_unique<Program>(example::program("ch01_x", name, role, "x")));
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

TEST_CASE("the ceiling has no ratio, and no step is compared with it as its previous one") {
  Climb climb;
  climb.rung(Role::naive, "naive", {row(4.0)})
      .rung(Role::ceiling, "copy", {row(1.0)})
      .rung(Role::rung, "better", {row(2.0)});
  const auto lines = climb.lines();
  CHECK_FALSE(lines[1].over_before);
  CHECK_FALSE(lines[1].over_naive);
  CHECK(*lines[2].over_before == doctest::Approx(2));
}

TEST_CASE("a peer is compared with the naive step, and no step is compared with it as its previous one") {
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

TEST_CASE("a fault's observation is shown instead of a verdict, and is no failure") {
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

TEST_CASE(
    "a run lacks memory if it says so or was killed for it; a crash and a wrong result are something else") {
  CHECK(Result{nullptr, {}, "failed (exit 1)", 1, "copy: not enough host memory for 1 x 1"}.lacks_memory());
  CHECK(Result{nullptr, {}, "failed (exit 1)", 1, "copy: not enough device memory: needed"}.lacks_memory());
  CHECK(Result{nullptr, {}, "failed (killed by signal 9)", 137, ""}.lacks_memory());
  CHECK_FALSE(Result{nullptr, {}, "failed (killed by signal 11)", 139, ""}.lacks_memory());
  CHECK_FALSE(Result{nullptr, {row(1)}, "failed (exit 1)", 1, "not enough host memory"}.lacks_memory());
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

TEST_CASE("a chapter has one table per ladder, and demos are separate") {
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

namespace {

std::string names(const std::vector<const Program*>& programs) {
  std::string text;
  for (const Program* program : programs) text += (text.empty() ? "" : " ") + program->name;
  return text;
}

const driver::Ladder ladder_of(const driver::Manifest& manifest, const std::string& chapter,
                               const std::string& name) {
  for (const driver::Ladder& ladder : driver::ladders_of(manifest, chapter, "sim"))
    if (ladder.name == name) return ladder;
  return {};
}

}  // namespace

TEST_CASE("a ladder's order is that of the numbers, whatever the order of declaration") {
  const driver::Manifest manifest = example::with_parts();
  CHECK(names(ladder_of(manifest, "ch06_reduction", "sum").programs) == "global shared shuffle");
  CHECK(names(ladder_of(manifest, "ch08_transpose", "ch08_transpose").programs) == "copy strided padded");
}

TEST_CASE("a further ladder continues the core: its naive step, its ceiling, and its last step at the end") {
  const driver::Manifest manifest = example::with_parts();
  const driver::Ladder sum = ladder_of(manifest, "ch06_reduction", "sum/further");
  CHECK(names(sum.references) == "global shuffle");
  CHECK(names(sum.programs) == "mapped graph");
  CHECK(names(ladder_of(manifest, "ch08_transpose", "ch08_transpose/further").references) ==
        "copy strided padded");
  CHECK(ladder_of(manifest, "ch06_reduction", "sum").references.empty());
}

TEST_CASE("the ratios of a further ladder are to the core's last rung and to its naive one") {
  const driver::Manifest manifest = example::with_parts();
  const driver::Ladder ladder = ladder_of(manifest, "ch06_reduction", "sum/further");
  std::vector<Result> results;
  for (const Program* program : ladder.references)
    results.push_back({program, {row(program->name == "global" ? 8.0 : 2.0)}, "", 0, ""});
  const Result mapped = {ladder.programs[0], {row(1.0)}, "", 0, ""};
  const auto lines = driver::climb({&results[0], &results[1]}, {&mapped});
  CHECK(*lines[2].over_before == doctest::Approx(2));
  CHECK(*lines[2].over_naive == doctest::Approx(8));
}

TEST_CASE("a ladder may continue one of another chapter, or one of its steps") {
  driver::Manifest manifest = example::with_parts();
  CHECK(names(ladder_of(manifest, "ch07_blocking", "tall").references) == "copy strided padded");
  manifest.programs[7].continues = "strided";
  REQUIRE(manifest.programs[7].name == "taller");
  CHECK(names(ladder_of(manifest, "ch07_blocking", "tall").references) == "copy strided");
  manifest.programs[7].continues = "nowhere";
  CHECK_THROWS_WITH_AS(ladder_of(manifest, "ch07_blocking", "tall"),
                       "ch07_blocking/tall/01_taller.cu: its ladder continues nowhere, which does not exist",
                       tutorial::Failure);
}

TEST_CASE("a further ladder of a ladder that continues another shows the references of both") {
  driver::Manifest manifest = example::with_parts();
  manifest.programs.push_back(example::rung("ch07_blocking", "tall", true, 1, "tallest"));
  manifest.sort();
  CHECK(names(ladder_of(manifest, "ch07_blocking", "tall/further").references) == "copy strided taller");
}

TEST_CASE("ladders that continue each other do not hang the driver") {
  driver::Manifest manifest = example::with_parts();
  for (Program& program : manifest.programs)
    if (program.ladder == "sum") program.continues = "sum/further";
  CHECK(names(ladder_of(manifest, "ch06_reduction", "sum/further").references) == "global shuffle");
}

TEST_CASE("a rung that this back end lacks is no reference; the one below it is the rung before") {
  driver::Manifest manifest = example::with_parts();
  for (Program& program : manifest.programs)
    if (program.name == "shuffle") program.binaries.clear();
  CHECK(names(ladder_of(manifest, "ch06_reduction", "sum/further").references) == "global shared");
}

TEST_CASE("tables come folder by folder: parts in reading order, core before further, demos in their part") {
  const driver::Manifest manifest = example::with_parts();
  const auto everything = [](const Program&) { return true; };
  const auto groups = driver::groups_of(manifest, "ch06_reduction", "sim", everything);
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].part == "sum");
  CHECK(names(groups[0].demos) == "in_place");
  CHECK(names(groups[0].ladders.at(0).programs) == "global shared shuffle");
  CHECK((groups[1].part == "sum" && groups[1].further));
  CHECK(groups[2].part == "dot");
  const auto core = driver::groups_of(manifest, "ch06_reduction", "sim",
                                      [](const Program& program) { return !program.further; });
  CHECK(core.size() == 2);
}
