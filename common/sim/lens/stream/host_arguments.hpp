// Host memory whose address a launch was given, or that was copied to the device: on a GPU the kernel that follows it reads nothing, or stops.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cudasim {
struct Launch;
}

namespace cudasim::lens {

/// Keeps those pointers among the launch's arguments, in structures too, that lead neither to device nor to pinned memory, until
/// forget_host_arguments(). Of a variable of the program, those that cudaGetSymbolAddress has not told.
void note_host_arguments(const Launch& launch);
void forget_host_arguments();

/// The same of pointers to host memory among the words that a copy brings to the device, as members of structures: for all later launches.
void note_copied_pointers(const void* from, std::size_t bytes);

extern bool host_arguments_given;  ///< some were kept; constant while a launch runs

/// Whether the address lies where such a pointer leads. Only a variable's size is known; for other memory a megabyte is assumed.
bool is_host_argument(std::uintptr_t address);

}  // namespace cudasim::lens
