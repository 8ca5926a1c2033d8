// CUB's merge sorts, and what looks at neighbouring items.
#include <doctest/doctest.h>

#include <algorithm>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#include "tests/sim/core/core_helpers.hpp"

namespace {

/// Compares a part of the key, so that a sort has to keep equal ones in order.
struct LessTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; }
};
/// CUB hands over what can be changed.
struct Difference {
  template <class T>
  __device__ T operator()(T& a, T& b) const {
    return a - b;
  }
};
struct Differ {
  __device__ bool operator()(int a, int b) const { return a != b; }
};

int value_of(int i) { return i * 37 % 101; }

template <int threads, int items>
__global__ void block_sort(int* keys, int* places, int valid) {
  using Sort = cub::BlockMergeSort<int, threads, items, int>;
  __shared__ typename Sort::TempStorage storage;
  int key[items], place[items];
  const int first = static_cast<int>(threadIdx.x) * items;
  for (int i = 0; i < items; ++i) key[i] = keys[first + i], place[i] = first + i;
  if (valid == threads * items)
    Sort(storage).Sort(key, place, LessTens());
  else
    Sort(storage).StableSort(key, place, LessTens(), valid, 1000);
  for (int i = 0; i < items; ++i) keys[first + i] = key[i], places[first + i] = place[i];
}

template <int logical>
__global__ void warp_sort(int* keys) {
  using Sort = cub::WarpMergeSort<int, 3, logical>;
  __shared__ typename Sort::TempStorage storage[64 / logical];
  int key[3];
  const int first = static_cast<int>(threadIdx.x) * 3;
  for (int i = 0; i < 3; ++i) key[i] = keys[first + i];
  Sort(storage[threadIdx.x / logical]).Sort(key, LessTens());
  for (int i = 0; i < 3; ++i) keys[first + i] = key[i];
}

template <int threads, int items>
void check_block_sort(int valid) {
  Managed<int> keys(threads * items), places(threads * items);
  for (int i = 0; i < threads * items; ++i) keys[i] = value_of(i);
  block_sort<threads, items><<<1, threads>>>(keys.get(), places.get(), valid);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  std::vector<int> expected(valid);
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(),
                   [](int a, int b) { return LessTens()(value_of(a), value_of(b)); });
  for (int i = 0; i < valid; ++i) {
    CHECK(places[i] == expected[i]);
    CHECK(keys[i] == value_of(expected[i]));
  }
}

template <int logical>
void check_warp_sort() {
  Managed<int> keys(3 * 64);
  std::vector<int> expected(3 * 64);
  for (int i = 0; i < 3 * 64; ++i) keys[i] = expected[i] = value_of(i);
  warp_sort<logical><<<1, 64>>>(keys.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (auto each = expected.begin(); each != expected.end(); each += 3 * logical)
    std::stable_sort(each, each + 3 * logical, LessTens());
  CHECK(std::equal(expected.begin(), expected.end(), keys.begin()));
}

constexpr int threads = 40, items = 3, count = threads * items;

/// Rows of `out`: differences to the left and right, with and without a neighbour, of a part; flags; shuffles.
__global__ void neighbours(const int* in, int* out, int valid) {
  using Adjacent = cub::BlockAdjacentDifference<int, threads>;
  using Discontinuity = cub::BlockDiscontinuity<int, threads>;
  using Shuffle = cub::BlockShuffle<int, threads>;
  __shared__ typename Adjacent::TempStorage adjacent[6];
  __shared__ typename Discontinuity::TempStorage discontinuity[4];
  __shared__ typename Shuffle::TempStorage shuffle[4];
  int input[items], result[14][items] = {};
  const int first = static_cast<int>(threadIdx.x) * items;
  for (int i = 0; i < items; ++i) input[i] = in[first + i];
  Adjacent(adjacent[0]).SubtractLeft(input, result[0], Difference());
  Adjacent(adjacent[1]).SubtractLeft(input, result[1], Difference(), 7);
  Adjacent(adjacent[2]).SubtractLeftPartialTile(input, result[2], Difference(), valid);
  Adjacent(adjacent[3]).SubtractRight(input, result[3], Difference());
  Adjacent(adjacent[4]).SubtractRight(input, result[4], Difference(), 9);
  Adjacent(adjacent[5]).SubtractRightPartialTile(input, result[5], Difference(), valid);
  Discontinuity(discontinuity[0]).FlagHeads(result[6], input, Differ());
  Discontinuity(discontinuity[1]).FlagTails(result[7], input, Differ());
  Discontinuity(discontinuity[2]).FlagHeads(result[8], input, Differ(), in[0]);
  Discontinuity(discontinuity[3]).FlagHeadsAndTails(result[9], result[10], input, Differ());
  for (int& each : result[11]) each = -1;
  for (int& each : result[12]) each = -1;
  Shuffle(shuffle[0]).Up(input, result[11]);
  Shuffle(shuffle[1]).Down(input, result[12], result[13][2]);
  Shuffle(shuffle[2]).Offset(input[0], result[13][0], -2);
  Shuffle(shuffle[3]).Rotate(input[0], result[13][1], 3);
  for (int row = 0; row < 14; ++row)
    for (int i = 0; i < items; ++i) out[row * count + first + i] = result[row][i];
}

}  // namespace

TEST_CASE("blocks sort by any order and keep equal items in theirs") {
  check_block_sort<64, 4>(256);
  check_block_sort<64, 1>(64);
  check_block_sort<40, 3>(120);
  check_block_sort<40, 3>(77);
}

TEST_CASE("warps and parts of warps sort by any order") {
  check_warp_sort<32>();
  check_warp_sort<8>();
  check_warp_sort<1>();
}

TEST_CASE("items of a block get their neighbors") {
  Managed<int> in(count), out(14 * count);
  for (int i = 0; i < count; ++i) in[i] = i / 4 * i / 4;
  const int valid = 50;
  neighbours<<<1, threads>>>(in.get(), out.get(), valid);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const auto row = [&](int number, int i) { return out[number * count + i]; };
  for (int i = 0; i < count; ++i) {
    const bool is_first = i == 0, is_last = i + 1 == count;
    const int left = is_first ? 0 : in[i] - in[i - 1], right = is_last ? 0 : in[i] - in[i + 1];
    CHECK(row(0, i) == (is_first ? in[i] : left));
    CHECK(row(1, i) == (is_first ? in[i] - 7 : left));
    CHECK(row(2, i) == (is_first || i >= valid ? in[i] : left));
    CHECK(row(3, i) == (is_last ? in[i] : right));
    CHECK(row(4, i) == (is_last ? in[i] - 9 : right));
    CHECK(row(5, i) == (i + 1 >= valid ? in[i] : right));
    CHECK(row(6, i) == (is_first || left != 0));
    CHECK(row(7, i) == (is_last || right != 0));
    CHECK(row(8, i) == (left != 0));
    CHECK(row(9, i) == row(6, i));
    CHECK(row(10, i) == row(7, i));
    CHECK(row(11, i) == (is_first ? -1 : in[i - 1]));
    CHECK(row(12, i) == (is_last ? -1 : in[i + 1]));
  }
  for (int t = 0; t < threads; ++t) {
    CHECK(row(13, t * items) == (t < 2 ? 0 : in[(t - 2) * items]));
    CHECK(row(13, t * items + 1) == in[(t + 3) % threads * items]);
    CHECK(row(13, t * items + 2) == in[0]);
  }
}
