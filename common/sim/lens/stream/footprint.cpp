#include "sim/lens/stream/footprint.hpp"

#include <algorithm>
#include <atomic>

namespace cudasim::lens {
namespace {

Touch way_of(const Access& access) {
  const bool writes = access.kind != AccessKind::read && !access.only_loads;
  if (access.kind == AccessKind::atomic || access.is_volatile)
    return writes ? touch_shared_write : touch_shared_read;
  return writes ? touch_write : touch_read;
}

/// Bits first to last, the last one not among them.
std::uint64_t bits_between(std::uintptr_t first, std::uintptr_t last) {
  return (last - first == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last - first)) - 1) << first;
}

}  // namespace

Footprint::Chunk& Footprint::chunk_at(std::uintptr_t address) {
  thread_local const Footprint* of = nullptr;
  thread_local Chunk* last = nullptr;
  const std::uintptr_t number = address / chunk_bytes;
  if (of == this && last->base == number * chunk_bytes) return *last;
  const std::lock_guard lock(mutex_);
  auto& chunk = chunks_[number];
  if (!chunk) {
    chunk = std::make_unique<Chunk>();
    chunk->base = number * chunk_bytes;
  }
  of = this;
  return *(last = chunk.get());
}

void Footprint::note(const Access& access) {
  const unsigned way = way_of(access);
  auto begin = reinterpret_cast<std::uintptr_t>(access.address);
  const std::uintptr_t end = begin + access.bytes;
  while (begin < end) {
    Chunk& chunk = chunk_at(begin);
    const std::uintptr_t piece_end = std::min(end, begin / 64 * 64 + 64);
    const std::size_t offset = begin - chunk.base;
    const std::uint64_t bits = bits_between(begin % 64, begin % 64 + (piece_end - begin));
    const std::atomic_ref word(chunk.bits[way][offset / 64]);
    if ((word.load(std::memory_order_relaxed) & bits) != bits) {
      word.fetch_or(bits, std::memory_order_relaxed);
      std::atomic_ref(chunk.is_touched[way][offset / granule]).store(true, std::memory_order_relaxed);
      std::atomic_ref(chunk.pc[way][offset / granule]).store(access.pc, std::memory_order_relaxed);
    }
    begin = piece_end;
  }
}

void Footprint::take(Chunk& chunk, unsigned way, std::vector<Touched>& into) {
  for (std::size_t g = 0; g < granules; ++g) {
    if (!chunk.is_touched[way][g]) continue;
    chunk.is_touched[way][g] = false;
    const void* pc = chunk.pc[way][g];
    for (std::size_t w = g * words_of_granule; w < (g + 1) * words_of_granule; ++w) {
      std::uint64_t bits = chunk.bits[way][w];
      chunk.bits[way][w] = 0;
      while (bits != 0) {
        const auto first = static_cast<unsigned>(__builtin_ctzll(bits));
        const std::uint64_t rest = ~(bits >> first);
        const unsigned last =
            rest == 0 ? 64 : std::min(64u, first + static_cast<unsigned>(__builtin_ctzll(rest)));
        const std::uintptr_t begin = chunk.base + w * 64 + first, end = chunk.base + w * 64 + last;
        if (!into.empty() && into.back().end == begin && into.back().pc == pc)
          into.back().end = end;
        else
          into.push_back({begin, end, pc});
        bits &= ~bits_between(first, last);
      }
    }
  }
}

void Footprint::take(TouchedRanges& into) {
  const std::lock_guard lock(mutex_);
  std::vector<Chunk*> in_order;
  for (const auto& each : chunks_) in_order.push_back(each.second.get());
  std::sort(in_order.begin(), in_order.end(), [](auto* a, auto* b) { return a->base < b->base; });
  for (Chunk* chunk : in_order)
    for (unsigned way = 0; way < ways_to_touch; ++way) take(*chunk, way, into[way]);
}

}  // namespace cudasim::lens
