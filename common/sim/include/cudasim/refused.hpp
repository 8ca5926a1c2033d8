// Functions that are not simulated. Host calls compile, report it once and return cudaErrorNotSupported, so that a program
// that tests for support continues; device functions do not compile, since there is no error to return from a
// kernel (translate/textures.cpp).
#pragma once

#include "cudasim/api.hpp"

#define CUDASIM_REFUSE(function, what)          \
  template <class... Arguments>                 \
  inline cudaError_t function(Arguments&&...) { \
    return ::cudasim::refuse(#function, what);  \
  }

#define CUDASIM_REFUSE_GRAPH(function) CUDASIM_REFUSE(function, "these parts of CUDA graphs")
CUDASIM_REFUSE_GRAPH(cudaGraphAddNode)
CUDASIM_REFUSE_GRAPH(cudaGraphConditionalHandleCreate)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemAllocNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemFreeNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddEventRecordNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddEventWaitNode)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemcpyNodeToSymbol)
CUDASIM_REFUSE_GRAPH(cudaGraphAddMemcpyNodeFromSymbol)
CUDASIM_REFUSE_GRAPH(cudaGraphInstantiateWithParams)
CUDASIM_REFUSE_GRAPH(cudaGraphKernelNodeGetParams)
CUDASIM_REFUSE_GRAPH(cudaGraphMemcpyNodeGetParams)
CUDASIM_REFUSE_GRAPH(cudaGraphMemsetNodeGetParams)
CUDASIM_REFUSE_GRAPH(cudaGraphHostNodeGetParams)
CUDASIM_REFUSE_GRAPH(cudaGraphNodeSetEnabled)
CUDASIM_REFUSE_GRAPH(cudaGraphDebugDotPrint)
CUDASIM_REFUSE_GRAPH(cudaStreamBeginCaptureToGraph)
CUDASIM_REFUSE_GRAPH(cudaStreamUpdateCaptureDependencies)
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
