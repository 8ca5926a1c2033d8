// Stand-in: the C++ back end's memory, which is the device's here, taken from the simulated device.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/system/cpp/pointer.h>

#include "cudasim/thrust_resource.hpp"

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {

using memory_resource =
    thrust::mr::fancy_pointer_resource<::cudasim::ThrustResource<false>, thrust::cpp::pointer<void>>;
using universal_memory_resource =
    thrust::mr::fancy_pointer_resource<::cudasim::ThrustResource<true>, thrust::cpp::universal_pointer<void>>;
using universal_host_pinned_memory_resource = universal_memory_resource;

}  // namespace cpp
}  // namespace system
THRUST_NAMESPACE_END
