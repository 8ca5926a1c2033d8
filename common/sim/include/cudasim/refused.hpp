// What is not simulated. Host calls compile, say so once and return cudaErrorNotSupported, so that a program
// that tests for support goes on; device functions do not compile, since there is no error to return from a
// kernel (translate/textures.cpp).
#pragma once

#include "cudasim/api.hpp"

#define CUDASIM_REFUSE(function, what)          \
  template <class... Arguments>                 \
  inline cudaError_t function(Arguments&&...) { \
    return ::cudasim::refuse(#function, what);  \
  }

// Launches are synchronous here, so there is nothing a capture could record.
#define CUDASIM_REFUSE_GRAPH(function) CUDASIM_REFUSE(function, "CUDA graphs")
CUDASIM_REFUSE_GRAPH(cudaStreamBeginCapture)
CUDASIM_REFUSE_GRAPH(cudaStreamEndCapture)
CUDASIM_REFUSE_GRAPH(cudaGraphCreate)
CUDASIM_REFUSE_GRAPH(cudaGraphDestroy)
CUDASIM_REFUSE_GRAPH(cudaGraphInstantiate)
CUDASIM_REFUSE_GRAPH(cudaGraphInstantiateWithFlags)
CUDASIM_REFUSE_GRAPH(cudaGraphLaunch)
CUDASIM_REFUSE_GRAPH(cudaGraphUpload)
CUDASIM_REFUSE_GRAPH(cudaGraphExecDestroy)
CUDASIM_REFUSE_GRAPH(cudaGraphExecUpdate)
CUDASIM_REFUSE_GRAPH(cudaGraphAddKernelNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemcpyNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemcpyNode1D)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemsetNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddHostNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddEmptyNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddDependencies)
CUDASIM_REFUSE_GRAPH(cudaGraphGetNodes)
CUDASIM_REFUSE_GRAPH(cudaGraphDebugDotPrint)
#undef CUDASIM_REFUSE_GRAPH

CUDASIM_REFUSE(cudaMallocMipmappedArray, "mipmapped arrays")
CUDASIM_REFUSE(cudaFreeMipmappedArray, "mipmapped arrays")
CUDASIM_REFUSE(cudaGetMipmappedArrayLevel, "mipmapped arrays")

#define CUDASIM_REFUSE_SHARING(function) \
  CUDASIM_REFUSE(function, "sharing of memory and events between processes")
CUDASIM_REFUSE_SHARING(cudaIpcGetMemHandle)
CUDASIM_REFUSE_SHARING(cudaIpcOpenMemHandle)
CUDASIM_REFUSE_SHARING(cudaIpcCloseMemHandle)
CUDASIM_REFUSE_SHARING(cudaIpcGetEventHandle)
CUDASIM_REFUSE_SHARING(cudaIpcOpenEventHandle)
CUDASIM_REFUSE_SHARING(cudaMemPoolCreate)
CUDASIM_REFUSE_SHARING(cudaMemPoolDestroy)
#undef CUDASIM_REFUSE_SHARING
#undef CUDASIM_REFUSE
