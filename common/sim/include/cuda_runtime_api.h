// Stand-in: the runtime API without the device functions.
#pragma once
#include "cudasim/api.hpp"
