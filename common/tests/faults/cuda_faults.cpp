// Stands between a CUDA program and its runtime (LD_PRELOAD), lists the calls and fails one: what the simulator does itself, on a GPU. It
// understands the same variables: CUDASIM_CALLS=FILE, CUDASIM_FAIL=NUMBER:ERROR. The runtime must be linked dynamically.
//
// Which calls: those that the tutorial's programs make. What they find in a library's runtime (cuBLAS's, say) passes through here, too.
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

template <typename Function>
Function* next(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "cuda_faults: the program's CUDA runtime has no %s: is it linked statically?\n",
                 name);
    std::_Exit(2);
  }
  return reinterpret_cast<Function*>(found);
}

/// What the program holds, and how often it called.
class Faults {
 public:
  static Faults& instance() {
    static auto& faults = *new Faults;  // outlives what a program destroys at its end
    return faults;
  }

  /// The error with which this call must fail; cudaSuccess: it must be executed.
  cudaError_t enter(const char* call) {
    const std::lock_guard lock(mutex_);
    if (file_ != nullptr) std::fprintf(file_, "%s\n", call);
    if (broken_ || ++calls_ != failing_) return broken_ ? error_ : cudaSuccess;
    broken_ = error_ == cudaErrorIllegalAddress;  // no call works any more
    last_ = error_;
    return error_;
  }

  /// @param clears  whether the error is forgotten once it was told
  cudaError_t last(bool clears) {
    const std::lock_guard lock(mutex_);
    if (broken_) return error_;
    const cudaError_t told = last_;
    if (clears) last_ = cudaSuccess;
    return told;
  }

  void holds(long& count, int change) {
    const std::lock_guard lock(mutex_);
    count += change;
  }

  long allocations = 0;
  long pinned = 0;
  long streams = 0;
  long events = 0;

 private:
  Faults() {
    if (const char* path = std::getenv("CUDASIM_CALLS"); path != nullptr) file_ = std::fopen(path, "w");
    const char* wanted = std::getenv("CUDASIM_FAIL");
    char name[64] = "";
    if (wanted != nullptr && std::sscanf(wanted, "%ld:%63s", &failing_, name) == 2)
      error_ = error_named(name);
    std::atexit([] { instance().leave(); });
  }

  static cudaError_t error_named(const std::string& name) {
    const auto name_of = next<const char*(cudaError_t)>("cudaGetErrorName");
    for (int error = 1; error < 1000; ++error)
      if (name == name_of(static_cast<cudaError_t>(error))) return static_cast<cudaError_t>(error);
    std::fprintf(stderr, "cuda_faults: there is no error %s\n", name.c_str());
    std::_Exit(2);
  }

  void leave() const {
    if (file_ == nullptr) return;
    std::fprintf(file_, "left: %ld allocations, %ld pinned, %ld streams, %ld events\n", allocations, pinned,
                 streams, events);
    std::fclose(file_);
  }

  std::mutex mutex_;
  std::FILE* file_ = nullptr;
  long calls_ = 0;
  long failing_ = 0;
  cudaError_t error_ = cudaSuccess;
  cudaError_t last_ = cudaSuccess;
  bool broken_ = false;
};

// At the start, so that what the program does at its end comes before leave().
const Faults& started = Faults::instance();

/// Does the call unless it is to fail; `count`, if any, goes up or down where it was done.
template <typename Function, typename... Arguments>
cudaError_t call(const char* listed, Function* real, long* count, int change, Arguments... arguments) {
  Faults& faults = Faults::instance();
  if (const cudaError_t error = faults.enter(listed); error != cudaSuccess) return error;
  const cudaError_t error = real(arguments...);
  if (error == cudaSuccess && count != nullptr) faults.holds(*count, change);
  return error;
}

}  // namespace

#define CALL_COUNTED(listed, name, count, change, parameters, ...)       \
  extern "C" cudaError_t name parameters {                               \
    static const auto real = next<cudaError_t parameters>(#name);        \
    return call(listed, real, count, change __VA_OPT__(, ) __VA_ARGS__); \
  }
#define CALL(name, parameters, ...) CALL_COUNTED(#name, name, nullptr, 0, parameters, __VA_ARGS__)
#define TAKES(name, count, parameters, ...) \
  CALL_COUNTED(#name, name, &Faults::instance().count, 1, parameters, __VA_ARGS__)
#define GIVES(name, count, type) \
  CALL_COUNTED(#name, name, taken == nullptr ? nullptr : &Faults::instance().count, -1, (type taken), taken)

TAKES(cudaMalloc, allocations, (void** pointer, size_t bytes), pointer, bytes)
GIVES(cudaFree, allocations, void*)
TAKES(cudaHostAlloc, pinned, (void** pointer, size_t bytes, unsigned flags), pointer, bytes, flags)
GIVES(cudaFreeHost, pinned, void*)
TAKES(cudaStreamCreate, streams, (cudaStream_t * stream), stream)
TAKES(cudaStreamCreateWithFlags, streams, (cudaStream_t * stream, unsigned flags), stream, flags)
GIVES(cudaStreamDestroy, streams, cudaStream_t)
TAKES(cudaEventCreate, events, (cudaEvent_t * event), event)
TAKES(cudaEventCreateWithFlags, events, (cudaEvent_t * event, unsigned flags), event, flags)
GIVES(cudaEventDestroy, events, cudaEvent_t)

CALL(cudaGetDeviceCount, (int* count), count)
CALL(cudaGetDevice, (int* device), device)
CALL(cudaSetDevice, (int device), device)
CALL(cudaGetDeviceProperties, (cudaDeviceProp * properties, int device), properties, device)
CALL(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr attribute, int device), value, attribute, device)
CALL(cudaDeviceSynchronize, ())
CALL(cudaMemGetInfo, (size_t * available, size_t* total), available, total)
CALL(cudaMemset, (void* to, int value, size_t bytes), to, value, bytes)
CALL(cudaMemsetAsync, (void* to, int value, size_t bytes, cudaStream_t stream), to, value, bytes, stream)
CALL(cudaMemcpy, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind), to, from, bytes, kind)
CALL(cudaMemcpyAsync, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
     to, from, bytes, kind, stream)
CALL(cudaMemcpy2D,
     (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
      cudaMemcpyKind kind),
     to, to_pitch, from, from_pitch, width, height, kind)
CALL(cudaHostGetDevicePointer, (void** device, void* host, unsigned flags), device, host, flags)
CALL(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), event, stream)
CALL(cudaEventQuery, (cudaEvent_t event), event)
CALL(cudaEventSynchronize, (cudaEvent_t event), event)
CALL(cudaEventElapsedTime, (float* milliseconds, cudaEvent_t start, cudaEvent_t end), milliseconds, start,
     end)
CALL(cudaStreamSynchronize, (cudaStream_t stream), stream)
CALL(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), stream, event, flags)
CALL(cudaStreamQuery, (cudaStream_t stream), stream)
CALL(cudaStreamBeginCapture, (cudaStream_t stream, cudaStreamCaptureMode mode), stream, mode)
CALL(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t* graph), stream, graph)
CALL(cudaGraphInstantiate, (cudaGraphExec_t * executable, cudaGraph_t graph, unsigned long long flags),
     executable, graph, flags)
CALL(cudaGraphLaunch, (cudaGraphExec_t executable, cudaStream_t stream), executable, stream)
CALL(cudaGraphExecDestroy, (cudaGraphExec_t executable), executable)
CALL(cudaGraphDestroy, (cudaGraph_t graph), graph)
CALL(cudaFuncSetAttribute, (const void* function, cudaFuncAttribute attribute, int value), function,
     attribute, value)
CALL(cudaFuncGetAttributes, (cudaFuncAttributes * attributes, const void* function), attributes, function)
CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
     (int* blocks, const void* function, int threads, size_t shared, unsigned flags), blocks, function,
     threads, shared, flags)
CALL(cudaOccupancyMaxActiveClusters, (int* clusters, const void* function, const cudaLaunchConfig_t* config),
     clusters, function, config)
CALL(cudaGetDriverEntryPointByVersion,
     (const char* symbol, void** function, unsigned version, unsigned long long flags,
      cudaDriverEntryPointQueryResult* found),
     symbol, function, version, flags, found)
CALL(cudaLaunchKernelExC, (const cudaLaunchConfig_t* config, const void* function, void** arguments), config,
     function, arguments)
CALL(cudaLaunchCooperativeKernel,
     (const void* function, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream),
     function, grid, block, arguments, shared, stream)
// What <<<…>>> becomes: the second since CUDA 13.
CALL_COUNTED("kernel launch", cudaLaunchKernel, nullptr, 0,
             (const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
              cudaStream_t stream),
             function, grid, block, arguments, shared, stream)
CALL_COUNTED("kernel launch", __cudaLaunchKernel, nullptr, 0,
             (cudaKernel_t function, dim3 grid, dim3 block, void** arguments, size_t shared,
              cudaStream_t stream),
             function, grid, block, arguments, shared, stream)

#define LAST(name, clears)                                    \
  extern "C" cudaError_t name() {                             \
    static const auto real = next<cudaError_t()>(#name);      \
    const cudaError_t told = Faults::instance().last(clears); \
    const cudaError_t of_runtime = real();                    \
    return told != cudaSuccess ? told : of_runtime;           \
  }
LAST(cudaGetLastError, true)
LAST(cudaPeekAtLastError, false)
