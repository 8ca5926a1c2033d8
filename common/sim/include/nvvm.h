// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: libNVVM (<nvvm.h>)"
