// What the lanes of a warp take from lanes outside the mask of a shuffle, and whether they use it: a lane uses what it got if it brings a
// value made of it to its next shuffle.
#pragma once

#include <cstdint>

#include "sim/runtime/block.hpp"

namespace cudasim::lens {

/// A lane has asked one that its mask does not name.
struct AskedOutside {
  Site site = {};
  unsigned mask = 0;
  unsigned lane = 0;
  unsigned asked = 0;
};

class ShuffledValues {
 public:
  /// Lanes are about to exchange values. Returns what makes the value undefined that the mask's lowest lane, which has the result of a sum,
  /// brings, or that all lanes take; null if there is nothing. A lane that others do not ask again may ignore what it got.
  const AskedOutside* exchange(const Warp& warp, const WarpMeeting& meeting);

 private:
  bool is_undefined(unsigned lane, unsigned long long brings) const;

  unsigned took_ = 0;       ///< Lanes whose last shuffle gave them something undefined.
  unsigned undefined_ = 0;  ///< Lanes that had brought something undefined to it.
  unsigned long long brought_[lanes_per_warp] = {};
  unsigned long long got_[lanes_per_warp] = {};
  AskedOutside last_;
};

}  // namespace cudasim::lens
