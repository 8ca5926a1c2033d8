// What an operation makes of another iterator's values.
#pragma once

#include "counting_input_iterator.cuh"

namespace cub {

template <class Value, class Op, class Input, class Offset = std::ptrdiff_t>
class TransformInputIterator
    : public sim::IndexIterator<TransformInputIterator<Value, Op, Input, Offset>, Value, Offset> {
 public:
  __host__ __device__ TransformInputIterator(Input input, Op op) : input_(input), op_(op) {}
  __host__ __device__ Value at(Offset i) const { return op_(input_[i]); }
  __host__ __device__ TransformInputIterator moved(Offset i) const { return {input_ + i, op_}; }

 private:
  Input input_;
  Op op_;
};

}  // namespace cub
