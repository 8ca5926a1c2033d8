// program_test: does a program end as it must, whatever its body does?

#include "tutorial/program.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/common/captured.hpp"
#include "tutorial/cuda_check.hpp"

using tutorial::Program;
using tutorial::Verdict;

namespace {

using Body = std::function<void(Program&, std::int64_t n)>;

/// Runs a program of one size on the CPU.
Captured run(std::vector<std::string> arguments, const Body& body) {
  Program program("/a/ch05_nearest_naive/core/01_nearest.cu");
  std::int64_t n = 0;
  program.size("--n", n, "points", {.gpu = 100, .simulator = 100, .quick = 10});
  program.block_sizes({64, 128}, 128);
  arguments.insert(arguments.begin(), "nearest");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return capture([&] {
    return program.run_on_host(static_cast<int>(argv.size()), argv.data(), [&] { body(program, n); });
  });
}

/// Runs a program of three types, the first of them double.
template <typename Body>
Captured run_types(std::vector<std::string> arguments, Body&& body) {
  Program program("/a/ch05_nearest_naive/01_nearest.cu");
  arguments.insert(arguments.begin(), "nearest");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return capture([&] {
    return program.run<double, float, long long>(static_cast<int>(argv.size()), argv.data(),
                                                 [&](auto zero) { body(program, zero); });
  });
}

tutorial::Case one_row() {
  return {.variant = "one thread", .size = "100", .work = 1e4, .unit = tutorial::Unit::giga_pairs_per_second};
}

/// A body that measures nothing much and passes on a verdict.
Body verdict_is(const Verdict& verdict) {
  return [verdict](Program& program, std::int64_t) {
    program.measure_on_host(
        one_row(), [] {}, [verdict] { return verdict; });
  };
}

const Verdict right = {true, "ok"};
const Verdict wrong = {false, "1 of 9 values is wrong\nindex 3: got nan, wanted 1"};

}  // namespace

TEST_CASE("a right run prints where it ran, the table and the notes, and exits with 0") {
  const Captured captured = run({"--repeats", "3"}, [](Program& program, std::int64_t) {
    verdict_is(right)(program, 0);
    program.note("what to notice");
  });
  CHECK(captured.exit_code == 0);
  CHECK(captured.err.empty());
  CHECK(captured.out.rfind("nearest on the CPU (", 0) == 0);
  CHECK(captured.out.find("simulator") == std::string::npos);
  CHECK(captured.out.find("\none thread   100  float") != std::string::npos);
  CHECK(captured.out.find("G pairs/s  ok\n\nwhat to notice\n") != std::string::npos);
}

TEST_CASE("--repeats N times each row exactly N times") {
  int runs = 0;
  const Captured captured = run({"--repeats", "5"}, [&](Program& program, std::int64_t) {
    program.measure_on_host(
        one_row(), [&] { ++runs; }, [] { return right; });
  });
  CHECK(captured.exit_code == 0);
  CHECK(runs == 2 + 5);  // two for warming up
}

TEST_CASE("a measurement returns the median that the row shows") {
  double median_s = 0;
  const Captured captured = run({"--repeats", "3", "--json", "-"}, [&](Program& program, std::int64_t) {
    median_s = program.measure_on_host(
        one_row(), [] {}, [] { return right; });
  });
  CHECK(median_s > 0);
  CHECK(nlohmann::json::parse(captured.out)[0]["median_s"] == median_s);
}

TEST_CASE("the check comes after all runs") {
  int runs = 0;
  int runs_at_check = 0;
  run({"--repeats", "2"}, [&](Program& program, std::int64_t) {
    program.measure_on_host(
        one_row(), [&] { ++runs; },
        [&] {
          runs_at_check = runs;
          return right;
        });
  });
  CHECK(runs_at_check == runs);
  CHECK(runs == 4);
}

TEST_CASE("a wrong result exits with 1 after the table, with a line on standard error") {
  const Captured captured = run({"--repeats", "1"}, [](Program& program, std::int64_t) {
    verdict_is(right)(program, 0);
    verdict_is(wrong)(program, 0);
  });
  CHECK(captured.exit_code == 1);
  CHECK(captured.err ==
        "nearest: WRONG: one thread, 100, float: 1 of 9 values is wrong; index 3: got nan, wanted 1\n");
  CHECK(captured.out.find("WRONG\n") != std::string::npos);
}

TEST_CASE("--json - and --csv - leave standard output to the data alone") {
  const Captured json = run({"--json", "-", "--repeats", "1"}, verdict_is(right));
  CHECK(json.exit_code == 0);
  const auto rows = nlohmann::json::parse(json.out);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0]["chapter"] == "ch05_nearest_naive");
  CHECK(rows[0]["program"] == "nearest");
  CHECK(rows[0]["backend"] == tutorial::backend_name(tutorial::backend()));
  CHECK(rows[0]["unit"] == "G pairs/s");
  CHECK(rows[0]["median_s"].is_number());  // the CPU's own time is a time on both back ends
  CHECK(rows[0]["ceiling_fraction"].is_null());

  const Captured csv = run({"--csv", "-", "--repeats", "1"}, verdict_is(right));
  CHECK(csv.exit_code == 0);
  CHECK(csv.out.rfind("chapter,program,", 0) == 0);
  CHECK(csv.out.find("\nch05_nearest_naive,nearest,one thread,100,float,") != std::string::npos);
}

TEST_CASE("the result of a row that needs all blocks is not checked where a sample of them ran") {
  if (tutorial::backend() != tutorial::Backend::simulator) return;
  const auto body = [](Program& program, std::int64_t) {
    tutorial::Case row = one_row();
    row.needs_all_blocks = true;
    program.measure_on_host(
        row, [] {}, [] { return wrong; });
  };
  CHECK(run({"--repeats", "1"}, body).exit_code == 1);
  ::setenv("LENS_PREDICT", "sample", 1);
  const Captured sampled = run({"--repeats", "1"}, body);
  const Captured other = run({"--repeats", "1"}, verdict_is(wrong));
  ::unsetenv("LENS_PREDICT");
  CHECK(sampled.exit_code == 0);
  CHECK(sampled.out.find("  not checked: it needs all blocks\n") != std::string::npos);
  CHECK(other.exit_code == 1);
}

TEST_CASE("an observed fault is neither a right nor a wrong result") {
  const Captured captured = run({"--repeats", "1"}, [](Program& program, std::int64_t) {
    program.demonstrate(one_row(), "wrong in 3 of 2000 launches");
    program.left_out("the library", "it is not here");
  });
  CHECK(captured.exit_code == 0);
  CHECK(captured.out.find("  wrong in 3 of 2000 launches\n") != std::string::npos);
  CHECK(captured.out.find("\nleft out: the library (it is not here)\n") != std::string::npos);
  CHECK(run({}, [](Program& program, std::int64_t) { program.demonstrate(one_row(), ""); }).exit_code == 1);
}

TEST_CASE("nanoseconds are the time of one access") {
  const Captured captured = run({"--json", "-", "--repeats", "1"}, [](Program& program, std::int64_t) {
    tutorial::Case row = one_row();
    row.unit = tutorial::Unit::nanoseconds;
    program.measure_on_host(
        row, [] {}, [] { return right; });
  });
  const auto json = nlohmann::json::parse(captured.out)[0];
  CHECK(json["unit"] == "ns");
  CHECK(json["throughput"].get<double>() == doctest::Approx(json["median_s"].get<double>() * 1e9 / 1e4));
}

TEST_CASE("a wrong result is written down as not verified") {
  const Captured captured = run({"--json", "-", "--repeats", "1"}, verdict_is(wrong));
  CHECK(captured.exit_code == 1);
  CHECK(nlohmann::json::parse(captured.out)[0]["verified"] == false);
}

TEST_CASE("an output that cannot be written is refused before the work starts") {
  bool worked = false;
  const Captured captured =
      run({"--json", "/no-such-folder/x"}, [&](Program&, std::int64_t) { worked = true; });
  CHECK(captured.exit_code == 2);
  CHECK(captured.out.empty());
  CHECK(captured.err == "nearest: --json: cannot write to '/no-such-folder/x': No such file or directory\n");
  CHECK_FALSE(worked);
  CHECK(run({"--json", "-", "--csv", "-"}, verdict_is(right)).err ==
        "nearest: --csv: the same file as --json\n");
}

TEST_CASE("a failing program writes no file") {
  const auto path = std::filesystem::temp_directory_path() / "tutorial-program-test.json";
  std::filesystem::remove(path);
  run({"--json", path.string()}, [](Program&, std::int64_t) { throw std::runtime_error("no"); });
  CHECK_FALSE(std::filesystem::exists(path));
  run({"--json", path.string(), "--repeats", "1"}, verdict_is(right));
  CHECK(std::filesystem::remove(path));
}

TEST_CASE("a full disk is noticed, and does not hide a wrong result") {
  const Captured full = run({"--csv", "/dev/full", "--repeats", "1"}, verdict_is(right));
  CHECK(full.exit_code == 1);
  CHECK(full.err.find("cannot write to '/dev/full'") != std::string::npos);
  const Captured both = run({"--csv", "/dev/full", "--repeats", "1"}, verdict_is(wrong));
  CHECK(both.exit_code == 1);
  CHECK(both.err.find("WRONG") != std::string::npos);
}

TEST_CASE("--help prints the question and runs nothing") {
  bool worked = false;
  const Captured captured = run({"--help"}, [&](Program&, std::int64_t) { worked = true; });
  CHECK(captured.exit_code == 0);
  CHECK(captured.out.rfind("nearest: its question is the first line of core/01_nearest.cu\n", 0) == 0);
  CHECK(captured.err.empty());
  CHECK_FALSE(worked);
}

TEST_CASE("a program takes its name and its question from the file that makes it") {
  Program program;  // see the first line of this file
  std::string name = "program_test";
  std::string help = "--help";
  char* argv[] = {name.data(), help.data()};
  const Captured captured = capture([&] { return program.run_on_host(2, argv, [] {}); });
  CHECK(captured.out.rfind("program_test: does a program end as it must, whatever its body does?\n", 0) == 0);
}

TEST_CASE("--type all runs the body for each type, and one table has all rows") {
  std::vector<std::string> seen;
  const Captured all =
      run_types({"--type", "all", "--repeats", "1", "--csv", "-"}, [&](Program& program, auto zero) {
        seen.push_back(program.type() + " of " + std::to_string(sizeof zero));
        verdict_is(right)(program, 0);
      });
  CHECK(all.exit_code == 0);
  CHECK(all.err.empty());
  CHECK(seen == std::vector<std::string>{"double of 8", "float of 4", "long long of 8"});
  for (const char* row : {"100,double,", "100,float,", "100,long long,"}) {
    CHECK_MESSAGE(all.out.find(row) != std::string::npos, row);
  }
}

TEST_CASE("without --type the first type alone is run, with it the one it names") {
  const auto type_run_with = [](const std::vector<std::string>& arguments) {
    std::string seen;
    run_types(arguments, [&](Program& program, auto) { seen += program.type() + ";"; });
    return seen;
  };
  CHECK(type_run_with({}) == "double;");
  CHECK(type_run_with({"--type", "float"}) == "float;");
  CHECK(type_run_with({"--type", "int"}).empty());
}

TEST_CASE("rows of different types have no ratio to each other") {
  const Captured all = run_types({"--type", "all", "--repeats", "1"},
                                 [](Program& program, auto) { verdict_is(right)(program, 0); });
  CHECK(all.out.find("vs first") != std::string::npos);
  CHECK(all.out.find("vs before") == std::string::npos);  // each row is the first of its type
}

TEST_CASE("a wrong result in one type of all is wrong") {
  const Captured captured = run_types({"--type", "all", "--repeats", "1"}, [](Program& program, auto) {
    verdict_is(program.type() == "float" ? wrong : right)(program, 0);
  });
  CHECK(captured.exit_code == 1);
  CHECK(captured.err ==
        "nearest: WRONG: one thread, 100, float: 1 of 9 values is wrong; index 3: got nan, wanted 1\n");
}

TEST_CASE("a note that all types share is printed once, others with their type") {
  const Captured captured = run_types({"--type", "all", "--repeats", "1"}, [](Program& program, auto) {
    verdict_is(right)(program, 0);
    program.note("what to notice");
    if (program.type() == "float") program.note("it rounds");
  });
  CHECK(captured.out.find("  ok\n\nwhat to notice\nfloat: it rounds\n") != std::string::npos);
}

TEST_CASE("mistakes in arguments are one line on standard error, nothing on standard output, exit 2") {
  const Captured size = run({"--n", "1e6"}, verdict_is(right));
  CHECK(size.exit_code == 2);
  CHECK(size.out.empty());
  CHECK(size.err == "nearest: --n: '1e6' is not an integer; write it in digits\n");

  const Captured body =
      run({}, [](Program&, std::int64_t n) { Program::require(n % 2 == 1, "--n: must be odd"); });
  CHECK(body.exit_code == 2);
  CHECK(body.out.empty());
  CHECK(body.err == "nearest: --n: must be odd\n");
}

TEST_CASE("any exception ends in one message and exit code 1") {
  const Captured known = run({}, [](Program&, std::int64_t) { throw std::runtime_error("broken"); });
  CHECK(known.exit_code == 1);
  CHECK(known.err == "nearest: broken\n");

  const Captured unknown = run({}, [](Program&, std::int64_t) { throw 42; });
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.err == "nearest: an exception of an unknown type\n");

  const Captured memory = run({"--n", "7"}, [](Program&, std::int64_t) { throw std::bad_alloc(); });
  CHECK(memory.exit_code == 1);
  CHECK(memory.err.rfind("nearest: not enough host memory for --n 7: ", 0) == 0);
}

TEST_CASE("a missing device exits with 77, another CUDA error with 1") {
  CHECK(run({}, [](Program&, std::int64_t) { CUDA_CHECK(cudaErrorNoDevice); }).exit_code == 77);
  CHECK(run({}, [](Program&, std::int64_t) { CUDA_CHECK(cudaErrorInsufficientDriver); }).exit_code == 77);
  CHECK(run({}, [](Program&, std::int64_t) { CUDA_CHECK(cudaErrorInvalidValue); }).exit_code == 1);
}

TEST_CASE("a body that measures nothing exits with 1") {
  const Captured captured = run({}, [](Program&, std::int64_t) {});
  CHECK(captured.exit_code == 1);
  CHECK(captured.err == "nearest: nothing was measured, so nothing was checked\n");
}

TEST_CASE("measuring outside run() is the author's mistake") {
  Program program;
  CHECK_THROWS_AS(program.measure_on_host(
                      one_row(), [] {}, [] { return right; }),
                  std::logic_error);
  CHECK_THROWS_AS(program.measure(
                      one_row(), [] {}, [] { return right; }),
                  std::logic_error);
}

TEST_CASE("the body sees the user's options") {
  run({"--n", "7", "--seed", "9", "--block", "64", "--quick"}, [](Program& program, std::int64_t n) {
    CHECK(n == 7);
    CHECK(program.seed() == 9);
    CHECK(program.block() == 64);
    CHECK(program.type() == "float");
    CHECK(program.quick());
    verdict_is(right)(program, n);
  });
}
