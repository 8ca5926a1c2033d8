// The shadow of global memory: of the device's heap, which bytes are allocated, which are initialised, who
// touched them; of the program's own variables (__device__) only the last. In chunks that are made when
// memory in them is allocated; pages of a chunk cost nothing until they are touched.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sim/lens/race/shadow.hpp"

namespace cudasim::lens {

class GlobalShadow {
 public:
  static GlobalShadow& instance();

  void allocate(const char* begin, std::size_t bytes, bool initialised);
  void release(const char* begin, std::size_t bytes);
  void initialise(const char* begin, std::size_t bytes);
  /// The opposite: as if the bytes had not been written since they were allocated.
  void forget(const char* begin, std::size_t bytes);

  /// Whether all of the range is allocated.
  bool is_allocated(const char* begin, std::size_t bytes) const;
  /// How many bytes of an allocated range were never written.
  std::size_t uninitialised(const char* begin, std::size_t bytes) const;

  /// Whether the address lies in the device's heap; if not, it is a variable's.
  bool is_heap(const char* address) const {
    return static_cast<std::size_t>(address - heap_.base) < heap_.bytes;
  }

  /// The address may be accessed soon. Where threads access memory far apart, each look at the shadow would wait for several cache lines.
  void prefetch(const char* address) const {
    const Chunk* chunk = heap_.find(address);
    if (chunk == nullptr) return;
    const std::size_t place = heap_.offset(address);
    __builtin_prefetch(address, 1);
    __builtin_prefetch(&chunk->granules[place / granule]);
    __builtin_prefetch(&chunk->initialised[place / 8]);
    __builtin_prefetch(&chunk->cells[place / 4], 1);
  }

  /// The cell of the word that holds the address, locked and free of entries of an earlier time. Null if
  /// there is no memory for it.
  Cell* lock(const char* address, std::uint32_t time);
  static void unlock(Cell& cell, std::uint32_t time);

 private:
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
  static constexpr std::size_t granule = 256;
  static constexpr std::uint16_t all_initialised = 0x8000;
  static constexpr std::uint32_t locked = 1u << 31;

  struct Chunk {
    std::uint16_t
        granules[chunk_bytes / granule];  ///< bytes allocated at the granule's begin, and all_initialised
    std::uint8_t initialised[chunk_bytes / 8];
    Cell cells[chunk_bytes / 4];
  };

  struct Region {
    const char* base;
    std::size_t bytes;
    std::atomic<Chunk*>* chunks;

    Region(const char* begin, const char* end);
    Chunk* find(const char* address) const {
      const auto place = static_cast<std::size_t>(address - base);
      return place < bytes ? chunks[place / chunk_bytes].load(std::memory_order_acquire) : nullptr;
    }
    Chunk* make(const char* address);
    /// In its chunk.
    std::size_t offset(const char* address) const {
      return static_cast<std::size_t>(address - base) % chunk_bytes;
    }
  };

  GlobalShadow();

  Region heap_;
  Region variables_;
};

}  // namespace cudasim::lens
