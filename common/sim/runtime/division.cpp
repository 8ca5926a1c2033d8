#include "sim/runtime/division.hpp"

#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <ucontext.h>
#endif

namespace cudasim {

#ifdef __x86_64__
namespace {

/// By the processor's register numbers.
constexpr int general_registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                     REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/// `div` or `idiv`, as encoded in memory.
struct DivideInstruction {
  unsigned bytes = 0;   ///< Of the divisor; 0: another instruction.
  unsigned length = 0;  ///< Of the instruction.
  std::int64_t divisor = 0;
};

template <class T>
T operand_at(const unsigned char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::int64_t sign_extended(std::uint64_t value, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

DivideInstruction decode_division(const greg_t (&values)[NGREG]) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(values[REG_RIP]);
  const unsigned char* at = begin;
  const auto value_of = [&](unsigned number) {
    return static_cast<std::uint64_t>(values[general_registers[number]]);
  };
  bool is_short = false;
  while (*at == 0x66 || *at == 0x2e || *at == 0x3e) is_short |= *at++ == 0x66;
  const unsigned rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
  const unsigned code = *at++, modrm = *at++;
  const unsigned mod = modrm >> 6, operation = modrm >> 3 & 7, low = modrm & 7;
  if ((code != 0xf6 && code != 0xf7) || operation < 6) return {};
  DivideInstruction found;
  found.bytes = code == 0xf6 ? 1 : (rex & 8) != 0 ? 8 : is_short ? 2 : 4;
  std::uint64_t value = 0;
  if (mod == 3) {
    // Without a prefix, numbers 4 to 7 name the second bytes of the first four.
    const bool is_second = code == 0xf6 && rex == 0 && low >= 4;
    value = is_second ? value_of(low - 4) >> 8 : value_of(low + 8 * (rex & 1));
  } else {
    std::uint64_t address = 0;
    unsigned distance = mod == 1 ? 1 : mod == 2 ? 4 : 0;
    bool from_here = false;
    if (low == 4) {
      const unsigned sib = *at++, index = (sib >> 3 & 7) + 4 * (rex & 2);
      if (index != 4) address += value_of(index) << (sib >> 6);
      if ((sib & 7) == 5 && mod == 0)
        distance = 4;
      else
        address += value_of((sib & 7) + 8 * (rex & 1));
    } else if (low == 5 && mod == 0) {
      distance = 4;
      from_here = true;
    } else {
      address += value_of(low + 8 * (rex & 1));
    }
    if (distance == 1) address += static_cast<std::uint64_t>(std::int64_t{operand_at<std::int8_t>(at)});
    if (distance == 4) address += static_cast<std::uint64_t>(std::int64_t{operand_at<std::int32_t>(at)});
    at += distance;
    if (from_here) address += reinterpret_cast<std::uintptr_t>(at);
    std::memcpy(&value, reinterpret_cast<const void*>(address), found.bytes);
  }
  found.divisor = sign_extended(value, found.bytes);
  found.length = static_cast<unsigned>(at - begin);
  return found;
}

/// Writes the lower bytes of a register; writing 4 bytes clears the upper half.
void set_register(greg_t& target, std::int64_t value, unsigned bytes) {
  std::uint64_t result = static_cast<std::uint32_t>(value);
  if (bytes == 8) result = static_cast<std::uint64_t>(value);
  if (bytes < 4) {
    const std::uint64_t mask = (std::uint64_t{1} << 8 * bytes) - 1;
    result = (static_cast<std::uint64_t>(target) & ~mask) | (static_cast<std::uint64_t>(value) & mask);
  }
  target = static_cast<greg_t>(result);
}

}  // namespace

Division complete_division(void* context) {
  greg_t(&values)[NGREG] = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const DivideInstruction found = decode_division(values);
  if (found.bytes == 0 || (found.divisor != 0 && found.divisor != -1)) return Division::unknown;
  const bool by_zero = found.divisor == 0;
  if (found.bytes == 1) {
    set_register(values[REG_RAX], by_zero ? -1 : values[REG_RAX] & 0xff,
                 2);  // the remainder is the second byte
  } else {
    if (by_zero) set_register(values[REG_RAX], -1, found.bytes);
    set_register(values[REG_RDX], by_zero ? -1 : 0, found.bytes);
  }
  values[REG_RIP] += found.length;
  return by_zero ? Division::by_zero : Division::too_large;
}

std::uintptr_t program_counter(void* context) {
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
}
#else
Division complete_division(void*) { return Division::unknown; }
std::uintptr_t program_counter(void*) { return 0; }
#endif

}  // namespace cudasim
