#include "driver/data/counted_for.hpp"

#include <doctest/doctest.h>

#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

TEST_CASE(
    "--sample alone runs a step of a ladder as for its table; arguments and other programs stay as they "
    "are") {
  using Args = std::vector<std::string>;
  auto step = example::program("ch08_x", "turn", driver::Role::rung, "x");
  step.sample = {"--rows", "8192"};
  step.sample_blocks = 64;
  const driver::BlockSample as_table = driver::block_sample_of("some", &step, {});
  CHECK(as_table.on);
  CHECK(as_table.blocks == 64);
  CHECK(as_table.args == step.sample);
  CHECK(driver::block_sample_of("7", &step, {}).blocks == 7);
  CHECK(driver::block_sample_of("7", &step, {}).args == step.sample);
  CHECK(driver::block_sample_of("some", &step, {"--rows", "33"}).args == Args{"--rows", "33"});
  CHECK(driver::block_sample_of("some", &step, {"--rows", "33"}).blocks == 0);
  CHECK(driver::block_sample_of("some", nullptr, {}).args.empty());
  const driver::BlockSample none = driver::block_sample_of("", &step, {});
  CHECK_FALSE(none.on);
  CHECK(none.args.empty());
  for (const char* wrong : {"0", "-1", "x", "3x"})
    CHECK_THROWS_AS(driver::block_sample_of(wrong, &step, {}), tutorial::UsageError);
}
