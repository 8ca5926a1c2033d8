// Stand-in: the CUDA policies run on the host, whatever the stream.
#pragma once

#include <thrust/execution_policy.h>

#include "cuda_runtime_api.h"

THRUST_NAMESPACE_BEGIN
namespace cuda {

struct Policy : std::remove_const_t<decltype(thrust::cpp::par)> {
  constexpr Policy() {}
  const Policy& on(cudaStream_t) const { return *this; }
};
constexpr Policy par{};
constexpr Policy par_nosync{};

}  // namespace cuda
THRUST_NAMESPACE_END
