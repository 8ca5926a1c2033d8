// Shuffles, votes, matches and reductions of a warp. All lanes of the mask that have not ended must come to
// the same operation at the same place of the source, as on hardware; else the launch fails with a report.
#pragma once

#include <type_traits>

#include "cudasim/site.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/types.hpp"

namespace cudasim {
namespace detail {

enum class WarpOperation {
  shuffle,
  ballot,
  match_any,
  match_all,
  add,
  min_signed,
  max_signed,
  min_unsigned,
  max_unsigned,
  bit_and,
  bit_or,
  bit_xor,
};

/// Meets the other lanes of `mask` and returns this lane's result. `source` is the lane a shuffle reads. The upper half of `mask` is the number
/// of the call, if it has one (numbered).
unsigned long long warp_collective(WarpOperation operation, unsigned long long mask, unsigned long long value,
                                   unsigned source, const Site& site);

/// The calling thread's lane in its warp.
unsigned lane_id();

template <class T>
unsigned long long to_bits(const T& value) {
  static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 8,
                "warp collectives take trivially copyable values of at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, static_cast<const void*>(&value), sizeof(T));
  return bits;
}

template <class T>
T from_bits(unsigned long long bits) {
  T value;
  __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

template <class T>
T shuffle(unsigned long long mask, const T& value, unsigned source, const Site& site) {
  return from_bits<T>(warp_collective(WarpOperation::shuffle, mask, to_bits(value), source, site));
}

/// The same for values of any size.
template <class T>
T shuffle_whole(unsigned long long mask, const T& value, unsigned source, const Site& site) {
  unsigned long long words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, static_cast<const void*>(&value), sizeof(T));
  for (auto& word : words) word = shuffle(mask, word, source, site);
  T result = value;
  __builtin_memcpy(static_cast<void*>(&result), words, sizeof(T));
  return result;
}

/// First lane of the segment of `width` lanes that holds `lane`.
constexpr unsigned segment_begin(unsigned lane, int width) {
  return lane & ~(static_cast<unsigned>(width) - 1u);
}

/// The same for the running lane. CUDA guide, warp shuffle functions: `width` is a power of two from 1 to warpSize.
inline unsigned own_segment(int width, const Site& site) {
  if (width < 1 || width > 32 || (width & (width - 1)) != 0)
    misused(site, "the width of a shuffle must be 1, 2, 4, 8, 16 or 32");
  return segment_begin(lane_id(), width);
}

inline unsigned ballot(unsigned long long mask, bool predicate, const Site& site) {
  return static_cast<unsigned>(warp_collective(WarpOperation::ballot, mask, predicate, 0, site));
}

inline unsigned reduce_unsigned(WarpOperation operation, unsigned long long mask, unsigned value,
                                const Site& site) {
  return static_cast<unsigned>(warp_collective(operation, mask, value, 0, site));
}

inline int reduce_signed(WarpOperation operation, unsigned long long mask, int value, const Site& site) {
  const auto extended = static_cast<unsigned long long>(static_cast<long long>(value));
  return static_cast<int>(warp_collective(operation, mask, extended, 0, site));
}

}  // namespace detail

/// The mask of one of several calls that have the same line; the translator numbers them.
constexpr unsigned long long numbered(unsigned call, unsigned mask) {
  return static_cast<unsigned long long>(call) << 32 | mask;
}

}  // namespace cudasim

/// CUDA has an overload for each of these types, and no template.
#define CUDASIM_EXPECT_SHUFFLED(name)                                                    \
  static_assert(                                                                         \
      std::is_arithmetic_v<T> || (std::is_enum_v<T> && std::is_convertible_v<T, int>) || \
          cudasim::is_small_float<T>,                                                    \
      "no instance of overloaded function \"" name                                       \
      "\" matches the argument list: it takes numbers, of which a structure has one in each member")

template <class T>
T __shfl_sync(unsigned long long mask, T value, int source, int width = 32, CUDASIM_SITE_ARGUMENTS) {
  CUDASIM_EXPECT_SHUFFLED("__shfl_sync");
  const cudasim::Site site{"__shfl_sync", file, line};
  const unsigned begin = cudasim::detail::own_segment(width, site);
  const unsigned offset = static_cast<unsigned>(source) & (static_cast<unsigned>(width) - 1u);
  return cudasim::detail::shuffle(mask, value, begin + offset, site);
}

template <class T>
T __shfl_up_sync(unsigned long long mask, T value, unsigned delta, int width = 32, CUDASIM_SITE_ARGUMENTS) {
  CUDASIM_EXPECT_SHUFFLED("__shfl_up_sync");
  const cudasim::Site site{"__shfl_up_sync", file, line};
  const unsigned lane = cudasim::detail::lane_id();
  const bool inside = lane - cudasim::detail::own_segment(width, site) >= delta;
  return cudasim::detail::shuffle(mask, value, inside ? lane - delta : lane, site);
}

template <class T>
T __shfl_down_sync(unsigned long long mask, T value, unsigned delta, int width = 32, CUDASIM_SITE_ARGUMENTS) {
  CUDASIM_EXPECT_SHUFFLED("__shfl_down_sync");
  const cudasim::Site site{"__shfl_down_sync", file, line};
  const unsigned lane = cudasim::detail::lane_id();
  const unsigned after = static_cast<unsigned>(width) - (lane - cudasim::detail::own_segment(width, site));
  return cudasim::detail::shuffle(mask, value, delta < after ? lane + delta : lane, site);
}

template <class T>
T __shfl_xor_sync(unsigned long long mask, T value, int lane_mask, int width = 32, CUDASIM_SITE_ARGUMENTS) {
  CUDASIM_EXPECT_SHUFFLED("__shfl_xor_sync");
  const cudasim::Site site{"__shfl_xor_sync", file, line};
  const unsigned lane = cudasim::detail::lane_id();
  const unsigned end = cudasim::detail::own_segment(width, site) + static_cast<unsigned>(width);
  const unsigned source = lane ^ static_cast<unsigned>(lane_mask);
  return cudasim::detail::shuffle(mask, value, source < end ? source : lane, site);
}

#undef CUDASIM_EXPECT_SHUFFLED

inline unsigned __ballot_sync(unsigned long long mask, int predicate, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::ballot(mask, predicate != 0, {"__ballot_sync", file, line});
}

inline int __any_sync(unsigned long long mask, int predicate, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::ballot(mask, predicate != 0, {"__any_sync", file, line}) != 0;
}

inline int __all_sync(unsigned long long mask, int predicate, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::ballot(mask, predicate == 0, {"__all_sync", file, line}) == 0;
}

template <class T>
unsigned __match_any_sync(unsigned long long mask, T value, CUDASIM_SITE_ARGUMENTS) {
  return static_cast<unsigned>(cudasim::detail::warp_collective(cudasim::detail::WarpOperation::match_any,
                                                                mask, cudasim::detail::to_bits(value), 0,
                                                                {"__match_any_sync", file, line}));
}

template <class T>
unsigned __match_all_sync(unsigned long long mask, T value, int* all_equal, CUDASIM_SITE_ARGUMENTS) {
  const auto lanes = static_cast<unsigned>(
      cudasim::detail::warp_collective(cudasim::detail::WarpOperation::match_all, mask,
                                       cudasim::detail::to_bits(value), 0, {"__match_all_sync", file, line}));
  *all_equal = lanes != 0;
  return lanes;
}

inline unsigned __reduce_add_sync(unsigned long long mask, unsigned value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_unsigned(cudasim::detail::WarpOperation::add, mask, value,
                                          {"__reduce_add_sync", file, line});
}
inline int __reduce_add_sync(unsigned long long mask, int value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_signed(cudasim::detail::WarpOperation::add, mask, value,
                                        {"__reduce_add_sync", file, line});
}
inline unsigned __reduce_min_sync(unsigned long long mask, unsigned value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_unsigned(cudasim::detail::WarpOperation::min_unsigned, mask, value,
                                          {"__reduce_min_sync", file, line});
}
inline int __reduce_min_sync(unsigned long long mask, int value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_signed(cudasim::detail::WarpOperation::min_signed, mask, value,
                                        {"__reduce_min_sync", file, line});
}
inline unsigned __reduce_max_sync(unsigned long long mask, unsigned value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_unsigned(cudasim::detail::WarpOperation::max_unsigned, mask, value,
                                          {"__reduce_max_sync", file, line});
}
inline int __reduce_max_sync(unsigned long long mask, int value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_signed(cudasim::detail::WarpOperation::max_signed, mask, value,
                                        {"__reduce_max_sync", file, line});
}
inline unsigned __reduce_and_sync(unsigned long long mask, unsigned value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_unsigned(cudasim::detail::WarpOperation::bit_and, mask, value,
                                          {"__reduce_and_sync", file, line});
}
inline unsigned __reduce_or_sync(unsigned long long mask, unsigned value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_unsigned(cudasim::detail::WarpOperation::bit_or, mask, value,
                                          {"__reduce_or_sync", file, line});
}
inline unsigned __reduce_xor_sync(unsigned long long mask, unsigned value, CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::reduce_unsigned(cudasim::detail::WarpOperation::bit_xor, mask, value,
                                          {"__reduce_xor_sync", file, line});
}
