#include "sim/lens/race/shuffled_values.hpp"

#include <cstring>
#include <string_view>

namespace cudasim::lens {
namespace {

template <class T>
T as(unsigned long long bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
bool is_sum_or_product(unsigned long long result, unsigned long long a, unsigned long long b) {
  const T sum = as<T>(a) + as<T>(b), product = as<T>(a) * as<T>(b), given = as<T>(result);
  return std::memcmp(&given, &sum, sizeof sum) == 0 || std::memcmp(&given, &product, sizeof product) == 0;
}

/// Whether a reduction of any usual kind makes the result of the two.
bool is_made_of(unsigned long long result, unsigned long long a, unsigned long long b) {
  if (result == b || result == (a & b) || result == (a | b) || result == (a ^ b)) return true;
  const bool is_short = ((result | a | b) >> 32) == 0;
  return is_short ? is_sum_or_product<std::uint32_t>(result, a, b) || is_sum_or_product<float>(result, a, b)
                  : is_sum_or_product<std::uint64_t>(result, a, b) || is_sum_or_product<double>(result, a, b);
}

}  // namespace

bool ShuffledValues::is_undefined(unsigned lane, unsigned long long brings) const {
  if (brings == brought_[lane]) return (undefined_ >> lane & 1) != 0;
  return (took_ >> lane & 1) != 0 && is_made_of(brings, brought_[lane], got_[lane]);
}

const AskedOutside* ShuffledValues::exchange(const Warp& warp, const WarpMeeting& meeting) {
  const unsigned lanes = meeting.arrived;
  const auto lowest = static_cast<unsigned>(__builtin_ctz(lanes));
  unsigned undefined = 0, outside = 0;
  for (unsigned lane = lowest; lane < lanes_per_warp; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    undefined |= static_cast<unsigned>(is_undefined(lane, warp.value[lane])) << lane;
    outside |= (~meeting.mask >> warp.source[lane] & 1) << lane;
  }
  const bool result_is_undefined = (undefined >> lowest & 1) != 0;
  const AskedOutside* found = result_is_undefined ? &last_ : nullptr;
  if (outside != 0 && !result_is_undefined) {
    const auto first = static_cast<unsigned>(__builtin_ctz(outside));
    last_ = {meeting.site, meeting.mask, first, warp.source[first]};
    if (outside == lanes && std::string_view(meeting.site.operation) == "__shfl_sync") found = &last_;
  }
  took_ &= ~lanes;
  undefined_ = (undefined_ & ~lanes) | undefined;
  for (unsigned lane = lowest; lane < lanes_per_warp; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    took_ |= ((outside >> lane | undefined >> warp.source[lane]) & 1) << lane;
    brought_[lane] = warp.value[lane];
    got_[lane] = shuffled_value(warp, meeting, lane);
  }
  return found;
}

}  // namespace cudasim::lens
