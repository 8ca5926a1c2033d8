// What one block does, step by step: each request of its warps as the counters see it, with the lanes' addresses and values, and what
// warps and the block wait for. docs/pages/steps.md has the format. Only where LENS_STEPS=FILE is set:
//   LENS_STEPS_BLOCK=N,M   the blocks with these linear indices, 0 if it is not set; all: every block, of a launch the first 64
//   LENS_STEPS_LAUNCH=N    the N-th launch of each kernel, from 1; 1 if it is not set
//   LENS_STEPS_KERNEL=TEXT only kernels whose name has this in it
//   LENS_STEPS_SERIAL=N    the N-th launch of all, in place of that of each kernel
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/lens/count/path.hpp"
#include "sim/lens/count/requests.hpp"
#include "sim/runtime/block.hpp"

namespace cudasim {
struct Launch;
}

namespace cudasim::lens {

bool steps_are_wanted();

/// The steps of one block of one launch.
class StepTrace {
 public:
  /// @param number of the launch among those of its kernel, from 1
  StepTrace(const Launch& launch, const Block& block, std::uint64_t number);
  ~StepTrace();
  StepTrace(const StepTrace&) = delete;
  StepTrace& operator=(const StepTrace&) = delete;

  /// A lane is about to access memory, as part of that request of its warp; `path` says in which iteration of its loops.
  void access(unsigned warp, unsigned lane, std::uint32_t request, std::uintptr_t address,
              std::uint32_t bytes, Op op, const Path& path);
  /// A lane goes on that a given schedule has held: what it does now comes after what the others have done.
  void released(unsigned warp, unsigned lane);
  /// The requests of a warp are complete.
  void complete(unsigned warp, const WarpRequests& requests);
  /// The block's threads have met at a barrier.
  void barrier(const Site& site);
  /// Lanes of a warp have met, to exchange values or to wait for each other; called before they exchange.
  void meeting(unsigned warp, const Warp& of, unsigned lanes, int operation,
               std::vector<std::uint32_t> rounds);
  /// A shared variable has its place.
  void shared_placed(const char* name, const char* begin, std::size_t bytes);

  /// The kernel's name is known only once the kernel has been entered.
  void launch_ends(const Launch& launch, const std::string& kernel);
  bool is_of(const Launch& launch) const;
  bool is_of(const uint3& block) const;

  std::string json() const;

 private:
  struct Recorded;
  std::unique_ptr<Recorded> recorded_;
};

/// To be called for each launch, before its blocks run: it may be the one that is recorded.
void steps_launch_begins(const Launch& launch, const std::string& kernel);
/// Whether the block with this linear index in the grid is recorded.
bool steps_take(const Launch& launch, std::uint64_t block);
/// The trace that the block is to be recorded in; null if it is not. `number`: the block's linear index in the grid.
StepTrace* steps_of(const Launch& launch, const Block& block, std::uint64_t number);
/// The launch's trace, if there is one, gets the kernel's name; it is dropped where LENS_STEPS_KERNEL asks for another.
void steps_launch_ends(const Launch& launch, const std::string& kernel);

/// All traces, as a file has them. `missing` says why, where a block or launch that was asked for is not there.
std::string steps_json();

}  // namespace cudasim::lens
