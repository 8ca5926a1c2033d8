// How the accesses of sampled blocks fall together in caches: sectors by how much was touched since they were last asked for, and the
// different sectors of each array. For predictions; see LENS_PREDICT.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/lens/count/requests.hpp"

namespace cudasim::lens {

/// An atomic instruction of one block.
struct AtomicUse {
  struct Counts {
    std::uint32_t lanes = 0, warps = 0;  ///< operations of single threads, and requests
  };
  std::unordered_map<std::uint64_t, Counts> of_address;
  bool integers = true;
  bool joins =
      true;  ///< nvcc joins the lanes of a warp: an integer operation, and each request is for one word
};

/// The accesses of one block. Warps run one after the other here and at the same time on the device: their requests are taken in turns.
class BlockTouches {
 public:
  void begin(std::uint64_t block);
  void add(unsigned warp, const Request& request, const WarpRequests& of);

  std::uint64_t block = 0;
  std::uint64_t load_lines = 0;
  std::uint64_t store_lines = 0;
  std::vector<std::vector<std::uint64_t>> of_warp;  ///< sectors loaded; the first of a request is marked
  std::unordered_map<std::uint64_t, std::uint32_t> read;     ///< sectors, and how often
  std::unordered_map<std::uint64_t, std::uint32_t> written;  ///< sectors, and a bit for each of their bytes
  std::unordered_map<const void*, AtomicUse> atomics;        ///< by instruction

 private:
  void add_atomic(const Request& request, const std::uintptr_t (&address)[32]);
};

/// Of all sampled blocks of a launch.
struct ReuseCounts {
  struct Array {
    std::uint64_t bytes = 0, read = 0, read_pairs = 0, read_by_blocks = 0, shared_by_neighbours = 0,
                  written = 0, written_by_blocks = 0;  ///< sectors; pairs of them: what device memory moves
    std::uint64_t pages = 0;  ///< of 1 KB, read or written, summed over the blocks: what device memory opens
    std::uint64_t read_lines = 0, read_lines_by_blocks = 0;  ///< of 128 bytes, which L2 keeps room for
    std::uint64_t written_partly = 0;  ///< sectors that lack bytes, far from others that are written
  };
  std::uint64_t blocks = 0;
  std::uint64_t loads = 0, first = 0;
  std::uint64_t requests = 0,
                own_requests = 0;    ///< those for a sector, and more, that no other sampled block reads
  std::vector<std::uint64_t> again;  ///< by the power of two of the lines touched since
  std::uint64_t load_lines = 0, store_lines = 0;
  std::uint64_t of_halves[2] = {};  ///< both, of every second block and of the others
  std::uint64_t hottest_atomics = 0;
  bool hottest_is_common = false;
  bool hottest_are_integers = false;
  std::vector<Array> arrays;
};

/// While the launch's arrays are still allocated.
ReuseCounts reuse_of(const std::vector<BlockTouches>& blocks);

std::string json(const ReuseCounts& reuse);

}  // namespace cudasim::lens
