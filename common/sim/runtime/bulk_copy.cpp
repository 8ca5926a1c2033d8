// Bulk copies (TMA) between global and shared memory. They are made at once, 4 bytes at a time, because the lens must not take them for
// accesses of the program.
#include "cudasim/bulk_copy.hpp"

#include <cwchar>

#include "cuda.h"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/bulk_reduction.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/tensor_maps.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

constexpr std::size_t granule = 16;

[[noreturn]] void fail(const Site& site, const char* why) {
  this_worker->launch->fail_thread(cudaErrorMisalignedAddress, "%s at %s:%d: %s", site.operation, site.file,
                                   site.line, why);
}

bool is_multiple(const void* address, std::size_t of) {
  return reinterpret_cast<std::uintptr_t>(address) % of == 0;
}

void check_shared(const Site& site, const void* address, std::size_t alignment) {
  if (shared_owner(address) == nullptr) fail(site, "the side in shared memory is not in shared memory");
  if (!is_multiple(address, alignment))
    fail(site, alignment == granule ? "the address in shared memory is no multiple of 16 bytes"
                                    : "the box in shared memory does not begin at a multiple of 128 bytes");
}

void check_barrier(const Site& site, const void* to, const std::uint64_t* until, const void* pc) {
  if (shared_owner(until) == nullptr) fail(site, "the mbarrier is not in shared memory");
  if (shared_owner(until) != shared_owner(to))
    fail(site, "the mbarrier is not in the block that the copy goes to");
  if (block_observer != nullptr) block_observer->bulk_begins(until, pc);
}

void check_size(const Site& site, const void* other, std::size_t bytes) {
  if (!is_multiple(other, granule)) fail(site, "the address in global memory is no multiple of 16 bytes");
  if (bytes % granule != 0) fail(site, "the size is no multiple of 16 bytes");
}

void move(const BulkPiece& piece) {
  if (block_observer != nullptr) block_observer->bulk_copied(piece);
  const auto words = piece.bytes / sizeof(wchar_t);
  auto* to = static_cast<volatile char*>(piece.to);
  const auto* from = static_cast<const volatile char*>(piece.from);
  if (piece.bytes % sizeof(wchar_t) != 0)  // elements at the edge of a tensor
    for (std::size_t i = 0; i < piece.bytes; ++i) to[i] = from == nullptr ? '\0' : from[i];
  else if (piece.from == nullptr)
    std::wmemset(static_cast<wchar_t*>(piece.to), L'\0', words);
  else
    std::wmemcpy(static_cast<wchar_t*>(piece.to), static_cast<const wchar_t*>(piece.from), words);
}

void reduce(const detail::BulkReduction& reduction, const BulkPiece& all) {
  const std::size_t element = bytes_of(reduction.element);
  for (std::size_t i = 0; i + element <= all.bytes; i += element) {
    char* to = static_cast<char*>(all.to) + i;
    const char* from = static_cast<const char*>(all.from) + i;
    if (block_observer != nullptr) block_observer->bulk_copied({to, from, element, all.until, all.pc, true});
    reduce_element(reduction, to, from);
  }
}

/// The type of the tensor's elements for a reduction; false if it has none of that type.
bool element_of(const TensorMap& map, detail::BulkElement* element) {
  using Element = detail::BulkElement;
  switch (map.type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT32: *element = Element::u32; return true;
    case CU_TENSOR_MAP_DATA_TYPE_INT32: *element = Element::s32; return true;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64: *element = Element::u64; return true;
    case CU_TENSOR_MAP_DATA_TYPE_INT64: *element = Element::s64; return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16: *element = Element::f16; return true;
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16: *element = Element::bf16; return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32: *element = Element::f32; return true;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64: *element = Element::f64; return true;
    default: return false;
  }
}

}  // namespace

namespace detail {

void bulk_to_shared(void* to, const void* from, std::size_t bytes, const std::uint64_t* until,
                    const Site& site) {
  const void* pc = __builtin_return_address(0);
  check_shared(site, to, granule);
  check_barrier(site, to, until, pc);
  if (shared_owner(from) == nullptr)
    check_size(site, from, bytes);
  else if (!is_multiple(from, granule) || bytes % granule != 0)
    fail(site, "addresses and size are multiples of 16 bytes in shared memory");
  move({to, from, bytes, until, pc});
}

void bulk_to_global(void* to, const void* from, std::size_t bytes, const Site& site) {
  check_shared(site, from, granule);
  check_size(site, to, bytes);
  move({to, from, bytes, nullptr, __builtin_return_address(0)});
}

std::uint64_t bulk_to_shared(void* to, const TensorBox& from, const std::uint64_t* until, const Site& site) {
  const TensorMap& map = tensor_map(from, site);
  const void* pc = __builtin_return_address(0);
  check_shared(site, to, box_alignment);
  check_barrier(site, to, until, pc);
  return for_each_piece(map, from, static_cast<char*>(to),
                        [&](char* shared, char* global, std::size_t bytes) {
                          move({shared, global, bytes, until, pc});
                        });
}

void bulk_to_global(const TensorBox& to, const void* from, const Site& site) {
  const TensorMap& map = tensor_map(to, site);
  check_shared(site, from, box_alignment);
  const void* pc = __builtin_return_address(0);
  for_each_piece(map, to, static_cast<char*>(const_cast<void*>(from)),
                 [&](char* shared, char* global, std::size_t bytes) {
                   if (global != nullptr) move({global, shared, bytes, nullptr, pc});
                 });
}

void bulk_reduce(void* to, const void* from, std::size_t bytes, const BulkReduction& reduction,
                 const std::uint64_t* until, const Site& site) {
  const void* pc = __builtin_return_address(0);
  check_shared(site, from, granule);
  if (until != nullptr) {
    check_shared(site, to, granule);
    check_barrier(site, to, until, pc);
  }
  check_size(site, to, bytes);
  reduce(reduction, {to, from, bytes, until, pc});
}

void bulk_reduce(const TensorBox& to, const void* from, BulkOperation operation, const Site& site) {
  const TensorMap& map = tensor_map(to, site);
  check_shared(site, from, box_alignment);
  BulkReduction reduction{operation, {}};
  if (!element_of(map, &reduction.element) || !is_reduction(reduction, false))
    fail(site, "there is no such reduction of the tensor's elements");
  const void* pc = __builtin_return_address(0);
  for_each_piece(map, to, static_cast<char*>(const_cast<void*>(from)),
                 [&](char* shared, char* global, std::size_t bytes) {
                   if (global != nullptr) reduce(reduction, {global, shared, bytes, nullptr, pc});
                 });
}

void bulk_commit() {
  if (block_observer != nullptr) block_observer->bulk_committed();
}

void bulk_wait(std::size_t newest, bool read) {
  if (block_observer != nullptr) block_observer->bulk_waited(newest, read);
}

void proxy_fence(const Site& site) {
  if (!is_taken_out(site) && block_observer != nullptr) block_observer->proxy_fenced(false);
}

void mbarrier_init_fence(const Site& site) {
  if (!is_taken_out(site) && block_observer != nullptr) block_observer->proxy_fenced(true);
}

}  // namespace detail
}  // namespace cudasim
