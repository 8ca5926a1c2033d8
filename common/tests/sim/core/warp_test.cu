// Warp operations against what their definition says, lane by lane.
#include <doctest/doctest.h>

#include "tests/sim/core/core_helpers.hpp"

namespace {

constexpr unsigned full = 0xffffffffu;

enum Kind { plain, up, down, across };

__global__ void shuffle(Kind kind, int argument, int width, int* out) {
  const int own = 100 + static_cast<int>(threadIdx.x);
  int got = 0;
  if (kind == plain) got = __shfl_sync(full, own, argument, width);
  if (kind == up) got = __shfl_up_sync(full, own, static_cast<unsigned>(argument), width);
  if (kind == down) got = __shfl_down_sync(full, own, static_cast<unsigned>(argument), width);
  if (kind == across) got = __shfl_xor_sync(full, own, argument, width);
  out[threadIdx.x] = got;
}

// The lane a shuffle reads, as the programming guide defines it.
int source_of(Kind kind, int lane, int argument, int width) {
  const int begin = lane / width * width, end = begin + width;
  if (kind == plain) return begin + ((argument % width) + width) % width;
  if (kind == up) return lane - argument >= begin ? lane - argument : lane;
  if (kind == down) return lane + argument < end ? lane + argument : lane;
  return (lane ^ argument) < end ? lane ^ argument : lane;
}

template <class T>
__global__ void rotate(T* values) {
  values[threadIdx.x] = __shfl_sync(full, values[threadIdx.x], static_cast<int>(threadIdx.x) + 1);
}

__global__ void votes(unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned third = __ballot_sync(full, lane % 3 == 0);
  const int any = __any_sync(full, lane == 9), none = __any_sync(full, 0);
  const int all = __all_sync(full, lane < 32), not_all = __all_sync(full, lane != 9);
  if (lane == 1) {
    out[0] = third;
    out[1] = any;
    out[2] = none;
    out[3] = all;
    out[4] = not_all;
  }
}

__global__ void matches(unsigned* any, unsigned* all, int* equal) {
  any[threadIdx.x] = __match_any_sync(full, threadIdx.x / 5);
  all[threadIdx.x] = __match_all_sync(full, 3.5, &equal[threadIdx.x]);
  int differ = 1;
  if (__match_all_sync(full, threadIdx.x, &differ) != 0 || differ != 0) any[threadIdx.x] = 0;
}

__global__ void reductions(int* out) {
  const int value = static_cast<int>(threadIdx.x) * 3 - 40;
  const unsigned bits = 1u << threadIdx.x % 4 | 0x100u;
  const int results[] = {__reduce_add_sync(full, value),
                         __reduce_min_sync(full, value),
                         __reduce_max_sync(full, value),
                         static_cast<int>(__reduce_and_sync(full, bits)),
                         static_cast<int>(__reduce_or_sync(full, bits)),
                         static_cast<int>(__reduce_xor_sync(full, bits)),
                         static_cast<int>(__reduce_max_sync(full, static_cast<unsigned>(value)))};
  for (int i = 0; i < 7; ++i) out[i] = results[i];
}

// Two halves of a warp, each with its own mask, take a different number of steps.
__global__ void halves(int* out) {
  const unsigned lane = threadIdx.x % 32;
  const bool low = lane < 16;
  const unsigned mask = low ? 0x0000ffffu : 0xffff0000u;
  int sum = static_cast<int>(lane);
  for (int distance = low ? 8 : 4; distance > 0; distance /= 2) sum += __shfl_xor_sync(mask, sum, distance);
  out[threadIdx.x] = sum;
}

__global__ void sum_of_those_left(int count, int* out) {
  if (static_cast<int>(threadIdx.x) >= count) return;
  const unsigned here = __ballot_sync(full, 1);
  int total = 0;
  for (int lane = 0; lane < count; ++lane) total += __shfl_sync(full, static_cast<int>(threadIdx.x), lane);
  if (threadIdx.x == 0) {
    out[0] = static_cast<int>(here);
    out[1] = total;
  }
}

__global__ void read_from_the_ended(float* out) {
  if (threadIdx.x >= 20) return;
  out[threadIdx.x] = __shfl_down_sync(full, 100.0f + threadIdx.x, 16);
}

__global__ void one_lane_of_a_warp_leaves(int* out) {
  if (threadIdx.x == 31) return;  // after the others have arrived
  __syncwarp();
  atomicAdd(out, 1);
}

__global__ void ask_who_is_here(unsigned* out) {
  unsigned here = 0;
  if (threadIdx.x % 3 == 0)
    here = __activemask();
  else if (threadIdx.x % 3 == 1)
    here = __activemask();
  __syncwarp();
  out[threadIdx.x] = here;
}

__global__ void exchange_through_shared(int* out) {
  __shared__ volatile int values[32];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp();
  out[threadIdx.x] = values[31 - threadIdx.x];
}

__global__ void some_lanes_stay_away(int* out) {
  if (threadIdx.x % 32 < 20)
    out[0] = __shfl_sync(full, 1, 0);
  else
    __syncthreads();
}

__global__ void different_operations(int* out) {
  if (threadIdx.x < 16)
    out[0] = __any_sync(full, 1);
  else
    out[1] = __shfl_sync(full, 1, 0);
}

__global__ void syncwarp_from_two_places(int* out) {
  if (threadIdx.x < 16)
    __syncwarp();
  else
    __syncwarp();
  atomicAdd(out, 1);
}

__global__ void not_in_own_mask() { __syncwarp(0x0000ffffu); }

}  // namespace

TEST_CASE("shuffles read the lane that the programming guide says") {
  Managed<int> out(32);
  for (const Kind kind : {plain, up, down, across})
    for (const int width : {1, 2, 4, 8, 16, 32})
      for (const int argument : {0, 1, 2, 3, 7, 15, 16, 31}) {
        shuffle<<<1, 32>>>(kind, argument, width, out.get());
        int wrong = 0;
        for (int lane = 0; lane < 32; ++lane)
          wrong += out[lane] != 100 + source_of(kind, lane, argument, width);
        CAPTURE(kind);
        CAPTURE(width);
        CAPTURE(argument);
        CHECK(wrong == 0);
      }
  shuffle<<<1, 32>>>(plain, -1, 32, out.get());
  CHECK(out[0] == 131);
}

TEST_CASE_TEMPLATE("values of every size are shuffled", T, int, unsigned, float, double, long,
                   unsigned long long) {
  Managed<T> values(32);
  for (int i = 0; i < 32; ++i) values[i] = static_cast<T>(i * 1.5 + 1e6);
  rotate<<<1, 32>>>(values.get());
  for (int i = 0; i < 32; ++i) CHECK(values[i] == static_cast<T>((i + 1) % 32 * 1.5 + 1e6));
}

TEST_CASE("votes") {
  Managed<unsigned> out(5, 99);
  votes<<<1, 32>>>(out.get());
  CHECK(out[0] == 0x49249249u);
  CHECK(out[1] == 1);
  CHECK(out[2] == 0);
  CHECK(out[3] == 1);
  CHECK(out[4] == 0);
}

TEST_CASE("matches") {
  Managed<unsigned> any(32), all(32);
  Managed<int> equal(32);
  matches<<<1, 32>>>(any.get(), all.get(), equal.get());
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned first = lane / 5 * 5;
    CHECK(any[lane] == (0x1fu << first));
    CHECK(all[lane] == full);
    CHECK(equal[lane] == 1);
  }
}

TEST_CASE("reductions, signed and unsigned") {
  Managed<int> out(7);
  reductions<<<1, 32>>>(out.get());
  CHECK(out[0] == 3 * 31 * 16 - 40 * 32);
  CHECK(out[1] == -40);
  CHECK(out[2] == 53);
  CHECK(out[3] == 0x100);
  CHECK(out[4] == 0x10f);
  CHECK(out[5] == 0);
  CHECK(out[6] == -1);
}

TEST_CASE("parts of a warp with masks of their own do not wait for each other") {
  Managed<int> out(64);
  halves<<<1, 64>>>(out.get());
  CHECK(out[3] == 120);
  CHECK(out[16] == 16 + 17 + 18 + 19 + 20 + 21 + 22 + 23);
  CHECK(out[63] == 24 + 25 + 26 + 27 + 28 + 29 + 30 + 31);
}

TEST_CASE("lanes that have ended are not waited for") {
  for (const int count : {1, 5, 31}) {
    Managed<int> out(2);
    sum_of_those_left<<<1, 32>>>(count, out.get());
    CHECK(out[0] == static_cast<int>((1u << count) - 1u));
    CHECK(out[1] == count * (count - 1) / 2);
  }
  Managed<int> arrived(1);
  one_lane_of_a_warp_leaves<<<1, 32>>>(arrived.get());
  CHECK(arrived[0] == 31);
}

TEST_CASE("a shuffle from a lane that has ended gives 0, as measured on an H200") {
  Managed<float> out(20, -1);
  read_from_the_ended<<<1, 32>>>(out.get());
  for (int lane = 0; lane < 20; ++lane)
    CHECK(out[lane] == (lane < 4 ? 116.0f + lane : lane < 16 ? 0.0f : 100.0f + lane));
}

TEST_CASE("the last warp of a block may be part of a warp") {
  Managed<int> out(2);
  sum_of_those_left<<<1, 7>>>(7, out.get());
  CHECK(out[0] == 0x7f);
  CHECK(out[1] == 21);
}

TEST_CASE("the active mask holds the lanes of the same branch") {
  Managed<unsigned> out(32);
  ask_who_is_here<<<1, 32>>>(out.get());
  const unsigned branches[] = {0x49249249u, 0x92492492u, 0u};
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == branches[lane % 3]);
}

TEST_CASE("a lane's writes before __syncwarp are visible after it") {
  Managed<int> out(32);
  exchange_through_shared<<<1, 32>>>(out.get());
  for (int i = 0; i < 32; ++i) CHECK(out[i] == 31 - i);
}

TEST_CASE("missing lanes are named instead of a hang") {
  Managed<int> out(2);
  const std::string text = standard_error_of([&] { some_lanes_stay_away<<<1, 64>>>(out.get()); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "lanes missing at a warp operation"));
  CHECK(contains(text, "threads 0-19 wait at __shfl_sync, "));
  CHECK(contains(text, "for lanes 20-31 of warp 0"));
  CHECK(contains(text, "threads 32-51 wait at __shfl_sync"));
  CHECK(contains(text, "threads 20-31, 52-63 wait at __syncthreads"));
}

TEST_CASE("lanes at different operations do not meet, unless it is __syncwarp") {
  Managed<int> out(2);
  const std::string text = standard_error_of([&] { different_operations<<<1, 32>>>(out.get()); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "threads 0-15 wait at __any_sync"));
  CHECK(contains(text, "threads 16-31 wait at __shfl_sync"));
  Managed<int> through(1);
  syncwarp_from_two_places<<<1, 32>>>(through.get());
  CHECK(take_error() == cudaSuccess);
  CHECK(through[0] == 32);
}

TEST_CASE("the width of a shuffle is a power of two up to 32") {
  for (const Kind kind : {plain, up, down, across}) {
    const std::string text = standard_error_of([&] {
      for (const int width : {48, 0, -1, 3, 64}) {
        Managed<int> out(32);
        shuffle<<<1, 32>>>(kind, 1, width, out.get());
        CHECK(take_error() == cudaErrorLaunchFailure);
      }
    });
    CHECK(contains(text, "width"));
  }
}

TEST_CASE("a lane that is not in its own mask is reported") {
  const std::string text = standard_error_of([] { not_in_own_mask<<<1, 32>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "thread (16,0,0)"));
  CHECK(contains(text, "not in its own mask 0x0000ffff"));
}
