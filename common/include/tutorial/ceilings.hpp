#pragma once

/// @file
/// What the device can do at most, measured.

namespace tutorial {

/// The resource that limits a kernel: its measured rate is what a program's throughput is a per cent of.
enum class Ceiling {
  none,  ///< a row that is no per cent of anything
  copy,  ///< bytes read plus bytes written per second by a kernel that copies 16 bytes per thread
  read,  ///< bytes read a second by a kernel with four 16-byte loads a thread in flight that writes almost
         ///< nothing
  fma,   ///< single-precision floating-point operations a second, two for each fused multiply-add
};

/// Measures a ceiling on the current device, in bytes/s or FLOP/s: arrays of 2 GiB or eight times the L2
/// cache (less where memory is short), verified. Measured once a process, about 0.1 s; later calls return the
/// first result.
/// @throws CudaError; std::runtime_error where its own check fails; std::logic_error on the simulator, whose
/// times mean
///         nothing.
double measured_ceiling(Ceiling ceiling);

/// "copy", "read", "fma" or "-".
const char* ceiling_name(Ceiling ceiling);

}  // namespace tutorial
