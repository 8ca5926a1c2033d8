// Marks statements that are only a call of the runtime and ignore its result, such as `cudaFree(p);`, so that the runtime can report
// errors that the program never checked. A call in a condition, an initializer or the argument of a macro counts as checked.
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// The calls that return an error, without `cuda`. Left out: calls that ask for an error, for work that may not have ended,
/// or for a second device.
constexpr std::string_view calls =
    " "
    "ArrayGetInfo ChooseDevice CreateSurfaceObject CreateTextureObject CtxResetPersistingL2Cache "
    "DestroySurfaceObject DestroyTextureObject DeviceCanAccessPeer DeviceGetAttribute DeviceGetByPCIBusId "
    "DeviceGetCacheConfig DeviceGetDefaultMemPool DeviceGetLimit DeviceGetMemPool DeviceGetP2PAttribute "
    "DeviceGetPCIBusId DeviceGetSharedMemConfig DeviceGetStreamPriorityRange DeviceReset "
    "DeviceSetCacheConfig "
    "DeviceSetLimit DeviceSetMemPool DeviceSetSharedMemConfig DeviceSynchronize DriverGetVersion EventCreate "
    "EventCreateWithFlags EventDestroy EventElapsedTime EventRecord EventRecordWithFlags EventSynchronize "
    "Free FreeArray FreeAsync FreeHost FuncGetAttributes FuncSetAttribute FuncSetCacheConfig "
    "FuncSetSharedMemConfig GetChannelDesc GetDevice GetDeviceCount GetDeviceFlags GetDeviceProperties "
    "GetSurfaceObjectResourceDesc GetSymbolAddress GetSymbolSize GetTextureObjectResourceDesc "
    "GetTextureObjectTextureDesc GraphAddChildGraphNode GraphAddDependencies GraphAddEmptyNode "
    "GraphAddHostNode GraphAddKernelNode GraphAddMemcpyNode GraphAddMemcpyNode1D GraphAddMemsetNode "
    "GraphChildGraphNodeGetGraph GraphClone GraphCreate GraphDestroy GraphDestroyNode GraphExecDestroy "
    "GraphExecHostNodeSetParams GraphExecKernelNodeSetParams GraphExecMemcpyNodeSetParams "
    "GraphExecMemcpyNodeSetParams1D GraphExecMemsetNodeSetParams GraphExecUpdate GraphGetEdges GraphGetNodes "
    "GraphGetRootNodes GraphHostNodeSetParams GraphInstantiate GraphInstantiateWithFlags "
    "GraphKernelNodeSetParams GraphLaunch GraphMemcpyNodeSetParams GraphMemcpyNodeSetParams1D "
    "GraphMemsetNodeSetParams GraphNodeFindInClone GraphNodeGetDependencies GraphNodeGetDependentNodes "
    "GraphNodeGetType GraphRemoveDependencies GraphUpload HostAlloc HostGetDevicePointer HostGetFlags "
    "HostRegister HostUnregister InitDevice LaunchCooperativeKernel LaunchHostFunc LaunchKernel "
    "LaunchKernelEx LaunchKernelExC Malloc Malloc3D Malloc3DArray MallocArray MallocAsync "
    "MallocFromPoolAsync "
    "MallocHost MallocManaged MallocPitch MemAdvise MemGetInfo MemPoolGetAttribute MemPoolSetAttribute "
    "MemPoolTrimTo MemPrefetchAsync Memcpy Memcpy2D Memcpy2DArrayToArray Memcpy2DAsync Memcpy2DFromArray "
    "Memcpy2DFromArrayAsync Memcpy2DToArray Memcpy2DToArrayAsync Memcpy3D Memcpy3DAsync MemcpyAsync "
    "MemcpyFromArray MemcpyFromSymbol MemcpyFromSymbolAsync MemcpyPeer MemcpyPeerAsync MemcpyToArray "
    "MemcpyToSymbol MemcpyToSymbolAsync Memset Memset2D Memset2DAsync Memset3D Memset3DAsync MemsetAsync "
    "OccupancyAvailableDynamicSMemPerBlock OccupancyMaxActiveBlocksPerMultiprocessor "
    "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags OccupancyMaxActiveClusters "
    "OccupancyMaxPotentialBlockSize OccupancyMaxPotentialBlockSizeVariableSMem "
    "OccupancyMaxPotentialBlockSizeVariableSMemWithFlags OccupancyMaxPotentialBlockSizeWithFlags "
    "OccupancyMaxPotentialClusterSize PointerGetAttributes ProfilerStart ProfilerStop RuntimeGetVersion "
    "SetDevice SetDeviceFlags SetValidDevices StreamAddCallback StreamAttachMemAsync StreamBeginCapture "
    "StreamCreate StreamCreateWithFlags StreamCreateWithPriority StreamDestroy StreamEndCapture "
    "StreamGetCaptureInfo StreamGetCaptureInfo_v2 StreamGetDevice StreamGetFlags StreamGetId "
    "StreamGetPriority StreamIsCapturing StreamSetAttribute StreamSynchronize StreamWaitEvent "
    "ThreadExchangeStreamCaptureMode ThreadSynchronize ";

bool is_runtime_call(std::string_view name) {
  return name.starts_with("cuda") && calls.find(" " + std::string(name.substr(4)) + " ") != calls.npos;
}

bool is_whole_statement(const Run& run, std::size_t i) {
  if (i == 0) return false;
  const Token& before = run.tokens[i - 1];
  if (before.is(";") || before.is("{") || before.is("}") || before.is("else") || before.is("do")) return true;
  if (!before.is(")")) return false;
  const Index open = opening(run.tokens, i - 1);
  return open && *open > 0 && is_keyword(run.tokens[*open - 1]) && !run.at(*open - 1, "sizeof");
}

bool runs_on_host(Scope scope) {
  return scope == Scope::host_function || scope == Scope::both_function || scope == Scope::macro;
}

}  // namespace

void mark_dropped_results(const Run& run) {
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    const std::string_view name = run.tokens[i].text;
    if (!is_runtime_call(name) || !runs_on_host(run.scope(i))) continue;
    const Index list = run.at(i + 1, "<") ? closing_angle(run.tokens, i + 1) : Index(i);
    const Index close = list && run.at(*list + 1, "(") ? closing(run.tokens, *list + 1) : std::nullopt;
    if (!close || !run.at(*close + 1, ";")) continue;
    const bool global = i > 0 && run.at(i - 1, "::") && (i == 1 || !run.tokens[i - 2].is_identifier());
    const std::size_t begin = global ? i - 1 : i;
    if (is_whole_statement(run, begin))
      run.edits.insert(run.tokens[begin].offset, "::cudasim::DroppedResult(\"" + std::string(name) + "\"), ");
  }
}

}  // namespace cudasim::translate
