// Compares a watched thread's access with the accesses of others that the shadow remembers.
#pragma once

#include "sim/lens/race/watched_block.hpp"

namespace cudasim::lens {

/// Compares the access, by the block's thread, with earlier ones to the same bytes, and remembers it. All of
/// it lies in one variable or allocation.
/// The shared memory is `owner`'s: of the same block, or of another one of its cluster.
void race_check_shared(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access,
                       WatchedBlock& owner);
void race_check_global(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access);

/// Reports the races of plain reads with atomic operations that were held back until the launch's end: as notes if the
/// read only decides whether an atomic operation follows.
void report_checks_before_atomics();

/// Whether an access of any thread that can reach this shared memory comes before what the running one does.
bool is_before_in_shared(WatchingWorker& worker, WatchedBlock& block, const Entry& old, const Entry& entry,
                         const char* word, bool may_clash, bool strong);
/// Makes a finding of it, once for each pair of lines.
void report_clash(WatchingWorker& worker, WatchedBlock& block, const Clash& clash, HazardKind kind);

/// Reports what threads of the block have looked at too early, and have not swapped since.
void report_guesses(WatchedBlock& block);

/// The access as a cell remembers it, with no bytes yet.
Entry make_entry(const WatchedBlock& block, unsigned thread, const Access& access, unsigned number);

/// What the bytes at a shared address belong to.
FoundMemory shared_memory(const SharedLayout& layout, std::size_t offset, unsigned bytes);
/// The same for the device's heap.
FoundMemory global_memory(const char* address, unsigned bytes);

/// Whether a thread other than this one, of any block of the launch, has written to some byte of the range
/// meanwhile.
bool others_wrote_shared(WatchedBlock& owner, const WatchedBlock& block, unsigned thread, std::size_t offset,
                         unsigned bytes);
bool others_wrote_global(unsigned number, unsigned thread, const char* address, unsigned bytes);

}  // namespace cudasim::lens
