// Stand-in: part of the runtime API header here.
#pragma once
#include "cuda_runtime_api.h"
