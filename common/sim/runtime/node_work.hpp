// The work of nodes, from the parameters of the calls that make them. Invalid parameters give an error.
#pragma once

#include "sim/runtime/graph_nodes.hpp"

namespace cudasim {

cudaError_t kernel_work(const cudaKernelNodeParams* parameters, NodeWork& work);
/// `caller`: the return address of the calling function.
cudaError_t copy_work(const cudaMemcpy3DParms* parameters, const void* caller, NodeWork& work);
cudaError_t copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const void* caller,
                      NodeWork& work);
cudaError_t fill_work(const cudaMemsetParams* parameters, const void* caller, NodeWork& work);
cudaError_t host_work(const cudaHostNodeParams* parameters, NodeWork& work);

}  // namespace cudasim
