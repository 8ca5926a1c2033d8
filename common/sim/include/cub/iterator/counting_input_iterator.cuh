// CUB's iterators that read no memory of their own, as CUDA 12 has them; CUDA 13 has Thrust's in their place.
#pragma once

#include <cstddef>
#include <iterator>

#include "../util_type.cuh"

namespace cub {
namespace sim {

/// What a random access iterator has, made of `at(index)`.
template <class Self, class Value, class Offset>
class IndexIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Value;
  using difference_type = Offset;
  using pointer = const Value*;
  using reference = Value;

  __host__ __device__ Value operator*() const { return self().at(0); }
  __host__ __device__ Value operator[](Offset i) const { return self().at(i); }
  __host__ __device__ Self operator+(Offset i) const { return self().moved(i); }
  __host__ __device__ Self operator-(Offset i) const { return self().moved(-i); }
  __host__ __device__ Self& operator+=(Offset i) { return self() = self().moved(i); }
  __host__ __device__ Self& operator++() { return *this += 1; }
  __host__ __device__ Self operator++(int) {
    const Self before = self();
    ++*this;
    return before;
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace sim

template <class Value, class Offset = std::ptrdiff_t>
class CountingInputIterator : public sim::IndexIterator<CountingInputIterator<Value, Offset>, Value, Offset> {
 public:
  __host__ __device__ explicit CountingInputIterator(Value first) : first_(first) {}
  __host__ __device__ Value at(Offset i) const { return static_cast<Value>(first_ + static_cast<Value>(i)); }
  __host__ __device__ CountingInputIterator moved(Offset i) const { return CountingInputIterator(at(i)); }

 private:
  Value first_;
};

}  // namespace cub
