// Stand-in: the runtime API without the device functions.
#pragma once
#include "cudasim/api.hpp"
#include "cudasim/dropped_result.hpp"
