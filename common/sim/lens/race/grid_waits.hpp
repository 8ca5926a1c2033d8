// Which threads of a block know that the kernel ahead has ended, in a launch that may overlap it.
#pragma once

#include <vector>

#include "sim/lens/race/order.hpp"

namespace cudasim::lens {

class GridWaits {
 public:
  void begin() { waits_.clear(); }
  /// The thread has waited.
  void note(unsigned thread, BlockOrder& order);
  /// Whether what the thread does now, to that address, comes behind a wait of its own or of another thread.
  bool covers(unsigned thread, const BlockOrder& order, const char* address) const;

 private:
  std::vector<Entry> waits_;
};

}  // namespace cudasim::lens
