// Reductions over all items, and over runs of equal keys.
#pragma once

#include <limits>

#include "device_call.cuh"

namespace cub {

struct DeviceReduce {
  template <class In, class Out, class Count, class Op, class Initial>
  static cudaError_t Reduce(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                            Count num_items, Op op, Initial initial, cudaStream_t stream = nullptr) {
    return run("cub::DeviceReduce::Reduce", d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, op,
               initial, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Sum(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                         Count num_items, cudaStream_t stream = nullptr) {
    return run("cub::DeviceReduce::Sum", d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
               cub::Sum(), sim::OutputOf<Out, In>(), stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Min(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                         Count num_items, cudaStream_t stream = nullptr) {
    return run("cub::DeviceReduce::Min", d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
               cub::Min(), std::numeric_limits<sim::ValueOf<In>>::max(), stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Max(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                         Count num_items, cudaStream_t stream = nullptr) {
    return run("cub::DeviceReduce::Max", d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
               cub::Max(), std::numeric_limits<sim::ValueOf<In>>::lowest(), stream);
  }
  template <class In, class Out, class Count, class Op, class Transform, class Initial>
  static cudaError_t TransformReduce(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in,
                                     Out d_out, Count num_items, Op op, Transform transform, Initial initial,
                                     cudaStream_t stream = nullptr) {
    return sim::device_call("cub::DeviceReduce::TransformReduce", d_temp_storage, temp_storage_bytes, 0,
                            stream, [=]() mutable {
                              sim::SumOf<Op, Initial, decltype(transform(d_in[0]))> sum = initial;
                              for (Count i = 0; i < num_items; ++i) sum = op(sum, transform(d_in[i]));
                              *d_out = sum;
                            });
  }

  /// Where the extreme value stands first, and the value: as a KeyValuePair, or each in its own place.
  template <class In, class Out>
  static cudaError_t ArgMin(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                            int num_items, cudaStream_t stream = nullptr) {
    return find_pair("cub::DeviceReduce::ArgMin", d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
                     cub::ArgMin(), std::numeric_limits<sim::ValueOf<In>>::max(), stream);
  }
  template <class In, class Out>
  static cudaError_t ArgMax(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                            int num_items, cudaStream_t stream = nullptr) {
    return find_pair("cub::DeviceReduce::ArgMax", d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
                     cub::ArgMax(), std::numeric_limits<sim::ValueOf<In>>::lowest(), stream);
  }
  template <class In, class Out, class IndexOut>
  static cudaError_t ArgMin(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_min_out,
                            IndexOut d_index_out, long num_items, cudaStream_t stream = nullptr) {
    return find_both("cub::DeviceReduce::ArgMin", d_temp_storage, temp_storage_bytes, d_in, d_min_out,
                     d_index_out, num_items, cub::ArgMin(), std::numeric_limits<sim::ValueOf<In>>::max(),
                     stream);
  }
  template <class In, class Out, class IndexOut>
  static cudaError_t ArgMax(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_max_out,
                            IndexOut d_index_out, long num_items, cudaStream_t stream = nullptr) {
    return find_both("cub::DeviceReduce::ArgMax", d_temp_storage, temp_storage_bytes, d_in, d_max_out,
                     d_index_out, num_items, cub::ArgMax(), std::numeric_limits<sim::ValueOf<In>>::lowest(),
                     stream);
  }

  template <class KeysIn, class KeysOut, class ValuesIn, class ValuesOut, class RunsOut, class Op,
            class Count>
  static cudaError_t ReduceByKey(void* d_temp_storage, std::size_t& temp_storage_bytes, KeysIn d_keys_in,
                                 KeysOut d_unique_out, ValuesIn d_values_in, ValuesOut d_aggregates_out,
                                 RunsOut d_num_runs_out, Op op, Count num_items,
                                 cudaStream_t stream = nullptr) {
    return sim::device_call("cub::DeviceReduce::ReduceByKey", d_temp_storage, temp_storage_bytes,
                            static_cast<std::size_t>(num_items) / 8, stream, [=]() mutable {
                              Count runs = 0;
                              for (Count i = 0; i < num_items;) {
                                const sim::ValueOf<KeysIn> key = d_keys_in[i];
                                sim::ValueOf<ValuesIn> sum = d_values_in[i];
                                for (++i; i < num_items && key == d_keys_in[i]; ++i)
                                  sum = op(sum, d_values_in[i]);
                                d_unique_out[runs] = key;
                                d_aggregates_out[runs++] = sum;
                              }
                              *d_num_runs_out = runs;
                            });
  }

 private:
  template <class In, class Out, class Count, class Op, class Initial>
  static cudaError_t run(const char* name, void* storage, std::size_t& bytes, In in, Out out, Count count,
                         Op op, Initial initial, cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, 0, stream,
                            [=]() mutable { *out = sim::combine(in, Count{0}, count, op, initial); });
  }

  template <class In, class Count, class Op>
  static auto find(In in, Count count, Op op, sim::ValueOf<In> worst) {
    KeyValuePair<Count, sim::ValueOf<In>> found{1, worst};
    for (Count i = 0; i < count; ++i) {
      const KeyValuePair<Count, sim::ValueOf<In>> here{i, in[i]};
      found = i == 0 ? here : op(found, here);
    }
    return found;
  }
  template <class In, class Out, class Op>
  static cudaError_t find_pair(const char* name, void* storage, std::size_t& bytes, In in, Out out, int count,
                               Op op, sim::ValueOf<In> worst, cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, 0, stream,
                            [=]() mutable { *out = find(in, count, op, worst); });
  }
  template <class In, class Out, class IndexOut, class Op>
  static cudaError_t find_both(const char* name, void* storage, std::size_t& bytes, In in, Out out,
                               IndexOut index, long count, Op op, sim::ValueOf<In> worst,
                               cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, 0, stream, [=]() mutable {
      const auto found = find(in, count, op, worst);
      *out = found.value;
      *index = found.key;
    });
  }
};

}  // namespace cub
