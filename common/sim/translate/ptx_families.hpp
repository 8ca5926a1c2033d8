// Instructions of inline PTX that do more than an operation on values: one function per family, which returns its C++.
#pragma once

#include "sim/translate/ptx_operands.hpp"

namespace cudasim::translate {

using PtxWords = std::vector<std::string>;

/// Removes the word; returns whether it was there.
inline bool take(PtxWords& words, std::string_view word) { return std::erase(words, word) != 0; }

Text ptx_barrier(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_access(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_atomic(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_shuffle(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_vote(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_match(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_reduce(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_elect(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_asynchronous(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_mbarrier(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_bulk(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_bulk_reduction(const PtxOperands& operands, const PtxWords& words, PtxWords arguments);
Text ptx_map_address(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_multiply(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_move_matrix(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_turn_matrix(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_small_float(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_convert_small_float(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_address_space(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_hint(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);
Text ptx_proxy_fence(const std::string& instruction);
Text ptx_cluster_barrier(const PtxWords& words);
/// Whether the instruction has a type of 16 bits, or converts from or to one of 16 or 8 bits.
bool is_small_float(const PtxWords& words);
bool converts_small_float(const PtxWords& words);
Text ptx_simple(const PtxOperands& operands, const PtxWords& words, const PtxWords& arguments);

}  // namespace cudasim::translate
