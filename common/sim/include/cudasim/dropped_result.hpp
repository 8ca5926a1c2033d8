// Which failed calls a program never looked at: the translator marks statements that are nothing but a call of the runtime,
// `cudaFree(p);` becomes `::cudasim::DroppedResult("cudaFree"), cudaFree(p);`.
#pragma once

#include "cudasim/error.hpp"

namespace cudasim {

/// Lives as long as the statement. If its call has failed, the error counts as unchecked until the program asks for it with
/// cudaGetLastError or cudaPeekAtLastError.
class DroppedResult {
 public:
  explicit DroppedResult(const char* call, const char* file = __builtin_FILE(), int line = __builtin_LINE());
  ~DroppedResult();
  DroppedResult(const DroppedResult&) = delete;
  DroppedResult& operator=(const DroppedResult&) = delete;

 private:
  const char* call_;
  const char* file_;
  int line_;
  unsigned long calls_before_;
};

/// The same of a launch by `<<<…>>>`, which returns nothing.
void drop_launch_error(cudaError_t error, const char* kernel, const char* file, int line);

}  // namespace cudasim
