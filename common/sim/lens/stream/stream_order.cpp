#include "sim/lens/stream/stream_order.hpp"

#include <algorithm>
#include <utility>

namespace cudasim::lens {
namespace {

void join(StreamClock& clock, const StreamClock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace

unsigned StreamOrder::number_of(const StreamName& stream) {
  if (stream.handle == nullptr || stream.handle == cudaStreamLegacy) return 0;
  const auto [known, fresh] = numbers_.emplace(stream.handle, static_cast<unsigned>(streams_.size()));
  if (fresh) streams_.push_back({stream.blocking, {}});
  return known->second;
}

StreamClock StreamOrder::behind(unsigned stream) const {
  StreamClock clock = streams_[stream].clock;
  if (stream == 0) {
    for (const Stream& each : streams_)
      if (each.blocking) join(clock, each.clock);
  } else if (streams_[stream].blocking) {
    join(clock, streams_[0].clock);
  }
  return clock;
}

Moment StreamOrder::add_work(const StreamName& name) {
  const unsigned stream = number_of(name);
  StreamClock clock = behind(stream);
  join(clock, host_);
  Moment work{stream, 1, clock};
  if (clock.size() <= stream) clock.resize(stream + 1);
  work.number = ++clock[stream];
  streams_[stream].clock = std::move(clock);
  streams_[stream].before_kernel.reset();
  return work;
}

Moment StreamOrder::add_kernel(const StreamName& name, bool lets_others_begin_early, Moment* early) {
  const unsigned stream = number_of(name);
  const auto ahead = streams_[stream].before_kernel;
  if (early != nullptr) {
    *early = add_work(name);
    if (ahead) {
      early->behind = *ahead;
      join(early->behind, host_);
    }
  }
  Moment work = add_work(name);
  streams_[stream].before_kernel = early != nullptr && lets_others_begin_early ? early->behind : work.behind;
  return work;
}

void StreamOrder::record(cudaEvent_t event, const StreamName& stream) {
  StreamClock clock = behind(number_of(stream));
  join(clock, host_);
  events_[event] = std::move(clock);
}

bool StreamOrder::wait(const StreamName& stream, cudaEvent_t event) {
  const auto known = events_.find(event);
  if (known == events_.end()) return false;
  Stream& waiting = streams_[number_of(stream)];
  join(waiting.clock, known->second);
  waiting.before_kernel.reset();
  return true;
}

bool StreamOrder::host_waits(cudaEvent_t event) {
  const auto known = events_.find(event);
  if (known == events_.end()) return false;
  join(host_, known->second);
  return true;
}

void StreamOrder::host_waits(const StreamName& stream) { join(host_, behind(number_of(stream))); }

void StreamOrder::host_waits_for_all() {
  for (const Stream& each : streams_) join(host_, each.clock);
}

void StreamOrder::forget(cudaStream_t stream) { numbers_.erase(stream); }

void StreamOrder::forget(cudaEvent_t event) { events_.erase(event); }

bool StreamOrder::is_done(cudaEvent_t event) const {
  const auto known = events_.find(event);
  return known == events_.end() || is_over(known->second);
}

bool StreamOrder::is_over(const StreamClock& clock) const {
  for (std::size_t i = 0; i < clock.size(); ++i)
    if (clock[i] > (i < host_.size() ? host_[i] : 0)) return false;
  return true;
}

bool StreamOrder::query(StreamClock clock) {
  constexpr unsigned most_in_vain = 16;
  return is_over(clock) || queries_[std::move(clock)]++ >= most_in_vain;
}

bool StreamOrder::query(cudaEvent_t event) {
  const auto known = events_.find(event);
  return known == events_.end() || query(known->second);
}

void StreamOrder::enter_stream(const StreamName& stream) {
  host_outside_ = host_;
  host_waits(stream);
}

void StreamOrder::leave_stream() {
  host_ = std::move(*host_outside_);
  host_outside_.reset();
}

}  // namespace cudasim::lens
