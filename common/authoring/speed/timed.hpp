// What the programs of this folder share: the clock round their launches.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>

/// Prints the seconds on the wall until all that the function launches has ended. False if any of it failed.
template <class Function>
bool timed(Function launch) {
  const auto begin = std::chrono::steady_clock::now();
  launch();
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%.4f\n", taken.count());
  return right;
}
