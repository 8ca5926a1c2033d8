// Launches described by a structure with attributes. Only the cooperative attribute changes anything here;
// clusters of blocks are refused.
#pragma once

#include "cudasim/api.hpp"
#include "cudasim/launch.hpp"

namespace cudasim {
namespace detail {

inline bool wants_cluster(const cudaLaunchAttribute& attribute) {
  const auto& size = attribute.val.clusterDim;
  return attribute.id == cudaLaunchAttributeClusterDimension && size.x * size.y * size.z > 1;
}

template <class Kernel>
cudaError_t launch_with_attributes(const cudaLaunchConfig_t* config, Kernel* kernel, void** arguments) {
  LaunchConfig launch(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  for (unsigned int i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (wants_cluster(attribute)) return refuse("cudaLaunchKernelEx", "clusters of blocks");
    if (attribute.id == cudaLaunchAttributeCooperative) launch.cooperative = attribute.val.cooperative != 0;
  }
  return launch_function(kernel, arguments, launch);
}

}  // namespace detail
}  // namespace cudasim

template <class Kernel>
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, Kernel* kernel, void** arguments) {
  return cudasim::detail::launch_with_attributes(config, kernel, arguments);
}

/// The arguments are converted to the kernel's parameter types.
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  return [&](P... parameters) {
    void* addresses[] = {const_cast<void*>(static_cast<const volatile void*>(&parameters))..., nullptr};
    return cudasim::detail::launch_with_attributes(config, kernel, addresses);
  }(std::forward<A>(arguments)...);
}
