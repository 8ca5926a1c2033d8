// Instructions of inline PTX that are more than an operation on values, each family as a function that gives its C++.
#pragma once

#include "sim/translate/ptx_operands.hpp"

namespace cudasim::translate {

using PtxWords = std::vector<std::string>;

Text ptx_barrier(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_access(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_atomic(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_shuffle(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_vote(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_match(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_reduce(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_elect(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_asynchronous(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_simple(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);

}  // namespace cudasim::translate
