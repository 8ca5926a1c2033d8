#pragma once

/// @file
/// Size of the L1 cache.

#include <cstdint>

namespace tutorial {

/// Bytes of an SM's L1 cache by compute capability, as listed in the CUDA programming guide, since no call returns it. For one that
/// is not listed, the size of its shared memory, which is a part of it.
inline std::int64_t l1_bytes(int major, int minor, std::int64_t shared_bytes) {
  switch (10 * major + minor) {
    case 75: return 96 << 10;
    case 80:
    case 87: return 192 << 10;
    case 86:
    case 89:
    case 120:
    case 121: return 128 << 10;
    case 90:
    case 100:
    case 103:
    case 110: return 256 << 10;
    default: return shared_bytes;
  }
}

}  // namespace tutorial
