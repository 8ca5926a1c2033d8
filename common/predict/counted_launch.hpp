#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tutorial::predict {

/// What one thread does, step by step: counted in a thread of some blocks.
struct Thread {
  double fp32 = 0;  ///< a multiplication whose product is added counts once
  double fp64 = 0;
  double integer = 0;
  double products = 0;      ///< of integers, among them; 0 from a lens that did not count them
  double special = 0;       ///< divisions, square roots, functions
  double other = 0;         ///< moves, compares, branches
  double chain = 0;         ///< operations in a row, each waiting for the one before
  double global_waits = 0;  ///< times that it waits for global memory: loads in flight together count once
  double near_waits = 0;    ///< of the same, for sectors that it had asked for before
  double shared_waits = 0;
};

/// An array of the program in global memory, in sectors of 32 bytes.
struct Array {
  double bytes = 0;
  double read = 0;                  ///< different sectors that the sampled blocks read
  double read_pairs = 0;            ///< different pieces of 64 bytes that these sectors lie in
  double read_by_blocks = 0;        ///< the sum over the blocks of those that each of them reads
  double shared_by_neighbours = 0;  ///< of those, that the block before had read too
  double written = 0;
  double written_by_blocks = 0;
  double pages = 0;  ///< of 1 KB that each of the blocks reads or writes, summed over the blocks
  double read_lines =
      0;  ///< different lines of 128 bytes that are read; 0 from a lens that did not count them
  double read_lines_by_blocks = 0;
  double written_partly = 0;  ///< of the sectors that are written, those that lack bytes, far from other ones
};

/// How the accesses of some blocks fall together, in sectors.
struct Reuse {
  double blocks = 0;               ///< sampled
  double loads = 0;                ///< sectors asked for, each request's different ones
  double first = 0;                ///< of those, not asked for by this block before
  double requests = 0;             ///< of loads; 0 from a lens that did not count them
  double own_requests = 0;         ///< those for a sector, and more, that no other sampled block reads
  std::vector<double> again = {};  ///< by the power of two of the 128-byte lines that were asked for since
  double load_lines = 0;           ///< lines that the requests touch
  std::array<double, 2> of_halves =
      {};  ///< lines loaded and stored to by every second block, and by the others
  double store_lines = 0;
  double hottest_atomics = 0;  ///< operations on the address that has most of them
  bool hottest_are_integers = false;
  bool hottest_is_common = false;  ///< several blocks use that address
  std::vector<Array> arrays = {};
};

/// Launches of one kernel with one grid, block and shared memory: counters of all watched blocks.
struct Launch {
  std::string kernel;
  std::string section = {};  ///< the row of the program's table that it belongs to: "variant, size, type"
  std::array<unsigned, 3> grid = {1, 1, 1};
  std::array<unsigned, 3> block = {1, 1, 1};
  double shared_bytes = 0;
  double registers = 0;    ///< a thread; 0: not known
  double stack_bytes = 0;  ///< of local memory a thread, where the registers are known
  double times = 1;        ///< launched
  double watched_blocks = 0;
  double load_requests = 0;
  double store_requests = 0;
  double atomic_requests = 0;
  double atomics = 0;  ///< of single threads
  double load_sectors = 0;
  double store_sectors = 0;
  double atomic_sectors = 0;
  double l1_clocks = 0;  ///< for loads; 0 from a lens that did not count them
  double shared_requests = 0;
  double wavefronts = 0;
  std::array<double, 2> shared_atomics = {};  ///< of these, those of atomic operations; and what they take if
                                              ///< lanes that add 1 to the same word take one together
  double barriers = 0;
  double dropped = 0;
  double matrix_instructions = 0;  ///< of single threads, of what the simulator does in their place
  double bulk_bytes = 0;           ///< copied in bulk: no requests of warps
  std::optional<Thread> thread = {};
  std::optional<Reuse> reuse = {};

  /// Of one launch; fewer than its blocks where others were left out or not watched.
  double watched_of_one() const { return watched_blocks / times; }
  double blocks() const { return double(grid[0]) * grid[1] * grid[2]; }
  double threads() const { return double(block[0]) * block[1] * block[2]; }
};

/// What the host waits for in a section.
struct HostCalls {
  std::string section = {};
  double waits = 0;  ///< for a stream, an event or the device
  double copies = 0;
  double copied_bytes = 0;
  double allocations = 0;  ///< of device memory
};

/// What a program's run has left.
struct Counted {
  std::vector<Launch> launches = {};
  std::optional<std::vector<HostCalls>> host = {};  ///< none in the JSON of a lens that did not count them
};

/// Of the lens's JSON, if the program ran with LENS_PREDICT.
/// @throws nlohmann::json::exception where it is no such JSON
Counted counted_from(const std::string& json);

}  // namespace tutorial::predict
