#include "sim/lens/trace/math_calls.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace cudasim::lens {
namespace {

constexpr unsigned first_vector_register = 16;

struct MathFunction {
  const char* name;
  Work work;
  unsigned arguments;
  std::uint64_t address = 0;
};

// One instruction each, or the special unit's work.
MathFunction functions[] = {
    {"fmaf", Work::fp32, 3},     {"fminf", Work::fp32, 2},    {"fmaxf", Work::fp32, 2},
    {"fma", Work::fp64, 3},      {"fmin", Work::fp64, 2},     {"fmax", Work::fp64, 2},
    {"expf", Work::special, 1},  {"exp2f", Work::special, 1}, {"logf", Work::special, 1},
    {"log2f", Work::special, 1}, {"sinf", Work::special, 1},  {"cosf", Work::special, 1},
};

/// Where a call goes that is made by way of the linker's table: `jmp *distance(%rip)`, behind what marks it as a place to jump to.
std::uint64_t behind_table(std::uint64_t target) {
  const auto* code = reinterpret_cast<const unsigned char*>(target);
  constexpr unsigned char mark[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (std::equal(std::begin(mark), std::end(mark), code)) code += sizeof mark;
  if (*code == 0xf2) ++code;
  if (code[0] != 0xff || code[1] != 0x25) return target;
  std::int32_t distance;
  std::memcpy(&distance, code + 2, sizeof distance);
  return *reinterpret_cast<const std::uint64_t*>(code + 6 + distance);
}

}  // namespace

void prepare_math_calls() {
  for (MathFunction& function : functions)
    function.address = reinterpret_cast<std::uint64_t>(dlsym(RTLD_DEFAULT, function.name));
}

std::optional<X86Instruction> math_call(std::uint64_t target) {
  const std::uint64_t address = behind_table(target);
  const auto function =
      std::find_if(std::begin(functions), std::end(functions),
                   [&](const MathFunction& each) { return each.address != 0 && each.address == address; });
  if (function == std::end(functions)) return std::nullopt;
  X86Instruction instruction;
  instruction.work = function->work;
  instruction.target = first_vector_register;
  for (unsigned i = 0; i < function->arguments; ++i) instruction.source[i] = first_vector_register + i;
  return instruction;
}

}  // namespace cudasim::lens
