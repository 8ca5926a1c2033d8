#include "sim/lens/race/checker.hpp"

#include <map>

#include "sim/lens/count/spaces.hpp"
#include "sim/lens/guest.hpp"
#include "sim/lens/race/cluster_order.hpp"
#include "sim/lens/race/global_shadow.hpp"
#include "sim/lens/race/library_calls.hpp"
#include "sim/lens/race/program_variables.hpp"
#include "sim/lens/race/races.hpp"
#include "sim/lens/race/stranded.hpp"
#include "sim/lens/report/kernel_name.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/stream/stream_work.hpp"
#include "sim/lens/watch.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

constexpr std::size_t unset_kept = 4096;  // reads of unwritten memory that are looked at again

std::atomic<bool> a_launch_failed{false};

unsigned running_thread() {
  return static_cast<unsigned>(this_worker->thread - this_worker->block->threads.data());
}

void add(HazardKind kind, const FoundPlace& first, const FoundMemory& memory, const std::string* kernel) {
  Finding finding{};
  finding.kind = kind;
  finding.kernel = *kernel;
  finding.first = first;
  finding.memory = memory;
  if (!memory.is_shared && (kind == HazardKind::out_of_bounds || kind == HazardKind::host_access))
    finding.second.pc = memory.allocation.made_at;
  if (kind == HazardKind::use_after_free || kind == HazardKind::bad_free)
    finding.second.pc = memory.allocation.freed_at;
  add_finding(std::move(finding));
}

// A hazard of the running thread.
void add_here(HazardKind kind, const WatchedBlock& block, unsigned thread, const Access& access,
              FoundMemory memory) {
  const std::string* kernel = watched_launch().kernel;
  if (is_repeated(kind, kernel, access.pc, nullptr)) return;
  memory.alignment = access.alignment;
  add(kind, place_of(block, thread, access.pc, access.kind), memory, kernel);
}

// Of a copied structure some bytes may be padding; of a scalar none.
bool reads_unset(const Access& access, std::size_t unset_bytes) {
  return access.alignment == access.bytes && access.bytes <= 8 ? unset_bytes > 0
                                                               : unset_bytes == access.bytes;
}

bool looks_at_contents(const Access& access) {
  return access.kind != AccessKind::write && !access.overwrites;
}

UnsetRead unset_read(const WatchedBlock& block, unsigned thread, const Access& access, std::size_t offset) {
  return {access, place_of(block, thread, access.pc, access.kind), offset, thread, block.order.number()};
}

/// `memory`: where the access meets the copy, which has that `side` there.
void add_before_copy(const WatchedBlock& block, unsigned thread, const Access& access, const AsyncCopy& copy,
                     AccessKind side, const FoundMemory& memory) {
  const std::string* kernel = watched_launch().kernel;
  if (is_repeated(HazardKind::not_waited_for, kernel, access.pc, copy.pc)) return;
  Finding finding{};
  finding.kind = HazardKind::not_waited_for;
  finding.kernel = *kernel;
  finding.first = place_of(block, thread, access.pc, access.kind);
  finding.second.pc = copy.pc;
  finding.second.access = side;
  finding.memory = memory;
  add_finding(std::move(finding));
}

void access_shared(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access,
                   WatchedBlock& owner) {
  const auto offset = static_cast<std::size_t>(access.address - owner.block->arena);
  if (worker.layout.find(offset, access.bytes) == nullptr) {
    add_here(HazardKind::out_of_bounds, block, thread, access,
             shared_memory(worker.layout, offset, access.bytes));
    return;
  }
  if (const AsyncCopy* copy = owner.copies.find(offset, access.bytes))
    add_before_copy(block, thread, access, *copy, AccessKind::write,
                    shared_memory(worker.layout, offset, access.bytes));
  if (looks_at_contents(access) && reads_unset(access, owner.shared.uninitialised(offset, access.bytes)) &&
      block.unset.size() < unset_kept && !watched_launch().is_cut_short) {
    block.unset.push_back(unset_read(block, thread, access, offset));
    block.unset.back().owner = &owner;
  }
  if (access.kind != AccessKind::read) owner.shared.initialise(offset, access.bytes);
  race_check_shared(worker, block, thread, access, owner);
}

bool is_of_cluster(const WatchedBlock& block, const char* address) {
  return block.block->cluster != nullptr && block.block->cluster->owner_of(address) != nullptr;
}

/// `owner`: of the shared memory, if it is any.
void add_misaligned(const WatchingWorker& worker, const WatchedBlock& block, unsigned thread,
                    const Access& access, const WatchedBlock* owner) {
  add_here(HazardKind::misaligned, block, thread, access,
           owner != nullptr
               ? shared_memory(worker.layout, static_cast<std::size_t>(access.address - owner->block->arena),
                               access.bytes)
               : global_memory(access.address, access.bytes));
}

// The address is not the running thread's to use: why not?
void report_miss(const WatchedBlock& block, unsigned thread, const Access& access) {
  const FoundMemory memory = global_memory(access.address, access.bytes);
  const bool was_freed = memory.is_known && memory.allocation.freed_at != nullptr;
  add_here(was_freed ? HazardKind::use_after_free : HazardKind::out_of_bounds, block, thread, access, memory);
}

void access_global(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access) {
  if (access.kind != AccessKind::read && !access.only_loads)
    if (const AsyncCopy* copy = block.copies.find_source(access.address, access.bytes))
      add_before_copy(block, thread, access, *copy, AccessKind::read,
                      global_memory(access.address, access.bytes));
  GlobalShadow& shadow = GlobalShadow::instance();
  if (!shadow.is_heap(access.address) && !DeviceHeap::instance().owns(access.address)) {
    race_check_global(worker, block, thread, access);
    return;
  }
  if (!shadow.is_allocated(access.address, access.bytes)) {
    report_miss(block, thread, access);
    return;
  }
  if (looks_at_contents(access) && reads_unset(access, shadow.uninitialised(access.address, access.bytes))) {
    WatchedLaunch& launch = watched_launch();
    const std::lock_guard lock(launch.mutex);
    if (launch.unset.size() < unset_kept) launch.unset.push_back(unset_read(block, thread, access, 0));
  }
  if (access.kind != AccessKind::read) shadow.initialise(access.address, access.bytes);
  race_check_global(worker, block, thread, access);
}

// At the end of a barrier interval: what was read unset and not written by others either was never set in
// time.
void judge_unset(WatchingWorker& worker, WatchedBlock& block) {
  for (const UnsetRead& read : block.unset) {
    if (others_wrote_shared(*read.owner, block, read.thread, read.offset, read.access.bytes)) continue;
    if (is_repeated(HazardKind::uninitialized_shared, watched_launch().kernel, read.access.pc, nullptr))
      continue;
    add(HazardKind::uninitialized_shared, read.place,
        shared_memory(worker.layout, read.offset, read.access.bytes), watched_launch().kernel);
  }
  block.unset.clear();
}

void judge_unset_global(WatchedLaunch& launch) {
  for (const UnsetRead& read : launch.unset) {
    if (others_wrote_global(read.number, read.thread, read.access.address, read.access.bytes)) continue;
    const FoundMemory memory = global_memory(read.access.address, read.access.bytes);
    // Thrust may have filled memory that it allocates by copies that the lens does not see.
    if (in_library(memory.allocation.made_at)) continue;
    if (is_repeated(HazardKind::uninitialized_global, launch.kernel, read.access.pc, nullptr)) continue;
    add(HazardKind::uninitialized_global, read.place, memory, launch.kernel);
  }
}

}  // namespace

Checker& Checker::instance() {
  static Checker checker;
  return checker;
}

void Checker::launch_begin(const Launch& of) {
  WatchedLaunch& launch = watched_launch();
  launch.time = launch.time % (1u << 30) + 1;
  launch.blocks = 0;
  launch.reads_read_only = false;
  launch.is_cut_short = false;
  launch.kernel = intern(kernel_name(of));
  launch.overlaps = of.config.overlaps;
  launch.lets_others_begin_early = false;
  launch.block_indices.clear();
  launch.unset.clear();
  forget_releases(!checks_are_limited());
}

void Checker::launch_end(const Launch& of) {
  WatchedLaunch& launch = watched_launch();
  if (of.failed) a_launch_failed = true;
  report_checks_before_atomics();
  if (launch.blocks == of.blocks && !of.failed && !launch.is_cut_short) {
    judge_unset_global(launch);
    return;
  }
  // Nobody has seen what the others have written.
  for (const KnownAllocation& each : living_allocations())
    GlobalShadow::instance().initialise(each.begin, each.bytes);
}

void Checker::block_begin(const Block& block) {
  WatchedLaunch& launch = watched_launch();
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  const unsigned number = launch.blocks++;
  {
    const std::lock_guard lock(launch.mutex);
    if (launch.block_indices.size() <= number) launch.block_indices.resize(number + 1);
    launch.block_indices[number] = to_index(block.index);
  }
  if (block.cluster != nullptr) note_cluster(number, to_index(block.cluster->blocks[0].index));
  worker.layout.begin(this_worker->launch->serial, this_worker->launch->config.shared_bytes);
  worker.begin(block, number);
}

void Checker::block_end(const Block& block) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  if (this_worker->launch->wants_clusters) --watched_launch().blocks;  // it begins again
  WatchedBlock* watched = worker.find(block);
  if (watched != nullptr) judge_unset(worker, *watched);
  if (watched != nullptr) report_guesses(*watched);
  if (watched != nullptr && block.live == 0) check_bulk_at_end(worker, *watched);
  if (block.cluster == nullptr) return worker.end(block);
  if (watched != nullptr) check_visits_at_end(worker, *watched);
  // What the others do is compared with what it has done.
  if (block.cluster->lives()) return;
  for (unsigned i = 0; i < block.cluster->size; ++i) worker.end(block.cluster->blocks[i]);
}

void Checker::access_unchecked() { watched_launch().is_cut_short.store(true, std::memory_order_relaxed); }

void Checker::access(const Access& access) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const unsigned thread = running_thread();
  WatchedBlock* owner = worker.owner_of(*block, access.address);
  if (owner != block && is_of_cluster(*block, access.address)) {
    check_visit(worker, *block, thread, access, owner);
    if (owner == nullptr) return;  // it has not begun
  }
  const bool in_shared = owner != nullptr;
  if (reinterpret_cast<std::uintptr_t>(access.address) % access.alignment != 0)
    add_misaligned(worker, *block, thread, access, owner);
  if (in_shared)
    access_shared(worker, *block, thread, access, *owner);
  else
    access_global(worker, *block, thread, access);
  if (!in_shared) StreamWork::instance().note(access, may_be_early(*block, thread, access));

  const bool writes = access.kind != AccessKind::read;
  if ((access.kind != AccessKind::atomic && !access.is_volatile) || access.scope == Scope::thread) return;
  if (writes && !access.only_loads) block->order.release(thread, access);
  if (access.kind == AccessKind::write) return;
  worker.acquiring = access;
  worker.acquirer = block;
  worker.acquiring_thread = thread;
}

void Checker::misaligned_vector(const Access& access) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* const block = worker.current();
  if (block == nullptr) return;
  const WatchedBlock* const owner = worker.owner_of(*block, access.address);
  if (owner == nullptr && !device_memory.holds(reinterpret_cast<std::uintptr_t>(access.address))) return;
  add_misaligned(worker, *block, running_thread(), access, owner);
}

void Checker::bulk_copied(const BulkPiece& piece) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const unsigned thread = running_thread();
  const unsigned number = block->bulk.lane_of(piece.until, thread);
  const BulkLane lane{number, block->bulk.order().clock(number)};
  const auto touch = [&](const void* address, AccessKind kind) {
    Access access{static_cast<const char*>(address), static_cast<unsigned>(piece.bytes), kind, piece.pc};
    WatchedBlock* owner = worker.owner_of(*block, access.address);
    if (owner != block && is_of_cluster(*block, access.address))
      check_visit(worker, *block, thread, access, owner);
    else if (owner == nullptr)
      StreamWork::instance().note(access, may_be_early(*block, thread, access));
    if (owner == nullptr && !is_of_cluster(*block, access.address))
      return access_global(worker, *block, thread, access);
    if (owner == nullptr) return;
    access.bulk = &lane;
    block->bulk.started(number, {access.address, access.bytes, kind, piece.pc, lane.clock});
    access_shared(worker, *block, thread, access, *owner);
  };
  if (piece.from != nullptr) touch(piece.from, AccessKind::read);
  touch(piece.to, piece.reduces ? AccessKind::atomic : AccessKind::write);
}

void Checker::fence(const Fence& fence) {
  if (fence.scope == Scope::thread) return;
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  if (WatchedBlock* block = worker.current()) block->order.fence(running_thread(), fence);
}

void Checker::block_arrived(const Block& block, const DeviceThread& thread) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  if (WatchedBlock* watched = worker.find(block))
    watched->order.arrive(static_cast<unsigned>(&thread - block.threads.data()));
}

void Checker::barrier(const Block& block) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* watched = worker.find(block);
  if (watched == nullptr) return;
  judge_unset(worker, *watched);
  report_guesses(*watched);
  watched->order.barrier();
  if (block.cluster != nullptr) watched->cluster.barrier();
  if (block.live != block.threads.size()) add_early_exit(block, block.barrier.site);
}

void Checker::grid_barrier() {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  worker.for_each([&](WatchedBlock& block) {
    judge_unset(worker, block);
    report_guesses(block);
    block.order.barrier();
    if (block.block->cluster != nullptr) block.cluster.barrier();
  });
  ++watched_launch().time;
}

void Checker::warp_synchronised(const Block& block, const Warp& warp, unsigned lanes) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  if (WatchedBlock* watched = worker.find(block))
    watched->order.warp_synchronised(static_cast<std::size_t>(warp.threads - block.threads.data()), lanes);
}

void Checker::shared_placed(const char* name, const char* begin, std::size_t bytes) {
  const Launch& launch = *this_worker->launch;
  const auto offset = static_cast<std::size_t>(begin - this_worker->block->arena);
  WatchingWorker::of_this_thread().layout.place(launch.serial, launch.config.shared_bytes,
                                                {name, offset, bytes});
}

void Checker::host_access(const Access& access) {
  StreamWork::instance().host_accesses(access);
  if (!DeviceHeap::instance().owns(access.address)) return;
  const auto allocation = allocation_at(access.address);
  const bool lives = allocation && allocation->freed_at == nullptr;
  if (lives && access.kind != AccessKind::read)
    GlobalShadow::instance().initialise(access.address, access.bytes);
  if (lives && allocation->managed) return;
  if (is_library_access(access.pc)) {
    StreamWork::instance().host_waits_for_all();  // as Thrust's calls do
    return;
  }
  const bool was_freed = allocation && !lives;
  const HazardKind kind = was_freed ? HazardKind::use_after_free : HazardKind::host_access;
  const std::string* nobody = intern("");
  if (is_repeated(kind, nobody, access.pc, nullptr)) return;
  FoundPlace place;
  place.pc = access.pc;
  place.access = access.kind;
  add(kind, place, global_memory(access.address, access.bytes), nobody);
}

void Checker::host_memory(const Access& access) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  if (WatchedBlock* block = worker.current())
    add_here(HazardKind::host_access, *block, running_thread(), access,
             variables.holds(reinterpret_cast<std::uintptr_t>(access.address))
                 ? global_memory(access.address, access.bytes)
                 : FoundMemory{});
}

void Checker::allocated(const Allocation& allocation) {
  const bool managed = allocation.kind == MemoryKind::managed;
  if (managed) StreamWork::instance().host_memory_is_shared();
  const bool by_kernel = allocation.kind == MemoryKind::kernel_heap;
  note_allocated({allocation.begin, allocation.bytes, managed, by_kernel, allocation.caller,
                  by_kernel ? std::vector<const void*>() : return_addresses(), nullptr});
  // The host may fill managed memory in code that is not instrumented.
  GlobalShadow::instance().allocate(allocation.begin, allocation.bytes, managed);
}

void Checker::freed(const Allocation& allocation, const void* caller) {
  note_freed(allocation.begin, caller);
  GlobalShadow::instance().release(allocation.begin, allocation.bytes);
}

void Checker::freed_in_vain(const char* memory, const void* caller) {
  WatchedBlock* block = WatchingWorker::of_this_thread().current();
  if (block == nullptr) return;
  Access access{};
  access.address = memory;
  access.pc = caller;
  add_here(HazardKind::bad_free, *block, running_thread(), access, global_memory(memory, 0));
}

void Checker::written_by_host(const void* begin, std::size_t bytes) {
  if (DeviceHeap::instance().owns(begin))
    GlobalShadow::instance().initialise(static_cast<const char*>(begin), bytes);
}

void Checker::left_unwritten(const void* begin, std::size_t bytes) {
  GlobalShadow::instance().forget(static_cast<const char*>(begin), bytes);
}

void Checker::finish(int exit_status) {
  StreamWork::instance().finish();
  report_shared_variables();
  if (exit_status != 0 || a_launch_failed) return;
  std::vector<KnownAllocation> living = living_allocations();
  for (const PinnedRange& each : pinned_ranges()) {
    if (each.registered) continue;
    living.emplace_back();
    living.back().begin = each.begin;
    living.back().bytes = each.bytes;
    living.back().made_at = each.caller;
  }
  std::map<const void*, std::size_t> bytes;
  for (const KnownAllocation& each : living) bytes[each.made_at] += each.bytes;
  for (const KnownAllocation& each : living) {
    // May stay as long as the device's heap, but not in the marker's.
    if (each.by_kernel && !is_guest_code(each.made_at)) continue;
    if (is_repeated(HazardKind::leak, intern(""), each.made_at, nullptr)) continue;
    FoundPlace place;
    place.pc = each.made_at;
    FoundMemory memory{};
    memory.is_known = true;
    memory.allocation = each;
    memory.size = bytes[each.made_at];
    add(HazardKind::leak, place, memory, intern(""));
  }
}

}  // namespace cudasim::lens
