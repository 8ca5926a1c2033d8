// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: numbers of 4 bits (<cuda_fp4.h>)"
