#pragma once

#include <nvtx3/nvToolsExt.h>

#include <string>

namespace tutorial {

/// An NVTX range for a row of the program's table: Nsight Systems shows it on a GPU, and on the simulator the lens counts the launches in it
/// as the row's.
class RowRange {
 public:
  explicit RowRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
  ~RowRange() { nvtxRangePop(); }
  RowRange(const RowRange&) = delete;
  RowRange& operator=(const RowRange&) = delete;
};

}  // namespace tutorial
