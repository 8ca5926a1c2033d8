// Inline PTX whose instructions are known, as C++.
#pragma once

#include <string>
#include <vector>

namespace cudasim::translate {

struct PtxAsCpp {
  std::string statements;
  std::string unknown;  ///< The first instruction that cannot be said in C++; empty if all can.
};

/// @param instructions  one each, as in the text: "lop3.b32 %0, %1, %2, %3, 0x96"
/// @param operands      what %0, %1, ... stand for
PtxAsCpp ptx_as_cpp(const std::vector<std::string>& instructions, const std::vector<std::string>& operands);

}  // namespace cudasim::translate
