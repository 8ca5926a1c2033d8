#pragma once

#include <cuda_runtime.h>

#include <bit>
#include <cstdint>

/// Division by a number that the host knows and the compiler does not: two instructions instead of about twenty.
namespace ch08 {

/// n / value is the high half of n * factor, plus n, shifted: Granlund and Montgomery (1994).
class Divisor {
 public:
  Divisor() = default;
  /// @pre 0 < value < 2^31
  explicit Divisor(std::uint32_t value)
      : value_(value),
        shift_(static_cast<std::uint32_t>(std::bit_width(value - 1))),
        factor_(static_cast<std::uint32_t>(((((std::uint64_t{1} << shift_) - value) << 32) / value) + 1)) {}

  /// What the device divides.
  struct Result {
    unsigned quotient;
    unsigned rest;
  };
  /// @pre n < 2^31, so that the sum does not overflow
  __device__ Result divide(unsigned n) const {
    const unsigned quotient = (__umulhi(n, factor_) + n) >> shift_;
    return {quotient, n - quotient * value_};
  }

 private:
  std::uint32_t value_ = 1;
  std::uint32_t shift_ = 0;
  std::uint32_t factor_ = 1;
};

}  // namespace ch08
