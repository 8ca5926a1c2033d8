#pragma once

/// @file
/// Tensor maps of matrices, for TMA copies: one thread requests a box of a matrix, and a unit of
/// the SM copies it (Tensor Memory Accelerator, compute capability 9.0 and later).

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "tutorial/device_attribute.hpp"

/// @def TUTORIAL_HAS_TENSOR_MAPS
/// 1 where the build has tensor maps and <cuda/ptx>; kernels that take one must be inside `#if TUTORIAL_HAS_TENSOR_MAPS`.
#if CUDART_VERSION >= 12050
#define TUTORIAL_HAS_TENSOR_MAPS 1
#else
#define TUTORIAL_HAS_TENSOR_MAPS 0
#endif

#if TUTORIAL_HAS_TENSOR_MAPS
#include <cuda.h>
#include <cuda_fp16.h>

#include <cuda/ptx>
#include <stdexcept>
#include <type_traits>
#endif

/// 1 in device code that may use TMA copies, mbarriers and clusters. For older devices the bodies of such kernels are empty:
/// nvcc compiles them for every architecture, but the host never launches them there.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define TUTORIAL_HOPPER_CODE 1
#else
#define TUTORIAL_HOPPER_CODE 0
#endif

namespace tutorial {

/// Why TMA copies are unavailable here; empty if they are available.
inline std::string no_tensor_maps() {
#if TUTORIAL_HAS_TENSOR_MAPS
  return device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9 ? "" : "they need compute capability 9.0";
#else
  return "they need CUDA 12.5";
#endif
}

#if TUTORIAL_HAS_TENSOR_MAPS

namespace detail {
template <typename T>
constexpr CUtensorMapDataType map_type{};
template <>
inline constexpr CUtensorMapDataType map_type<float> = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
template <>
inline constexpr CUtensorMapDataType map_type<double> = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
template <>
inline constexpr CUtensorMapDataType map_type<__half> = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
}  // namespace detail

/// The map of a matrix of `rows` times `cols` elements, row-major without padding, that is copied in boxes of `box_rows` times
/// `box_cols`. Elements of a box outside the matrix are 0.
///
/// `matrix`, the size of a row and the size of a box's row must be multiples of 16 bytes. No side is 0; a side of a box is at most 256. With
/// CU_TENSOR_MAP_SWIZZLE_128B a row of a box has at most 128 bytes, and the box must be 1024-byte aligned in shared memory.
/// @param promotion  how many bytes L2 fetches from memory around those requested
/// @throws CudaError; std::runtime_error if the driver rejects the arguments
template <typename T>
CUtensorMap tensor_map(const T* matrix, std::int64_t rows, std::int64_t cols, unsigned box_rows,
                       unsigned box_cols, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, __half>);
  // Looked up in the running driver, so that programs need not be linked with it.
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                              &found));
  if (found != cudaDriverEntryPointSuccess)
    throw std::runtime_error("this driver has no cuTensorMapEncodeTiled: it is older than CUDA 12.0");
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);

  const cuuint64_t sides[] = {static_cast<cuuint64_t>(cols), static_cast<cuuint64_t>(rows)};
  const cuuint64_t row_bytes[] = {sides[0] * sizeof(T)};
  const cuuint32_t box[] = {box_cols, box_rows};
  const cuuint32_t every[] = {1, 1};
  CUtensorMap map;
  const CUresult result =
      encode(&map, detail::map_type<T>, 2, const_cast<T*>(matrix), sides, row_bytes, box, every,
             CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, promotion, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    throw std::runtime_error("cuTensorMapEncodeTiled refuses the matrix: error " + std::to_string(result));
  return map;
}

#endif

}  // namespace tutorial
