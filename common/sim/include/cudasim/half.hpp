// IEEE half precision: 5 exponent bits, 10 fraction bits.
#pragma once

#include "cudasim/small_float_integers.hpp"

using __half = cudasim::SmallFloat<5, 10>;
using __half2 = cudasim::SmallFloat2<__half>;
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using __half_raw = cudasim::RawFloat<5, 10>;
using __half2_raw = cudasim::RawFloat2<5, 10>;

CUDASIM_SMALL_FLOAT_CONVERSIONS(half, __half, __half2)
CUDASIM_SMALL_FLOAT_INTEGERS(half, __half)

#define CUDART_INF_FP16        __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16        __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16       __ushort_as_half(0x0000)
#define CUDART_ONE_FP16        __ushort_as_half(0x3c00)
