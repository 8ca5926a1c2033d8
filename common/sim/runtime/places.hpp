// The side that a pointer is on: a copy needs it to refuse wrong directions.
#pragma once

#include <cstddef>

namespace cudasim {

enum class Place {
  host,
  device,
  both,    ///< managed or pinned
  invalid  ///< Null, or a device address whose range is not completely allocated.
};

Place place_of(const void* pointer, std::size_t bytes);

/// Whether the address belongs to a variable declared __managed__.
bool is_managed_variable(const void* pointer);

/// Whether the range is in a variable whose address cudaGetSymbolAddress has returned.
bool is_known_symbol(const void* pointer, std::size_t bytes);

}  // namespace cudasim
