// Where an address lies, and in which pieces the device moves what lies there.
#pragma once

#include <cstdint>

#include "sim/lens/count/memory_model.hpp"

namespace cudasim::lens {

/// A part of the address space.
struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t bytes = 0;

  Range() = default;
  Range(const char* first, const char* end)
      : begin(reinterpret_cast<std::uintptr_t>(first)), bytes(static_cast<std::uintptr_t>(end - first)) {}
  bool holds(std::uintptr_t address) const { return address - begin < bytes; }
};

extern Range device_memory;      ///< global and shared
extern Range variables;          ///< of the program itself: in device code they are __device__ variables
extern Range constants;          ///< those of them that are __constant__
extern Range managed_variables;  ///< those that are __managed__
extern std::uintptr_t shared_begin;
/// To be called before any of these is looked at.
void find_spaces();

inline Space space_of(std::uintptr_t address) {
  if (device_memory.holds(address)) return address >= shared_begin ? Space::shared : Space::global;
  return constants.holds(address) ? Space::constant : Space::global;
}

/// How the device moves what the host's compiler moves at once.
enum class Pieces : std::uint8_t {
  whole,    ///< by one instruction
  members,  ///< an aggregate, perhaps with smaller members
  bytes     ///< by memcpy or the like, of whose pointers nvcc knows nothing
};

/// Of calls of memcpy and the like. clang makes such calls of copies of structures, too; one of 8 or 16 bytes is most likely of a
/// vector.
Pieces pieces_of_call(std::size_t bytes);

/// The widest that one instruction moves, as nvcc has it: of a structure what it is aligned to, of a vector 16 bytes.
std::uint8_t widest_piece(std::uintptr_t address, std::uint32_t bytes, Pieces pieces, Space space);
inline std::uint8_t piece_of(std::uintptr_t address, std::uint32_t bytes, Pieces pieces, Space space) {
  return pieces == Pieces::whole && bytes < 16 ? 16 : widest_piece(address, bytes, pieces, space);
}

}  // namespace cudasim::lens
