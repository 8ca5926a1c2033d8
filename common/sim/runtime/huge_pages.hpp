// Large pages for memory that is accessed far apart: with small ones, most of the time would go into translating addresses.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace cudasim {

/// Only of a range that is large: pages that are not used would take memory.
inline void use_huge_pages(const void* begin, std::size_t bytes) {
  constexpr std::size_t least = std::size_t{8} << 20;
  constexpr std::uintptr_t page = 4096;
  if (bytes < least) return;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  madvise(reinterpret_cast<void*>(first), bytes - page, MADV_HUGEPAGE);
}

}  // namespace cudasim
