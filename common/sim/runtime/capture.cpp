#include "sim/runtime/capture.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {

std::atomic<bool> captures_used{false};

namespace {

struct Capture {
  unsigned long long id;
  cudaStreamCaptureMode mode;
  std::thread::id thread;
  cudaStream_t origin;
  cudaGraph_t graph;
  bool is_invalid = false;
};

/// A captured stream: the nodes that its next node depends on.
struct Tip {
  Capture* capture;
  Nodes behind;
};

/// An event that was last recorded in a captured stream.
struct Mark {
  unsigned long long capture;
  Nodes behind;
};

struct Captures {
  std::mutex mutex;
  std::vector<std::unique_ptr<Capture>> live;
  std::map<cudaStream_t, Tip> streams;
  std::map<cudaEvent_t, Mark> events;
};

Captures& captures() {
  static auto& all = *new Captures;
  return all;
}

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

bool is_legacy(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

Tip* tip_of(cudaStream_t stream) {
  const auto found = captures().streams.find(stream);
  return found == captures().streams.end() ? nullptr : &found->second;
}

Capture* live_capture(unsigned long long id) {
  for (const auto& each : captures().live)
    if (each->id == id) return each.get();
  return nullptr;
}

cudaError_t invalidate(Capture& capture, cudaError_t why) {
  if (capture.is_invalid) return cudaErrorStreamCaptureInvalidated;
  capture.is_invalid = true;
  return why;
}

/// Whether work in the legacy stream would have to wait for a captured one.
bool legacy_would_wait() {
  const auto& streams = captures().streams;
  return std::any_of(streams.begin(), streams.end(),
                     [](const auto& each) { return stream_name(each.first).blocking; });
}

cudaError_t implicit_wait() {
  if (!legacy_would_wait()) return cudaSuccess;
  for (auto& [stream, tip] : captures().streams)
    if (stream_name(stream).blocking) tip.capture->is_invalid = true;
  return cudaErrorStreamCaptureImplicit;
}

bool forbids_unsafe_calls(const Capture& capture) {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return false;
  if (capture.thread == std::this_thread::get_id()) return capture.mode != cudaStreamCaptureModeRelaxed;
  return thread_mode == cudaStreamCaptureModeGlobal && capture.mode == cudaStreamCaptureModeGlobal;
}

cudaError_t unsafe_call() {
  cudaError_t error = cudaSuccess;
  for (const auto& capture : captures().live) {
    if (!forbids_unsafe_calls(*capture)) continue;
    capture->is_invalid = true;
    error = cudaErrorStreamCaptureUnsupported;
  }
  return error;
}

void join(Nodes& nodes, const Nodes& others) {
  for (cudaGraphNode_t other : others)
    if (std::find(nodes.begin(), nodes.end(), other) == nodes.end()) nodes.push_back(other);
}

/// Whether all nodes of the graph have a path to the dependencies of the stream's next node.
bool all_joined(const Capture& capture, const Nodes& tips) {
  Nodes reached = tips;
  for (std::size_t i = 0; i < reached.size(); ++i) join(reached, reached[i]->dependencies);
  return reached.size() == capture.graph->nodes.size();
}

cudaError_t begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (is_legacy(stream)) return cudaErrorStreamCaptureUnsupported;
  if (tip_of(stream) != nullptr) return cudaErrorIllegalState;
  static unsigned long long next_id = 1;
  captures().live.push_back(std::make_unique<Capture>(
      Capture{next_id++, mode, std::this_thread::get_id(), stream, new_graph(), false}));
  captures().streams[stream] = {captures().live.back().get(), {}};
  captures_used = true;
  return cudaSuccess;
}

/// Ends the capture of all its streams.
void release_streams(const Capture& capture) {
  std::erase_if(captures().streams, [&](const auto& each) { return each.second.capture == &capture; });
  std::erase_if(captures().live, [&](const auto& each) { return each.get() == &capture; });
}

cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph) {
  const Tip* tip = tip_of(stream);
  if (tip == nullptr) return cudaErrorIllegalState;
  Capture& capture = *tip->capture;
  if (stream != capture.origin) return invalidate(capture, cudaErrorStreamCaptureUnmatched);
  if (capture.mode != cudaStreamCaptureModeRelaxed && capture.thread != std::this_thread::get_id())
    return cudaErrorStreamCaptureWrongThread;
  cudaError_t error = cudaSuccess;
  if (capture.is_invalid)
    error = cudaErrorStreamCaptureInvalidated;
  else if (!all_joined(capture, tip->behind))
    error = cudaErrorStreamCaptureUnjoined;
  if (error == cudaSuccess)
    *graph = capture.graph;
  else
    delete_graph(capture.graph);
  release_streams(capture);
  return error;
}

}  // namespace

std::optional<cudaError_t> detail::before_work(cudaStream_t stream, bool* is_captured) {
  const std::lock_guard lock(captures().mutex);
  if (is_legacy(stream)) {
    const cudaError_t error = implicit_wait();
    return error == cudaSuccess ? std::nullopt : std::optional(error);
  }
  const Tip* tip = tip_of(stream);
  if (tip == nullptr) return std::nullopt;
  *is_captured = true;
  return tip->capture->is_invalid ? std::optional(cudaErrorStreamCaptureInvalidated) : std::nullopt;
}

cudaError_t detail::capture_work(cudaStream_t stream, cudaGraphNodeType type, NodeWork work,
                                 cudaGraphNode_t* node) {
  const std::lock_guard lock(captures().mutex);
  Tip& tip = *tip_of(stream);
  tip.behind = {add_node(tip.capture->graph, type, std::move(work), std::move(tip.behind))};
  if (node != nullptr) *node = tip.behind.front();
  return cudaSuccess;
}

cudaError_t forbidden_in_capture(cudaStream_t stream) {
  if (!captures_used) return cudaSuccess;
  const std::lock_guard lock(captures().mutex);
  if (is_legacy(stream)) return implicit_wait();
  const Tip* tip = tip_of(stream);
  return tip == nullptr ? cudaSuccess : invalidate(*tip->capture, cudaErrorStreamCaptureUnsupported);
}

cudaError_t forbidden_to_wait(cudaStream_t stream) {
  if (const cudaError_t error = forbidden_in_capture(stream)) return error;
  return forbidden_as_unsafe();
}

cudaError_t forbidden_to_wait(cudaEvent_t event) {
  if (!captures_used) return cudaSuccess;
  const std::lock_guard lock(captures().mutex);
  const auto mark = captures().events.find(event);
  if (mark == captures().events.end()) return unsafe_call();
  if (Capture* capture = live_capture(mark->second.capture)) capture->is_invalid = true;
  return cudaErrorCapturedEvent;
}

cudaError_t forbidden_to_wait_for_all() {
  if (!captures_used) return cudaSuccess;
  const std::lock_guard lock(captures().mutex);
  for (const auto& capture : captures().live) capture->is_invalid = true;
  return captures().live.empty() ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
}

cudaError_t forbidden_as_unsafe() {
  if (!captures_used) return cudaSuccess;
  const std::lock_guard lock(captures().mutex);
  return unsafe_call();
}

std::optional<cudaError_t> captured_record(cudaEvent_t event, cudaStream_t stream) {
  if (!captures_used) return std::nullopt;
  bool is_captured = false;
  if (const auto error = detail::before_work(stream, &is_captured)) return error;
  const std::lock_guard lock(captures().mutex);
  captures().events.erase(event);
  if (!is_captured) return std::nullopt;
  const Tip& tip = *tip_of(stream);
  captures().events[event] = {tip.capture->id, tip.behind};
  return cudaSuccess;
}

std::optional<cudaError_t> captured_wait(cudaStream_t stream, cudaEvent_t event, bool was_recorded) {
  if (!captures_used) return std::nullopt;
  const std::lock_guard lock(captures().mutex);
  Tip* tip = tip_of(stream);
  if (tip != nullptr && tip->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  const auto mark = captures().events.find(event);
  if (mark == captures().events.end()) {
    if (tip == nullptr) return std::nullopt;
    return was_recorded ? invalidate(*tip->capture, cudaErrorStreamCaptureIsolation) : cudaSuccess;
  }
  Capture* const capture = live_capture(mark->second.capture);
  if (capture == nullptr) {
    if (tip != nullptr) tip->capture->is_invalid = true;
    return cudaErrorCapturedEvent;
  }
  if (capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if (is_legacy(stream)) return invalidate(*capture, cudaErrorStreamCaptureImplicit);
  if (tip != nullptr && tip->capture != capture) {
    tip->capture->is_invalid = capture->is_invalid = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (tip == nullptr) tip = &(captures().streams[stream] = {capture, {}});
  join(tip->behind, mark->second.behind);
  return cudaSuccess;
}

bool is_captured(cudaEvent_t event) {
  const std::lock_guard lock(captures().mutex);
  return captures().events.count(event) != 0;
}

void forget_capture(cudaEvent_t event) {
  const std::lock_guard lock(captures().mutex);
  captures().events.erase(event);
}

void forget_capture(cudaStream_t stream) {
  const std::lock_guard lock(captures().mutex);
  const Tip* const tip = tip_of(stream);
  if (tip == nullptr) return;
  Capture& capture = *tip->capture;
  if (stream == capture.origin) {
    delete_graph(capture.graph);
    release_streams(capture);
  } else {
    captures().streams.erase(stream);  // end_capture sees whether its work is joined.
  }
}

void forget_captures() {
  const std::lock_guard lock(captures().mutex);
  captures().streams.clear();
  captures().live.clear();
  captures().events.clear();
}

}  // namespace cudasim

using cudasim::can_tell;
using cudasim::captures;
using cudasim::guarded;
using cudasim::thread_mode;
using cudasim::valid_stream;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return guarded([=] {
    if (!valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
      return cudaErrorInvalidValue;
    const std::lock_guard lock(captures().mutex);
    return cudasim::begin_capture(stream, mode);
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return guarded([=] {
    if (!valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (!can_tell(graph)) return cudaErrorInvalidValue;
    *graph = nullptr;
    const std::lock_guard lock(captures().mutex);
    return cudasim::end_capture(stream, graph);
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
  return guarded([=] {
    if (!valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (!can_tell(status)) return cudaErrorInvalidValue;
    const std::lock_guard lock(captures().mutex);
    if (cudasim::is_legacy(stream) && cudasim::legacy_would_wait()) return cudaErrorStreamCaptureImplicit;
    const cudasim::Tip* tip = cudasim::tip_of(stream);
    *status = tip == nullptr             ? cudaStreamCaptureStatusNone
              : tip->capture->is_invalid ? cudaStreamCaptureStatusInvalidated
                                         : cudaStreamCaptureStatusActive;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id != nullptr) *id = tip->capture->id;
    if (graph != nullptr) *graph = tip->capture->graph;
    if (dependencies != nullptr) *dependencies = tip->behind.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = tip->behind.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return guarded([=] {
    if (!can_tell(mode) || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
      return cudaErrorInvalidValue;
    std::swap(*mode, thread_mode);
    return cudaSuccess;
  });
}
