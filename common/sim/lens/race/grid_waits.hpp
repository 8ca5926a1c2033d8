// Which threads of a block know that the preceding kernel has ended, in a launch that may overlap it.
#pragma once

#include <vector>

#include "sim/lens/race/order.hpp"

namespace cudasim::lens {

class GridWaits {
 public:
  void begin() { waits_.clear(); }
  /// The thread has waited.
  void note(unsigned thread, BlockOrder& order);
  /// Whether the thread's current access to that address comes after a wait, its own or another thread's.
  bool covers(unsigned thread, const BlockOrder& order, const char* address) const;

 private:
  std::vector<Entry> waits_;
};

}  // namespace cudasim::lens
