// Tensor maps: the checks of cuTensorMapEncodeTiled, and how a program obtains that function.
#include "sim/runtime/tensor_maps.hpp"

#include <cstring>

#include "cuda.h"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

unsigned bytes_of(CUtensorMapDataType type) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8: return 1;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16: return 2;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32: return 4;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64: return 8;
    default: return 0;
  }
}

/// Why the arguments are invalid for a map; null if they are valid.
const char* fault_of(const TensorMap& map, const cuuint32_t* element_strides,
                     CUtensorMapInterleave interleave) {
  if (reinterpret_cast<std::uintptr_t>(map.address) % 16 != 0)
    return "the global address is no multiple of 16 bytes";
  if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return "interleaved layouts are not simulated";
  for (unsigned d = 0; d < map.dimensions; ++d) {
    if (map.sizes[d] == 0 || map.sizes[d] > std::uint64_t{1} << 32)
      return "a global dimension is 0 or larger than 2^32";
    if (map.box[d] == 0 || map.box[d] > 256) return "a box dimension is 0 or larger than 256";
    if (element_strides[d] == 0 || element_strides[d] > 8) return "an element stride is 0 or larger than 8";
    if (element_strides[d] != 1) return "element strides other than 1 are not simulated";
    if (d != 0 && map.strides[d] % 16 != 0) return "a global stride is no multiple of 16 bytes";
    if (d != 0 && map.strides[d] >= std::uint64_t{1} << 40) return "a global stride is 2^40 bytes or more";
  }
  const std::size_t row = map.box[0] * map.strides[0];
  if (row % 16 != 0) return "the inner dimension of the box is no multiple of 16 bytes";
  if (map.swizzle != 0 && row > map.swizzle)
    return "the inner dimension of the box is larger than the swizzle's span";
  return nullptr;
}

CUresult encode(CUtensorMap* made, CUtensorMapDataType type, cuuint32_t rank, void* address,
                const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
  const unsigned element = bytes_of(type);
  const char* fault = nullptr;
  TensorMap map{};
  if (made == nullptr || sizes == nullptr || box == nullptr || element_strides == nullptr ||
      reinterpret_cast<std::uintptr_t>(made) % 64 != 0)
    fault = "the map is not aligned to 64 bytes, or a pointer is null";
  else if (element == 0)
    fault = "this data type is not simulated";
  else if (rank == 0 || rank > most_dimensions || (rank > 1 && strides == nullptr))
    fault = "a tensor has 1 to 5 dimensions, and one stride less";
  else if (swizzle < CU_TENSOR_MAP_SWIZZLE_NONE || swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
    fault = "this swizzle is not simulated";
  else if (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    fault = "filling with NaN is not simulated";
  if (fault == nullptr) {
    map.mark = tensor_map_mark;
    map.address = static_cast<char*>(address);
    map.dimensions = static_cast<std::uint8_t>(rank);
    map.type = static_cast<std::uint8_t>(type);
    map.swizzle = static_cast<std::uint8_t>(swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 0 : 16 << swizzle);
    for (unsigned d = 0; d < rank; ++d) {
      map.sizes[d] = sizes[d];
      map.strides[d] = d == 0 ? element : strides[d - 1];
      map.box[d] = static_cast<std::uint16_t>(box[d] > 256 ? 0 : box[d]);
    }
    fault = fault_of(map, element_strides, interleave);
  }
  if (fault != nullptr) {
    report("cuTensorMapEncodeTiled: %s", fault);
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::memset(static_cast<void*>(made), 0, sizeof *made);
  std::memcpy(static_cast<void*>(made), &map, sizeof map);
  return CUDA_SUCCESS;
}

}  // namespace

const TensorMap& tensor_map(const detail::TensorBox& box, const Site& site) {
  const auto& map = *static_cast<const TensorMap*>(box.map);
  const auto fail = [&](const char* why) {
    this_worker->launch->fail_thread(cudaErrorIllegalInstruction, "%s at %s:%d: %s", site.operation,
                                     site.file, site.line, why);
  };
  if (reinterpret_cast<std::uintptr_t>(box.map) % 64 != 0)
    fail("the tensor map is not aligned to 64 bytes: it is a parameter, const __grid_constant__ CUtensorMap");
  if (map.mark != tensor_map_mark) fail("that is no tensor map of cuTensorMapEncodeTiled");
  if (map.dimensions != box.dimensions) fail("the tensor map has another number of dimensions");
  return map;
}

}  // namespace cudasim

CUresult cuTensorMapEncodeTiled(CUtensorMap* made, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  return cudasim::encode(made, type, rank, address, sizes, strides, box, element_strides, interleave, swizzle,
                         promotion, fill);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int,
                                             unsigned long long, cudaDriverEntryPointQueryResult* result) {
  return cudasim::guarded([=] {
    if (symbol == nullptr || function == nullptr) return cudaErrorInvalidValue;
    const bool found = std::strcmp(symbol, "cuTensorMapEncodeTiled") == 0;
    *function = found ? reinterpret_cast<void*>(&cuTensorMapEncodeTiled) : nullptr;
    if (result != nullptr) *result = found ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    if (found) return cudaSuccess;
    cudasim::report("cudaGetDriverEntryPoint: not simulated: %s", symbol);
    return result != nullptr ? cudaSuccess : cudaErrorSymbolNotFound;
  });
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* result) {
  return cudaGetDriverEntryPointByVersion(symbol, function, CUDA_VERSION, flags, result);
}
