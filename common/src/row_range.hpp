#pragma once

#include <string>

#include "tutorial/backend.hpp"

#ifdef TUTORIAL_SIMULATOR
#include <nvtx3/nvToolsExt.h>
#endif

namespace tutorial {

/// While it lives, the lens counts launches as this row's. Nothing where there is a device.
class RowRange {
 public:
#ifdef TUTORIAL_SIMULATOR
  explicit RowRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
  ~RowRange() { nvtxRangePop(); }
#else
  explicit RowRange(const std::string&) {}
#endif
  RowRange(const RowRange&) = delete;
  RowRange& operator=(const RowRange&) = delete;
};

}  // namespace tutorial
