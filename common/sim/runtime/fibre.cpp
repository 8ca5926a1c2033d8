#include "sim/runtime/fibre.hpp"

#include <sys/mman.h>

#include <atomic>
#include <new>

namespace cudasim {
namespace {

constexpr std::size_t guard_bytes =
    std::size_t{64} * 1024;  // wide, so that a large frame does not step over it
constexpr std::size_t slot_bytes = FibrePool::slot_bytes;
constexpr std::size_t fibre_bytes = slot_bytes - guard_bytes;
constexpr std::size_t stacks_per_chunk = 32;
constexpr std::size_t chunk_bytes = slot_bytes * stacks_per_chunk;

// A guard splits a mapping in two, and Linux gives a process 65530: in a very large cooperative grid the last
// stacks have none, so that mappings remain for everything else.
constexpr std::size_t most_guards = std::size_t{24} * 1024;
std::atomic<std::size_t> guards{0};

// All stacks start at the same offset in a page. If used from there, they would compete for the same few cache
// sets.
char* coloured_top(char* slot, std::size_t number) { return slot + slot_bytes - number % 32 * 256; }

void note_bounds(const char* chunk) {
  const auto begin = reinterpret_cast<std::uintptr_t>(chunk), end = begin + chunk_bytes;
  std::uintptr_t known = stack_bounds.begin;
  while (begin < known && !stack_bounds.begin.compare_exchange_weak(known, begin)) {
  }
  known = stack_bounds.end;
  while (end > known && !stack_bounds.end.compare_exchange_weak(known, end)) {
  }
}

}  // namespace

StackBounds stack_bounds;

FibrePool::~FibrePool() {
  for (Fibre& fibre : fibres_) fibre.sanitized.clear();
  for (char* chunk : chunks_) munmap(chunk, chunk_bytes);
}

void FibrePool::make_new(Fibre& fibre) {
  fibre.sanitized.clear();
  fibre.context = new_context(fibre.stack_top, fibre_bytes, entry_);
  idle_.push_back(&fibre);
}

void FibrePool::grow() {
  void* memory =
      mmap(nullptr, chunk_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* chunk = static_cast<char*>(memory);
  madvise(chunk, chunk_bytes, MADV_NOHUGEPAGE);
  chunks_.push_back(chunk);
  note_bounds(chunk);
  for (std::size_t i = 0; i < stacks_per_chunk; ++i) {
    char* slot = chunk + i * slot_bytes;
    if (guards.fetch_add(1, std::memory_order_relaxed) < most_guards) mprotect(slot, guard_bytes, PROT_NONE);
    Fibre& fibre = fibres_.emplace_back();
    fibre.stack_top = coloured_top(slot, fibres_.size());
    fibre.sanitized = {slot + guard_bytes, fibre_bytes};
    make_new(fibre);
  }
}

void FibrePool::abandon_all() {
  idle_.clear();
  for (Fibre& fibre : fibres_) make_new(fibre);
}

const char* FibrePool::slot_of(const void* address) const {
  for (const char* chunk : chunks_) {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - chunk);
    if (offset < chunk_bytes) return chunk + offset / slot_bytes * slot_bytes;
  }
  return nullptr;
}

bool FibrePool::is_guard(const void* address) const {
  const char* const slot = slot_of(address);
  return slot != nullptr && static_cast<std::size_t>(static_cast<const char*>(address) - slot) < guard_bytes;
}

}  // namespace cudasim
