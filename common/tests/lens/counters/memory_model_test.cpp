// What one request costs. The figures for shared memory are those of Nsight Compute on an H200 (CUDA 13.0, 2026-11-20):
// wavefronts are l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,atom}.sum of one warp, the excess is
// l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,atom}.sum.
#include "sim/lens/count/memory_model.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace cudasim::lens;

namespace {

constexpr std::uintptr_t begin = 0x300000000000;

Sums cost(Space space, Op op, unsigned bytes, const std::function<unsigned(unsigned)>& element,
          std::uint32_t lanes = ~0u, std::uint32_t piece = 16) {
  Pattern pattern{{}, lanes, bytes, piece, space, op};
  for (unsigned lane = 0; lane < 32; ++lane) pattern.address[lane] = begin + element(lane) * bytes;
  return cost_of(pattern);
}

struct Measured {
  unsigned bytes;
  std::function<unsigned(unsigned)> element;  ///< that a lane accesses
  unsigned wavefronts;
  unsigned excess;
};

unsigned same(unsigned) { return 0; }
unsigned pairs(unsigned lane) { return lane / 2; }
unsigned in_order(unsigned lane) { return lane; }
unsigned halves_alike(unsigned lane) { return lane % 16; }
unsigned stride_16(unsigned lane) { return lane * 16; }
unsigned halves_alike_stride_16(unsigned lane) { return lane % 16 * 16; }
unsigned two_in_turn(unsigned lane) { return lane % 2 * 32; }

}  // namespace

TEST_CASE("loads from shared memory cost what an H200 says") {
  const Measured table[] = {
      {4, same, 1, 0},
      {4, pairs, 1, 0},
      {4, in_order, 1, 0},
      {4, halves_alike, 1, 0},
      {4, stride_16, 16, 15},
      {4, halves_alike_stride_16, 8, 7},
      {4, two_in_turn, 2, 1},
      {8, same, 1, 0},
      {8, pairs, 1, 0},
      {8, in_order, 2, 0},
      {8, halves_alike, 2, 0},
      {8, stride_16, 32, 30},
      {8, halves_alike_stride_16, 32, 30},
      {8, two_in_turn, 2, 1},
      {16, same, 2, 0},
      {16, pairs, 2, 0},
      {16, in_order, 4, 0},
      {16, halves_alike, 4, 0},
      {16, stride_16, 32, 28},
      {16, halves_alike_stride_16, 32, 28},
      {16, two_in_turn, 4, 2},
  };
  for (const Measured& row : table) {
    CAPTURE(&row - table);
    const Sums is = cost(Space::shared, Op::load, row.bytes, row.element);
    CHECK(is.requests == 1);
    CHECK(is.wavefronts == row.wavefronts);
    CHECK(is.wavefronts - is.ideal_wavefronts == row.excess);
    CHECK(is.sectors == 0);
  }
}

TEST_CASE("integer atomics in shared memory cost what an H200 says") {
  const Measured table[] = {{4, same, 32, 31},
                            {4, pairs, 2, 1},
                            {4, in_order, 1, 0},
                            {4, stride_16, 16, 15},
                            {4, two_in_turn, 32, 31}};
  for (const Measured& row : table) {
    CAPTURE(&row - table);
    const Sums is = cost(Space::shared, Op::atomic, row.bytes, row.element);
    CHECK(is.wavefronts == row.wavefronts);
    CHECK(is.wavefronts - is.ideal_wavefronts == row.excess);
  }
}

TEST_CASE("lanes that add 1 to the same word in shared memory take one wavefront together") {
  Pattern pattern{{}, ~0u, 4, 16, Space::shared, Op::atomic};
  for (unsigned lane = 0; lane < 32; ++lane) pattern.address[lane] = begin + 4 * two_in_turn(lane);
  CHECK(cost_of(pattern).atomic_wavefronts == 32);
  pattern.adds_one = true;
  CHECK(cost_of(pattern).atomic_wavefronts == 2);
  CHECK(cost_of(pattern).wavefronts == 32);
  CHECK(cost(Space::shared, Op::load, 4, two_in_turn).atomic_wavefronts == 0);
}

TEST_CASE("lanes that do not take part cost nothing") {
  CHECK(cost(Space::shared, Op::load, 8, in_order, 0xffff).wavefronts == 1);
  CHECK(cost(Space::shared, Op::load, 4, stride_16, 1).wavefronts == 1);
  CHECK(cost(Space::global, Op::load, 4, stride_16, 0xff).sectors == 8);
}

TEST_CASE("sectors of global memory") {
  CHECK(cost(Space::global, Op::load, 1, in_order).sectors == 1);
  CHECK(cost(Space::global, Op::load, 4, in_order).sectors == 4);
  CHECK(cost(Space::global, Op::load, 16, in_order).sectors == 16);
  CHECK(cost(Space::global, Op::load, 4, same).sectors == 1);
  CHECK(cost(Space::global, Op::load, 4, stride_16).sectors == 32);
  CHECK(cost(Space::global, Op::load, 4, stride_16).ideal_sectors == 4);
  CHECK(cost(Space::global, Op::load, 8, two_in_turn).sectors == 2);
  CHECK(cost(Space::global, Op::load, 8, two_in_turn).ideal_sectors == 1);
}

TEST_CASE("clocks of L1: words of the busiest bank, and lines four at a time") {
  CHECK(cost(Space::global, Op::load, 4, in_order).l1_clocks == 1);
  CHECK(cost(Space::global, Op::load, 4, same).l1_clocks == 1);
  CHECK(cost(Space::global, Op::load, 16, in_order).l1_clocks == 4);
  // transpose_strided_read: an H200 takes 46.
  CHECK(cost(Space::global, Op::load, 4, [](unsigned lane) { return lane * 1024; }).l1_clocks == 32 + 8);
  // locality, in a window of 16 KB: an H200 takes 10.6, with up to 4 words in a bank.
  CHECK(cost(Space::global, Op::load, 4, [](unsigned lane) { return lane * 33; }).l1_clocks == 1 + 8);
  CHECK(cost(Space::global, Op::store, 4, in_order).l1_clocks == 0);
}

TEST_CASE("aggregates are accessed in pieces that their addresses allow") {
  CHECK(cost(Space::global, Op::load, 12, in_order, ~0u, 4).requests == 3);
  CHECK(cost(Space::global, Op::load, 12, in_order, ~0u, 4).sectors == 36);
  CHECK(cost(Space::global, Op::load, 6, in_order, ~0u, 4).requests == 3);
  CHECK(cost(Space::global, Op::load, 3, in_order, ~0u, 4).requests == 3);
  const auto odd_elements = [](unsigned lane) { return 2 * lane + 1; };
  CHECK(cost(Space::global, Op::load, 16, odd_elements).requests == 1);
}

TEST_CASE("aggregates are accessed in pieces as wide as they are aligned") {
  CHECK(cost(Space::global, Op::load, 32, in_order).requests == 2);
  CHECK(cost(Space::shared, Op::load, 16, in_order, ~0u, 8).requests == 2);
  CHECK(cost(Space::global, Op::load, 16, in_order, ~0u, 1).requests == 16);
}

TEST_CASE("constant memory serves one element at a time") {
  CHECK(cost(Space::constant, Op::load, 4, same).wavefronts == 1);
  CHECK(cost(Space::constant, Op::load, 4, in_order).wavefronts == 32);
  CHECK(cost(Space::constant, Op::load, 4, in_order).conflict_degree == 32);
  CHECK(cost(Space::constant, Op::load, 4, in_order, 0xf).wavefronts == 4);
  CHECK(cost(Space::constant, Op::load, 4, in_order).ideal_wavefronts == 1);
  CHECK(cost(Space::constant, Op::load, 4, in_order).sectors == 0);
  CHECK(cost(Space::constant, Op::load, 32, same).requests == 2);
}
