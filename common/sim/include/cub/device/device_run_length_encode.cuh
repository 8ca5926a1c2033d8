// Runs of equal items: each item once, and the length of its run.
#pragma once

#include "device_call.cuh"

namespace cub {

struct DeviceRunLengthEncode {
  template <class In, class Out, class LengthsOut, class RunsOut, class Count>
  static cudaError_t Encode(void* d_temp_storage, std::size_t& temp_storage_bytes, In d_in, Out d_unique_out,
                            LengthsOut d_counts_out, RunsOut d_num_runs_out, Count num_items,
                            cudaStream_t stream = nullptr) {
    return sim::device_call("cub::DeviceRunLengthEncode::Encode", d_temp_storage, temp_storage_bytes,
                            static_cast<std::size_t>(num_items) / 64, stream, [=]() mutable {
                              Count runs = 0;
                              for (Count i = 0; i < num_items; ++runs) {
                                const sim::ValueOf<In> value = d_in[i];
                                Count length = 1;
                                for (++i; i < num_items && value == d_in[i]; ++i) ++length;
                                d_unique_out[runs] = value;
                                d_counts_out[runs] = length;
                              }
                              *d_num_runs_out = runs;
                            });
  }
};

}  // namespace cub
