#pragma once

/// @file
/// Error checks and a handle for cuSPARSE. For programs with PEERS cusparse, inside `#if TUTORIAL_HAS_CUSPARSE`.

#include <cusparse.h>

#include <stdexcept>
#include <string>

namespace ch06 {

/// @throws std::runtime_error with the status' name and the location, unless `status` is success
inline void check_cusparse(cusparseStatus_t status, const char* expression, const char* file, int line) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expression + ": " +
                           cusparseGetErrorString(status));
}

/// Checks the result of a cuSPARSE call.
#define CUSPARSE_CHECK(call) ::ch06::check_cusparse((call), #call, __FILE__, __LINE__)

/// A cuSPARSE handle: pass it wherever a cusparseHandle_t is wanted.
class Cusparse {
 public:
  Cusparse() { CUSPARSE_CHECK(cusparseCreate(&handle_)); }
  ~Cusparse() { cusparseDestroy(handle_); }
  Cusparse(const Cusparse&) = delete;
  Cusparse& operator=(const Cusparse&) = delete;

  /// The handle, for cuSPARSE's own calls.
  operator cusparseHandle_t() const { return handle_; }

 private:
  cusparseHandle_t handle_ = nullptr;
};

}  // namespace ch06
