// Counts of samples by bins. What lies outside of all bins is not counted.
#pragma once

#include "device_call.cuh"

namespace cub {

struct DeviceHistogram {
  /// `num_levels` - 1 bins of equal width from `lower_level` up to, and without, `upper_level`.
  template <class Samples, class Counter, class Level, class Count>
  static cudaError_t HistogramEven(void* d_temp_storage, std::size_t& temp_storage_bytes, Samples d_samples,
                                   Counter* d_histogram, int num_levels, Level lower_level, Level upper_level,
                                   Count num_samples, cudaStream_t stream = nullptr) {
    const int bins = num_levels - 1;
    return run(
        "cub::DeviceHistogram::HistogramEven", d_temp_storage, temp_storage_bytes, d_samples, d_histogram,
        bins, num_samples,
        [=](const auto& sample) {
          using Wide =
              std::conditional_t<std::is_integral<Level>::value, long long, std::common_type_t<Level, float>>;
          const auto value = static_cast<Level>(sample);
          if (value < lower_level || !(value < upper_level)) return -1;
          const Wide above = static_cast<Wide>(value) - static_cast<Wide>(lower_level);
          const Wide range = static_cast<Wide>(upper_level) - static_cast<Wide>(lower_level);
          if constexpr (std::is_integral<Level>::value)
            return static_cast<int>(above * bins / range);
          else
            return static_cast<int>(above * (static_cast<Wide>(bins) / range));
        },
        stream);
  }

  /// Bin b goes from `d_levels[b]` up to, and without, `d_levels[b + 1]`.
  template <class Samples, class Counter, class Level, class Count>
  static cudaError_t HistogramRange(void* d_temp_storage, std::size_t& temp_storage_bytes, Samples d_samples,
                                    Counter* d_histogram, int num_levels, const Level* d_levels,
                                    Count num_samples, cudaStream_t stream = nullptr) {
    const int bins = num_levels - 1;
    return run(
        "cub::DeviceHistogram::HistogramRange", d_temp_storage, temp_storage_bytes, d_samples, d_histogram,
        bins, num_samples,
        [=](const auto& sample) {
          int bin = -1;
          while (bin < bins && !(static_cast<Level>(sample) < d_levels[bin + 1])) ++bin;
          return bin < bins ? bin : -1;
        },
        stream);
  }

 private:
  template <class Samples, class Counter, class Count, class BinOf>
  static cudaError_t run(const char* name, void* storage, std::size_t& bytes, Samples samples,
                         Counter* histogram, int bins, Count count, BinOf bin_of, cudaStream_t stream) {
    return sim::device_call(name, storage, bytes, static_cast<std::size_t>(bins) * sizeof(Counter), stream,
                            [=]() mutable {
                              for (int bin = 0; bin < bins; ++bin) histogram[bin] = 0;
                              for (Count i = 0; i < count; ++i) {
                                const int bin = bin_of(samples[i]);
                                if (bin >= 0 && bin < bins) ++histogram[bin];
                              }
                            });
  }
};

}  // namespace cub
