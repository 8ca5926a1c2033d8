// Names and texts of errors, and their state: one last error for each host thread, one sticky error for the device.
#include "cudasim/error.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "cudasim/api.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/unchecked_errors.hpp"

namespace cudasim {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
std::atomic<cudaError_t> broken{cudaSuccess};

/// Errors after which a real context is unusable.
bool is_sticky(cudaError_t error) {
  switch (error) {
    case cudaErrorECCUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure: return true;
    default: return false;
  }
}

}  // namespace

cudaError_t record_error(cudaError_t error) {
  if (error == cudaSuccess) return error;
  note_error(error);
  if (is_sticky(error)) {
    cudaError_t none = cudaSuccess;
    broken.compare_exchange_strong(none, error);
  }
  return last_error = error;
}

cudaError_t sticky_error() { return broken.load(std::memory_order_relaxed); }

void forget_errors() {
  broken = cudaSuccess;
  last_error = cudaSuccess;
}

cudaError_t refuse(const char* function, const char* what) {
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(function).second)
    std::fprintf(stderr, "cudasim: %s: %s are not simulated; it returns cudaErrorNotSupported\n", function,
                 what);
  return record_error(cudaErrorNotSupported);
}

}  // namespace cudasim

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDASIM_CASE(name, number, text) \
  case name: return #name;
    CUDASIM_ERRORS(CUDASIM_CASE)
#undef CUDASIM_CASE
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDASIM_CASE(name, number, text) \
  case name: return text;
    CUDASIM_ERRORS(CUDASIM_CASE)
#undef CUDASIM_CASE
  }
  return "unrecognized error code";
}

cudaError_t cudaPeekAtLastError() {
  cudasim::note_errors_checked();
  const cudaError_t broken = cudasim::sticky_error();
  return broken != cudaSuccess ? broken : cudasim::last_error;
}

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  cudasim::last_error = cudaSuccess;
  return error;
}
