#!/bin/sh
# <cuda/std/span> and <cuda/std/bit> in C++17, whose standard library has neither, and in C++20: the same answers.
: "${SOURCE_DIR:?}" "${CXX:?}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat > "$scratch/program.cpp" << 'END'
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/bit>
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
  return right ? 0 : 1;
}
END
failed=0
for standard in 17 20; do
  "$CXX" "-std=gnu++$standard" -Wall -Wextra -Werror -isystem "$SOURCE_DIR/common/sim/include" "$scratch/program.cpp" -o "$scratch/program" &&
    "$scratch/program" || { echo "C++$standard: wrong"; failed=1; }
done
exit $failed
