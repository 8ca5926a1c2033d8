// Places in the program that access memory, by number: shadow entries have no room for more.
#pragma once

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

struct AccessSite {
  const void* pc;  ///< null if there were too many places to number
  AccessKind kind;
  bool is_volatile;
  std::uint8_t bytes = 0;  ///< of an atomic operation or a volatile access
  bool only_loads = false;
  bool only_stores = false;
  bool looks = false;
  bool accumulates = false;
  Scope scope = Scope::device;
  bool decides =
      false;  ///< a plain read that an atomic CAS, minimum or maximum of the same word has followed

  bool read_only = false;   ///< a plain read of data that the launch must not write
  bool of_surface = false;  ///< a read by a surface

  /// PTX calls it strong: it takes part in synchronisation.
  bool is_strong() const { return kind == AccessKind::atomic || is_volatile; }
};

constexpr unsigned site_bits = 14;

/// The number of the access's place and kind.
unsigned site_number(const Access& access);

extern AccessSite site_table[1u << site_bits];
inline const AccessSite& site(unsigned number) { return site_table[number]; }

}  // namespace cudasim::lens
