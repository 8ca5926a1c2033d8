// The capture of streams into graphs: the result of a call while streams are captured.
// Rules: CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture".
#pragma once

#include <atomic>
#include <optional>
#include <utility>

#include "sim/runtime/graph_nodes.hpp"
#include "sim/runtime/state.hpp"

namespace cudasim {

extern std::atomic<bool>
    captures_used;  ///< A stream has been captured at some time; the questions below make sense.

/// Work that a kernel asks for: it runs after the kernel has ended. (kernel_launch.cpp)
cudaError_t run_after_kernel(cudaStream_t stream, NodeWork work);

namespace detail {
std::optional<cudaError_t> before_work(cudaStream_t stream, bool* is_captured);
cudaError_t capture_work(cudaStream_t stream, cudaGraphNodeType type, NodeWork work, cudaGraphNode_t* node);
}  // namespace detail

/// For every call that puts work into a stream: nothing if the work must be done now; otherwise the result of the call.
template <class MakeWork>
std::optional<cudaError_t> captured(cudaStream_t stream, cudaGraphNodeType type, MakeWork make_work,
                                    cudaGraphNode_t* node = nullptr) {
  if (in_kernel()) return run_after_kernel(stream, make_work());
  if (!captures_used) return std::nullopt;
  bool is_captured = false;
  if (const auto error = detail::before_work(stream, &is_captured)) return error;
  if (!is_captured) return std::nullopt;
  return detail::capture_work(stream, type, make_work(), node);
}

/// For work that graphs do not support: cudaErrorStreamCaptureUnsupported if the stream is captured.
cudaError_t forbidden_in_capture(cudaStream_t stream);
/// For calls that wait for the stream, or ask whether it is done.
cudaError_t forbidden_to_wait(cudaStream_t stream);
/// The same for an event.
cudaError_t forbidden_to_wait(cudaEvent_t event);
cudaError_t forbidden_to_wait_for_all();
/// For calls that are never captured but may order work: allocation, copies that the host waits for.
cudaError_t forbidden_as_unsafe();

/// As `captured`.
std::optional<cudaError_t> captured_record(cudaEvent_t event, cudaStream_t stream);
std::optional<cudaError_t> captured_wait(cudaStream_t stream, cudaEvent_t event, bool was_recorded);

bool is_captured(cudaEvent_t event);
void forget_capture(cudaEvent_t event);
/// The stream is destroyed; a capture that began there can no longer end.
void forget_capture(cudaStream_t stream);

}  // namespace cudasim
