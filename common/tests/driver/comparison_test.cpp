#include "driver/predict/comparison.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "predict/predict.hpp"

using namespace tutorial;
using namespace tutorial::driver;

namespace {

predict::Gpu h200() {
  return predict::gpu_named(std::filesystem::path(TUTORIAL_TEST_DATA) / "../../predict/gpus", "h200");
}

/// A copy of 2^24 floats, whose warps ask shared memory for so many wavefronts per request.
predict::Launch copy(const std::string& section, double wavefronts) {
  predict::Launch launch;
  launch.section = section;
  launch.kernel = "copy";
  launch.block = {256, 1, 1};
  launch.grid = {65536, 1, 1};
  launch.watched_blocks = launch.blocks();
  launch.load_requests = launch.store_requests = launch.shared_requests = 524288;
  launch.load_sectors = launch.store_sectors = 4 * 524288.0;
  launch.wavefronts = wavefronts * 524288;
  launch.thread = predict::Thread{.integer = 6, .other = 6, .chain = 6, .global_waits = 1};
  return launch;
}

CountedProgram program(const std::string& name, std::vector<predict::Launch> launches) {
  return {name, {.launches = std::move(launches)}};
}

}  // namespace

TEST_CASE("a slower program is compared with a faster one, with both limits") {
  const auto slow = program("slow", {copy("plain, 4096, float", 32)});
  const auto fast = program("fast", {copy("wide, 4096, float", 1), copy("other, 4096, float", 16)});
  const std::string text = comparison_text(slow, fast, h200());
  CHECK(text.starts_with("slow is "));
  CHECK(text.find("x slower than fast (") != std::string::npos);
  CHECK(text.find(" at 4096, float), because it is limited by shared memory (32.00 wavefronts per request), "
                  "and fast by ") != std::string::npos);
  CHECK(comparison_text(fast, slow, h200()).find("x faster than slow (") != std::string::npos);
  CHECK(comparison_text(slow, slow, h200()).starts_with("slow is as fast as slow ("));
}

TEST_CASE("programs without a size and type in common are not compared") {
  const auto one = program("one", {copy("plain, 4096, float", 1)});
  CHECK(comparison_text(one, program("two", {copy("plain, 4096, double", 1)}), h200()) == "");
  CHECK(comparison_text(one, program("two", {copy("", 1)}), h200()) == "");
  CHECK(comparison_text(program("two", {copy("", 1)}), one, h200()) == "");
}
