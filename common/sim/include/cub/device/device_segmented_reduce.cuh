// A reduction for each of many ranges of items.
#pragma once

#include "device_reduce.cuh"

namespace cub {

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begins, class Ends, class Op, class Initial>
  static cudaError_t Reduce(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                            long num_segments, Begins d_begin_offsets, Ends d_end_offsets, Op op,
                            Initial initial, cudaStream_t stream = nullptr) {
    return run("cub::DeviceSegmentedReduce::Reduce", d_temp_storage, temp_storage_bytes, d_in, d_out,
               num_segments, d_begin_offsets, d_end_offsets, op, initial, stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Sum(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                         long num_segments, Begins d_begin_offsets, Ends d_end_offsets,
                         cudaStream_t stream = nullptr) {
    return run("cub::DeviceSegmentedReduce::Sum", d_temp_storage, temp_storage_bytes, d_in, d_out,
               num_segments, d_begin_offsets, d_end_offsets, cub::Sum(), sim::OutputOf<Out, In>(), stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Min(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                         long num_segments, Begins d_begin_offsets, Ends d_end_offsets,
                         cudaStream_t stream = nullptr) {
    return run("cub::DeviceSegmentedReduce::Min", d_temp_storage, temp_storage_bytes, d_in, d_out,
               num_segments, d_begin_offsets, d_end_offsets, cub::Min(),
               std::numeric_limits<sim::ValueOf<In>>::max(), stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Max(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                         long num_segments, Begins d_begin_offsets, Ends d_end_offsets,
                         cudaStream_t stream = nullptr) {
    return run("cub::DeviceSegmentedReduce::Max", d_temp_storage, temp_storage_bytes, d_in, d_out,
               num_segments, d_begin_offsets, d_end_offsets, cub::Max(),
               std::numeric_limits<sim::ValueOf<In>>::lowest(), stream);
  }

 private:
  template <class In, class Out, class Begins, class Ends, class Op, class Initial>
  static cudaError_t run(const char* name, void* storage, std::size_t& bytes, In in, Out out, long segments,
                         Begins begins, Ends ends, Op op, Initial initial, cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, 0, stream, [=]() mutable {
      for (long s = 0; s < segments; ++s)
        out[s] = sim::combine(in, static_cast<long>(begins[s]), static_cast<long>(ends[s]), op, initial);
    });
  }
};

}  // namespace cub
