#pragma once

#include <string>

namespace cudasim {
struct Launch;
}

namespace cudasim::lens {

/// The kernel's name: `scale`, `transpose<32, float>`. Template arguments are as the compiler has them, once the kernel
/// has been entered; before that, and where the compiler is of no help, as the program's text at the launch has them.
std::string kernel_name(const Launch& launch);

/// True while a look at the functions that are entered may still give a better name.
bool name_is_open(const Launch& launch);
/// A watched thread of the launch has entered the function that holds this address.
void note_function(const Launch& launch, const void* pc);

}  // namespace cudasim::lens
