// The same value at every place.
#pragma once

#include "counting_input_iterator.cuh"

namespace cub {

template <class Value, class Offset = std::ptrdiff_t>
class ConstantInputIterator : public sim::IndexIterator<ConstantInputIterator<Value, Offset>, Value, Offset> {
 public:
  __host__ __device__ explicit ConstantInputIterator(Value value, Offset = 0) : value_(value) {}
  __host__ __device__ Value at(Offset) const { return value_; }
  __host__ __device__ ConstantInputIterator moved(Offset) const { return *this; }

 private:
  Value value_;
};

}  // namespace cub
