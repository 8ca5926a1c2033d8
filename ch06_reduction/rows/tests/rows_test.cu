// The checks of the programs on rows must reject what wrong kernels compute: here the kernels are wrong on purpose.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "rows/groups.cuh"
#include "rows/rows.hpp"

namespace {

// One thread per row, so that only the fault differs from a right kernel.
enum class Fault {
  none,
  last_column,
  first_twice,
  next_row,
  no_maximum,
  mean_of_squares,
  no_epsilon,
  wrong_weight
};

__global__ void sum_rows(const float* in, float* sums, std::int64_t rows, std::int64_t columns, Fault fault) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const std::int64_t from = fault == Fault::next_row ? (row + 1) % rows : row;
  const std::int64_t end = fault == Fault::last_column ? columns - 1 : columns;
  float sum = fault == Fault::first_twice ? in[from * columns] : 0;
  for (std::int64_t c = 0; c < end; ++c) sum += in[from * columns + c];
  sums[row] = sum;
}

__global__ void softmax_rows(const float* in, float* out, std::int64_t rows, std::int64_t columns,
                             Fault fault) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* x = in + row * columns;
  float maximum = fault == Fault::no_maximum ? 0 : -INFINITY;
  if (fault != Fault::no_maximum)
    for (std::int64_t c = 0; c < columns; ++c) maximum = fmaxf(maximum, x[c]);
  const std::int64_t end = fault == Fault::last_column ? columns - 1 : columns;
  float sum = fault == Fault::first_twice ? expf(x[0] - maximum) : 0;
  for (std::int64_t c = 0; c < end; ++c) sum += expf(x[c] - maximum);
  for (std::int64_t c = 0; c < columns; ++c) out[row * columns + c] = expf(x[c] - maximum) / sum;
}

__global__ void normalize_rows(const float* in, float* out, std::int64_t rows, std::int64_t columns,
                               Fault fault) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* x = in + row * columns;
  const auto n = static_cast<float>(columns);
  float sum = 0, squares = 0;
  for (std::int64_t c = 0; c < columns; ++c) sum += x[c];
  const float mean = sum / n;
  const bool shifted = fault != Fault::mean_of_squares;
  for (std::int64_t c = 0; c < columns; ++c) squares += shifted ? (x[c] - mean) * (x[c] - mean) : x[c] * x[c];
  const float variance = shifted ? squares / n : squares / n - mean * mean;
  const float factor = rsqrtf(fault == Fault::no_epsilon ? variance : variance + rows::epsilon);
  for (std::int64_t c = 0; c < columns; ++c) {
    const float weight = rows::weight(fault == Fault::wrong_weight ? c + 1 : c);
    out[row * columns + c] = (x[c] - mean) * factor * weight + rows::bias(c);
  }
}

// What `check` says of the result of `kernel`, which has `fault`.
template <typename Check>
bool accepted(const rows::Options& options,
              void (*kernel)(const float*, float*, std::int64_t, std::int64_t, Fault), Fault fault,
              std::int64_t results, Check check) {
  rows::Input in(options, 7);
  tutorial::DeviceBuffer<float> d_in(in.make_values()), d_out(static_cast<std::size_t>(results));
  kernel<<<tutorial::blocks_for(in.rows, 64), 64>>>(d_in.data(), d_out.data(), in.rows, in.columns, fault);
  CUDA_CHECK_LAUNCH();
  return check(in, d_out.to_host()).ok;
}

bool sums_accepted(const rows::Options& options, Fault fault) {
  return accepted(options, sum_rows, fault, options.rows,
                  [](const rows::Input& in, const std::vector<float>& got) { return in.check_sums(got); });
}
bool softmax_accepted(const rows::Options& options, Fault fault) {
  return accepted(options, softmax_rows, fault, options.rows * options.columns,
                  [](const rows::Input& in, const std::vector<float>& got) { return in.check_softmax(got); });
}
bool layer_norm_accepted(const rows::Options& options, Fault fault) {
  return accepted(
      options, normalize_rows, fault, options.rows * options.columns,
      [](const rows::Input& in, const std::vector<float>& got) { return in.check_layer_norm(got); });
}

}  // namespace

TEST_CASE("sums of rows with a lost, a repeated or another row's element are refused") {
  for (const std::int64_t columns : {1, 33, 1009}) {
    CAPTURE(columns);
    const rows::Options options{.rows = 13, .columns = columns, .data = "random"};
    CHECK(sums_accepted(options, Fault::none));
    CHECK_FALSE(sums_accepted(options, Fault::last_column));
    CHECK_FALSE(sums_accepted(options, Fault::first_twice));
    CHECK_FALSE(sums_accepted(options, Fault::next_row));
  }
}

TEST_CASE("sums that round stay within the bound, and a lost element does not") {
  for (const std::string data : {"large", "rising", "falling", "equal"}) {
    CAPTURE(data);
    const rows::Options options{.rows = 13, .columns = 1009, .data = data};
    CHECK(sums_accepted(options, Fault::none));
    CHECK_FALSE(sums_accepted(options, Fault::last_column));
  }
}

TEST_CASE("a softmax whose sum lost or repeated an element is refused") {
  for (const std::string data : {"random", "equal", "large"}) {
    CAPTURE(data);
    const rows::Options options{.rows = 13, .columns = 101, .data = data};
    CHECK(softmax_accepted(options, Fault::none));
    CHECK_FALSE(softmax_accepted(options, Fault::last_column));
    CHECK_FALSE(softmax_accepted(options, Fault::first_twice));
  }
}

TEST_CASE("a softmax without the maximum is refused where exp overflows, and accepted where it does not") {
  CHECK_FALSE(softmax_accepted({.rows = 3, .columns = 33, .data = "large"}, Fault::no_maximum));
  CHECK(softmax_accepted({.rows = 3, .columns = 33, .data = "random"}, Fault::no_maximum));
}

TEST_CASE(
    "a layer norm by the mean of the squares is refused where it cancels, and accepted where it does not") {
  CHECK(layer_norm_accepted({.rows = 3, .columns = 1009, .data = "large"}, Fault::none));
  CHECK_FALSE(layer_norm_accepted({.rows = 3, .columns = 1009, .data = "large"}, Fault::mean_of_squares));
  CHECK(layer_norm_accepted({.rows = 3, .columns = 31, .data = "random"}, Fault::mean_of_squares));
}

TEST_CASE("a layer norm without epsilon or with another column's weight is refused") {
  CHECK(layer_norm_accepted({.rows = 3, .columns = 33, .data = "equal"}, Fault::none));
  CHECK_FALSE(layer_norm_accepted({.rows = 3, .columns = 33, .data = "equal"}, Fault::no_epsilon));
  CHECK_FALSE(layer_norm_accepted({.rows = 3, .columns = 33, .data = "random"}, Fault::wrong_weight));
}

TEST_CASE("with_group gives every length the smallest group that holds it") {
  const auto threads = [](std::int64_t columns) {
    int size = 0, held = 0;
    rows::with_group<float4>(columns, [&](auto group, auto words) {
      size = decltype(group)::size;
      held = 4 * decltype(group)::size * words();
    });
    CHECK(held >= columns);
    return size;
  };
  CHECK(threads(0) == 1);
  CHECK(threads(4) == 1);
  CHECK(threads(8) == 2);
  CHECK(threads(32) == 8);
  CHECK(threads(36) == 16);
  CHECK(threads(128) == 32);
  CHECK(threads(1024) == 32);
  CHECK(threads(1028) == 256);
  CHECK(threads(8192) == 256);
  CHECK(threads(8196) == 2048);
  CHECK(threads(65536) == 2048);
}

TEST_CASE("rows that registers cannot hold, and matrices that are too large, are refused") {
  CHECK_NOTHROW(rows::require_that_it_fits(65536));
  CHECK_THROWS_AS(rows::require_that_it_fits(65537), tutorial::UsageError);
  CHECK_THROWS_AS(rows::Input({.rows = 1 << 28, .columns = 1, .data = "random"}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(rows::Input({.rows = 1, .columns = 1 << 24, .data = "random"}, 1), tutorial::UsageError);
}
