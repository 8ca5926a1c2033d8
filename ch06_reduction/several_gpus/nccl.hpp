#pragma once

/// @file
/// Error checks and communicators for NCCL. For programs that REQUIRE nccl.

#include <nccl.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace ch06 {

/// @throws std::runtime_error with the result's text and the place, unless `result` is success
inline void check_nccl(ncclResult_t result, const char* expression, const char* file, int line) {
  if (result == ncclSuccess) return;
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expression + ": " +
                           ncclGetErrorString(result));
}

/// Checks the result of an NCCL call.
#define NCCL_CHECK(call) ::ch06::check_nccl((call), #call, __FILE__, __LINE__)

/// A communicator for each of the devices 0 to count - 1, all in this process.
///
/// Multicast through NVLink is left off: it gains nothing for short messages, and a program that ends badly
/// in the middle of one can leave the GPUs of a shared host unusable.
class NcclCommunicators {
 public:
  /// @param count of devices. @throws std::runtime_error
  explicit NcclCommunicators(int count) : communicators_(static_cast<std::size_t>(count)) {
    ::setenv("NCCL_NVLS_ENABLE", "0", 1);
    NCCL_CHECK(ncclCommInitAll(communicators_.data(), count, nullptr));
  }
  ~NcclCommunicators() {
    for (const ncclComm_t communicator : communicators_) static_cast<void>(ncclCommDestroy(communicator));
  }
  NcclCommunicators(const NcclCommunicators&) = delete;
  NcclCommunicators& operator=(const NcclCommunicators&) = delete;

  /// The communicator of a device.
  ncclComm_t operator[](int device) const { return communicators_[static_cast<std::size_t>(device)]; }

 private:
  std::vector<ncclComm_t> communicators_;
};

}  // namespace ch06
