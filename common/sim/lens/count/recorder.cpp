#include "sim/lens/count/recorder.hpp"

#include <algorithm>

#include "sim/lens/trace/step_trace.hpp"

namespace cudasim::lens {

__thread Current current;

void Recorder::begin(const Block& block, std::uint64_t most_checks) {
  lanes_.resize(block.threads.size());
  accesses = 0;
  block_bytes = shared_bytes_ = busiest_in_shared_ = 0;
  checks = most_checks;
  checked = 0;
  warp_ = 0;
  ++blocks;
  met_apart_ = drawing_ = {};
  counters.begin_block(reinterpret_cast<std::uintptr_t>(block.arena));
}

void Recorder::turn_to(const Block& block, const DeviceThread& thread, bool fresh) {
  if (thread.warp != warp_) {
    if (block.warps[warp_].ready == 0 && drawing_[warp_] == 0) {
      complete_warp(block, warp_);
      if (of_warp_[warp_] != nullptr) idle_.push_back(std::move(of_warp_[warp_]));
    }
    warp_ = thread.warp;
  }
  std::unique_ptr<WarpRequests>& requests = of_warp_[warp_];
  if (requests == nullptr) requests = take_requests();
  Lane& lane = lanes_[static_cast<std::size_t>(&thread - block.threads.data())];
  if (fresh) lane.restart();
  ++lane.turn;
  current.lane = &lane;
  current.stack = 0;
  current.lane_number = thread.lane;
  current.requests = requests.get();
}

void Recorder::complete_warp(const Block& block, unsigned warp) {
  met_apart_[warp] = 0;
  WarpRequests* requests = of_warp_[warp].get();
  if (requests == nullptr || requests->empty()) return;
  requests->for_each([&](const Request& request) {
    counters.add(request, *requests);
    if (touches != nullptr) touches->add(warp, request, *requests);
  });
  if (steps != nullptr) steps->complete(warp, *requests);
  requests->clear();
  const auto first = static_cast<std::size_t>(block.warps[warp].threads - block.threads.data());
  const std::size_t end = std::min<std::size_t>(first + lanes_per_warp, lanes_.size());
  for (std::size_t i = first; i < end; ++i) lanes_[i].last = 0;
}

void Recorder::lanes_met(const Block& block, const Warp& warp, unsigned lanes) {
  const auto number = static_cast<unsigned>(&warp - block.warps.data());
  if (lanes != warp.live)
    met_apart_[number] |= lanes;
  else if ((met_apart_[number] & ~warp.live) == 0)
    complete_warp(block, number);
}

void Recorder::complete_all(const Block& block) {
  for (unsigned warp = 0; warp < block.warps.size(); ++warp)
    if (drawing_[warp] == 0) complete_warp(block, warp);
}

void Recorder::end_block() {
  constexpr std::uint64_t few_bytes = 256;  // the last steps of a reduction are of one thread
  if (busiest_in_shared_ <= few_bytes) return;
  shared_share =
      std::max(shared_share, static_cast<double>(busiest_in_shared_) / static_cast<double>(shared_bytes_));
}

void Recorder::count_barrier(const Site& site) {
  ++barriers;
  if (steps != nullptr) steps->barrier(site);
  add_barriers(barriers_by_line, {site, 1});
}

std::unique_ptr<WarpRequests> Recorder::take_requests() {
  if (idle_.empty()) return std::make_unique<WarpRequests>();
  std::unique_ptr<WarpRequests> requests = std::move(idle_.back());
  idle_.pop_back();
  return requests;
}

}  // namespace cudasim::lens
