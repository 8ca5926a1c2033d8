#include "sim/lens/trace/math_calls.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace cudasim::lens {
namespace {

constexpr DeviceFunction one_fp32{.fp32 = 1, .chain = 1};
constexpr DeviceFunction sine{.fp32 = 11, .integer = 8, .other = 7, .chain = 14};
constexpr DeviceFunction sine_and_cosine{.fp32 = 18, .integer = 13, .other = 11, .chain = 14};
constexpr DeviceFunction tangent{.fp32 = 11, .integer = 6, .special = 1, .other = 6, .chain = 18};
constexpr DeviceFunction exponential{.fp32 = 6, .integer = 1, .special = 1, .chain = 10};
constexpr DeviceFunction power_of_two{.fp32 = 2, .integer = 1, .special = 1, .chain = 6};
constexpr DeviceFunction logarithm{.fp32 = 15, .integer = 9, .chain = 16};
constexpr DeviceFunction power{.fp32 = 43, .integer = 30, .special = 2, .other = 10, .chain = 40};
constexpr DeviceFunction hyperbolic_tangent{.fp32 = 9, .integer = 4, .special = 2, .chain = 14};
constexpr DeviceFunction error_function{.fp32 = 11, .integer = 10, .special = 1, .other = 5, .chain = 15};
constexpr DeviceFunction cubic_root{.fp32 = 8, .integer = 4, .special = 2, .chain = 15};
constexpr DeviceFunction arc_tangent{.fp32 = 18, .integer = 12, .special = 2, .other = 8, .chain = 24};

MathFunction functions[] = {
    {"fmaf", 3, false, one_fp32},
    {"fminf", 2, false, one_fp32},
    {"fmaxf", 2, false, one_fp32},
    {"fma", 3, true, {.chain = 1}},
    {"fmin", 2, true, {.chain = 1}},
    {"fmax", 2, true, {.chain = 1}},
    {"expf", 1, false, exponential},
    {"exp2f", 1, false, power_of_two},
    {"logf", 1, false, logarithm},
    {"log2f", 1, false, logarithm},
    {"log10f", 1, false, logarithm},
    {"sinf", 1, false, sine},
    {"cosf", 1, false, sine},
    {"sincosf", 1, false, sine_and_cosine},
    {"tanf", 1, false, tangent},
    {"powf", 2, false, power},
    {"tanhf", 1, false, hyperbolic_tangent},
    {"erff", 1, false, error_function},
    {"cbrtf", 1, false, cubic_root},
    {"atan2f", 2, false, arc_tangent},
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

const MathFunction* math_call(std::uint64_t target) {
  const std::uint64_t address = behind_table(target);
  const auto* const function =
      std::find_if(std::begin(functions), std::end(functions),
                   [&](const MathFunction& each) { return each.address != 0 && each.address == address; });
  return function == std::end(functions) ? nullptr : function;
}

}  // namespace cudasim::lens
