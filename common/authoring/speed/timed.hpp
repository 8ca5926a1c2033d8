// Shared by the programs of this folder: the timer around their launches.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>

/// Prints the elapsed seconds until all launches of the function have ended. False if any of it failed.
template <class Function>
bool timed(Function launch) {
  const auto begin = std::chrono::steady_clock::now();
  launch();
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%.4f\n", taken.count());
  return right;
}
