// Programs name the handle in headers that they share; the functions of cuBLASLt are not simulated, and refused by name.
#pragma once

#include "cublas_v2.h"

struct cublasLtContext;
using cublasLtHandle_t = cublasLtContext*;
