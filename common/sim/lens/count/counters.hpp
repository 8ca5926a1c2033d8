// Total cost of requests, by instruction.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cudasim/site.hpp"
#include "sim/lens/count/memory_model.hpp"
#include "sim/lens/count/requests.hpp"
#include "sim/lens/count/sample.hpp"

namespace cudasim::lens {

/// How often blocks have met at one barrier of the source.
struct BarrierCount {
  Site site;
  std::uint64_t times;
};
void add_barriers(std::vector<BarrierCount>& counts, const BarrierCount& more);

/// The cost of one request.
Sums cost_of_request(const Request& request, const WarpRequests& of);

struct Instruction {
  const void* pc;
  const void* caller;
  Space space;
  Op op;

  bool operator==(const Instruction&) const = default;
};

/// Not synchronised: one for each worker.
class Counters {
 public:
  /// Where the shared memory of the block begins whose requests come next.
  void begin_block(std::uintptr_t shared_begin) { shared_begin_ = shared_begin; }
  void add(const Request& request, const WarpRequests& of);

  struct Entry {
    Instruction instruction;
    Sums sums;
    // The request before: most cost the same.
    std::int64_t stride = 0;
    std::uint32_t lanes = 0;
    std::uint32_t bytes = 0;
    std::uint32_t piece = 0;
    std::uint32_t offset = 0;
    Sums cost;
    Sample sample;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  void clear();

 private:
  Entry& entry_of(const Request& request);
  void grow();

  std::uintptr_t shared_begin_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> table_;  ///< index + 1 into entries_, 0 where empty
};

}  // namespace cudasim::lens
