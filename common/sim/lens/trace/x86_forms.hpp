// Instructions of an x86-64 processor that differ by their work and by where their operands stand alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/lens/trace/x86_instruction.hpp"

namespace cudasim::lens {

/// What an instruction does with the register that it names and with the other operand, a register or memory.
enum class Shape : std::uint8_t {
  loaded,    ///< register from the other
  stored,    ///< the other from the register
  changed,   ///< the other from itself
  compared,  ///< both are read
  joined,    ///< register from both
  constant,  ///< the other from nothing
  to_vector,
  from_vector,
  vector_loaded,
  vector_stored,
  vector_to_general,
};

struct Form {
  unsigned char op;
  Work work;
  Shape shape;
};

inline constexpr Form one_byte_forms[] = {
    {0x63, Work::move, Shape::loaded},      {0x69, Work::integer, Shape::loaded},
    {0x6b, Work::integer, Shape::loaded},   {0x84, Work::integer, Shape::compared},
    {0x85, Work::integer, Shape::compared}, {0x88, Work::move, Shape::stored},
    {0x89, Work::move, Shape::stored},      {0x8a, Work::move, Shape::loaded},
    {0x8b, Work::move, Shape::loaded},      {0xc6, Work::move, Shape::constant},
    {0xc7, Work::move, Shape::constant},
};

inline constexpr Form two_byte_forms[] = {
    {0x10, Work::move, Shape::vector_loaded},
    {0x12, Work::move, Shape::vector_loaded},
    {0x16, Work::move, Shape::vector_loaded},
    {0x28, Work::move, Shape::vector_loaded},
    {0x6f, Work::move, Shape::vector_loaded},
    {0x11, Work::move, Shape::vector_stored},
    {0x13, Work::move, Shape::vector_stored},
    {0x17, Work::move, Shape::vector_stored},
    {0x29, Work::move, Shape::vector_stored},
    {0x7f, Work::move, Shape::vector_stored},
    {0xd6, Work::move, Shape::vector_stored},
    {0xe7, Work::move, Shape::vector_stored},
    {0x6e, Work::move, Shape::to_vector},
    {0x7e, Work::move, Shape::from_vector},
    {0x2a, Work::integer, Shape::to_vector},
    {0x2c, Work::integer, Shape::vector_to_general},
    {0x2d, Work::integer, Shape::vector_to_general},
    {0x5a, Work::special, Shape::vector_loaded},
    {0xaf, Work::integer, Shape::joined},
    {0xb6, Work::move, Shape::loaded},
    {0xb7, Work::move, Shape::loaded},
    {0xbe, Work::move, Shape::loaded},
    {0xbf, Work::move, Shape::loaded},
};

template <std::size_t count>
const Form* form_of(const Form (&forms)[count], unsigned char op) {
  for (const Form& form : forms)
    if (form.op == op) return &form;
  return nullptr;
}

}  // namespace cudasim::lens
