// What all device-wide calls have in common: the protocol of the temporary storage, and a launch in the caller's stream. One thread does
// the work, in the order of the items: what is read and written is what CUB reads and writes, not how.
#pragma once

#include <iterator>
#include <type_traits>

#include "../thread/thread_operators.cuh"

namespace cub {
namespace sim {

/// Without storage: says how much is wanted. `wanted` grows with the items, as CUB's does; what is in the storage is not used, but its
/// ends are written, for storage that is too short or that two streams use at once is a fault on a device.
template <class Body>
cudaError_t device_call(const char* name, void* storage, std::size_t& bytes, std::size_t wanted,
                        cudaStream_t stream, Body body) {
  wanted = (wanted + 511) / 256 * 256;
  if (storage == nullptr) {
    bytes = wanted;
    return cudaSuccess;
  }
  if (bytes < wanted) return cudaErrorInvalidValue;
  auto kernel = [=]() mutable {
    auto* const ends = static_cast<unsigned char*>(storage);
    ends[0] = ends[wanted - 1] = 0;
    body();
  };
  return cudasim::detail::run_body(name, nullptr, kernel, cudasim::LaunchConfig(1, 1, 0, stream));
}

template <class Iterator>
using ValueOf = std::remove_cv_t<typename std::iterator_traits<Iterator>::value_type>;

/// What an output iterator takes; one that does not say takes the input's.
template <class Out, class In>
using OutputOf = std::conditional_t<std::is_void<ValueOf<Out>>::value, ValueOf<In>, ValueOf<Out>>;

/// The type that an operation adds up in.
template <class Op, class Initial, class Value>
using SumOf = std::decay_t<std::invoke_result_t<Op, Initial, Value>>;

template <class Initial, class Op, class In, class Index>
auto combine(In in, Index begin, Index end, Op op, Initial initial) {
  SumOf<Op, Initial, ValueOf<In>> sum = initial;
  for (Index i = begin; i < end; ++i) sum = op(sum, in[i]);
  return sum;
}

}  // namespace sim
}  // namespace cub
