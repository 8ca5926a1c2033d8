#include "sim/lens/count/requests.hpp"

#include "sim/runtime/huge_pages.hpp"

namespace cudasim::lens {
namespace {

constexpr std::size_t most_requests = std::size_t{1} << 20;
constexpr unsigned steps_ahead = 4;

std::size_t hash(std::uint64_t key) { return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> 20); }

constexpr unsigned no_lane = 32;
constexpr unsigned several_lanes = 33;

}  // namespace

void WarpRequests::clear() {
  requests_.resize(1);
  requests_[0] = {};
  scattered_.clear();
  ++round_;
  indexed_ = 1;
  only_lane_ = no_lane;
}

void WarpRequests::fill(const Request& request, std::uintptr_t (&address)[32]) const {
  if (request.scattered != 0) {
    const Addresses& kept = scattered_[request.scattered - 1];
    for (unsigned lane = 0; lane < 32; ++lane) address[lane] = kept.of_lane[lane];
    return;
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    const auto steps = static_cast<std::int64_t>(lane) - request.first;
    address[lane] = request.base + static_cast<std::uintptr_t>(steps * request.stride);
  }
}

// `lane` is in request.lanes already.
void WarpRequests::add_uneven(Request& request, unsigned lane, std::uintptr_t address) {
  if (request.scattered == 0) {
    const std::uint32_t others = request.lanes & ~(1u << lane);
    const auto steps = static_cast<std::int64_t>(lane) - request.first;
    const auto distance = static_cast<std::int64_t>(address - request.base);
    if ((others & (others - 1)) == 0 && distance % steps == 0) {  // the second lane gives the stride
      request.stride = distance / steps;
      return;
    }
    scattered_.emplace_back();
    std::uintptr_t(&kept)[32] = scattered_.back().of_lane;
    fill(request, kept);
    request.scattered = static_cast<std::uint32_t>(scattered_.size());
  }
  scattered_[request.scattered - 1].of_lane[lane] = address;
}

bool WarpRequests::join_elsewhere(unsigned lane, const LaneAccess& access, std::uint32_t& last) {
  if (only_lane_ != lane) {
    only_lane_ = only_lane_ == no_lane ? lane : several_lanes;
    const std::uint32_t found = only_lane_ == lane ? 0 : find(lane, access, last);
    if (found != 0) {
      last = found;
      add_lane(requests_[found], lane, access);
      return true;
    }
  }
  if (requests_.size() >= most_requests) return false;
  const auto number = static_cast<std::uint32_t>(requests_.size());
  requests_.push_back({access.pc, access.caller, access.path, access.address, 0, 1u << lane,
                       requests_[last].next, 0, 0, access.bytes, static_cast<std::uint8_t>(lane),
                       access.piece, access.space, access.op, access.joining});
  requests_[last].next = number;
  last = number;
  return true;
}

std::uint32_t WarpRequests::find(unsigned lane, const LaneAccess& access, std::uint32_t last) {
  // A lane that leaves out a branch finds its next request not far ahead.
  std::uint32_t ahead = requests_[last].next;
  for (unsigned step = 0; step < steps_ahead && ahead != 0; ++step, ahead = requests_[ahead].next)
    if (fits(requests_[ahead], lane, access)) return ahead;
  while (indexed_ < requests_.size()) index(indexed_++);
  for (std::uint32_t number = slot_of(access.pc, access.path).request; number != 0;
       number = requests_[number].same_key)
    if (fits(requests_[number], lane, access)) return number;
  return 0;
}

// The slot of the key, or the empty one (request 0) where it belongs. The first places to look are those of the path: in a large table each
// place elsewhere is a cache miss.
WarpRequests::Slot& WarpRequests::slot_of(const void* pc, std::uint64_t path) {
  const std::size_t of_both = hash(reinterpret_cast<std::uintptr_t>(pc) ^ path);
  const auto tag = static_cast<std::uint32_t>(of_both);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash(path), further = of_both;; at = further++) {
    for (Slot& slot : table_[at & mask].slot) {
      if (slot.round != round_ || slot.request == 0) return slot = {round_, 0, 0, tag};
      const Request& there = requests_[slot.request];
      if (slot.tag == tag && there.pc == pc && there.path == path) return slot;
    }
  }
}

// Requests with one key are linked in the order in which they were made.
void WarpRequests::index(std::uint32_t number) {
  if (table_.size() * slots_of_path < 2 * requests_.size()) grow_table();
  const Request& added = requests_[number];
  Slot& slot = slot_of(added.pc, added.path);
  (slot.request == 0 ? slot.request : requests_[slot.newest].same_key) = number;
  slot.newest = number;
}

void WarpRequests::grow_table() {
  std::size_t size = 128;
  while (size * slots_of_path < 4 * requests_.size()) size *= 2;
  table_.clear();
  table_.reserve(size);
  use_huge_pages(table_.data(), size * sizeof(Slots));
  table_.resize(size);
  for (Request& request : requests_) request.same_key = 0;
  for (std::uint32_t i = 1; i < indexed_ - 1; ++i) index(i);
}

}  // namespace cudasim::lens
