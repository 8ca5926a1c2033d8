#pragma once

/// @file
/// Error checks and communicators for NCCL. For programs declared with REQUIRE nccl.

#include <nccl.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "tutorial/ranks.hpp"

namespace tutorial {

/// @throws std::runtime_error with the result's text, the file and the line, unless `result` is success
inline void check_nccl(ncclResult_t result, const char* expression, const char* file, int line) {
  if (result == ncclSuccess) return;
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expression + ": " +
                           ncclGetErrorString(result));
}

/// Checks the result of an NCCL call.
#define NCCL_CHECK(call) ::tutorial::check_nccl((call), #call, __FILE__, __LINE__)

/// NCCL's name of an element type.
template <typename T>
constexpr ncclDataType_t nccl_type = ncclInt64;
/// @copydoc nccl_type
template <>
inline constexpr ncclDataType_t nccl_type<int> = ncclInt32;
/// @copydoc nccl_type
template <>
inline constexpr ncclDataType_t nccl_type<float> = ncclFloat32;
/// @copydoc nccl_type
template <>
inline constexpr ncclDataType_t nccl_type<double> = ncclFloat64;

/// Turns NVLink multicast off: it gains nothing for short messages, and a program that fails in the
/// middle of one can leave the GPUs of a shared host unusable. Call it before making the first communicator.
inline void leave_nccl_multicast_off() { ::setenv("NCCL_NVLS_ENABLE", "0", 1); }

/// A communicator for each of the devices 0 to count - 1, all in this process.
class NcclCommunicators {
 public:
  /// @param count number of devices. @throws std::runtime_error
  explicit NcclCommunicators(int count) : communicators_(static_cast<std::size_t>(count)) {
    leave_nccl_multicast_off();
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

/// This rank's communicator with all the others: pass it wherever an ncclComm_t is expected.
class NcclRank {
 public:
  /// All ranks must construct it together: rank 0 sends its unique id to the others. @throws std::runtime_error
  explicit NcclRank(Ranks& ranks) {
    leave_nccl_multicast_off();
    ncclUniqueId id{};
    if (ranks.rank() == 0) NCCL_CHECK(ncclGetUniqueId(&id));
    ranks.broadcast(&id, sizeof id);
    NCCL_CHECK(ncclCommInitRank(&communicator_, ranks.size(), id, ranks.rank()));
  }
  ~NcclRank() { static_cast<void>(ncclCommDestroy(communicator_)); }
  NcclRank(const NcclRank&) = delete;
  NcclRank& operator=(const NcclRank&) = delete;

  /// The communicator, to pass to NCCL functions.
  operator ncclComm_t() const { return communicator_; }

 private:
  ncclComm_t communicator_ = nullptr;
};

}  // namespace tutorial
