// Host memory whose address a launch was given: on a GPU the kernel that follows it reads nothing, or stops.
#pragma once

#include <cstdint>

namespace cudasim {
struct Launch;
}

namespace cudasim::lens {

/// Keeps those pointers among the launch's arguments, in structures too, that lead neither to device or pinned memory nor to variables of the program,
/// until forget_host_arguments().
void note_host_arguments(const Launch& launch);
void forget_host_arguments();

extern bool host_arguments_given;  ///< some were kept; constant while a launch runs

/// Whether the address lies where such a pointer leads. How much is there nobody knows: a megabyte is taken.
bool is_host_argument(std::uintptr_t address);

}  // namespace cudasim::lens
