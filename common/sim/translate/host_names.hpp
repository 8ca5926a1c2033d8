#pragma once

#include <string_view>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {

/// Functions of the C library and of CUDA's runtime that device code cannot call.
bool is_host_only(std::string_view name);

/// CUDA functions that only device code may call.
bool is_device_only(std::string_view name);

/// Names in std: streams, classes whose constructors or destructors are host functions, and host functions.
bool is_stream(std::string_view name);
bool is_host_class(std::string_view name);
bool is_host_algorithm(std::string_view name);
bool is_constexpr_function(std::string_view name);

/// True inside the brackets of sizeof, decltype and similar operators.
bool is_unevaluated(const Run& run, std::size_t i);

/// True where a constant is required: array bounds, template arguments, static_assert. nvcc evaluates it before it checks who calls what.
bool is_constant(const Run& run, std::size_t i);

}  // namespace cudasim::translate
