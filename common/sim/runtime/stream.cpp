// Streams. Work is done before the call that requests it returns, unless a graph captures it, so a stream is only a handle
// with properties.
#include "sim/runtime/stream.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/event.hpp"
#include "sim/runtime/handles.hpp"
#include "sim/runtime/node_work.hpp"

struct CUstream_st {
  unsigned int flags;
  int priority;
  unsigned long long id;
  cudaGraphExec_t graph = nullptr;  ///< of a branch
};

using cudasim::guarded;
using cudasim::tell;

namespace {

constexpr int least_priority = 0;
constexpr int greatest_priority = -5;

cudasim::Handles<CUstream_st>& streams() {
  static auto& table = *new cudasim::Handles<CUstream_st>;
  return table;
}

/// Branches whose graph no longer exists. They are reused, so that the observers' data do not grow.
std::mutex branches_mutex;
std::vector<cudaStream_t>& free_branches() {
  static auto& free = *new std::vector<cudaStream_t>;
  return free;
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

template <class Body>
cudaError_t with_stream(cudaStream_t stream, Body body, const char* name = __builtin_FUNCTION()) {
  return guarded([&] { return cudasim::valid_stream(stream) ? body() : cudaErrorInvalidResourceHandle; },
                 name);
}

/// Runs host code as work of the stream.
template <class Body>
void in_order(cudaStream_t stream, Body body) {
  if (cudasim::observer != nullptr) cudasim::observer->stream_entered(cudasim::stream_name(stream));
  body();
  if (cudasim::observer != nullptr) cudasim::observer->stream_left();
}

/// The properties of a stream, also for the default streams, which have no object.
CUstream_st describe(cudaStream_t stream) {
  if (!is_default(stream)) return *stream;
  return {cudaStreamDefault, least_priority, stream == nullptr ? 1ULL : 2ULL};
}

}  // namespace

cudaError_t cudasim::host_work(const cudaHostNodeParams* parameters, NodeWork& work) {
  if (parameters == nullptr || parameters->fn == nullptr) return cudaErrorInvalidValue;
  work = [call = *parameters](cudaStream_t stream) {
    in_order(stream, [&] { call.fn(call.userData); });
    return cudaSuccess;
  };
  return cudaSuccess;
}

bool cudasim::valid_stream(cudaStream_t stream) {
  if (stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget) return in_kernel();
  return is_default(stream) || streams().contains(stream);
}

cudasim::StreamName cudasim::stream_name(cudaStream_t stream) {
  const CUstream_st described = describe(stream);
  return {stream, (described.flags & cudaStreamNonBlocking) == 0, described.graph};
}

cudaStream_t cudasim::lend_branch(cudaGraphExec_t graph) {
  const std::lock_guard lock(branches_mutex);
  if (free_branches().empty())
    free_branches().push_back(new CUstream_st{cudaStreamNonBlocking, least_priority, 0});
  const cudaStream_t branch = free_branches().back();
  free_branches().pop_back();
  branch->graph = graph;
  return branch;
}

void cudasim::give_branch_back(cudaStream_t branch) {
  const std::lock_guard lock(branches_mutex);
  free_branches().push_back(branch);
}

std::size_t cudasim::stream_count() { return streams().size(); }

void cudasim::forget_streams() { streams().clear(); }

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return guarded([=] {
    if (!cudasim::can_tell(stream) || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    static std::atomic<unsigned long long> next_id{3};
    *stream = streams().add({flags, std::clamp(priority, greatest_priority, least_priority), next_id++});
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return cudaStreamCreateWithPriority(stream, flags, least_priority);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return guarded([=] {
    if (!streams().contains(stream)) return cudaErrorInvalidResourceHandle;
    cudasim::forget_capture(stream);
    streams().remove(stream);
    if (cudasim::observer != nullptr) cudasim::observer->destroyed(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return with_stream(stream, [=] {
    if (const cudaError_t error = cudasim::forbidden_to_wait(stream)) return error;
    const cudaError_t error = cudasim::finish_launch(stream);
    if (cudasim::observer != nullptr) cudasim::observer->host_waits(cudasim::stream_name(stream));
    return error;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (cudasim::valid_stream(stream) && cudasim::launch_goes_on(stream))
    return with_stream(stream, [] { return cudaErrorNotReady; });
  if (cudasim::observer != nullptr && cudasim::valid_stream(stream) &&
      !cudasim::observer->has_ended(cudasim::stream_name(stream)))
    return cudaErrorNotReady;
  return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  const void* caller = __builtin_return_address(0);
  return with_stream(stream, [=] {
    if (!cudasim::valid_event(event)) return cudaErrorInvalidResourceHandle;
    if (flags == cudaEventWaitExternal && cudasim::forbidden_in_capture(stream) != cudaSuccess)
      return cudasim::refuse("cudaStreamWaitEvent", "external events in a capture");
    if (const auto done = cudasim::captured_wait(stream, event, cudasim::is_recorded(event))) return *done;
    if (const cudaError_t error = cudasim::finish_launch_before(event)) return error;
    if (cudasim::observer != nullptr)
      cudasim::observer->stream_waits(cudasim::stream_name(stream), event, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return with_stream(stream, [=] { return tell(flags, describe(stream).flags); });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return with_stream(stream, [=] { return tell(priority, describe(stream).priority); });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return with_stream(stream, [=] { return tell(id, describe(stream).id); });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return with_stream(stream, [=] { return tell(device, 0); });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID,
                                   const cudaLaunchAttributeValue* value) {
  return with_stream(stream, [=] { return value != nullptr ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int flags) {
  return with_stream(stream, [=] {
    if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
    if (const cudaError_t error = cudasim::forbidden_in_capture(stream)) return error;
    cudasim::finish_launch(stream);
    in_order(stream, [=] { callback(stream, cudaSuccess, user_data); });
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  return with_stream(stream, [=] {
    cudasim::NodeWork work;
    const cudaHostNodeParams parameters{function, user_data};
    if (const cudaError_t error = cudasim::host_work(&parameters, work)) return error;
    if (const auto done = cudasim::captured(stream, cudaGraphNodeTypeHost, [&] { return work; }))
      return *done;
    cudasim::finish_launch(stream);
    return work(stream);
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return guarded([=] {
    if (cudasim::can_tell(least)) *least = least_priority;
    if (cudasim::can_tell(greatest)) *greatest = greatest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return guarded([] { return cudaSuccess; });
}
