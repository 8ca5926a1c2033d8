#pragma once

/// @file
/// The one header that a chapter program includes. It compiles fast because fmt, CLI11 and JSON live in common/src and are compiled once.

#include "tutorial/backend.hpp"           // which back end: GPU or simulator
#include "tutorial/ceilings.hpp"          // the device's measured upper limits
#include "tutorial/cuda_check.hpp"        // CUDA_CHECK, CUDA_CHECK_LAUNCH
#include "tutorial/device_attribute.hpp"  // properties of the device
#include "tutorial/device_buffer.hpp"     // memory on the device
#include "tutorial/occupancy.hpp"         // warps, and the number of resident blocks
#include "tutorial/parallel.hpp"          // host loops on all cores
#include "tutorial/program.hpp"           // command line, table, exit code
#include "tutorial/random.hpp"            // reproducible data
#include "tutorial/timing.hpp"            // events, medians
#include "tutorial/verify.hpp"            // comparison with a reference

/// The library that all programs share.
namespace tutorial {}
