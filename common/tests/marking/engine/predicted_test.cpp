#include "marking/predicted.hpp"

#include <doctest/doctest.h>

namespace tutorial::marking {

TEST_CASE("a time is named beside the starter's, with 5% either way for the same") {
  CHECK(beside_starter(1e-5, 3.1e-5) == "3.1 times as fast as the starter");
  CHECK(beside_starter(3.1e-5, 1e-5) == "3.1 times as slow as the starter");
  CHECK(beside_starter(1e-5, 1.04e-5) == "as fast as the starter, within 5%");
  CHECK(beside_starter(1.04e-5, 1e-5) == "as fast as the starter, within 5%");
  CHECK(beside_starter(1e-5, 1.06e-5) == "1.1 times as fast as the starter");
}

TEST_CASE("kernels that move less than half of what the arrays hold get no prediction") {
  predict::Launch launch;
  launch.grid = {100, 1, 1};
  launch.times = 2;
  launch.watched_blocks = 20;  // 10 of each launch
  launch.load_sectors = 100;
  launch.store_sectors = 25;  // 125 of 20 blocks, and 200 were launched: 40,000 bytes
  CHECK(why_idle({{launch}}, 80'000).empty());
  CHECK(why_idle({{launch}}, 80'100).starts_with("the kernels move 0.04 MB, and the arrays have 0.0801 MB"));
  launch.watched_blocks = launch.load_sectors = launch.store_sectors = 0;
  CHECK_FALSE(why_idle({{launch}}, 80'000).empty());
  launch.bulk_bytes = 400;
  launch.watched_blocks = 2;
  CHECK(why_idle({{launch}}, 80'000).empty());
}

TEST_CASE("an exercise that is not about speed gets no sentence on speed") {
  CHECK(compared_with_starter(Exercise{}, "no_program", std::chrono::seconds(1)).text.empty());
}

TEST_CASE(
    "an error while predicting is reported as the reason for no prediction, and does not end the check") {
  Exercise exercise;
  exercise.starter_time = {"h200", "n = 5", 1e-5};
  exercise.check = "no_such_module.so";
  const Compared compared = compared_with_starter(exercise, "no_program", std::chrono::seconds(1));
  CHECK(compared.text.starts_with("no prediction for an H200, n = 5: "));
  CHECK_FALSE(compared.times);
}

}  // namespace tutorial::marking
