// What nvcc refuses and a compiler for the CPU does not see: who may call whom.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "marking/screen/finding.hpp"

namespace tutorial::marking {

/// Host functions called in device code and the other way round, kernels called without a launch, launches of what is no kernel, and
/// threadIdx and its like on the host. By names: what is overloaded, constexpr or unknown is left alone. Empty if all is well.
std::vector<Finding> check_calls(std::string_view source, const std::string& file);

}  // namespace tutorial::marking
