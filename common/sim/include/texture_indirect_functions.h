// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: textures (<texture_indirect_functions.h>)"
