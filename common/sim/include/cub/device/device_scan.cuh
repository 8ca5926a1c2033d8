// Prefix sums and the like over all items, also in place.
#pragma once

#include "device_call.cuh"

namespace cub {

struct DeviceScan {
  template <class In, class Out, class Count>
  static cudaError_t ExclusiveSum(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                                  Count num_items, cudaStream_t stream = nullptr) {
    return exclusive("cub::DeviceScan::ExclusiveSum", d_temp_storage, temp_storage_bytes, d_in, d_out,
                     cub::Sum(), sim::ValueOf<In>(), num_items, stream);
  }
  template <class Data, class Count>
  static cudaError_t ExclusiveSum(void* d_temp_storage, std::size_t& temp_storage_bytes, Data d_data,
                                  Count num_items, cudaStream_t stream = nullptr) {
    return ExclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream);
  }
  template <class In, class Out, class Op, class Initial, class Count>
  static cudaError_t ExclusiveScan(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                                   Op op, Initial initial, Count num_items, cudaStream_t stream = nullptr) {
    return exclusive("cub::DeviceScan::ExclusiveScan", d_temp_storage, temp_storage_bytes, d_in, d_out, op,
                     initial, num_items, stream);
  }
  template <class Data, class Op, class Initial, class Count>
  static cudaError_t ExclusiveScan(void* d_temp_storage, std::size_t& temp_storage_bytes, Data d_data, Op op,
                                   Initial initial, Count num_items, cudaStream_t stream = nullptr) {
    return ExclusiveScan(d_temp_storage, temp_storage_bytes, d_data, d_data, op, initial, num_items, stream);
  }

  template <class In, class Out, class Count>
  static cudaError_t InclusiveSum(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                                  Count num_items, cudaStream_t stream = nullptr) {
    return inclusive("cub::DeviceScan::InclusiveSum", d_temp_storage, temp_storage_bytes, d_in, d_out,
                     cub::Sum(), num_items, stream);
  }
  template <class Data, class Count>
  static cudaError_t InclusiveSum(void* d_temp_storage, std::size_t& temp_storage_bytes, Data d_data,
                                  Count num_items, cudaStream_t stream = nullptr) {
    return InclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream);
  }
  template <class In, class Out, class Op, class Count>
  static cudaError_t InclusiveScan(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                                   Op op, Count num_items, cudaStream_t stream = nullptr) {
    return inclusive("cub::DeviceScan::InclusiveScan", d_temp_storage, temp_storage_bytes, d_in, d_out, op,
                     num_items, stream);
  }
  template <class Data, class Op, class Count>
  static cudaError_t InclusiveScan(void* d_temp_storage, std::size_t& temp_storage_bytes, Data d_data, Op op,
                                   Count num_items, cudaStream_t stream = nullptr) {
    return InclusiveScan(d_temp_storage, temp_storage_bytes, d_data, d_data, op, num_items, stream);
  }

 private:
  template <class Count>
  static std::size_t wanted(Count num_items) {
    return static_cast<std::size_t>(num_items) / 64;
  }

  template <class In, class Out, class Op, class Initial, class Count>
  static cudaError_t exclusive(const char* name, void* storage, std::size_t& bytes, In in, Out out, Op op,
                               Initial initial, Count count, cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, wanted(count), stream, [=]() mutable {
      sim::SumOf<Op, Initial, sim::ValueOf<In>> sum = initial;
      for (Count i = 0; i < count; ++i) {
        const sim::ValueOf<In> value = in[i];
        out[i] = sum;
        sum = op(sum, value);
      }
    });
  }
  template <class In, class Out, class Op, class Count>
  static cudaError_t inclusive(const char* name, void* storage, std::size_t& bytes, In in, Out out, Op op,
                               Count count, cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, wanted(count), stream, [=]() mutable {
      if (count == 0) return;
      sim::SumOf<Op, sim::ValueOf<In>, sim::ValueOf<In>> sum = in[0];
      out[0] = sum;
      for (Count i = 1; i < count; ++i) {
        sum = op(sum, in[i]);
        out[i] = sum;
      }
    });
  }
};

}  // namespace cub
