// On which side a pointer lies: what a copy needs to know to refuse a mistaken one.
#pragma once

#include <cstddef>

namespace cudasim {

enum class Place {
  host,
  device,
  both,    ///< managed or pinned
  invalid  ///< null, or a device address with no allocation behind the whole range
};

Place place_of(const void* pointer, std::size_t bytes);

/// Whether the address is of a variable declared __managed__.
bool is_managed_variable(const void* pointer);

/// Whether the range lies in a variable whose address cudaGetSymbolAddress has told.
bool is_known_symbol(const void* pointer, std::size_t bytes);

}  // namespace cudasim
