#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "functor/function_reduce.cuh"

using namespace ch06;
using tutorial::Data;
using tutorial::DeviceBuffer;

namespace {

constexpr std::int64_t awkward_sizes[] = {0, 1, 31, 33, 1023, 1025, 3 * 1024, 25'001};

struct Computed {
  __device__ long long operator()(std::int64_t i) const { return (i + 1) % 12 + 1; }
};

struct GreatestDivisor {
  __host__ __device__ long long operator()(long long a, long long b) const {
    while (b != 0) {
      const long long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
};

struct Xor {
  __host__ __device__ unsigned operator()(unsigned a, unsigned b) const { return a ^ b; }
};

// Where the smallest value stands, the first one if there are several; 12 bytes in memory, no power of two.
struct Place {
  float value;
  int at[2];
};

struct WithPlace {
  const float* data;
  __device__ Place operator()(std::int64_t i) const {
    return {data[i], {static_cast<int>(i), static_cast<int>(i / 2)}};
  }
};

struct FirstSmallest {
  __host__ __device__ Place operator()(const Place& a, const Place& b) const {
    if (a.value != b.value) return a.value < b.value ? a : b;
    return a.at[0] < b.at[0] ? a : b;
  }
};

template <typename T, typename Binary>
std::vector<T> blocks_of(const Problem<T>& problem, unsigned blocks, Binary binary) {
  DeviceBuffer<T> partial(blocks);
  d_functionReduce<1><<<blocks, reduce_threads>>>(partial.data(), problem.n, Binary::identity(),
                                                  memFetch<T>{problem.in.data()}, binary);
  CUDA_CHECK_LAUNCH();
  return partial.to_host();
}

template <typename T, typename Binary>
bool accepts(const Problem<T>& problem, const std::vector<T>& values, Binary binary) {
  return problem.check(DeviceBuffer<T>(values), binary).ok;
}

}  // namespace

TEST_CASE("a functor that computes its values reads no memory") {
  for (const std::int64_t n : awkward_sizes) {
    CAPTURE(n);
    long long want = 0;
    for (std::int64_t i = 0; i < n; ++i) want += (i + 1) % 12 + 1;
    DeviceBuffer<long long> d_partial(3);
    CHECK(functionReduce<long long>(n, &d_partial, 0, Computed{}, plus<long long>{}) == want);
    CHECK(functionReduce<long long, 4>(n, &d_partial, 0, Computed{}, plus<long long>{}) == want);
  }
}

TEST_CASE("any associative and commutative operation will do") {
  std::vector<long long> multiples(5000);
  for (std::size_t i = 0; i < multiples.size(); ++i) multiples[i] = 21 * static_cast<long long>(i * i + 1);
  std::vector<unsigned> words(5000);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<unsigned>(tutorial::Random(3).bits(i));

  DeviceBuffer<long long> in(multiples);
  DeviceBuffer<long long> d_partial(4);
  CHECK(functionReduce<long long>(5000, &d_partial, 0, memFetch<long long>{in.data()}, GreatestDivisor{}) ==
        std::accumulate(multiples.begin(), multiples.end(), 0LL, GreatestDivisor{}));

  DeviceBuffer<unsigned> in_words(words);
  DeviceBuffer<unsigned> d_words(4);
  CHECK(functionReduce<unsigned>(5000, &d_words, 0u, memFetch<unsigned>{in_words.data()}, Xor{}) ==
        std::accumulate(words.begin(), words.end(), 0u, Xor{}));
}

TEST_CASE("values may be structures: the first of several smallest") {
  for (const std::int64_t n : {1, 33, 1025, 25'001}) {
    CAPTURE(n);
    std::vector<float> data(static_cast<std::size_t>(n), 2.0f);
    data[static_cast<std::size_t>(n) / 3] = 1.0f;
    data[static_cast<std::size_t>(n) - 1] = 1.0f;
    DeviceBuffer<float> in(data);
    DeviceBuffer<Place> d_partial(3);
    const Place none{std::numeric_limits<float>::infinity(), {std::numeric_limits<int>::max(), 0}};
    const Place found = functionReduce<Place>(n, &d_partial, none, WithPlace{in.data()}, FirstSmallest{});
    CHECK(found.value == 1.0f);
    CHECK(found.at[0] == n / 3);
    CHECK(found.at[1] == n / 6);
  }
}

TEST_CASE("scratch memory is used again, not allocated again") {
  DeviceBuffer<int> in(std::vector<int>(2000, 1));
  DeviceBuffer<int> d_partial(2);
  const int* before = d_partial.data();
  for (int call = 0; call < 3; ++call) {
    CHECK(functionReduce<int>(2000, &d_partial, 0, memFetch<int>{in.data()}, plus<int>{}) == 2000);
  }
  CHECK(d_partial.data() == before);
  CHECK(d_partial.size() == 2);
}

TEST_CASE_TEMPLATE("no values at all give the identity", T, int, long long, float, double) {
  DeviceBuffer<T> d_partial(2);
  const memFetch<T> nothing{nullptr};
  CHECK(functionReduce<T>(0, &d_partial, T{0}, nothing, plus<T>{}) == 0);
  CHECK(functionReduce<T>(0, &d_partial, minimum<T>::identity(), nothing, minimum<T>{}) ==
        minimum<T>::identity());
  CHECK(functionReduce<T>(0, &d_partial, maximum<T>::identity(), nothing, maximum<T>{}) ==
        maximum<T>::identity());
}

TEST_CASE_TEMPLATE("a reduction that lost a value, or has one twice, is refused", T, int, long long, float,
                   double) {
  for (const std::int64_t n : {1, 33, 2049, 25'001}) {
    CAPTURE(n);
    const Problem<T> problem({Data::equal, 5, n, n}, 4);
    std::vector<T> values = blocks_of(problem, 4, plus<T>{});
    CHECK(accepts(problem, values, plus<T>{}));
    values[0] -= 1;
    CHECK_FALSE(accepts(problem, values, plus<T>{}));
    values[0] += 2;
    CHECK_FALSE(accepts(problem, values, plus<T>{}));

    const Problem<T> different({Data::one_different, 5, n, n}, 4);
    std::vector<T> least = blocks_of(different, 4, minimum<T>{});
    CHECK(accepts(different, least, minimum<T>{}));
    std::replace(least.begin(), least.end(), T{-1}, T{0});
    CHECK_FALSE(accepts(different, least, minimum<T>{}));
  }
}

TEST_CASE_TEMPLATE("the same reference serves every grid whose blocks divide the largest one's", T, int,
                   double) {
  const Problem<T> problem({Data::sorted, 5, 30'001, 30'001}, 4);
  for (const unsigned blocks : {1u, 2u, 4u}) {
    CHECK(accepts(problem, blocks_of(problem, blocks, plus<T>{}), plus<T>{}));
    CHECK(accepts(problem, blocks_of(problem, blocks, maximum<T>{}), maximum<T>{}));
  }
}

TEST_CASE("values of swapped blocks, and values never written, are refused") {
  const Problem<int> problem({Data::zero_or_one, 5, 5001, 5001}, 2);
  std::vector<int> values = blocks_of(problem, 2, plus<int>{});
  REQUIRE(values[0] != values[1]);
  std::swap(values[0], values[1]);
  CHECK_FALSE(accepts(problem, values, plus<int>{}));
  CHECK_FALSE(problem.check(DeviceBuffer<int>(2), plus<int>{}).ok);
}

TEST_CASE("float sums are exact as long as every intermediate value is, and within the bound beyond") {
  const Problem<float> exact({Data::equal, 5, 100'000, 100'000}, 2);
  CHECK(exact.check_total(100'000.0f, 50, plus<float>{}).ok);
  CHECK_FALSE(exact.check_total(std::nextafter(100'000.0f, 0.0f), 50, plus<float>{}).ok);

  const Problem<float> cancelling({Data::cancelling, 5, 10'000, 10'000}, 2);
  const auto want = static_cast<float>(cancelling.all().sum);
  CHECK(want > 2000);
  CHECK(cancelling.check_total(want + 1000, 50, plus<float>{}).ok);
  CHECK_FALSE(cancelling.check_total(want + 1e6f, 50, plus<float>{}).ok);
  CHECK_FALSE(cancelling.check_total(std::numeric_limits<float>::quiet_NaN(), 50, plus<float>{}).ok);
}

TEST_CASE("integer sums that may overflow are refused before anything runs") {
  const Problem<int> problem({Data::sorted, 5, 70'000, 1}, 2);  // made to fit one by one
  CHECK_THROWS_AS(problem.require_that_it_fits(plus<int>{}), tutorial::UsageError);
  CHECK_NOTHROW(problem.require_that_it_fits(maximum<int>{}));
  const Problem<long long> wide({Data::sorted, 5, 70'000, 70'000}, 2);
  CHECK_NOTHROW(wide.require_that_it_fits(plus<long long>{}));
}

TEST_CASE("each word of --data names its data; of integers none is denormal") {
  CHECK(numbers_named<float>("book") == Data::zero_or_one);
  CHECK(numbers_named<int>("equal") == Data::equal);
  CHECK(numbers_named<int>("one-different") == Data::one_different);
  CHECK(numbers_named<double>("sorted") == Data::sorted);
  CHECK(numbers_named<double>("cancel") == Data::cancelling);
  CHECK(numbers_named<float>("smallest") == Data::denormal);
  CHECK(numbers_named<long long>("smallest") == Data::random);
}
