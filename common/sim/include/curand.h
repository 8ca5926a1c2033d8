// Stand-in for what programs that call cuRAND in kernels take from its header for the host. The functions of that interface are refused
// at their line.
#pragma once

enum curandStatus { CURAND_STATUS_SUCCESS = 0 };
using curandStatus_t = curandStatus;
