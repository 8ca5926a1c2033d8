#pragma once

/// @file
/// All that a chapter program includes. Light on purpose: fmt, CLI11 and JSON live in common/src and are compiled once.

#include "tutorial/backend.hpp"           // which back end this is
#include "tutorial/ceilings.hpp"          // what the device can do at most, measured
#include "tutorial/cuda_check.hpp"        // CUDA_CHECK, CUDA_CHECK_LAUNCH
#include "tutorial/device_attribute.hpp"  // what the device is like
#include "tutorial/device_buffer.hpp"     // memory on the device
#include "tutorial/occupancy.hpp"         // warps, and the number of resident blocks
#include "tutorial/parallel.hpp"          // loops of the host on all cores
#include "tutorial/program.hpp"           // command line, table, exit code
#include "tutorial/random.hpp"            // reproducible data
#include "tutorial/timing.hpp"            // events, medians
#include "tutorial/verify.hpp"            // is the answer right?

/// What all programs share.
namespace tutorial {}
