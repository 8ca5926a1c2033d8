// Where in the user's source a thread synchronises: this distinguishes barriers and warp collectives.
#pragma once

namespace cudasim {

/// A synchronising operation in the user's source.
struct Site {
  const char* operation;  ///< as the user wrote it, for instance "__syncthreads"
  const char* file;
  int line;
  int number = 0;  ///< distinguishes several calls in one line
};

}  // namespace cudasim

/// Last parameters of a synchronising function: the place of the call, filled in by the compiler.
#define CUDASIM_SITE_ARGUMENTS const char *file = __builtin_FILE(), int line = __builtin_LINE()
/// The same for a barrier; the translator numbers several in one line.
#define CUDASIM_BARRIER_ARGUMENTS CUDASIM_SITE_ARGUMENTS, int number = 0
