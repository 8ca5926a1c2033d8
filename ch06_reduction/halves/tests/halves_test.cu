// The check of the sums of fp16 and bf16 must reject a sum that lost or repeated a number, and accept what rounding does.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "halves/halves.hpp"

namespace {

enum class Fault { none, last_number, first_twice };

// In double, so that only the fault differs from the exact sum.
template <typename T>
bool accepted(const halves::Options& options, Fault fault) {
  halves::Input<T> in(options, 7);
  const std::vector<T> values = in.make_values();
  double sum = 0;
  for (const T value : values) sum += static_cast<double>(static_cast<float>(value));
  if (fault == Fault::last_number) sum -= static_cast<double>(static_cast<float>(values.back()));
  if (fault == Fault::first_twice) sum += static_cast<double>(static_cast<float>(values.front()));
  return in.check(static_cast<float>(sum), halves::float_rounding(in.n, 4, 256)).ok;
}

// Pairs are widened in their order, on the device.
template <typename T>
__global__ void widen_pair(unsigned bits, float* out) {
  const float2 pair = halves::widened(halves::pair_of<T>(bits));
  out[0] = pair.x;
  out[1] = pair.y;
}

}  // namespace

TEST_CASE_TEMPLATE("a sum with a lost or a repeated number is refused, in both formats", T, __half,
                   __nv_bfloat16) {
  for (const std::string data : {"random", "fractions"}) {
    CAPTURE(data);
    const halves::Options options{.n = 1009, .format = "any", .data = data};
    CHECK(accepted<T>(options, Fault::none));
    CHECK_FALSE(accepted<T>(options, Fault::last_number));
    CHECK_FALSE(accepted<T>(options, Fault::first_twice));
  }
}

TEST_CASE("a pair's lower half comes first") {
  tutorial::DeviceBuffer<float> d_out(2);
  widen_pair<__half><<<1, 1>>>(0xC0003C00u, d_out.data());  // 1 and -2 in fp16
  CUDA_CHECK_LAUNCH();
  CHECK(d_out.to_host() == std::vector<float>{1, -2});
  widen_pair<__nv_bfloat16><<<1, 1>>>(0xC0003F80u, d_out.data());  // the same in bf16
  CUDA_CHECK_LAUNCH();
  CHECK(d_out.to_host() == std::vector<float>{1, -2});
}
