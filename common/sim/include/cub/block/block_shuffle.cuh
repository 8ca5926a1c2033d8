// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: this part of CUB (<cub/block/block_shuffle.cuh>)"
