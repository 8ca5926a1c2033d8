// What nvcc 13.0 defines in host and device code, and a translated file sees from its first line. `__CUDA_ARCH__` is device code's alone:
// the translator chooses its branches (translate/architecture.hpp).
#pragma once

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__         13
#define __CUDACC_VER_MINOR__         0
#define __CUDACC_VER_BUILD__         88
#define __CUDA_API_VER_MAJOR__       13
#define __CUDA_API_VER_MINOR__       0
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#define __CUDA_ARCH_LIST__           900  // the simulated device's
