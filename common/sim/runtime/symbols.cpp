// Device variables. They are the program's own global variables, so a symbol is an address inside the program
// or one of its libraries; anything else (a temporary, a pointer into a heap) is no symbol.
#include <link.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/copy.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {
namespace {

struct Range {
  std::uintptr_t begin;
  std::size_t bytes;
  bool found;
};

int look_into_module(dl_phdr_info* module, std::size_t, void* data) {
  auto& range = *static_cast<Range*>(data);
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& segment = module->dlpi_phdr[i];
    const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && range.begin >= begin && range.bytes <= segment.p_memsz &&
        range.begin - begin <= segment.p_memsz - range.bytes)
      range.found = true;
  }
  return range.found;
}

bool is_variable(const void* symbol, std::size_t bytes) {
  Range range{reinterpret_cast<std::uintptr_t>(symbol), bytes, false};
  dl_iterate_phdr(look_into_module, &range);
  return range.found;
}

struct SymbolTable {
  std::mutex mutex;
  std::map<const char*, std::size_t> ranges;
};

SymbolTable& known_symbols() {
  static SymbolTable& table = *new SymbolTable;
  return table;
}

/// A copy whose device side is a symbol: `kind` says only where the other side is.
cudaError_t check(const void* symbol, std::size_t symbol_bytes, std::size_t bytes, std::size_t offset,
                  const void* other, cudaMemcpyKind kind, cudaMemcpyKind from_host, cudaStream_t stream) {
  if (!valid_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (symbol == nullptr || !is_variable(symbol, symbol_bytes)) return cudaErrorInvalidSymbol;
  if (kind != from_host && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) return cudaErrorInvalidValue;
  const Place place = place_of(other, bytes);
  const bool right = kind == from_host                  ? place == Place::host || place == Place::both
                     : kind == cudaMemcpyDeviceToDevice ? place == Place::device || place == Place::both
                                                        : place != Place::invalid;
  return bytes == 0 || right ? cudaSuccess : cudaErrorInvalidValue;
}

/// The copy as a node of a graph.
NodeWork node_work(void* to, const void* from, std::size_t bytes) {
  return [=](cudaStream_t stream) {
    if (observer != nullptr) observer->call_begins({stream_name(stream), nullptr, false, true});
    std::memmove(to, from, bytes);
    if (observer != nullptr) {
      observer->copied(to, from, bytes);
      observer->call_ends();
    }
    return cudaSuccess;
  };
}

}  // namespace

bool is_known_symbol(const void* pointer, std::size_t bytes) {
  const auto* address = static_cast<const char*>(pointer);
  const std::lock_guard lock(known_symbols().mutex);
  const auto after = known_symbols().ranges.upper_bound(address);
  if (after == known_symbols().ranges.begin()) return false;
  const auto& [begin, length] = *std::prev(after);
  const auto offset = static_cast<std::size_t>(address - begin);
  return offset < length && bytes <= length - offset;
}

void forget_symbols() {
  const std::lock_guard lock(known_symbols().mutex);
  known_symbols().ranges.clear();
}

cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t bytes) {
  return guarded(
      [=] {
        if (!can_tell(pointer)) return cudaErrorInvalidValue;
        if (!is_variable(symbol, bytes)) return cudaErrorInvalidSymbol;
        *pointer = const_cast<void*>(symbol);
        const std::lock_guard lock(known_symbols().mutex);
        std::size_t& length = known_symbols().ranges[static_cast<const char*>(symbol)];
        length = length < bytes ? bytes : length;
        return cudaSuccess;
      },
      "cudaGetSymbolAddress");
}

cudaError_t copy_to_symbol(const void* symbol, std::size_t symbol_bytes, const void* from, std::size_t bytes,
                           std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return guarded(
      [=]() -> cudaError_t {
        if (auto error =
                check(symbol, symbol_bytes, bytes, offset, from, kind, cudaMemcpyHostToDevice, stream))
          return error;
        char* const to = static_cast<char*>(const_cast<void*>(symbol)) + offset;
        if (bytes != 0 && !may_write(to, bytes)) return cudaErrorInvalidSymbol;
        const auto make_node = [=] { return node_work(to, from, bytes); };
        if (const auto done = captured(stream, cudaGraphNodeTypeMemcpy, make_node)) return *done;
        std::memmove(to, from, bytes);
        if (observer != nullptr) observer->host_waits(stream_name(stream));
        return cudaSuccess;
      },
      "cudaMemcpyToSymbol");
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return guarded(
      [=] {
        if (auto error = check(symbol, symbol_bytes, bytes, offset, to, kind, cudaMemcpyDeviceToHost, stream))
          return error;
        if (bytes != 0 && !may_write(to, bytes)) return cudaErrorInvalidValue;
        const void* const from = static_cast<const char*>(symbol) + offset;
        const auto make_node = [=] { return node_work(to, from, bytes); };
        if (const auto done = captured(stream, cudaGraphNodeTypeMemcpy, make_node)) return *done;
        std::memmove(to, from, bytes);
        if (observer != nullptr) {
          observer->copied(to, symbol, bytes);
          observer->host_waits(stream_name(stream));
        }
        return cudaSuccess;
      },
      "cudaMemcpyFromSymbol");
}

}  // namespace cudasim

// The C forms do not know the symbol's size: what is copied must lie inside the program.
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return cudasim::copy_to_symbol(symbol, offset + bytes, from, bytes, offset, kind, stream);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, nullptr);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return cudasim::copy_from_symbol(to, symbol, offset + bytes, bytes, offset, kind, stream);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, nullptr);
}
