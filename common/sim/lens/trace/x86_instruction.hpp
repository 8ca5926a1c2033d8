// What an instruction of an x86-64 processor reads, writes and computes, as far as a GPU would have to do it too. No more of the
// instruction set is known than compilers make of device code; the rest counts as a move.
#pragma once

#include <cstdint>

namespace cudasim::lens {

enum class Work : std::uint8_t { move, integer, fp32, fp64, special, branch, call, give_back };

struct X86Instruction {
  static constexpr unsigned none = 255;

  Work work = Work::move;
  std::uint8_t count = 1;   ///< operations
  std::uint8_t length = 0;  ///< of calls and jumps with a distance of their own
  unsigned target = none;   ///< register written: 0 to 15, vector registers from 16 on
  unsigned source[4] = {none, none, none, none};
  bool is_product = false;          ///< a multiplication of floating-point numbers
  bool is_integer_product = false;  ///< of general registers
  bool is_sum = false;              ///< what could be joined with one
  bool is_division = false;         ///< of floating-point numbers
  bool is_root = false;
  bool is_bitwise = false;  ///< no sum or multiple of its sources: equal steps of these make no equal steps
  bool has_memory = false;
  bool reads_memory = false;
  bool writes_memory = false;
  std::uint32_t constant = 0;   ///< the other operand, if that is an immediate
  bool is_zero = false;         ///< the result does not depend on the sources
  bool reads_flags = false;     ///< the result depends on what was compared before
  bool is_conditional = false;  ///< a jump
  bool is_unsigned = false;     ///< and it depends on a compare of numbers without a sign
  bool in_segment = false;      ///< the address is relative to the start of the OS thread's own memory
  std::uint8_t bytes = 8;       ///< of memory
  unsigned base = none, index = none;
  std::uint64_t address = 0;
  std::int64_t distance = 0;  ///< of a call or a jump from its own end
};

/// @param registers  the sixteen general ones, by number
X86Instruction x86_instruction(const unsigned char* code, const std::uint64_t (&registers)[16]);

}  // namespace cudasim::lens
