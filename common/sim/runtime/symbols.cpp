// Device variables. They are global variables of the program, so a symbol is an address inside the program
// or one of its libraries; anything else (a temporary, a pointer into a heap) is not a symbol.
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
#include "sim/runtime/messages.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/repeated_launches.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {
namespace {

struct Range {
  std::uintptr_t begin;
  std::size_t bytes;
  bool found;
  bool writable;
};

int look_into_module(dl_phdr_info* module, std::size_t, void* data) {
  auto& range = *static_cast<Range*>(data);
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& segment = module->dlpi_phdr[i];
    const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && range.begin >= begin && range.bytes <= segment.p_memsz &&
        range.begin - begin <= segment.p_memsz - range.bytes) {
      range.found = true;
      range.writable = (segment.p_flags & PF_W) != 0;
    }
  }
  return range.found;
}

/// The bounds of the program's variables, or of its constants.
Range range_of(const void* symbol, std::size_t bytes) {
  Range range{reinterpret_cast<std::uintptr_t>(symbol), bytes, false, false};
  dl_iterate_phdr(look_into_module, &range);
  return range;
}

/// Whether the call may use the symbol; reports a constant, such as the name of a variable in quotes.
bool may_use(const char* call, const Symbol& symbol, bool writes) {
  if (symbol.address == nullptr) return false;
  const Range range = range_of(symbol.address, symbol.bytes);
  if (!range.found || range.writable || !(writes || symbol.is_text)) return range.found;
  if (symbol.is_text)
    report("%s: \"%.40s\" is a string. Pass the variable itself: CUDA 5 dropped symbols by name", call,
           static_cast<const char*>(symbol.address));
  else
    report("%s: the symbol is constant data of the program: nothing can be copied there", call);
  return false;
}

struct SymbolTable {
  std::mutex mutex;
  std::map<const char*, std::size_t> ranges;
};

SymbolTable& known_symbols() {
  static SymbolTable& table = *new SymbolTable;
  return table;
}

/// A copy whose device side is a symbol: `kind` only says where the other side is.
cudaError_t check(const Asker& asker, const Symbol& symbol, std::size_t bytes, std::size_t offset,
                  const void* other, cudaMemcpyKind kind, cudaMemcpyKind from_host) {
  if (!valid_stream(asker.stream)) return cudaErrorInvalidResourceHandle;
  if (!may_use(asker.name, symbol, from_host == cudaMemcpyHostToDevice)) return cudaErrorInvalidSymbol;
  if (kind != from_host && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (offset > symbol.bytes || bytes > symbol.bytes - offset) return cudaErrorInvalidValue;
  const Place place = place_of(other, bytes);
  const bool right = kind == from_host                  ? place == Place::host || place == Place::both
                     : kind == cudaMemcpyDeviceToDevice ? place == Place::device || place == Place::both
                                                        : place != Place::invalid;
  return bytes == 0 || right ? cudaSuccess : cudaErrorInvalidValue;
}

struct SymbolCopy {
  void* to;
  const void* from;
  std::size_t bytes;
  const void* symbol;  ///< The side that is a symbol.

  void make(const StreamCall& call) const {
    if (observer != nullptr) observer->call_begins(call);
    std::memmove(to, from, bytes);
    if (to == symbol) forget_known_launches();
    if (observer == nullptr) return;
    observer->copied(to, from, bytes);
    observer->call_ends();
  }
};

/// In the caller's stream, or as a node of the graph that captures it.
cudaError_t submit(const Asker& asker, const SymbolCopy& copy) {
  const auto make_node = [&]() -> NodeWork {
    return [copy, caller = asker.caller](cudaStream_t stream) {
      copy.make({stream_name(stream), caller, false, true, copy.symbol});
      return cudaSuccess;
    };
  };
  if (const auto done = captured(asker.stream, cudaGraphNodeTypeMemcpy, make_node)) return *done;
  copy.make({stream_name(asker.stream), asker.caller, asker.waits, false, copy.symbol});
  return cudaSuccess;
}

cudaError_t copy_to(const Asker& asker, const Symbol& symbol, const void* from, std::size_t bytes,
                    std::size_t offset, cudaMemcpyKind kind) {
  return guarded(
      [&]() -> cudaError_t {
        if (auto error = check(asker, symbol, bytes, offset, from, kind, cudaMemcpyHostToDevice))
          return error;
        char* const to = static_cast<char*>(const_cast<void*>(symbol.address)) + offset;
        if (bytes != 0 && !may_write(to, bytes)) return cudaErrorInvalidSymbol;
        return submit(asker, {to, from, bytes, to});
      },
      asker.name);
}

cudaError_t copy_from(const Asker& asker, void* to, const Symbol& symbol, std::size_t bytes,
                      std::size_t offset, cudaMemcpyKind kind) {
  return guarded(
      [&]() -> cudaError_t {
        if (auto error = check(asker, symbol, bytes, offset, to, kind, cudaMemcpyDeviceToHost)) return error;
        if (bytes != 0 && !may_write(to, bytes)) return cudaErrorInvalidValue;
        const char* const from = static_cast<const char*>(symbol.address) + offset;
        return submit(asker, {to, from, bytes, from});
      },
      asker.name);
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

cudaError_t symbol_address(void** pointer, const Symbol& symbol) {
  return guarded(
      [=] {
        if (!can_tell(pointer)) return cudaErrorInvalidValue;
        if (!may_use("cudaGetSymbolAddress", symbol, false)) return cudaErrorInvalidSymbol;
        // It can be filled and copied by its address.
        if (!may_write(symbol.address, symbol.bytes)) return cudaErrorInvalidSymbol;
        *pointer = const_cast<void*>(symbol.address);
        address_of_constant_given();
        const std::lock_guard lock(known_symbols().mutex);
        std::size_t& length = known_symbols().ranges[static_cast<const char*>(symbol.address)];
        length = length < symbol.bytes ? symbol.bytes : length;
        return cudaSuccess;
      },
      "cudaGetSymbolAddress");
}

cudaError_t copy_to_symbol(const Symbol& symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  const char* const name = waits ? "cudaMemcpyToSymbol" : "cudaMemcpyToSymbolAsync";
  return copy_to({stream, __builtin_return_address(0), waits, name}, symbol, from, bytes, offset, kind);
}

cudaError_t copy_from_symbol(void* to, const Symbol& symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  const char* const name = waits ? "cudaMemcpyFromSymbol" : "cudaMemcpyFromSymbolAsync";
  return copy_from({stream, __builtin_return_address(0), waits, name}, to, symbol, bytes, offset, kind);
}

}  // namespace cudasim

#define CALLER __builtin_return_address(0)

// The C functions do not know the size of the symbol: the range must lie inside the program.
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return cudasim::copy_to({stream, CALLER, false}, {symbol, offset + bytes}, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return cudasim::copy_to({nullptr, CALLER, true}, {symbol, offset + bytes}, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return cudasim::copy_from({stream, CALLER, false}, to, {symbol, offset + bytes}, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return cudasim::copy_from({nullptr, CALLER, true}, to, {symbol, offset + bytes}, bytes, offset, kind);
}
