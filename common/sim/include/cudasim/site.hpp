// Where in the user's source a thread synchronises: barriers and warp collectives are told apart by it.
#pragma once

namespace cudasim {

/// A synchronising operation in the user's source.
struct Site {
  const char* operation;  ///< as the user wrote it, for instance "__syncthreads"
  const char* file;
  int line;
};

}  // namespace cudasim

/// Last parameters of a synchronising function: the place of the call, filled in by the compiler.
#define CUDASIM_SITE_ARGUMENTS const char *file = __builtin_FILE(), int line = __builtin_LINE()
