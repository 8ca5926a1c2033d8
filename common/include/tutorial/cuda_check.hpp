#pragma once

/// @file
/// Error checks for CUDA calls and kernel launches.

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace tutorial {

/// A CUDA call or kernel launch failed. `what()` names the file, the line, the expression, the error's name
/// and text, and, for the usual errors, what to do about it.
class CudaError : public std::runtime_error {
 public:
  /// @param code    the code that CUDA returned
  /// @param message the text that what() returns
  CudaError(cudaError_t code, const std::string& message) : std::runtime_error(message), code_(code) {}

  /// What CUDA returned.
  cudaError_t code() const { return code_; }

  /// True if the cause is that this machine has no usable GPU: depending on the version, toolkits report that as
  /// `cudaErrorNoDevice` or as `cudaErrorInsufficientDriver`.
  bool no_device() const { return code_ == cudaErrorNoDevice || code_ == cudaErrorInsufficientDriver; }

 private:
  cudaError_t code_;
};

/// How to fix a common error, in a sentence or two. Empty for other errors.
std::string error_advice(cudaError_t code);

/// Throws CudaError unless `code` is cudaSuccess. Use the macros below, which add the file and the line.
void check_cuda(cudaError_t code, const char* expression, const char* file, int line);

}  // namespace tutorial

/// Checks the result of a CUDA runtime call: `CUDA_CHECK(cudaMemset(p, 0, bytes));`
#define CUDA_CHECK(call) ::tutorial::check_cuda((call), #call, __FILE__, __LINE__)

/// Checks the launch just before it. A launch returns no status: an invalid configuration shows only here. Errors
/// while the kernel runs are reported by the next call that waits for it.
#define CUDA_CHECK_LAUNCH() ::tutorial::check_cuda(cudaGetLastError(), "kernel launch", __FILE__, __LINE__)
