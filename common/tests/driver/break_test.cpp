// The search of a run with another answer, on programs that are made up: what is found, how short it gets, and what is not found.
#include <doctest/doctest.h>

#include <algorithm>

#include "driver/break/replay.hpp"
#include "driver/break/search.hpp"

using namespace tutorial::driver;
using namespace std::chrono_literals;

namespace {

const std::vector<std::uint64_t> sites = {100, 200};

/// Eight threads of a block come by two instructions. `is_broken` says whether these waits give another answer.
struct Program {
  std::function<bool(const Plan&, const std::vector<Moment>&)> is_broken;
  Ran operator()(const Plan& plan) const {
    Ran ran;
    for (unsigned site = 0; site < plan.sites.size(); ++site)
      for (unsigned thread = 0; thread < 8; ++thread) {
        const Moment moment{1, 0, thread, site, 1};
        const bool given = std::find(plan.holds.begin(), plan.holds.end(), moment) != plan.holds.end();
        if (given || plan.per_mille == 1000) ran.log.held.push_back(moment);
      }
    ran.exit_code = is_broken(plan, ran.log.held) ? 1 : 3;
    ran.lines = {"a line", std::to_string(++runs)};
    return ran;
  }
  mutable unsigned runs = 0;  ///< each run prints another number
};

bool waits(const std::vector<Moment>& held, unsigned thread) {
  return std::any_of(held.begin(), held.end(), [&](const Moment& each) { return each.thread == thread; });
}

SearchResult result_of(const Program& program, const std::vector<std::uint64_t>& racing = sites) {
  return search(program, Comparison(program({}), program({})), racing, 20ms);
}

}  // namespace

TEST_CASE("break finds a single wait and keeps it") {
  const Program lost_update{
      [](const Plan&, const std::vector<Moment>& held) { return held.size() == 1 && waits(held, 5); }};
  const SearchResult result = result_of(lost_update);
  REQUIRE(result.found);
  CHECK(result.found->ran.log.held.size() == 1);
  CHECK(result.found->ran.log.held[0].thread == 5);
  CHECK(result.seed == 0);
}

TEST_CASE("break shrinks many waits to those that matter") {
  const Program two{
      [](const Plan&, const std::vector<Moment>& held) { return waits(held, 2) && waits(held, 6); }};
  const SearchResult result = result_of(two);
  REQUIRE(result.found);
  CHECK(result.found->ran.log.held.size() == 2);
  CHECK(waits(result.found->ran.log.held, 2));
  CHECK(waits(result.found->ran.log.held, 6));
  CHECK(result.shrinking > 0);
}

TEST_CASE("the order of blocks and warps is reported if no wait gives another answer") {
  const Program by_seed{[](const Plan& plan, const std::vector<Moment>&) { return plan.seed == 3; }};
  const SearchResult result = result_of(by_seed, {});
  REQUIRE(result.found);
  CHECK(result.seed == 3);
  CHECK(result.found->plan.seed == 3);
  const Program both{
      [](const Plan& plan, const std::vector<Moment>& held) { return plan.seed == 1 || waits(held, 4); }};
  const SearchResult shorter = result_of(both);
  CHECK(shorter.seed == 1);
  CHECK(shorter.found->plan.seed == 0);
  CHECK(shorter.found->ran.log.held.size() == 1);
}

TEST_CASE("nothing is found in a correct program; differences between equal runs do not count") {
  const Program right{[](const Plan&, const std::vector<Moment>&) { return false; }};
  const SearchResult result = result_of(right);
  CHECK_FALSE(result.found);
  CHECK(result.runs >= 64);
}

TEST_CASE("an answer is the exit code and the lines that equal runs agree on") {
  const Ran usual{true, 3, {"sum 8", "took 1 ms"}, {}}, again{true, 3, {"sum 8", "took 2 ms"}, {}};
  const Comparison comparison(usual, again);
  CHECK_FALSE(comparison.differs({true, 0, {"sum 8", "took 3 ms"}, {}}));
  CHECK(comparison.differs({true, 1, {"sum 8", "took 3 ms"}, {}}));
  const Ran other{true, 0, {"sum 7", "took 3 ms"}, {}};
  CHECK(comparison.differs(other));
  CHECK(comparison.differs({true, 0, {"sum 8"}, {}}));
  CHECK(comparison.answer(other, usual) == "exit code 0, prints: sum 7");
  CHECK(comparison.text().find("1 line of standard output; 1 more differs between equal runs") !=
        std::string::npos);
}

TEST_CASE("a plan is written, a log is read, and its steps are a table and a picture") {
  const Moment moment{1, 0, 1, 0, 1};
  CHECK(plan_text({.sites = {100}, .holds = {moment}}, "x/log") == "log x/log\nsite 100\nhold 1 0 1 0 1\n");
  const RunLog log = read_log(
      "launch 1 2 1 1 32 2 1\nheld 1 0 1 0 1\nstep 1 0 1 wait 64 4 7 7 5 a b.cu\nstep 1 1 33 write 64 4 7 8 "
      "6 a b.cu\n"
      "step 1 0 1 read 64 4 8 8 5 a b.cu\n");
  REQUIRE(log.steps.size() == 3);
  CHECK(log.steps[0].file == "a b.cu");
  CHECK(thread_text(log, 1, 1, 33) == "thread (1,1,0) of block (1,0,0)");
  const std::string table = steps_table(log, log.held);
  CHECK(table.find("   2  (1,0,0)  (1,1,0)     1     1  a b.cu:6  writes 8 over 7\n") != std::string::npos);
  CHECK(table.find("a b.cu:5  reads 8\n") != std::string::npos);
  CHECK(steps_picture(log, log.held) ==
        "      (0,0,0)(1,0,0)           (1,0,0)(1,1,0)\n"
        "   1  :5 waits                 │\n"
        "   2  ┆                        :6 writes 8 over 7\n"
        "   3  :5 reads 8               │\n");
}

TEST_CASE("bytes are shown as numbers") {
  CHECK(number_text(0xffffffff, 4) == "-1");
  CHECK(number_text(0x3f800000, 4) == "1");
  CHECK(number_text(0x41200000, 4) == "10");
  CHECK(number_text(0x80, 1) == "-128");
}
