// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: EGL interoperation (<cudaEGL.h>)"
