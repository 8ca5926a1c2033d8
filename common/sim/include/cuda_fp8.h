// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: 8-bit floating point (<cuda_fp8.h>)"
