// Atomic functions: what they leave behind, what they return, and that blocks on different workers do not
// lose any.
#include <doctest/doctest.h>
#include <cmath>

#include "tests/sim/core/core_helpers.hpp"

namespace {

template <class T>
__global__ void add_ones(T* sum) {
  for (int i = 0; i < 10; ++i) atomicAdd(sum, T(1));
}

template <class T>
struct Step {
  T before, returned, after;
};

template <class T, class Change>
__device__ Step<T> step(T before, Change change) {
  __shared__ T word;
  word = before;
  const T returned = change(&word);
  return {before, returned, word};
}

template <class T>
__global__ void integer_steps(Step<T>* out) {
  out[0] = step(T(40), [](T* word) { return atomicAdd(word, T(2)); });
  out[1] = step(T(40), [](T* word) { return atomicExch(word, T(2)); });
  out[2] = step(T(40), [](T* word) { return atomicMin(word, T(2)); });
  out[3] = step(T(40), [](T* word) { return atomicMax(word, T(2)); });
  out[4] = step(T(12), [](T* word) { return atomicAnd(word, T(6)); });
  out[5] = step(T(12), [](T* word) { return atomicOr(word, T(6)); });
  out[6] = step(T(12), [](T* word) { return atomicXor(word, T(6)); });
  out[7] = step(T(40), [](T* word) { return atomicCAS(word, T(40), T(1)); });
  out[8] = step(T(40), [](T* word) { return atomicCAS(word, T(41), T(1)); });
}

__global__ void signed_steps(Step<int>* out) {
  out[0] = step(-5, [](int* word) { return atomicMin(word, -7); });
  out[1] = step(-5, [](int* word) { return atomicMax(word, 3); });
  out[2] = step(-5, [](int* word) { return atomicSub(word, 10); });
}

__global__ void wrapping_steps(Step<unsigned>* out) {
  out[0] = step(5u, [](unsigned* word) { return atomicInc(word, 6u); });
  out[1] = step(6u, [](unsigned* word) { return atomicInc(word, 6u); });
  out[2] = step(5u, [](unsigned* word) { return atomicDec(word, 6u); });
  out[3] = step(0u, [](unsigned* word) { return atomicDec(word, 6u); });
  out[4] = step(9u, [](unsigned* word) { return atomicDec(word, 6u); });
  out[5] = step(9u, [](unsigned* word) { return atomicSub(word, 10u); });
}

__global__ void other_types(float* exchanged, unsigned short* half_word, float2* pair) {
  exchanged[1] = atomicExch(exchanged, 2.5f);
  half_word[1] = atomicCAS(half_word, static_cast<unsigned short>(7), static_cast<unsigned short>(9));
  pair[1] = atomicAdd(pair, make_float2(1, 2));
}

__global__ void add_subnormals(float* sums) {
  __shared__ float sum;
  sum = 1e-40f;
  atomicAdd(&sum, 1e-40f);
  sums[4] = sum;
  atomicAdd(sums, 1e-40f);         // to 1
  atomicAdd(sums + 1, -1e-40f);    // to -0
  atomicAdd(sums + 2, -1.2e-38f);  // to 1.5e-38
  atomicAdd(sums + 3, 0.0f);       // to 1e-40
}

// Every thread takes the lock while another, that comes later in the order, holds it.
__global__ void take_turns(int* lock, int* inside, int* total) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *inside += 1;
  __nanosleep(100);
  *total += *inside == 1;
  *inside -= 1;
  atomicExch(lock, 0);
}

// The first thread waits for the last one.
__global__ void wait_for_the_last(int* flag, int* seen) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    *seen = 1;
  } else if (threadIdx.x == blockDim.x - 1) {
    atomicExch(flag, 1);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("no addition is lost", T, int, unsigned, unsigned long long, float, double) {
  Managed<T> sum(1);
  add_ones<<<200, 100>>>(sum.get());
  CHECK(sum[0] == T(200000));
}

TEST_CASE_TEMPLATE("integer functions leave the result and return the old value", T, int, unsigned,
                   unsigned long long) {
  Managed<Step<T>> out(9);
  integer_steps<<<1, 1>>>(out.get());
  const T after[] = {42, 2, 2, 40, 4, 14, 10, 1, 40};
  for (int i = 0; i < 9; ++i) {
    CAPTURE(i);
    CHECK(out[i].returned == out[i].before);
    CHECK(out[i].after == after[i]);
  }
}

TEST_CASE("signed minimum, maximum, difference") {
  Managed<Step<int>> out(3);
  signed_steps<<<1, 1>>>(out.get());
  CHECK(out[0].after == -7);
  CHECK(out[1].after == 3);
  CHECK(out[2].after == -15);
}

TEST_CASE("atomicInc and atomicDec wrap round as on the device") {
  Managed<Step<unsigned>> out(6);
  wrapping_steps<<<1, 1>>>(out.get());
  const unsigned after[] = {6, 0, 4, 6, 6, 0xffffffffu};
  for (int i = 0; i < 6; ++i) CHECK(out[i].after == after[i]);
}

TEST_CASE("float exchange, 16-bit compare-and-swap, vector addition") {
  Managed<float> exchanged(2, 1.5f);
  Managed<unsigned short> half_word(2, 7);
  Managed<float2> pair(2, make_float2(10, 20));
  other_types<<<1, 1>>>(exchanged.get(), half_word.get(), pair.get());
  CHECK(exchanged[0] == 2.5f);
  CHECK(exchanged[1] == 1.5f);
  CHECK(half_word[0] == 9);
  CHECK(half_word[1] == 7);
  CHECK(pair[0].x == 11);
  CHECK(pair[0].y == 22);
  CHECK(pair[1].y == 20);
}

TEST_CASE("additions flush subnormal floats in global memory, and not in shared memory") {
  Managed<float> sums(5, 0.0f);
  sums[0] = 1.0f;
  sums[1] = -0.0f;
  sums[2] = 1.5e-38f;
  sums[3] = 1e-40f;
  add_subnormals<<<1, 1>>>(sums.get());
  CHECK(sums[0] == 1.0f);
  CHECK(sums[1] == 0.0f);
  CHECK(std::signbit(sums[1]));
  CHECK(sums[2] == 0.0f);
  CHECK(sums[3] == 0.0f);
  CHECK(sums[4] == 1e-40f + 1e-40f);
}

TEST_CASE("a thread that spins on an atomic lets the others run") {
  Managed<int> lock(1), inside(1), total(1);
  take_turns<<<1, 64>>>(lock.get(), inside.get(), total.get());
  CHECK(total[0] == 64);
  Managed<int> flag(1), seen(1);
  wait_for_the_last<<<1, 100>>>(flag.get(), seen.get());
  CHECK(seen[0] == 1);
}
