#pragma once

/// @file
/// The device's upper limits, measured.

namespace tutorial {

/// The resource that limits a kernel. Throughput is shown as a percentage of the resource's measured rate.
enum class Ceiling {
  none,  ///< the row has no ceiling
  copy,  ///< bytes read plus bytes written per second by a kernel that copies 16 bytes per thread
  read,  ///< bytes read per second by a kernel with four 16-byte loads per thread in flight that writes almost
         ///< nothing
  fma,   ///< single-precision floating-point operations per second; a fused multiply-add counts as two
};

/// Measures a ceiling on the current device, in bytes/s or FLOP/s: arrays of 2 GiB or eight times the L2
/// cache (less if memory is short), verified. Measured once per process, in about 0.1 s; later calls return the
/// first result.
/// @throws CudaError; std::runtime_error if its own check fails; std::logic_error on the simulator, where
/// times have no
///         meaning.
double measured_ceiling(Ceiling ceiling);

/// "copy", "read", "fma" or "-".
const char* ceiling_name(Ceiling ceiling);

}  // namespace tutorial
