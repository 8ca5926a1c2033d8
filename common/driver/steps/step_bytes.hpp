#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

namespace tutorial::driver {

/// What a lane accesses: bytes of an array of its launch; of array -1 where the memory is not known.
struct Bytes {
  int array = -1;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

Bytes bytes_of(const nlohmann::json& step, unsigned lane);

/// Where the shared memory of a launch begins: what its banks are counted from, in bytes of the block's arena.
std::int64_t shared_begin(const nlohmann::json& launch);

/// Whether a lane of a warp is among those that do this step; false for a barrier, in which all threads take part.
bool takes_part(const nlohmann::json& step, unsigned warp, unsigned lane);

}  // namespace tutorial::driver
