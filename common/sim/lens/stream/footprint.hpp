// Which bytes of global memory a launch touches, and how: what is compared between streams, and with the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

/// Neighbouring bytes that were touched in one way.
struct Touched {
  std::uintptr_t begin;
  std::uintptr_t end;
  const void* pc;  ///< of an access among them; of a copy or a fill, of its call
};

/// Ways to touch. Atomic operations and volatile accesses are apart: they may meet.
enum Touch : unsigned { touch_read, touch_write, touch_shared_read, touch_shared_write, ways_to_touch };

/// By way, each in the order of the addresses.
using TouchedRanges = std::vector<Touched>[ways_to_touch];

class Footprint {
 public:
  /// A watched thread's access to the heap or to a variable. May come from several OS threads at once.
  void note(const Access& access);
  /// Hands over what was noted, and forgets it. The launch has ended.
  void take(TouchedRanges& into);

 private:
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
  static constexpr std::size_t granule = 256;  ///< one program counter is kept for each
  static constexpr std::size_t granules = chunk_bytes / granule;
  static constexpr std::size_t words_of_granule = granule / 64;

  struct Chunk {
    std::uintptr_t base;
    bool is_touched[ways_to_touch][granules];
    std::uint64_t bits[ways_to_touch][chunk_bytes / 64];  ///< a bit a byte
    const void* pc[ways_to_touch][granules];
  };

  Chunk& chunk_at(std::uintptr_t address);
  static void take(Chunk& chunk, unsigned way, std::vector<Touched>& into);

  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, std::unique_ptr<Chunk>> chunks_;  ///< by address / chunk_bytes
};

}  // namespace cudasim::lens
