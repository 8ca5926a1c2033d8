#include "marking/learner/exercise_state.hpp"

#include <doctest/doctest.h>

#include <string>

using tutorial::learner::BrokenState;
using tutorial::learner::parse_state;
using tutorial::learner::State;
using tutorial::learner::state_text;

namespace {

State example() {
  State state;
  state["guard_tail"] = {100, 100, true, 4, 2, false, 1.5e9 + 0.25};
  state["grid_stride"] = {62.5, 100, false, 1, 3, true, 1.6e9};
  state["never_checked"] = {};
  return state;
}

std::string with(const std::string& old_part, const std::string& new_part) {
  std::string text = state_text(example());
  const std::size_t at = text.find(old_part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old_part.size(), new_part);
}

}  // namespace

TEST_CASE("a state is read as it was written") {
  const State state = parse_state(state_text(example()));
  REQUIRE(state.size() == 3);
  CHECK(state.at("guard_tail").solved);
  CHECK(state.at("guard_tail").hints == 2);
  CHECK(state.at("guard_tail").touched == 1.5e9 + 0.25);
  CHECK(state.at("grid_stride").points == 62.5);
  CHECK(state.at("grid_stride").solution_asked);
  CHECK(state.at("never_checked").checks == 0);
  CHECK(parse_state(state_text({})).empty());
}

TEST_CASE("a truncated state is reported as damaged") {
  const std::string whole = state_text(example());
  for (std::size_t length = 0; length + 2 < whole.size(); length += 7)
    CHECK_THROWS_AS(parse_state(whole.substr(0, length)), BrokenState);
}

TEST_CASE("a state with impossible values or another version is reported as damaged") {
  CHECK_NOTHROW(parse_state(with("\"hints\": 2", "\"hints\": 3")));
  for (const char* hints : {"-1", "2.5", "\"2\"", "null", "1e300", "[]"})
    CHECK_THROWS_AS(parse_state(with("\"hints\": 2", std::string("\"hints\": ") + hints)), BrokenState);
  CHECK_THROWS_AS(parse_state(with("\"points\": 62.5", "\"points\": -1")), BrokenState);
  CHECK_THROWS_AS(parse_state(with("\"hints\": 2", "\"hint\": 2")), BrokenState);
  CHECK_THROWS_AS(parse_state(with("\"version\": 1", "\"version\": 2")), BrokenState);
  for (const char* text :
       {"", "[]", "{}", "\"x\"", R"({"version": 1, "exercises": []})", "\xff\xfe", "{\"version\": 1"})
    CHECK_THROWS_AS(parse_state(text), BrokenState);
}
