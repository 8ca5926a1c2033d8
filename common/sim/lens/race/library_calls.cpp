#include "sim/lens/race/library_calls.hpp"

#include <unwind.h>

#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "sim/lens/report/lines.hpp"

namespace cudasim::lens {
namespace {

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* found) {
  const auto pc = _Unwind_GetIP(context);
  if (pc == 0 || !in_library(reinterpret_cast<const void*>(pc))) return _URC_NO_REASON;
  *static_cast<bool*>(found) = true;
  return _URC_END_OF_STACK;
}

}  // namespace

bool is_library_access(const void* pc) {
  if (in_library(pc)) return true;
  static std::mutex mutex;
  static auto& known = *new std::unordered_set<const void*>;
  const std::lock_guard lock(mutex);
  if (known.count(pc) != 0) return true;
  bool found = false;
  _Unwind_Backtrace(look_at_frame, &found);
  if (found) known.insert(pc);
  return found;
}

}  // namespace cudasim::lens
