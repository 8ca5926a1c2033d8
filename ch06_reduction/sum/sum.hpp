#pragma once

#include <cstdint>
#include <string>

#include "sum/input.hpp"

namespace ch06 {

/// An Input on the device, with one partial sum per block: for programs past reduce_last_block.
template <typename T>
class Sum : public Input<T> {
 public:
  using typename Input<T>::Total;
  using Input<T>::result_text;

  /// One element per thread; fractions.
  /// @throws tutorial::CudaError where the device's memory is too small, before host memory is asked for
  Sum(std::uint64_t seed, std::int64_t count, int threads)
      : Sum(Input<T>(seed, count, threads, tutorial::blocks_for(count, threads)), 0) {}

  /// `block_count` blocks that walk. The first element is `offset` elements after the start of device
  /// memory; the elements before it are poisoned.
  Sum(std::uint64_t seed, std::int64_t count, tutorial::Data data, int threads, unsigned block_count,
      std::int64_t offset = 0)
      : Sum(Input<T>(seed, count, data, threads, block_count), offset) {}

  /// The first element, on the device.
  const T* begin() const { return in.data() + (static_cast<std::int64_t>(in.size()) - this->n); }

  /// As Input's, of the partial sums on the device.
  Total total() const { return Input<T>::total(partial.to_host()); }
  tutorial::Verdict check() const { return Input<T>::check(partial.to_host()); }
  std::string result_text() const { return result_text(partial.to_host()); }

  tutorial::DeviceBuffer<T> in;
  tutorial::DeviceBuffer<T> partial;

 private:
  Sum(Input<T> input, std::int64_t offset)
      : Input<T>(std::move(input)), in(static_cast<std::size_t>(offset + this->n)), partial(this->blocks) {
    const std::vector<T> host = this->make_values();
    if (!host.empty()) {
      CUDA_CHECK(
          cudaMemcpy(in.data() + offset, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
  }
};

}  // namespace ch06
