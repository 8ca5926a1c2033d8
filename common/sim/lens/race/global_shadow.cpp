#include "sim/lens/race/global_shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <thread>

#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/huge_pages.hpp"

// The linker's: the program's initialised and zeroed variables.
extern "C" {
extern char __data_start[];
extern char _end[];
}

namespace cudasim::lens {
namespace {

void* reserve(std::size_t bytes) {
  void* range =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return range == MAP_FAILED ? nullptr : range;
}

// Calls function(begin, bytes) for the parts of a range that lie in one piece of `size` bytes each.
template <class Function>
void for_each_piece(const char* base, const char* begin, std::size_t bytes, std::size_t size,
                    Function function) {
  while (bytes > 0) {
    const std::size_t part = std::min(bytes, size - static_cast<std::size_t>(begin - base) % size);
    function(begin, part);
    begin += part;
    bytes -= part;
  }
}

// Clears it, by whole pages where there are some.
void give_back(char* begin, char* end) {
  constexpr std::uintptr_t page = 4096;
  const auto pages = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  const auto pages_end = reinterpret_cast<std::uintptr_t>(end) / page * page;
  if (pages >= pages_end) {
    std::fill(begin, end, '\0');
    return;
  }
  std::fill(begin, reinterpret_cast<char*>(pages), '\0');
  madvise(reinterpret_cast<void*>(pages), pages_end - pages, MADV_DONTNEED);
  std::fill(reinterpret_cast<char*>(pages_end), end, '\0');
}

}  // namespace

GlobalShadow& GlobalShadow::instance() {
  static auto& shadow = *new GlobalShadow;
  return shadow;
}

GlobalShadow::GlobalShadow()
    : heap_(DeviceHeap::instance().begin(), DeviceHeap::instance().shared_begin()),
      variables_(__data_start, _end) {}

GlobalShadow::Region::Region(const char* begin, const char* end)
    : base(begin),
      bytes(static_cast<std::size_t>(end - begin)),
      chunks(static_cast<std::atomic<Chunk*>*>(reserve((bytes / chunk_bytes + 1) * sizeof(*chunks)))) {
  if (chunks == nullptr) bytes = 0;
}

GlobalShadow::Chunk* GlobalShadow::Region::make(const char* address) {
  if (Chunk* known = find(address)) return known;
  const auto place = static_cast<std::size_t>(address - base);
  if (place >= bytes) return nullptr;
  auto* fresh = static_cast<Chunk*>(reserve(sizeof(Chunk)));
  Chunk* other = nullptr;
  if (fresh == nullptr || chunks[place / chunk_bytes].compare_exchange_strong(other, fresh)) return fresh;
  munmap(fresh, sizeof(Chunk));
  return other;
}

void GlobalShadow::allocate(const char* begin, std::size_t bytes, bool initialised) {
  for_each_piece(heap_.base, begin, bytes, granule, [&](const char* at, std::size_t part) {
    if (Chunk* chunk = heap_.make(at))
      chunk->granules[heap_.offset(at) / granule] =
          static_cast<std::uint16_t>(part | (initialised ? all_initialised : 0u));
  });
  // The cells of an array take 14 times its bytes: of a huge one, of which a kernel touches little, large pages would not fit into memory.
  constexpr std::size_t most = std::size_t{16} << 20;
  if (bytes > most) return;
  for_each_piece(heap_.base, begin, bytes, chunk_bytes, [&](const char* at, std::size_t part) {
    if (Chunk* chunk = heap_.find(at))
      use_huge_pages(chunk->cells + heap_.offset(at) / 4, part / 4 * sizeof(Cell));
  });
}

void GlobalShadow::release(const char* begin, std::size_t bytes) {
  for_each_piece(heap_.base, begin, bytes, chunk_bytes, [&](const char* at, std::size_t part) {
    Chunk* chunk = heap_.find(at);
    if (chunk == nullptr) return;
    const std::size_t first = heap_.offset(at), last = first + part;
    std::fill(chunk->granules + first / granule, chunk->granules + (last + granule - 1) / granule,
              std::uint16_t{0});
    std::fill(chunk->initialised + first / 8, chunk->initialised + (last + 7) / 8, std::uint8_t{0});
    give_back(reinterpret_cast<char*>(chunk->cells + first / 4),
              reinterpret_cast<char*>(chunk->cells + (last + 3) / 4));
  });
}

void GlobalShadow::initialise(const char* begin, std::size_t bytes) {
  for_each_piece(heap_.base, begin, bytes, granule, [&](const char* at, std::size_t part) {
    Chunk* chunk = heap_.find(at);
    if (chunk == nullptr) return;
    const std::size_t first = heap_.offset(at);
    std::uint16_t& state = chunk->granules[first / granule];
    if ((state & all_initialised) != 0) return;
    if (part == (state & ~all_initialised)) {
      std::atomic_ref(state).fetch_or(all_initialised, std::memory_order_relaxed);
      return;
    }
    for_each_piece(heap_.base, at, part, 8, [&](const char* piece, std::size_t count) {
      const std::size_t place = heap_.offset(piece);
      const auto bits = static_cast<std::uint8_t>(((1u << count) - 1) << place % 8);
      std::uint8_t& known = chunk->initialised[place / 8];
      if ((known & bits) != bits) std::atomic_ref(known).fetch_or(bits, std::memory_order_relaxed);
    });
  });
}

void GlobalShadow::forget(const char* begin, std::size_t bytes) {
  for_each_piece(heap_.base, begin, bytes, granule, [&](const char* at, std::size_t part) {
    Chunk* chunk = heap_.find(at);
    if (chunk == nullptr) return;
    const std::size_t first = heap_.offset(at);
    std::uint16_t& state = chunk->granules[first / granule];
    if ((state & all_initialised) != 0) {
      std::uint8_t* bits = chunk->initialised + first / granule * granule / 8;
      std::fill(bits, bits + granule / 8, std::uint8_t{0xFF});
      state &= static_cast<std::uint16_t>(~all_initialised);
    }
    if (part == granule) {
      std::fill_n(chunk->initialised + first / 8, granule / 8, std::uint8_t{0});
      return;
    }
    for_each_piece(heap_.base, at, part, 8, [&](const char* piece, std::size_t count) {
      const std::size_t place = heap_.offset(piece);
      chunk->initialised[place / 8] &= static_cast<std::uint8_t>(~(((1u << count) - 1) << place % 8));
    });
  });
}

bool GlobalShadow::is_allocated(const char* begin, std::size_t bytes) const {
  const std::size_t in_granule = static_cast<std::size_t>(begin - heap_.base) % granule;
  if (in_granule + bytes > granule) {
    const std::size_t part = granule - in_granule;
    return is_allocated(begin, part) && is_allocated(begin + part, bytes - part);
  }
  const Chunk* chunk = heap_.find(begin);
  return chunk != nullptr && in_granule + bytes <= (chunk->granules[heap_.offset(begin) / granule] &
                                                    ~std::size_t{all_initialised});
}

std::size_t GlobalShadow::uninitialised(const char* begin, std::size_t bytes) const {
  std::size_t missing = 0;
  for_each_piece(heap_.base, begin, bytes, 8, [&](const char* at, std::size_t part) {
    const Chunk* chunk = heap_.find(at);
    if (chunk == nullptr) return;
    const std::size_t place = heap_.offset(at);
    if ((chunk->granules[place / granule] & all_initialised) != 0) return;
    const unsigned bits = (((1u << part) - 1) << place % 8) & ~unsigned{chunk->initialised[place / 8]};
    missing += static_cast<std::size_t>(__builtin_popcount(bits));
  });
  return missing;
}

Cell* GlobalShadow::lock(const char* address, std::uint32_t time) {
  Region& region = is_heap(address) ? heap_ : variables_;
  Chunk* chunk = &region == &heap_ ? heap_.find(address) : variables_.make(address);
  if (chunk == nullptr) return nullptr;
  Cell& cell = chunk->cells[region.offset(address) / 4];
  const std::atomic_ref stamp(cell.stamp);
  std::uint32_t seen = stamp.load(std::memory_order_relaxed);
  for (unsigned tries = 1;
       (seen & locked) != 0 || !stamp.compare_exchange_weak(seen, time | locked, std::memory_order_acquire);
       ++tries) {
    // A worker that holds a cell for long has lost its processor.
    if (tries % 64 == 0) std::this_thread::yield();
    seen = stamp.load(std::memory_order_relaxed);
  }
  if (seen != time) std::fill(std::begin(cell.entry), std::end(cell.entry), Entry{});
  return &cell;
}

void GlobalShadow::unlock(Cell& cell, std::uint32_t time) {
  std::atomic_ref(cell.stamp).store(time, std::memory_order_release);
}

}  // namespace cudasim::lens
