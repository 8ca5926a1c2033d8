// One step of a block, and an array that steps access, with their text in a recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/lens/count/memory_model.hpp"
#include "sim/lens/report/lines.hpp"

namespace cudasim::lens {

struct TracedArray {
  std::string name;  // of a shared variable; of a global array: ""
  std::uintptr_t begin;
  std::size_t bytes;
  Space space;
  int argument;  // number of the first pointer among the kernel's arguments that leads there; -1 if none does
  SourceLine made_at;        // of a global array
  std::uintptr_t arena = 0;  // of shared memory
  int rank = -1;             // of the block in its cluster, where the memory is another block's
};

enum class TracedKind : std::uint8_t { access, barrier, meeting };

struct TracedStep {
  TracedKind kind = TracedKind::access;
  unsigned warp = 0;
  std::uint32_t lanes = 0;
  Space space = Space::global;
  Op op = Op::load;
  std::uint32_t bytes = 0;
  std::vector<std::uint32_t> rounds = {};  // iterations of the loops around it, the outermost first
  SourceLine line = {};
  std::string operation = {};  // of a meeting or barrier
  int array = -1;
  std::vector<std::int64_t> offsets = {};  // of the lanes that take part; of a shuffle: the lanes asked
  std::vector<std::uint32_t> values = {};  // `words` for each of these lanes
  unsigned words = 0;
  std::uint64_t requests = 0, cost = 0, ideal = 0, sectors = 0, wavefronts = 0;
  unsigned turn = 0;
  bool late = false;  // lanes that a schedule has held
};

std::string json_of(const TracedArray& array);
/// @param file its number among the recording's files
std::string json_of(const TracedStep& step, int file);

}  // namespace cudasim::lens
