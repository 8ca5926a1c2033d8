// What is not simulated. Host calls compile, say so once and return cudaErrorNotSupported, so that a program
// that tests for support goes on; device functions do not compile, since there is no error to return from a
// kernel.
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

#define CUDASIM_REFUSE_TEXTURE(function) CUDASIM_REFUSE(function, "textures, surfaces and arrays")
CUDASIM_REFUSE_TEXTURE(cudaMallocArray)
CUDASIM_REFUSE_TEXTURE(cudaMalloc3DArray)
CUDASIM_REFUSE_TEXTURE(cudaFreeArray)
CUDASIM_REFUSE_TEXTURE(cudaMemcpyToArray)
CUDASIM_REFUSE_TEXTURE(cudaMemcpyFromArray)
CUDASIM_REFUSE_TEXTURE(cudaMemcpy2DToArray)
CUDASIM_REFUSE_TEXTURE(cudaMemcpy2DToArrayAsync)
CUDASIM_REFUSE_TEXTURE(cudaMemcpy2DFromArray)
CUDASIM_REFUSE_TEXTURE(cudaCreateTextureObject)
CUDASIM_REFUSE_TEXTURE(cudaDestroyTextureObject)
CUDASIM_REFUSE_TEXTURE(cudaCreateSurfaceObject)
CUDASIM_REFUSE_TEXTURE(cudaDestroySurfaceObject)
#undef CUDASIM_REFUSE_TEXTURE

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

/// Descriptions of a texel, for code that makes one before its texture is refused.
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return {static_cast<int>(8 * sizeof(T)), 0, 0, 0, cudaChannelFormatKindNone};
}

namespace cudasim {
template <class...>
constexpr bool textures_are_simulated = false;
}
#define CUDASIM_NO_TEXTURE(function)                                                \
  template <class T = float, class... Arguments>                                    \
  inline T function(Arguments&&...) {                                               \
    static_assert(::cudasim::textures_are_simulated<T, Arguments...>,               \
                  "cudasim: not simulated: " #function " (textures and surfaces)"); \
    return T();                                                                     \
  }
CUDASIM_NO_TEXTURE(tex1D)
CUDASIM_NO_TEXTURE(tex1Dfetch)
CUDASIM_NO_TEXTURE(tex2D)
CUDASIM_NO_TEXTURE(tex2DLod)
CUDASIM_NO_TEXTURE(tex2DLayered)
CUDASIM_NO_TEXTURE(tex3D)
CUDASIM_NO_TEXTURE(surf1Dread)
CUDASIM_NO_TEXTURE(surf1Dwrite)
CUDASIM_NO_TEXTURE(surf2Dread)
CUDASIM_NO_TEXTURE(surf2Dwrite)
CUDASIM_NO_TEXTURE(surf3Dread)
CUDASIM_NO_TEXTURE(surf3Dwrite)
#undef CUDASIM_NO_TEXTURE
