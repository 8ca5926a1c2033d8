// Events. All earlier work is done when an event is recorded, so it stores the host's clock.
#include "sim/runtime/event.hpp"

#include <chrono>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/handles.hpp"
#include "sim/runtime/stream.hpp"

using Clock = std::chrono::steady_clock;

struct CUevent_st {
  unsigned int flags;
  bool recorded;
  Clock::time_point time;
  bool waits_for_launch = false;  ///< It was recorded after a launch that goes on.
};

using cudasim::can_tell;
using cudasim::guarded;

namespace {

cudasim::Handles<CUevent_st>& events() {
  static auto& table = *new cudasim::Handles<CUevent_st>;
  return table;
}

template <class Body>
cudaError_t with_event(cudaEvent_t event, Body body, const char* name = __builtin_FUNCTION()) {
  return guarded([&] { return cudasim::valid_event(event) ? body() : cudaErrorInvalidResourceHandle; }, name);
}

bool has_time(cudaEvent_t event) {
  return cudasim::valid_event(event) && event->recorded && (event->flags & cudaEventDisableTiming) == 0;
}

cudaError_t wait(cudaEvent_t event, const void* caller, const char* name = __builtin_FUNCTION()) {
  const auto tell_observer = [=] {
    if (const cudaError_t error = cudasim::forbidden_to_wait(event)) return error;
    const cudaError_t failed = cudasim::finish_launch_before(event);
    if (cudasim::observer != nullptr) cudasim::observer->host_waits(event, caller);
    return failed;
  };
  return with_event(event, tell_observer, name);
}

/// Stores the host's clock.
void record(cudaEvent_t event, cudaStream_t stream) {
  event->time = Clock::now();
  event->waits_for_launch = false;
  if (cudasim::observer != nullptr) cudasim::observer->event_recorded(event, cudasim::stream_name(stream));
}

}  // namespace

cudaError_t cudasim::finish_launch_before(cudaEvent_t event) {
  return event->waits_for_launch ? finish_launch() : cudaSuccess;
}

bool cudasim::valid_event(cudaEvent_t event) { return events().contains(event); }

bool cudasim::is_recorded(cudaEvent_t event) { return event->recorded; }

std::size_t cudasim::event_count() { return events().size(); }

void cudasim::forget_events() { events().clear(); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return guarded([=] {
    constexpr unsigned int known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!can_tell(event) || (flags & ~known) != 0) return cudaErrorInvalidValue;
    *event = events().add({flags, false, {}});
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return guarded([=] {
    if (!events().remove(event)) return cudaErrorInvalidResourceHandle;
    cudasim::forget_capture(event);
    if (cudasim::observer != nullptr) cudasim::observer->destroyed(event);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return with_event(event, [=] {
    if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (flags == cudaEventRecordExternal && cudasim::forbidden_in_capture(stream) != cudaSuccess)
      return cudasim::refuse("cudaEventRecord", "external events in a capture");
    if (const auto done = cudasim::captured_record(event, stream)) return *done;
    event->recorded = true;
    record(event, stream);
    if (!cudasim::launch_goes_on(stream)) return cudaSuccess;
    event->waits_for_launch = true;
    cudasim::when_launch_ends([=] {
      if (cudasim::valid_event(event) && event->waits_for_launch) record(event, stream);
    });
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return wait(event, __builtin_return_address(0)); }

cudaError_t cudaEventQuery(cudaEvent_t event) {
  const auto not_ready = [] { return cudaErrorNotReady; };
  if (cudasim::launch_goes_on() && cudasim::valid_event(event) && event->waits_for_launch)
    return with_event(event, not_ready);
  if (cudasim::observer != nullptr && cudasim::valid_event(event) && !cudasim::observer->has_ended(event))
    return cudaErrorNotReady;
  return wait(event, nullptr);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if (!can_tell(milliseconds)) return cudaErrorInvalidValue;
    if (cudasim::is_captured(start) || cudasim::is_captured(end)) return cudaErrorCapturedEvent;
    if (!has_time(start) || !has_time(end)) return cudaErrorInvalidResourceHandle;
    if (start->waits_for_launch || end->waits_for_launch) return cudaErrorNotReady;
    if (cudasim::observer != nullptr)
      for (cudaEvent_t each : {start, end}) cudasim::observer->event_timed(each, caller);
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return cudaSuccess;
  });
}
