// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: numbers of 6 bits (<cuda_fp6.h>)"
