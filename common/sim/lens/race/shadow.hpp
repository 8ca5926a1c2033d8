// The remembered accesses to one 4-byte word, and their comparison with a new access.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/lens/race/fences.hpp"
#include "sim/lens/race/sites.hpp"

namespace cudasim::lens {

constexpr unsigned clock_bits = 18;
constexpr unsigned number_bits = 18;

/// One access to some bytes of a word. No bytes: the entry is empty.
struct Entry {
  std::uint64_t bytes : 4;    ///< bit i: byte i of the word
  std::uint64_t thread : 10;  ///< linear index in its block
  std::uint64_t site : site_bits;
  std::uint64_t clock : clock_bits;  ///< the thread's clock, wrapped round (order.hpp)
  std::uint64_t number
      : number_bits;  ///< global memory: of the block; shared: 1 if the thread had written before
};
static_assert(sizeof(Entry) == 8);

/// A clock that was cut to clock_bits, made whole again: the last such clock up to `latest`.
inline std::uint32_t unwrap(std::uint32_t wrapped, std::uint32_t latest) {
  const std::uint32_t age = (latest - wrapped) & ((1u << clock_bits) - 1);
  return age > latest ? wrapped : latest - age;
}

/// Atomic operations on one word are no race if they are of one size and each concerns the other's thread. One that looks
/// at what another has stored may still come too early.
inline bool may_clash_as_atomics(const AccessSite& old, const AccessSite& now, bool same_block) {
  const Scope narrower = std::min(old.scope, now.scope);
  return old.bytes != now.bytes || narrower < (same_block ? Scope::block : Scope::device) ||
         ((now.looks || old.only_stores) && !old.looks && fences_may_lack());
}

constexpr unsigned entries_per_cell = 6;

/// 14 bytes for each byte of memory.
struct Cell {
  std::uint32_t stamp;  ///< time to which the entries belong; those of another time are void
  std::uint32_t unused;
  Entry entry[entries_per_cell];
};

/// How far apart two accesses are: entries of the same kind are kept as far apart as possible, since one of
/// two readers in different warps (blocks) is unordered with any later writer that forgot the barrier.
inline unsigned distance(const Entry& a, const Entry& b) {
  if (a.number != b.number) return 2;
  return a.thread / 32 != b.thread / 32;
}

/// Compares the access with the entries of the cell and remembers it. `is_before(entry, may_clash)` tells whether
/// an entry is ordered before the access, and may say no too often where the two cannot clash;
/// `is_of_block(entry)` whether a thread of the same block made it; `on_conflict(entry)` is called for entries that are not and clash by their kinds.
template <class IsOfBlock, class IsBefore, class OnConflict>
inline void note_access(Cell& cell, const Entry& access, AccessKind kind, IsOfBlock&& is_of_block,
                        IsBefore&& is_before, OnConflict&& on_conflict) {
  const AccessSite& own = site(access.site);
  Entry* room = nullptr;
  Entry* alike[entries_per_cell];
  unsigned likes = 0;
  for (Entry& old : cell.entry) {
    if (old.bytes == 0) {
      if (room == nullptr) room = &old;
      continue;
    }
    if ((old.bytes & access.bytes) == 0) continue;
    const AccessSite& other = site(old.site);
    const AccessKind old_kind = other.kind;
    const bool may_clash = old_kind != kind || kind == AccessKind::write ||
                           (kind == AccessKind::atomic && may_clash_as_atomics(other, own, is_of_block(old)));
    const bool before = is_before(old, may_clash, other.is_strong() && own.is_strong());
    if (!before && may_clash) on_conflict(old);
    const bool superseded =
        before && (old.bytes & ~access.bytes) == 0 && (old_kind == kind || kind == AccessKind::write);
    if (superseded) {
      old.bytes = 0;
      if (room == nullptr) room = &old;
    } else if (old_kind == kind) {
      alike[likes++] = &old;
    }
  }
  if (likes >= 2) {
    if (distance(*alike[0], access) > distance(*alike[0], *alike[1])) *alike[1] = access;
  } else {
    *(room != nullptr ? room : &cell.entry[access.thread % entries_per_cell]) = access;
  }
}

}  // namespace cudasim::lens
