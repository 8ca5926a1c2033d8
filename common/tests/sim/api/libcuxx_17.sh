#!/bin/sh
# <cuda/std/span>, <cuda/std/bit> and <cuda/std/mdspan> give the same results in C++17, whose standard library has none of them, and in C++20.
: "${SOURCE_DIR:?}" "${CXX:?}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat > "$scratch/program.cpp" << 'END'
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <vector>

static int sum(cuda::std::span<const int> values) {
  int total = 0;
  for (int each : values) total += each;
  return total;
}

static_assert(cuda::std::popcount(255u) == 8 && cuda::std::has_single_bit(64u) && !cuda::std::has_single_bit(0u), "");
static_assert(cuda::std::countl_zero(static_cast<unsigned char>(1)) == 7 && cuda::std::countl_zero(0u) == 32, "");
static_assert(cuda::std::countr_zero(8ull) == 3 && cuda::std::countr_zero(0ull) == 64, "");
static_assert(cuda::std::countl_one(0xf0000000u) == 4 && cuda::std::countr_one(static_cast<unsigned short>(7)) == 3, "");
static_assert(cuda::std::bit_ceil(5u) == 8 && cuda::std::bit_floor(5u) == 4 && cuda::std::bit_ceil(0u) == 1, "");
static_assert(cuda::std::rotl(0x80000001u, 1) == 3 && cuda::std::rotr(1u, 33) == 0x80000000u, "");

using Matrix = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;

static int weighted(cuda::std::mdspan<const int, cuda::std::dextents<int, 2>> matrix) {
  int total = 0;
  for (int i = 0; i < matrix.extent(0); ++i)
    for (int j = 0; j < matrix.extent(1); ++j) total += matrix(i, j) * (i + 1);
  return total;
}

static bool views_are_right() {
  using cuda::std::extents;
  int x[24];
  for (int i = 0; i < 24; ++i) x[i] = i;
  const Matrix rows(x, 4, 6);
  const cuda::std::mdspan box(x, 2, 3, 4);
  const cuda::std::mdspan<int, extents<int, 4, cuda::std::dynamic_extent>> half_known(x, 6);
  const cuda::std::mdspan<int, extents<int, 4, 6>, cuda::std::layout_left> columns(x, extents<int, 4, 6>());
  static_assert(decltype(box)::rank() == 3 && decltype(half_known)::rank_dynamic() == 1, "");
  return rows(1, 2) == 8 && rows[{2, 1}] == 13 && rows.size() == 24 && rows.stride(0) == 6 && weighted(rows) == 870 &&
         box(1, 2, 3) == 23 && half_known(3, 5) == 23 && half_known.extent(0) == 4 && columns(1, 2) == 9 &&
         columns.stride(1) == 4;
}

int main() {
  int array[3] = {1, 2, 3};
  std::vector<int> vector{4, 5};
  const cuda::std::array<int, 2> constant{1, 1};
  cuda::std::span<int> changes(vector);
  changes[0] = 7;
  cuda::std::span whole(array);
  static_assert(decltype(whole)::extent == 3, "");
  const bool right = sum(array) == 6 && sum(vector) == 12 && sum({array, 2}) == 3 && sum(constant) == 2 &&
                     sum(changes.subspan(1)) == 5 && sum(whole.last(2)) == 5 && sum(whole.first(1)) == 1 &&
                     whole.size_bytes() == 12 && whole.back() == 3 && !whole.empty() &&
                     cuda::std::bit_cast<unsigned>(1.0f) == 0x3f800000u;
  return right && views_are_right() ? 0 : 1;
}
END
failed=0
for standard in 17 20; do
  "$CXX" "-std=gnu++$standard" -Wall -Wextra -Werror -isystem "$SOURCE_DIR/common/sim/include" "$scratch/program.cpp" -o "$scratch/program" &&
    "$scratch/program" || { echo "C++$standard: wrong"; failed=1; }
done
exit $failed
