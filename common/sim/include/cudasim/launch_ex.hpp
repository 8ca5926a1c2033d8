// Launches described by a structure with attributes. Those that make the launch cooperative, form clusters and let it overlap the kernel
// ahead of it change something here.
#pragma once

#include "cudasim/api.hpp"
#include "cudasim/launch.hpp"

namespace cudasim {
namespace detail {

/// The program has launches that may overlap: the runtime looks whether this function is there. The statement keeps a call that does nothing.
__attribute__((noinline)) inline void overlaps_are_expected() { asm volatile(""); }

template <class Kernel>
cudaError_t launch_with_attributes(const cudaLaunchConfig_t* config, Kernel* kernel, void** arguments) {
  overlaps_are_expected();
  LaunchConfig launch(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  for (unsigned int i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& size = attribute.val.clusterDim;
      launch.cluster = dim3(size.x, size.y, size.z);
    }
    if (attribute.id == cudaLaunchAttributeCooperative) launch.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
      launch.overlaps = attribute.val.programmaticStreamSerializationAllowed != 0;
    if (attribute.id == cudaLaunchAttributeProgrammaticEvent)
      return refuse("cudaLaunchAttributeProgrammaticEvent", "an event that a kernel's blocks trigger");
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
