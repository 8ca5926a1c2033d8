#pragma once

#include <functional>

#include "matmul/matmul.hpp"

namespace matmul {

/// An Input with A, B and room for C on the device, for the programs past the core. The device's memory comes first:
/// what does not fit there is refused before the host has made it.
class Problem : public Input {
 public:
  Problem(const Options& options, std::uint64_t data_seed)
      : Input(options, data_seed),
        a(static_cast<std::size_t>(shape.m * shape.k)),
        b(static_cast<std::size_t>(shape.k * shape.n)),
        c(static_cast<std::size_t>(shape.m * shape.n)) {
    const Factors& factors = make_factors();
    a.copy_from(factors.a);
    b.copy_from(factors.b);
  }

  Matrices matrices() { return {a, b, c}; }

  /// As Input's, of what is in c.
  tutorial::Verdict check(const std::function<void()>& multiply) {
    return Input::check(c.to_host(), matrices(), multiply);
  }

  tutorial::DeviceBuffer<float> a, b, c;
};

}  // namespace matmul
