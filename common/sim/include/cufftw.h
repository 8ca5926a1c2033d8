// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: cuFFT's interface of FFTW (<cufftw.h>)"
