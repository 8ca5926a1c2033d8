// The frame of every runtime call: a test may make the call fail, a device that a kernel has broken refuses it, and its error is
// remembered.
// Also two checks that many calls share.
#pragma once

#include <cstddef>

#include "sim/runtime/fault_injection.hpp"
#include "sim/runtime/launch_apart.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/unchecked_errors.hpp"

namespace cudasim {

/// For calls that even a broken device answers. `name` is the name of the calling function.
template <class Body>
cudaError_t always_answered(Body body, const char* name = __builtin_FUNCTION()) {
  const HostCall call;
  const cudaError_t wanted = enter_call(name);
  return record_error(wanted != cudaSuccess ? wanted : body());
}

template <class Body>
cudaError_t guarded(Body body, const char* name = __builtin_FUNCTION()) {
  const HostCall call;
  if (const cudaError_t wanted = enter_call(name)) return record_error(wanted);
  if (const cudaError_t broken = sticky_error()) {
    note_broken_device();
    return broken;
  }
  return record_error(body());
}

/// Whether the caller may have the runtime write there. An observer may know of memory that the caller does not own.
inline bool may_write(const void* begin, std::size_t bytes) {
  return begin != nullptr && (observer == nullptr || observer->may_write(begin, bytes));
}
template <class T>
bool can_tell(T* out) {
  if (!may_write(out, sizeof(T))) return false;
  if (observer != nullptr) observer->told(out, sizeof(T));
  return true;
}

/// Answers through a pointer of the caller.
template <class T, class V>
cudaError_t tell(T* out, V value) {
  if (!can_tell(out)) return cudaErrorInvalidValue;
  *out = static_cast<T>(value);
  return cudaSuccess;
}

/// There is only one device, or CUDASIM_DEVICES, of which all but the first have no memory.
int device_count();
inline cudaError_t check_device(int device) {
  return device >= 0 && device < device_count() ? cudaSuccess : cudaErrorInvalidDevice;
}

}  // namespace cudasim
