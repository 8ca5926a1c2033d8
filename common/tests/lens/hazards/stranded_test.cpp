// Threads that leave others waiting.
#include <doctest/doctest.h>

#include "tests/lens/hazards/play.hpp"

using cudasim::lens::hazards;
using play::Kernel;

TEST_CASE("a barrier after threads have ended") {
  Kernel kernel(1, 64);
  SUBCASE("is told") {
    kernel.block(0).end(kernel.block(0).threads[63]);
    kernel.barrier(0);
    CHECK(kernel.end() == "early-exit-barrier");
    CHECK(hazards()[0].first.line == 7);
    CHECK(hazards()[0].second.thread->x == 63);
  }
  SUBCASE("is fine if all are there") {
    kernel.barrier(0);
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("threads that wait at different barriers are reported") {
  Kernel kernel(1, 64);
  cudasim::Block& block = kernel.block(0);
  for (auto& thread : block.threads)
    thread.site = {"__syncthreads", "kernel.cu", thread.index.x < 10 ? 5 : 9};
  SUBCASE("of the block") {
    for (auto& thread : block.threads) thread.wait = cudasim::Wait::block;
    kernel.checker().stuck(kernel.launch(), block);
    CHECK(kernel.end() == "divergent-barrier");
    CHECK(hazards()[0].first.line == 5);
    CHECK(hazards()[0].second.line == 9);
    CHECK(hazards()[0].second.thread->x == 10);
  }
  SUBCASE("of a warp") {
    for (auto& thread : block.threads) thread.wait = cudasim::Wait::warp;
    kernel.checker().stuck(kernel.launch(), block);
    CHECK(kernel.end() == "missing-lanes");
  }
}

TEST_CASE("a lane that is not in its own mask") {
  Kernel kernel(1, 64);
  kernel.turn_to(kernel.block(0), 3);
  kernel.checker().lane_not_in_mask(kernel.launch(), {"__shfl_sync", "kernel.cu", 4}, 0xf0);
  CHECK(kernel.end() == "missing-lanes");
  CHECK(hazards()[0].text.find("as lane 3, which is not in its mask 0x000000f0") != std::string::npos);
}

TEST_CASE("a shuffle asks a lane") {
  Kernel kernel(1, 32);
  cudasim::Block& block = kernel.block(0);
  cudasim::Warp& warp = block.warps[0];
  const unsigned present = 0x0fffffff;
  for (unsigned lane = 0; lane < 32; ++lane) warp.source[lane] = lane < 4 ? 28 : lane;
  warp.meetings = 1;
  SUBCASE("that the mask names, but that has ended") {
    warp.meeting[0] = {~0u, present, 0, {"__shfl_sync", "kernel.cu", 4}};
    kernel.checker().shuffled(block, warp, present);
    CHECK(kernel.end() == "missing-lanes");
  }
  SUBCASE("that the mask leaves out: the answer may be unused") {
    warp.meeting[0] = {present, present, 0, {"__shfl_sync", "kernel.cu", 4}};
    kernel.checker().shuffled(block, warp, present);
    CHECK(kernel.end() == "");
  }
}
