#pragma once

#include <string_view>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {

/// Functions of the C library and of CUDA's runtime that nvcc does not have in device code.
bool is_host_only(std::string_view name);

/// CUDA's functions that only device code may call.
bool is_device_only(std::string_view name);

/// Of namespace std: streams, classes whose constructors or destructors are the host's, and functions.
bool is_stream(std::string_view name);
bool is_host_class(std::string_view name);
bool is_host_algorithm(std::string_view name);
bool is_constexpr_function(std::string_view name);

/// True in the brackets of sizeof, decltype and the like.
bool is_unevaluated(const Run& run, std::size_t i);

/// True where a constant must stand, which nvcc works out before it asks who may call what: bounds, template arguments, static_assert.
bool is_constant(const Run& run, std::size_t i);

}  // namespace cudasim::translate
