// Inline PTX whose instructions are known, as C++.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/translate/ptx_operands.hpp"

namespace cudasim::translate {

struct PtxAsCpp {
  std::string statements;         ///< One statement in the end.
  std::set<std::string> headers;  ///< That declare what they call, beside the runtime's.
  std::string unknown;            ///< The first instruction that cannot be said in C++; empty if all can.
};

/// @param instructions  one each, as in the text: "lop3.b32 %0, %1, %2, %3, 0x96"
/// @param operands      what %0, %1, ... stand for
PtxAsCpp ptx_as_cpp(const std::vector<std::string>& instructions, const std::vector<PtxOperand>& operands);

}  // namespace cudasim::translate
