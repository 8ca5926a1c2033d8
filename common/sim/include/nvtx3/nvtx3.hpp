// Stand-in: profiler annotations in C++ form; they vanish as well.
#pragma once

#include "nvToolsExt.h"

namespace nvtx3 {
struct scoped_range {
  template <class... Attributes>
  explicit scoped_range(Attributes&&...) {}
  ~scoped_range() {}
};
template <class... Attributes>
inline void mark(Attributes&&...) {}
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() static_cast<void>(0)
