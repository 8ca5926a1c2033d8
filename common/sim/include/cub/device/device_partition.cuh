// Items that meet a condition, in their order, and after them the others, the last one first.
#pragma once

#include "device_select.cuh"

namespace cub {

struct DevicePartition {
  template <class In, class Out, class CountOut, class Predicate>
  static cudaError_t If(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_out,
                        CountOut d_num_selected_out, long num_items, Predicate select,
                        cudaStream_t stream = nullptr) {
    return run(
        "cub::DevicePartition::If", d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out,
        num_items, [=](long, const auto& value) mutable { return select(value); }, stream);
  }
  template <class In, class Flags, class Out, class CountOut>
  static cudaError_t Flagged(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Flags d_flags,
                             Out d_out, CountOut d_num_selected_out, long num_items,
                             cudaStream_t stream = nullptr) {
    return run(
        "cub::DevicePartition::Flagged", d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out,
        num_items, [=](long i, const auto&) mutable { return static_cast<bool>(d_flags[i]); }, stream);
  }

 private:
  template <class In, class Out, class CountOut, class Selects>
  static cudaError_t run(const char* name, void* storage, std::size_t& bytes, In in, Out out,
                         CountOut count_out, long count, Selects selects, cudaStream_t stream) {
    return sim::select_items(
        name, storage, bytes, in, out, count_out, count, selects,
        [count](auto& to, long k, const auto& value) { to[count - 1 - k] = value; }, stream);
  }
};

}  // namespace cub
