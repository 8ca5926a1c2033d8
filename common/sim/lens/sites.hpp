// Places in the program that access memory, by number: shadow entries have no room for more.
#pragma once

#include "sim/lens/checker.hpp"

namespace cudasim::lens {

struct AccessSite {
  const void* pc;  ///< null if there were too many places to number
  AccessKind kind;
  bool is_volatile;
};

constexpr unsigned site_bits = 14;

/// The number of the access's place and kind.
unsigned site_number(const Access& access);

extern AccessSite site_table[1u << site_bits];
inline const AccessSite& site(unsigned number) { return site_table[number]; }

}  // namespace cudasim::lens
