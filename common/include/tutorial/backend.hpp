#pragma once

/// @file
/// Which back end this program was compiled for.

#include <string>

namespace tutorial {

/// Where a program's kernels run. Decided when the program is compiled, never at run time.
enum class Backend {
  cuda,       ///< compiled by nvcc, runs on an NVIDIA GPU
  simulator,  ///< compiled by g++ or clang through common/sim, runs on the CPU
};

/// The back end this program was compiled for.
constexpr Backend backend() {
#ifdef TUTORIAL_SIMULATOR
  return Backend::simulator;
#else
  return Backend::cuda;
#endif
}

/// "cuda" or "sim", as in results files.
std::string backend_name(Backend backend);

/// Whether the simulator runs only a sample of each grid's blocks, for a prediction (LENS_PREDICT=sample): most of an output is then never
/// written. False on a GPU.
bool blocks_are_sampled();

}  // namespace tutorial
