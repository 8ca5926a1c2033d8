// Stand-in: the old name of the header below.
#pragma once
#include "nvtx3/nvToolsExtCuda.h"
