// Not simulated: a clear error instead of a wrong answer.
#pragma once
#error "cudasim: not simulated: CUB, device code of a library (<cub/device/device_histogram.cuh>)"
