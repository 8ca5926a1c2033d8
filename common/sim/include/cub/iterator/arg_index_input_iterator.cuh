// Another iterator's values with their indices.
#pragma once

#include "counting_input_iterator.cuh"

namespace cub {

template <class Input, class Offset = std::ptrdiff_t,
          class Output = typename std::iterator_traits<Input>::value_type>
class ArgIndexInputIterator : public sim::IndexIterator<ArgIndexInputIterator<Input, Offset, Output>,
                                                        KeyValuePair<Offset, Output>, Offset> {
 public:
  __host__ __device__ explicit ArgIndexInputIterator(Input input, Offset first = 0)
      : input_(input), first_(first) {}
  __host__ __device__ KeyValuePair<Offset, Output> at(Offset i) const {
    return {first_ + i, input_[first_ + i]};
  }
  __host__ __device__ ArgIndexInputIterator moved(Offset i) const {
    return ArgIndexInputIterator(input_, first_ + i);
  }

 private:
  Input input_;
  Offset first_;
};

}  // namespace cub
