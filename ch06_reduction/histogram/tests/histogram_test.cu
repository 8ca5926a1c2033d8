// The check of the programs on histograms must reject what wrong kernels compute: here the kernels are wrong on purpose.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "histogram/histogram.hpp"
#include "histogram/walk.cuh"

namespace {

enum class Fault { none, last_key, first_twice, next_bin, not_atomic };

// One thread, so that only the fault differs from a correct kernel.
__global__ void count_keys(const unsigned char* keys, std::int64_t n, unsigned* counts, Fault fault) {
  for (int bin = 0; bin < histogram::bins; ++bin) counts[bin] = 0;
  const std::int64_t end = fault == Fault::last_key ? n - 1 : n;
  for (std::int64_t i = 0; i < end; ++i) {
    const unsigned bin = fault == Fault::next_bin ? (keys[i] + 1u) % histogram::bins : keys[i];
    if (fault == Fault::not_atomic && i % 1000 == 999)
      continue;  // an addition that another one has overwritten
    ++counts[bin];
  }
  if (fault == Fault::first_twice) ++counts[keys[0]];
}

bool accepted(const histogram::Options& options, Fault fault) {
  histogram::Input in(options, 7);
  tutorial::DeviceBuffer<unsigned char> d_keys(in.make_keys<unsigned char>());
  tutorial::DeviceBuffer<unsigned> d_counts(histogram::bins);
  count_keys<<<1, 1>>>(d_keys.data(), in.n, d_counts.data(), fault);
  CUDA_CHECK_LAUNCH();
  return in.check(d_counts.to_host()).ok;
}

// Each key is written to the place of its turn, so that a lost or a repeated one shows.
template <typename Key>
__global__ void mark_keys(const Key* keys, std::int64_t n, unsigned* seen) {
  histogram::each_key(keys, n, [&](unsigned key) { atomicAdd(&seen[key], 1u); });
}

template <typename Key>
void each_key_is_visited_once(std::int64_t n) {
  CAPTURE(n);
  std::vector<Key> keys(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) keys[static_cast<std::size_t>(i)] = static_cast<Key>(i % 251);
  tutorial::DeviceBuffer<Key> d_keys(keys);
  tutorial::DeviceBuffer<unsigned> d_seen(std::vector<unsigned>(histogram::bins));
  mark_keys<<<3, 64>>>(d_keys.data(), n, d_seen.data());
  CUDA_CHECK_LAUNCH();
  const std::vector<unsigned> seen = d_seen.to_host();
  for (std::int64_t key = 0; key < histogram::bins; ++key) {
    CHECK(seen[static_cast<std::size_t>(key)] == (key < 251 ? (n + 250 - key) / 251 : 0));
  }
}

}  // namespace

TEST_CASE("a histogram with a lost, a repeated or a displaced key is refused") {
  for (const std::string data : {"random", "equal", "skewed", "sorted"}) {
    CAPTURE(data);
    const histogram::Options options{.n = 5003, .data = data, .keys = "bytes"};
    CHECK(accepted(options, Fault::none));
    CHECK_FALSE(accepted(options, Fault::last_key));
    CHECK_FALSE(accepted(options, Fault::first_twice));
    CHECK_FALSE(accepted(options, Fault::next_bin));
    CHECK_FALSE(accepted(options, Fault::not_atomic));
  }
}

TEST_CASE("each_key visits each key once, whatever the number of words and of keys after the last word") {
  for (const std::int64_t n : {0, 1, 15, 16, 17, 3071, 3072, 12287, 12288, 12289, 50021}) {
    each_key_is_visited_once<unsigned char>(n);
    each_key_is_visited_once<int>(n);
  }
}

TEST_CASE("so many keys that a counter could overflow are refused") {
  CHECK_THROWS_AS(histogram::Input({.n = std::int64_t{1} << 32, .data = "equal", .keys = "bytes"}, 1),
                  tutorial::UsageError);
}
