// Values that compare by <=>, a warp's reduction of any type by shuffles of its words, and deduction guides.
#include <climits>
#include <cmath>
#include <compare>
#include <cstring>
#include <utility>

#include "exercise.hpp"

template <class Key>
struct Candidate {
  Key key;
  int index;
  __host__ __device__ friend constexpr bool operator<(const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key < b.key : a.index < b.index;
  }
  constexpr auto operator<=>(const Candidate&) const = default;
};
template <class Key>
Candidate(Key, int) -> Candidate<Key>;

template <class T>
__device__ T shuffle_down(T value, unsigned delta) {
  static_assert(sizeof(T) % sizeof(int) == 0);
  int words[sizeof(T) / sizeof(int)];
  memcpy(words, &value, sizeof(T));
  for (int& word : words) word = __shfl_down_sync(0xffffffffu, word, delta);
  memcpy(&value, words, sizeof(T));
  return value;
}

template <class T, class Load, class Better>
__device__ T best_of_block(int n, T none, Load load, Better is_better) {
  constexpr int warps = block_size / 32;
  __shared__ T of_warps[warps];
  T best = none;
  for (int i = threadIdx.x; i < n; i += block_size)
    if (T next = load(i); is_better(next, best)) best = std::move(next);
  const auto within_warp = [&](T value) {
    for (unsigned delta = 16; delta != 0; delta /= 2)
      if (T next = shuffle_down(value, delta); is_better(next, value)) value = next;
    return value;
  };
  best = within_warp(best);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = best;
  __syncthreads();
  if (threadIdx.x < 32) best = within_warp(threadIdx.x < warps ? of_warps[threadIdx.x] : none);
  return best;
}

template <class Body>
__global__ void run(Body body) {
  body();
}

struct Largest {
  const int* in;
  int n;
  int* out;
  __device__ void operator()() const {
    const int best = best_of_block(
        n, INT_MIN, [this](int i) { return in[i]; }, [](int a, int b) { return a > b; });
    if (threadIdx.x == 0) *out = best;
  }
};

void largest(const int* in, int n, int* largest) { run<<<1, block_size>>>(Largest{in, n, largest}); }

void largest_magnitude(const float* in, int n, float* magnitude) {
  run<<<1, block_size>>>([=] __device__() {
    const float best = best_of_block(
        n, 0.0f, [=](int i) { return std::abs(in[i]); }, [](float a, float b) { return a > b; });
    if (threadIdx.x == 0) *magnitude = best;
  });
}

void least_at(const float* in, int n, int* index) {
  run<<<1, block_size>>>([=] __device__() {
    const auto best = best_of_block(
        n, Candidate{INFINITY, INT_MAX},
        [=](int i) {
          return Candidate{in[i], i};
        },
        [](const auto& a, const auto& b) { return a < b; });
    if (threadIdx.x == 0) *index = best.index == INT_MAX ? -1 : best.index;
  });
}
