#include "sim/runtime/library_call.hpp"

#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {
namespace {

bool is_on_device(const char* call, const Operand& operand) {
  if (operand.rows == 0 || operand.bytes == 0) return true;
  const std::size_t bytes = (operand.rows - 1) * operand.pitch + operand.bytes;
  const Place place = place_of(operand.begin, bytes);
  if (place == Place::device || place == Place::both) return true;
  if (operand.begin == nullptr)
    report("%s: %s is a null pointer", call, operand.name);
  else if (place == Place::host)
    report("%s: %s is host memory; copy it to the device first", call, operand.name);
  else
    report("%s: %s needs %zu bytes, but not all of them are allocated", call, operand.name, bytes);
  return false;
}

bool are_on_device(const char* call, const std::vector<Operand>& operands) {
  for (const Operand& each : operands)
    if (!is_on_device(call, each)) return false;
  return true;
}

void tell_accesses(const Operand& operand) {
  for (std::size_t i = 0; i < operand.rows && operand.bytes != 0; ++i) {
    const char* row = static_cast<const char*>(operand.begin) + i * operand.pitch;
    if (operand.is_read) observer->read_by_call(row, operand.bytes);
    if (operand.is_written) observer->written(row, operand.bytes);
  }
}

cudaError_t do_work(const LibraryCall& call, const StreamCall& told, const std::vector<Operand>& operands,
                    const std::function<void()>& work) {
  if (!are_on_device(call.name, operands)) return cudaErrorInvalidValue;
  if (observer != nullptr) observer->call_begins(told);
  work();
  if (observer == nullptr) return cudaSuccess;
  for (const Operand& each : operands) tell_accesses(each);
  observer->call_ends();
  return cudaSuccess;
}

}  // namespace

cudaError_t run_library_call(const LibraryCall& call, const std::vector<Operand>& operands,
                             const std::function<void()>& work) {
  return guarded(
      [&]() -> cudaError_t {
        if (!valid_stream(call.stream)) return cudaErrorInvalidResourceHandle;
        const auto make_node = [&]() -> NodeWork {
          return [=](cudaStream_t stream) {
            return do_work(call, {stream_name(stream), call.caller, false, true}, operands, work);
          };
        };
        if (call.host_waits) {
          if (const cudaError_t error = forbidden_to_wait(call.stream)) return error;
        } else if (const auto done = captured(call.stream, cudaGraphNodeTypeKernel, make_node)) {
          return *done;
        }
        if (const cudaError_t error = finish_launch(call.stream)) return error;
        return do_work(call, {stream_name(call.stream), call.caller, call.host_waits}, operands, work);
      },
      call.name);
}

}  // namespace cudasim
