// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: OpenGL interoperation (<cuda_gl_interop.h>)"
