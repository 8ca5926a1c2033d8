#include "support/did_you_mean.hpp"

#include <doctest/doctest.h>

TEST_CASE("edit distance counts insertions, deletions, changes and swaps") {
  CHECK(tutorial::edit_distance("", "abc") == 3);
  CHECK(tutorial::edit_distance("abc", "abc") == 0);
  CHECK(tutorial::edit_distance("abc", "acb") == 1);
  CHECK(tutorial::edit_distance("padded", "paded") == 1);
  CHECK(tutorial::edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("near misses: at most three, the nearest first, and none that is far") {
  CHECK(tutorial::did_you_mean("fix_rase", {"grid_stride", "fix_race"}) == " Did you mean fix_race?");
  CHECK(tutorial::did_you_mean("race", {"first_race", "fix_race", "race_x", "race_y"}) ==
        " Did you mean first_race or fix_race or race_x?");
  CHECK(tutorial::did_you_mean("quaternion", {"fix_race"}).empty());
  CHECK(tutorial::did_you_mean("rnu", {"run", "sim"}) == " Did you mean run?");
  CHECK(tutorial::did_you_mean("--rnu", {"--gpu"}).empty());  // two letters of three are another word
}

TEST_CASE("unexpected words: the first option with its near misses, else the first word") {
  const std::vector<std::string> options = {"--json", "--line"};
  CHECK(tutorial::unexpected({"x", "--lnie"}, options) == "there is no option --lnie. Did you mean --line?");
  CHECK(tutorial::unexpected({"--rows", "5"}, options) == "there is no option --rows.");
  CHECK(tutorial::unexpected({"x", "y"}, options) == "'x' is one word too many.");
  CHECK(tutorial::unexpected({""}, options) == "'' is one word too many.");
}
