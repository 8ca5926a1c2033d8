// What each part of the runtime releases when cudaDeviceReset is called.
#pragma once

namespace cudasim {

void forget_errors();
void forget_streams();
void forget_events();
void forget_captures();
void forget_graphs();
void forget_executable_graphs();
void forget_kernel_heap();
void forget_symbols();
void forget_function_attributes();
void forget_arrays();
void forget_textures();

}  // namespace cudasim
