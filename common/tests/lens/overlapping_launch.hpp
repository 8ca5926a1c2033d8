// A launch that may overlap the kernel ahead of it in its stream.
#pragma once

#include <cuda_runtime.h>

/// One block of `threads`; `allowed`: whether it may overlap.
template <class... P, class... A>
cudaError_t launch_overlapping(cudaStream_t stream, bool allowed, int threads, void (*kernel)(P...),
                               A... arguments) {
  cudaLaunchAttribute overlap;
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = allowed;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(threads);
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}
