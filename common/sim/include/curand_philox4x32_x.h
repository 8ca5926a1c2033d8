// Stand-in: part of the header below here.
#pragma once
#include "curand_kernel.h"
