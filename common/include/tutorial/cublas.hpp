#pragma once

/// @file
/// Error checks and a handle for cuBLAS. For programs with PEERS cublas, inside `#if TUTORIAL_HAS_CUBLAS`.

#include <cublas_v2.h>

#include <stdexcept>
#include <string>

namespace tutorial {

/// @throws std::runtime_error with the status's name, the file and the line, unless `status` is success
inline void check_cublas(cublasStatus_t status, const char* expression, const char* file, int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expression + ": " +
                           cublasGetStatusString(status));
}

/// Checks the result of a cuBLAS call.
#define CUBLAS_CHECK(call) ::tutorial::check_cublas((call), #call, __FILE__, __LINE__)

/// A cuBLAS handle: pass it wherever a cublasHandle_t is expected.
class Cublas {
 public:
  Cublas() { CUBLAS_CHECK(cublasCreate(&handle_)); }
  ~Cublas() { cublasDestroy(handle_); }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  /// The handle, to pass to cuBLAS functions.
  operator cublasHandle_t() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};

}  // namespace tutorial
