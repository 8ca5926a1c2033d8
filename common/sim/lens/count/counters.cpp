#include "sim/lens/count/counters.hpp"

#include <algorithm>
#include <cstring>

namespace cudasim::lens {
namespace {

std::size_t hash(const Instruction& instruction) {
  const auto pc = reinterpret_cast<std::uintptr_t>(instruction.pc);
  const auto caller = reinterpret_cast<std::uintptr_t>(instruction.caller);
  const auto kind =
      static_cast<std::uintptr_t>(instruction.space) * 4 + static_cast<std::uintptr_t>(instruction.op);
  return static_cast<std::size_t>(((pc ^ caller << 7) + kind) * 0x9e3779b97f4a7c15u >> 24);
}

/// What of the address matters for the cost: nothing where all lanes access one aligned word.
std::uint32_t offset_that_matters(const Request& request) {
  const bool one_word = request.stride == 0 && request.bytes <= 16 &&
                        (request.bytes & (request.bytes - 1)) == 0 && request.base % request.bytes == 0;
  return one_word ? 0 : static_cast<std::uint32_t>(request.base % 128);
}

/// What could be saved comes first, then the whole.
std::uint64_t cost_for_sample(const Sums& sums) {
  const std::uint64_t whole = sums.sectors + sums.wavefronts;
  return (whole - sums.ideal_sectors - sums.ideal_wavefronts) << 32 | whole;
}

}  // namespace

Sums cost_of_request(const Request& request, const WarpRequests& of) {
  Pattern pattern{{}, request.lanes, request.bytes, request.piece, request.space, request.op};
  pattern.adds_one = request.joining == Joining::one;
  of.fill(request, pattern.address);
  return cost_of(pattern);
}

// Sites of one barrier may differ in the addresses of their texts.
void add_barriers(std::vector<BarrierCount>& counts, const BarrierCount& more) {
  for (BarrierCount& known : counts) {
    if (known.site.line != more.site.line || std::strcmp(known.site.file, more.site.file) != 0 ||
        std::strcmp(known.site.operation, more.site.operation) != 0)
      continue;
    known.times += more.times;
    return;
  }
  counts.push_back(more);
}

void Counters::add(const Request& request, const WarpRequests& of) {
  Entry& entry = entry_of(request);
  const auto offset = offset_that_matters(request);
  const bool as_before = request.scattered == 0 && entry.lanes == request.lanes &&
                         entry.stride == request.stride && entry.offset == offset &&
                         entry.bytes == request.bytes && entry.piece == request.piece &&
                         request.op != Op::atomic;
  if (!as_before) {
    entry.cost = cost_of_request(request, of);
    entry.lanes = request.scattered == 0 ? request.lanes : 0;
    entry.stride = request.stride;
    entry.offset = offset;
    entry.bytes = request.bytes;
    entry.piece = request.piece;
  }
  entry.sums.add(entry.cost);
  const std::uint64_t cost = cost_for_sample(entry.cost);
  const std::uintptr_t origin = request.space == Space::shared ? shared_begin_ : 0;
  if (entry.sample.is_bettered_by(cost, request.base - origin))
    entry.sample = sample_of(request, of, cost, origin);
}

Counters::Entry& Counters::entry_of(const Request& request) {
  if (table_.size() <= 2 * entries_.size()) grow();
  const Instruction key{request.pc, request.caller, request.space, request.op};
  for (std::size_t at = hash(key);; ++at) {
    std::uint32_t& slot = table_[at & (table_.size() - 1)];
    if (slot == 0) {
      entries_.push_back({key, {}, 0, 0, 0, 0, 0, {}, {}});
      slot = static_cast<std::uint32_t>(entries_.size());
    }
    if (entries_[slot - 1].instruction == key) return entries_[slot - 1];
  }
}

void Counters::grow() {
  table_.assign(std::max<std::size_t>(64, 2 * table_.size()), 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = hash(entries_[i].instruction);
    while (table_[at & (table_.size() - 1)] != 0) ++at;
    table_[at & (table_.size() - 1)] = static_cast<std::uint32_t>(i + 1);
  }
}

void Counters::clear() {
  entries_.clear();
  table_.clear();
}

}  // namespace cudasim::lens
