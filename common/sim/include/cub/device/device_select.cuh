// Items that meet a condition, in their order, and how many these are.
#pragma once

#include "device_call.cuh"

namespace cub {

namespace sim {

/// Writes the items that are selected one behind the other, and their number; others(out, k, item) gets the k-th of the rest.
template <class In, class Out, class CountOut, class Selects, class Others>
cudaError_t select_items(const char* name, void* storage, std::size_t& bytes, In in, Out out,
                         CountOut count_out, long count, Selects selects, Others others,
                         cudaStream_t stream) {
  return device_call(name, storage, bytes, static_cast<std::size_t>(count) / 64, stream, [=]() mutable {
    long selected = 0;
    for (long i = 0; i < count; ++i) {
      const ValueOf<In> value = in[i];
      if (selects(i, value))
        out[selected++] = value;
      else
        others(out, i - selected, value);
    }
    *count_out = static_cast<OutputOf<CountOut, const long*>>(selected);
  });
}

}  // namespace sim

struct DeviceSelect {
  template <class In, class Out, class CountOut, class Predicate>
  static cudaError_t If(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                        CountOut d_num_selected_out, long num_items, Predicate select,
                        cudaStream_t stream = nullptr) {
    return run(
        "cub::DeviceSelect::If", d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out,
        num_items, [=](long, const auto& value) mutable { return select(value); }, stream);
  }
  template <class Data, class CountOut, class Predicate>
  static cudaError_t If(void* d_temp_storage, std::size_t& temp_storage_bytes, Data d_data,
                        CountOut d_num_selected_out, long num_items, Predicate select,
                        cudaStream_t stream = nullptr) {
    return If(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items, select,
              stream);
  }

  template <class In, class Flags, class Out, class CountOut>
  static cudaError_t Flagged(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Flags d_flags,
                             Out d_out, CountOut d_num_selected_out, long num_items,
                             cudaStream_t stream = nullptr) {
    return run(
        "cub::DeviceSelect::Flagged", d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out,
        num_items, [=](long i, const auto&) mutable { return static_cast<bool>(d_flags[i]); }, stream);
  }
  template <class Data, class Flags, class CountOut>
  static cudaError_t Flagged(void* d_temp_storage, std::size_t& temp_storage_bytes, Data d_data,
                             Flags d_flags, CountOut d_num_selected_out, long num_items,
                             cudaStream_t stream = nullptr) {
    return Flagged(d_temp_storage, temp_storage_bytes, d_data, d_flags, d_data, d_num_selected_out, num_items,
                   stream);
  }

  /// The first item of each run of equal ones.
  template <class In, class Out, class CountOut>
  static cudaError_t Unique(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                            CountOut d_num_selected_out, long num_items, cudaStream_t stream = nullptr) {
    return run(
        "cub::DeviceSelect::Unique", d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out,
        num_items,
        [=, before = sim::ValueOf<In>()](long i, const auto& value) mutable {
          const bool is_first = i == 0 || !(before == value);
          before = value;
          return is_first;
        },
        stream);
  }

 private:
  template <class In, class Out, class CountOut, class Selects>
  static cudaError_t run(const char* name, void* storage, std::size_t& bytes, In in, Out out,
                         CountOut count_out, long count, Selects selects, cudaStream_t stream) {
    return sim::select_items(
        name, storage, bytes, in, out, count_out, count, selects, [](auto&, long, const auto&) {}, stream);
  }
};

}  // namespace cub
