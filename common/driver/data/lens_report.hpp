#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a program built for the lens leaves behind: its counters and hazards, as in LENS_JSON's file.
namespace tutorial::driver::lens {

enum class Space { global, shared, constant };
const char* name_of(Space space);

/// Addresses of one request, relative to the start of the allocation or of the block's shared memory.
struct Sample {
  unsigned bytes = 0;                                           ///< that each lane accesses
  std::array<std::optional<std::uint64_t>, 32> addresses = {};  ///< of the lanes that take part
  std::vector<std::uint32_t> together =
      {};  ///< lanes that the banks of shared memory serve together, bit by bit
};

/// The accesses of one line of a kernel to one space with one kind of operation.
struct Access {
  std::string file;
  int line = 0;  ///< 0: none is known
  Space space = Space::global;
  std::string op;  ///< load, store, atomic
  std::uint64_t requests = 0;
  double sectors_per_request = 0;  ///< global memory
  double ideal_sectors_per_request = 0;
  std::uint64_t wavefronts = 0;  ///< turns of the banks of shared memory, or of constant memory
  std::uint64_t excess_wavefronts = 0;
  unsigned conflict_degree = 0;
  std::uint64_t bytes = 0;            ///< that the lanes wanted
  std::optional<Sample> sample = {};  ///< none of constant memory, which has neither sectors nor banks

  /// More than half of the sectors or of the turns would not be needed.
  bool wastes_half() const;
};

/// A barrier of the source, and how often blocks have met there.
struct Barrier {
  std::string file;
  int line = 0;
  std::string what;  ///< "__syncthreads"
  std::uint64_t times = 0;
};

struct Kernel {
  std::string name;
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t watched_blocks = 0;
  std::uint64_t barriers = 0;
  std::vector<Access> lines;
  std::vector<Barrier> barriers_by_line = {};
};

struct Place {
  std::string file;
  int line = 0;  ///< 0: none is known
};

struct Hazard {
  std::string kind;
  std::string kernel;
  Place first;
  Place second;
  std::string text;
  std::uint64_t times = 1;
};

/// All accesses of a kernel to one space with one kind of operation.
struct Total {
  Space space = Space::global;
  std::string op;
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t ideal_sectors = 0;
  unsigned conflict_degree = 0;  ///< the greatest of any request
  std::uint64_t bytes = 0;       ///< that the lanes wanted
};

/// What a kernel has cost within a range: of all blocks, watched or not.
struct RangeKernel {
  std::string name;
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t barriers = 0;
  std::vector<Total> totals;
};

/// What the program called by one name, such as a row of its table.
struct Range {
  std::string name;
  std::vector<RangeKernel> kernels;
};

struct Report {
  std::vector<Kernel> kernels;
  std::vector<Hazard> hazards;
  std::vector<Range> ranges = {};
};

/// @throws nlohmann::json::exception where it is no such JSON
Report report_from(const std::string& json);

/// 4 for 4, 28.6 for 28.5556.
std::string short_number(double value);

}  // namespace tutorial::driver::lens
