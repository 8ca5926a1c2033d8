#include <doctest/doctest.h>

#include "driver/bench/bench_plan.hpp"
#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

driver::Manifest with_sizes() {
  driver::Manifest manifest = example::manifest();
  manifest.bench = {
      {.chapter = "ch05_nearest",
       .ladder = "ch05_nearest",
       .sizes = {"--count 10"},
       .others = {"--data grid"}},
      {.chapter = "ch05_nearest", .program = "nearest_cpu", .sizes = {"--count 5"}},
      {.chapter = "ch08_transpose", .ladder = "ch08_transpose", .sizes = {"--rows 1", "--rows 2"}},
      {.chapter = "ch08_transpose", .ladder = "ch08_transpose", .sizes = {"--rows 2", "--rows 3"}}};
  return manifest;
}

std::string texts(const std::vector<driver::BenchRun>& plan) {
  std::string text;
  for (const driver::BenchRun& run : plan) text += run.text() + (run.step ? "; " : "*; ");
  return text;
}

std::string planned(const std::vector<std::string>& only, bool further = true,
                    const std::string& backend = driver::any_backend) {
  const driver::Manifest manifest = with_sizes();
  return texts(driver::bench_plan(manifest, only, further, backend));
}

}  // namespace

TEST_CASE("a ladder runs size by size, its CPU baseline at its own sizes alone") {
  CHECK(planned({"ch05"}) ==
        "nearest_cpu; nearest_naive; nearest_cpu --count 5; nearest_naive --count 10; nearest_naive --data "
        "grid*; ");
}

TEST_CASE(
    "sizes declared twice run once, demos at their default size, other ladders of the chapter by "
    "themselves") {
  CHECK(planned({"ch08_transpose"}) ==
        "copy; strided; padded; copy --rows 1; strided --rows 1; padded --rows 1; copy --rows 2; strided "
        "--rows 2; "
        "padded --rows 2; copy --rows 3; strided --rows 3; padded --rows 3; dot; in_place; ");
  CHECK(planned({"ch08_transpose"}, false) == "copy; strided; padded; dot; in_place; ");
}

TEST_CASE("a plan of one ladder, one program, several of them, or everything") {
  CHECK(planned({"dot"}) == "dot; ");
  CHECK(planned({"padded", "dot"}) == "padded; padded --rows 1; padded --rows 2; padded --rows 3; dot; ");
  CHECK(planned({}, false) ==
        "nearest_cpu; nearest_naive; nearest_blocked; copy; strided; padded; dot; in_place; ");
}

TEST_CASE("programs that the back end lacks are left out") {
  driver::Manifest manifest = with_sizes();
  manifest.programs[5].binaries.erase("cuda");
  CHECK(texts(driver::bench_plan(manifest, {"ch08"}, false, "cuda")) == "copy; strided; dot; in_place; ");
}

TEST_CASE("sizes for unknown programs and unknown names are refused") {
  driver::Manifest manifest = with_sizes();
  manifest.bench.push_back({.chapter = "ch05_nearest", .ladder = "ch08_transpose", .sizes = {}});
  CHECK_THROWS_WITH_AS(
      driver::bench_plan(manifest, {}, true, driver::any_backend),
      "ch05_nearest/CMakeLists.txt: tutorial_bench names the ladder ch08_transpose, which is not there",
      tutorial::Failure);
  CHECK_THROWS_AS(planned({"ch09"}), tutorial::UsageError);
}

TEST_CASE("arguments are words between blanks") {
  CHECK(driver::words_of("--n 10  --data grid") == std::vector<std::string>{"--n", "10", "--data", "grid"});
  CHECK(driver::words_of("").empty());
}

TEST_CASE("sizes declared for a ladder hold for its further one; both names and folders select") {
  driver::Manifest manifest = example::with_parts();
  manifest.bench = {{.chapter = "ch06_reduction", .ladder = "sum", .sizes = {"--n 10"}}};
  const auto plan = [&](const std::vector<std::string>& only) {
    return texts(driver::bench_plan(manifest, only, true, driver::any_backend));
  };
  CHECK(plan({"sum/further"}) == "mapped; graph; mapped --n 10; graph --n 10; ");
  CHECK(plan({"sum"}) ==
        "global; shared; shuffle; global --n 10; shared --n 10; shuffle --n 10; mapped; graph; mapped --n "
        "10; graph "
        "--n 10; in_place; ");
  CHECK(plan({"ch06/dot"}) == "dot; ");
  CHECK(plan({"ch08_transpose/further"}) == "bands; ");
  CHECK(plan({"ch08"}) == "copy; strided; padded; bands; ");
}
