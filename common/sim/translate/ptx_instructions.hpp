// Inline PTX of known instructions, as C++.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/translate/ptx_operands.hpp"

namespace cudasim::translate {

struct PtxAsCpp {
  std::string statements;         ///< Finally one statement.
  std::set<std::string> headers;  ///< Declarations that it calls, besides those of the runtime.
  std::string unknown;            ///< The first instruction that has no C++; empty if all have.
};

/// @param instructions  one each, as in the text: "lop3.b32 %0, %1, %2, %3, 0x96"
/// @param operands      the values of %0, %1, ...
PtxAsCpp ptx_as_cpp(const std::vector<std::string>& instructions, const std::vector<PtxOperand>& operands);

}  // namespace cudasim::translate
