// Errors that the program never checked: of launches, and of calls whose result a statement ignores.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudasim/error.hpp"

namespace cudasim {

struct UncheckedError {
  std::string call;  ///< "cudaMemcpy"; of a launch, the kernel
  bool is_launch;
  cudaError_t error;
  std::string reason;  ///< The fault in the arguments, without a full stop; may be empty.
  std::string file;
  int line;
  std::uint64_t times = 1;
};

/// A call of the runtime begins on the calling OS thread.
void note_call();
/// It returns this error.
void note_error(cudaError_t error);
/// It returns the error that had broken the device before.
void note_broken_device();
/// The program asks for the last error.
void note_errors_checked();

/// Stores why the running call fails, for the report, and returns the error.
cudaError_t fail_because(cudaError_t error, const char* format, ...) __attribute__((format(printf, 2, 3)));

/// Of the first launch or call that has failed for its arguments since this was asked last: the error and why. Empty if there was none. Also
/// if the program has asked for the error: it may have thrown it away.
std::string take_wrong_arguments();

/// The errors ignored so far and not queried since, in order. The next call does not return them again.
std::vector<UncheckedError> take_unchecked_errors();

/// For readers, what failed: "cudaMemcpy", or "the launch of scale".
std::string failed_call(const UncheckedError& error);
/// For readers: what failed, where and why, and what to do.
std::string unchecked_error_text(const UncheckedError& error);

}  // namespace cudasim
