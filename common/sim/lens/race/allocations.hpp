// Allocations, living and freed, and their lines in the source.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace cudasim::lens {

struct KnownAllocation {
  const char* begin = nullptr;
  std::size_t bytes = 0;
  bool managed = false;
  bool by_kernel = false;         ///< by malloc or new in device code
  const void* made_at = nullptr;  ///< return address of the call
  std::vector<const void*> callers =
      {};  ///< return addresses of the functions that led to the call, if the program's host code made it
  const void* freed_at = nullptr;  ///< the same; null while it lives
  const char* name = nullptr;      ///< its name in messages; null: they give the line that made it
};

void note_allocated(const KnownAllocation& allocation);
/// Gives a living allocation a name for messages, such as "the array 'x'". It must live as long as the process.
void name_allocation(const void* begin, const char* name);
void note_freed(const char* begin, const void* caller);
/// From now on, an access to what was freed before is one outside of all allocations.
void forget_all_freed();

/// The allocation that holds the address or, if none does, the freed one that did.
std::optional<KnownAllocation> allocation_at(const char* address);
/// The living allocation whose start or end is closest; the one before an address is preferred.
std::optional<KnownAllocation> allocation_near(const char* address);
std::vector<KnownAllocation> living_allocations();

}  // namespace cudasim::lens
