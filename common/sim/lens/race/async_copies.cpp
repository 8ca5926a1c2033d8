#include "sim/lens/race/async_copies.hpp"

#include <algorithm>

#include "cuda_pipeline.h"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/race/races.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/runtime/block.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {

void AsyncCopies::begin(std::size_t threads) {
  if (count_ != 0) under_way_.reset();
  count_ = 0;
  of_thread_.assign(threads, {});
}

void AsyncCopies::start(unsigned thread, AsyncCopy copy) {
  copy.group = of_thread_[thread].groups;
  copy.number = of_thread_[thread].started++;
  mark(copy, true);
  const AsyncCopy::Range& source = copy.source;
  first_source_ = count_ == 0 ? source.begin : std::min(first_source_, source.begin);
  sources_end_ =
      count_ == 0 ? source.begin + source.bytes : std::max(sources_end_, source.begin + source.bytes);
  of_thread_[thread].copies.push_back(copy);
  ++count_;
}

void AsyncCopies::mark(const AsyncCopy& copy, bool is_under_way) {
  for (std::size_t word = copy.offset / 4; word * 4 < copy.offset + copy.bytes; ++word)
    under_way_.set(word, is_under_way);
}

const AsyncCopy* AsyncCopies::find(std::size_t offset, std::size_t bytes) const {
  if (count_ == 0) return nullptr;
  bool any = false;
  for (std::size_t word = offset / 4; word * 4 < offset + bytes; ++word) any = any || under_way_.test(word);
  if (!any) return nullptr;
  for (const OfThread& each : of_thread_)
    for (const AsyncCopy& copy : each.copies)
      if (offset < copy.offset + copy.bytes && copy.offset < offset + bytes) return &copy;
  return nullptr;
}

const AsyncCopy* AsyncCopies::find_source(const char* begin, std::size_t bytes) const {
  if (count_ == 0 || begin >= sources_end_ || first_source_ >= begin + bytes) return nullptr;
  for (const OfThread& each : of_thread_)
    for (const AsyncCopy& copy : each.copies)
      if (const auto& [from, read] = copy.source; read > 0 && begin < from + read && from < begin + bytes)
        return &copy;
  return nullptr;
}

namespace {

/// Calls function(worker, block, thread) for the running thread, if it is watched.
template <class Function>
void for_watched_thread(Function function) {
  if (current.mode != Mode::watched) return;
  const Unwatched own_code;
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  WatchedBlock* const block = worker.current();
  if (block == nullptr) return;
  settle(worker);
  function(worker, *block, static_cast<unsigned>(this_worker->thread - block->block->threads.data()));
}

// Whatever is ordered before the copy's end only, and not before its start, races with it.
void access_at_end(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const AsyncCopy& copy) {
  Access access{};
  access.address = block.block->arena + copy.offset;
  access.bytes = static_cast<unsigned>(copy.bytes);
  access.kind = AccessKind::write;
  access.pc = copy.pc;
  race_check_shared(worker, block, thread, access, block);
  if (copy.source.bytes == 0) return;
  access.address = copy.source.begin;
  access.bytes = static_cast<unsigned>(copy.source.bytes);
  access.kind = AccessKind::read;
  race_check_global(worker, block, thread, access);
}

}  // namespace
}  // namespace cudasim::lens

namespace cudasim::detail {

using lens::AsyncCopy;
using lens::WatchedBlock;
using lens::WatchingWorker;

void tell_copy_to_lens(const void* to, std::size_t bytes, const void* from, std::size_t read,
                       const void* until) {
  const void* const pc = __builtin_return_address(0);
  lens::for_watched_thread([&](WatchingWorker&, WatchedBlock& block, unsigned thread) {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(to) - block.block->arena);
    if (offset < lens::SharedShadow::arena_bytes && bytes <= lens::SharedShadow::arena_bytes - offset)
      block.copies.start(thread, {offset, bytes, {static_cast<const char*>(from), read}, pc, until, 0});
  });
}

void tell_commit_to_lens() {
  lens::for_watched_thread(
      [](WatchingWorker&, WatchedBlock& block, unsigned thread) { block.copies.commit(thread); });
}

void tell_wait_to_lens(std::size_t newest) {
  lens::for_watched_thread([&](WatchingWorker& worker, WatchedBlock& block, unsigned thread) {
    block.copies.wait(thread, newest,
                      [&](const AsyncCopy& copy) { lens::access_at_end(worker, block, thread, copy); });
  });
}

void tell_arrival_to_lens(const void* barrier) {
  lens::for_watched_thread(
      [&](WatchingWorker&, WatchedBlock& block, unsigned thread) { block.copies.arrive(thread, barrier); });
}

void tell_phase_to_lens(const void* barrier) {
  lens::for_watched_thread([&](WatchingWorker& worker, WatchedBlock& block, unsigned thread) {
    lens::end_bulk_phase(worker, block, barrier);
    block.copies.end_phase(barrier,
                           [&](const AsyncCopy& copy) { lens::access_at_end(worker, block, thread, copy); });
  });
}

}  // namespace cudasim::detail
