// bfloat16: a float cut to 7 fraction bits.
#pragma once

#include "cudasim/small_float_integers.hpp"

using __nv_bfloat16 = cudasim::SmallFloat<8, 7>;
using __nv_bfloat162 = cudasim::SmallFloat2<__nv_bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
using __nv_bfloat16_raw = cudasim::RawFloat<8, 7>;
using __nv_bfloat162_raw = cudasim::RawFloat2<8, 7>;

CUDASIM_SMALL_FLOAT_CONVERSIONS(bfloat16, __nv_bfloat16, __nv_bfloat162)
CUDASIM_SMALL_FLOAT_INTEGERS(bfloat16, __nv_bfloat16)

#define CUDART_INF_BF16        __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16        __ushort_as_bfloat16(0x7fff)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16        __ushort_as_bfloat16(0x3f80)
