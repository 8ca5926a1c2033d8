// What clangd reads before a `.cu` file: clang knows `<<<…>>>`, the qualifiers and their rules by itself, and takes the names of CUDA from
// the simulator's headers, so that no toolkit is needed. `compile_flags.txt` names this header; no compiler that makes a program reads it.
#pragma once

#define __host__   __attribute__((host))
#define __device__ __attribute__((device))

// The compiler declares some functions of these itself, for the host.
#include <stdlib.h>

#include <exception>
#include <new>

// The simulator's functions are the host's to it and the device's to a kernel; so are those of the C library, as with nvcc. Streams and
// valarrays are here since the code below declares some of their functions, and all of one name must be of one kind.
#pragma clang force_cuda_host_device begin
#include <iostream>
#include <valarray>

// The simulator's headers have qualifiers that mean nothing.
#undef __host__
#undef __device__
#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "cuComplex.h"
#include "cub/cub.cuh"
#include "cuda/atomic"
#include "cuda/cmath"
#include "cuda/functional"
#include "cuda/ptx"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_pipeline.h"
#include "cuda_runtime.h"
#include "mma.h"
#pragma clang force_cuda_host_device end

#undef __host__
#undef __device__
#undef __global__
#undef __constant__
#define __host__     __attribute__((host))
#define __device__   __attribute__((device))
#define __global__   __attribute__((global))
#define __constant__ __attribute__((constant))
#define __shared__   __attribute__((shared))

// What clang makes of `<<<…>>>`: which of the two depends on the toolkit that it finds.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                              cudaStream_t stream = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                                                cudaStream_t stream = nullptr);
