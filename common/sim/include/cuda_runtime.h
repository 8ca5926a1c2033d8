// Stand-in for the CUDA runtime's main header: all that a translated program can name without a further
// include.
#pragma once

// Code asks by these names whether the header is there.
#define __CUDA_RUNTIME_H__

// Programs rely on what nvcc's own headers bring along.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <new>
#include <utility>

#include "cuda_runtime_api.h"
#include "cudasim/atomics.hpp"
#include "cudasim/builtins.hpp"
#include "cudasim/cluster.hpp"
#include "cudasim/device_code.hpp"
#include "cudasim/dpx.hpp"
#include "cudasim/launch.hpp"
#include "cudasim/launch_ex.hpp"
#include "cudasim/math.hpp"
#include "cudasim/nv_atomics.hpp"
#include "cudasim/ptx.hpp"
#include "cudasim/shared.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/textures.hpp"
#include "cudasim/warp.hpp"

#ifdef CUDASIM_LENS
#include "cudasim/loop.hpp"
#endif
