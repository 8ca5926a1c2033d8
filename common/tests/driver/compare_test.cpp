#include <doctest/doctest.h>

#include "driver/bench/compare.hpp"
#include "tests/driver/example.hpp"

namespace driver = tutorial::driver;

namespace {

using driver::Pair;
using example::row;

driver::Row named(const std::string& program, driver::Row made, std::optional<double> spread = 0.01) {
  made.program = program;
  made.spread = spread;
  return made;
}

Pair::Move move(const driver::Row& before, const driver::Row& after) {
  driver::Results a;
  driver::Results b;
  a.rows = {before};
  b.rows = {after};
  const auto pairs = driver::pairs_of(a, b);
  REQUIRE(pairs.size() == 1);
  return pairs[0].move;
}

}  // namespace

TEST_CASE("a row has moved if its medians are further apart than both spreads together") {
  CHECK(move(named("x", row(1.0)), named("x", row(1.019))) == Pair::Move::none);
  CHECK(move(named("x", row(1.0)), named("x", row(1.021))) == Pair::Move::slower);
  CHECK(move(named("x", row(1.0)), named("x", row(0.979))) == Pair::Move::faster);
  CHECK(move(named("x", row(1.0), 0.2), named("x", row(1.021))) == Pair::Move::none);
}

TEST_CASE("a row that ran once has a large spread, and one without times has not moved") {
  CHECK(move(named("x", row(1.0), {}), named("x", row(1.09), 0.0)) == Pair::Move::none);
  CHECK(move(named("x", row(1.0), {}), named("x", row(1.5), {})) == Pair::Move::slower);
  CHECK(move(named("x", example::without_times(row(1.0))), named("x", row(1.5))) == Pair::Move::none);
}

TEST_CASE("a check with another result outweighs any time") {
  CHECK(move(named("x", row(1.0)), named("x", example::wrong(row(0.1)))) == Pair::Move::wrong);
  CHECK(move(named("x", example::wrong(row(1.0))), named("x", row(9.0))) == Pair::Move::right);
}

TEST_CASE("rows meet by program, variant, size, type and arguments; what is in one file alone is shown") {
  driver::Results a;
  driver::Results b;
  a.rows = {named("x", row(1.0)), named("x", row(2.0, "2 M")), named("x", row(4.0, "1 M", "double")),
            named("gone", row(1.0))};
  b.rows = {named("new", row(1.0)), named("x", row(2.0, "2 M")), named("x", row(0.5)),
            named("x", row(4.0, "1 M", "double"))};
  b.rows.push_back(b.rows.back());
  b.rows.back().arguments = "--data grid";
  const auto pairs = driver::pairs_of(a, b);
  REQUIRE(pairs.size() == 6);
  CHECK(*pairs[0].speed == doctest::Approx(2));
  CHECK(pairs[0].move == Pair::Move::faster);
  CHECK(pairs[1].move == Pair::Move::none);
  CHECK_FALSE(pairs[3].b);
  CHECK_FALSE(pairs[4].a);
  const std::string text = driver::pairs_text(pairs);
  CHECK(text.find("2 rows within the spreads, 1 faster, 0 slower; 1 in A alone, 2 in B alone\n") !=
        std::string::npos);
}
