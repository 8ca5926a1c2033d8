#include "sim/lens/race/races.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "sim/lens/race/global_shadow.hpp"

namespace cudasim::lens {
namespace {

// Calls function(address of word, its bytes as bits) for each word of the range.
template <class Function>
void for_each_word(const char* begin, unsigned bytes, Function function) {
  const char* end = begin + bytes;
  for (const char* word = begin - reinterpret_cast<std::uintptr_t>(begin) % 4; word < end; word += 4) {
    unsigned bits = 0xf;
    if (word < begin) bits &= 0xfu << (begin - word);
    if (end - word < 4) bits &= 0xfu >> (4 - (end - word));
    function(word, bits);
  }
}

bool same_block(const Clash& clash) {
  return clash.in_shared ? rank_of(clash.first) == rank_of(clash.second)
                         : clash.first.number == clash.second.number;
}

bool same_warp(const Clash& clash) {
  return clash.first.thread / 32 == clash.second.thread / 32 && same_block(clash);
}

// A thread that has fenced uses a volatile variable as a flag, not as data.
bool is_flag(const WatchedBlock& block, const Clash& clash, const Entry& entry) {
  if (clash.in_shared && !same_block(clash)) return true;  // flags between blocks of a cluster
  const auto number = clash.in_shared ? block.order.number() : static_cast<unsigned>(entry.number);
  const auto fences = fences_of(number, static_cast<unsigned>(entry.thread));
  if (!fences) return false;
  const auto now = number == block.order.number()
                       ? block.order.clock(static_cast<unsigned>(clash.second.thread))
                       : latest_clock(number);
  return fences->first < unwrap(static_cast<std::uint32_t>(entry.clock), now);
}

bool reads_only(const AccessSite& site) { return site.kind == AccessKind::read || site.only_loads; }

// PTX's moral strength: both are atomic or volatile, of one size, and each has a scope that the other's thread is in.
bool morally_strong(const Clash& clash, const AccessSite& first, const AccessSite& second) {
  if (!first.is_strong() || !second.is_strong() || first.bytes != second.bytes) return false;
  const Scope needed = same_block(clash) ? Scope::block
                       : clash.in_shared ? Scope::cluster
                                         : scope_between(static_cast<unsigned>(clash.first.number),
                                                         static_cast<unsigned>(clash.second.number));
  return first.scope >= needed && second.scope >= needed;
}

/// A volatile store that nothing orders with an atomic sum loses the sum, or is lost itself. A CAS or an exchange that
/// takes what it finds, as of a lock, does not.
bool loses_sum(const AccessSite& one, const AccessSite& other) {
  return one.kind == AccessKind::write && other.accumulates;
}

// Atomic operations and volatile accesses may meet, as may volatile accesses where the one that writes is a
// flag, which has one writer at a time.
bool is_permitted(const WatchedBlock& block, const Clash& clash) {
  const AccessSite &first = site(clash.first.site), &second = site(clash.second.site);
  if (reads_only(first) && reads_only(second)) return true;
  if (!morally_strong(clash, first, second)) return false;
  if (first.kind == AccessKind::atomic || second.kind == AccessKind::atomic)
    return !loses_sum(first, second) && !loses_sum(second, first);
  const bool both_write = first.kind == AccessKind::write && second.kind == AccessKind::write;
  if (both_write || same_warp(clash) || !any_fence()) return false;
  return (first.kind == AccessKind::write && is_flag(block, clash, clash.first)) ||
         (second.kind == AccessKind::write && is_flag(block, clash, clash.second));
}

HazardKind kind_of(const Clash& clash) {
  if (clash.in_shared && is_bulk(clash.first)) return HazardKind::not_waited_for;
  if (same_warp(clash)) return HazardKind::race_warp;
  if (!clash.in_shared) return HazardKind::race_global;
  // The reader had only read since the last barrier, and somebody else is a phase ahead. A reader that had
  // written before it read is in the same phase as the writer.
  const bool late_reader = site(clash.first.site).kind == AccessKind::read &&
                           (clash.first.number & wrote_bit) == 0 && same_block(clash);
  const bool same_place = site(clash.first.site).pc == site(clash.second.site).pc;
  return late_reader && !same_place ? HazardKind::reuse_without_barrier : HazardKind::race_shared;
}

FoundPlace found_place(WatchingWorker& worker, WatchedBlock& block, const Clash& clash, const Entry& entry) {
  const AccessSite& where = site(entry.site);
  const WatchedBlock* of = clash.in_shared ? block_of(worker, block, entry) : nullptr;
  auto thread = static_cast<unsigned>(entry.thread);
  if (of != nullptr && is_bulk(entry)) thread = of->bulk.thread_of(thread);
  FoundPlace place = place_of(of != nullptr ? *of : block, thread, where.pc, where.kind);
  if (clash.in_shared) return place;
  WatchedLaunch& launch = watched_launch();
  const std::lock_guard lock(launch.mutex);
  if (entry.number < launch.block_indices.size()) place.block = launch.block_indices[entry.number];
  return place;
}

// A plain read and an atomic operation: the read may only decide whether an atomic operation of its own thread follows.
bool is_plain_check(const Clash& clash) {
  const AccessSite &first = site(clash.first.site), &second = site(clash.second.site);
  const bool first_reads = first.kind == AccessKind::read && !first.is_volatile;
  const bool second_reads = second.kind == AccessKind::read && !second.is_volatile;
  return (first_reads && second.kind == AccessKind::atomic) ||
         (second_reads && first.kind == AccessKind::atomic);
}

void hold_back(const Clash& clash, Finding finding) {
  const Entry& read = site(clash.first.site).kind == AccessKind::read ? clash.first : clash.second;
  WatchedLaunch& launch = watched_launch();
  const std::lock_guard lock(launch.mutex);
  launch.checks.push_back({static_cast<unsigned>(read.site), std::move(finding)});
}

/// A plain read decides if an atomic operation of its thread follows on the word that compares. The cell remembers few readers.
void note_check(WatchedBlock& block, unsigned thread, const Access& access, const Entry& entry) {
  PlainReads& reads = block.reads[thread];
  if (access.kind == AccessKind::read) {
    if (!access.is_volatile && access.bulk == nullptr)
      reads.last[reads.oldest++ % reads.last.size()] = {access.address, static_cast<unsigned>(entry.site)};
    return;
  }
  for (PlainReads::PlainRead& each : reads.last) {
    if (each.address != access.address) continue;
    if (access.compares)
      std::atomic_ref(site_table[each.site].decides).store(true, std::memory_order_relaxed);
    each.address = nullptr;
  }
}

/// Atomic or volatile data that another block releases with a fence of block scope only: they may be stale, although
/// no access races. In a submission also what another block, or another warp of the block, releases without any fence.
bool is_handed_on_too_soon(const WatchedBlock& block, const Clash& clash) {
  if (!fences_may_lack()) return false;
  const AccessSite &first = site(clash.first.site), &second = site(clash.second.site);
  const bool reads = second.kind == AccessKind::read || second.looks || first.only_stores;
  if (!reads || reads_only(first) || first.looks) return false;
  if (same_block(clash) ? !guest_is_in || same_warp(clash) : clash.in_shared) return false;
  const auto link = block.order.broken_link(clash.first, static_cast<unsigned>(clash.second.thread),
                                            !clash.in_shared, clash.address);
  using Missing = BrokenLink::Missing;
  return link && (link->missing == Missing::wider_fence_before ||
                  (guest_is_in && link->missing == Missing::fence_before));
}

/// The second access, which is reported first.
bool comes_too_early(HazardKind kind) {
  return kind == HazardKind::not_waited_for || kind == HazardKind::missing_proxy_fence;
}

/// Without asking whether it is known.
Finding finding_of(WatchingWorker& worker, WatchedBlock& block, const Clash& clash, HazardKind kind) {
  const bool second_first = comes_too_early(kind);
  Finding finding{};
  finding.kind = kind;
  finding.kernel = *watched_launch().kernel;
  finding.first = found_place(worker, block, clash, second_first ? clash.second : clash.first);
  finding.second = found_place(worker, block, clash, second_first ? clash.first : clash.second);
  finding.memory = clash.in_shared
                       ? shared_memory(worker.layout,
                                       static_cast<std::size_t>(clash.address - clash.owner->block->arena), 4)
                       : global_memory(clash.address, 4);
  finding.memory.bytes = std::min(clash.bytes, 4u);
  if (same_block(clash) && !same_warp(clash)) {
    auto named = block.named.find(static_cast<unsigned>(clash.second.thread) / 32);
    if (named == block.named.end()) named = block.named.find(static_cast<unsigned>(clash.first.thread) / 32);
    if (named != block.named.end()) finding.named_barrier = named->second;
  }
  const AccessSite &one = site(clash.first.site), &other = site(clash.second.site);
  finding.mixed_sizes = one.is_strong() && other.is_strong() && one.bytes != other.bytes;
  finding.too_narrow =
      !finding.mixed_sizes && one.is_strong() && other.is_strong() && !morally_strong(clash, one, other);
  finding.of_cluster = clash.in_shared && !same_block(clash);
  finding.of_bulk = clash.in_shared && is_bulk(clash.first);
  if (!finding.of_cluster && !finding.of_bulk && kind != HazardKind::missing_proxy_fence)
    finding.link =
        block.order.broken_link(clash.first, static_cast<unsigned>(clash.second.thread), !clash.in_shared);
  return finding;
}

void report(Finding finding) {
  const void *first = finding.first.pc, *second = finding.second.pc;
  if (!is_repeated(finding.kind, intern(finding.kernel), first, second)) add_finding(std::move(finding));
}

/// The thread looks at the word by an atomic operation: perhaps only for a value with which a compare-and-swap begins.
void keep_guess(WatchingWorker& worker, WatchedBlock& block, const Clash& clash, const char* address) {
  const auto thread = static_cast<unsigned>(clash.second.thread);
  Guess guess{address, finding_of(worker, block, clash, kind_of(clash))};
  const auto [kept, is_new] = block.guesses.try_emplace(thread, std::move(guess));
  if (is_new || kept->second.address == address) return;
  report(std::exchange(kept->second, std::move(guess)).finding);
}

/// Before the thread's access: what it has looked at there was a guess if this is a compare-and-swap that changes the word or fails.
void judge_guess(WatchedBlock& block, unsigned thread, const Access& access) {
  if (block.guesses.empty()) return;
  const auto guess = block.guesses.find(thread);
  if (guess == block.guesses.end() || guess->second.address != access.address) return;
  if (!access.swaps()) report(std::move(guess->second.finding));
  block.guesses.erase(guess);
}

void on_clash(WatchingWorker& worker, WatchedBlock& block, const Clash& clash, const char* address) {
  if (is_permitted(block, clash)) {
    if (!is_handed_on_too_soon(block, clash)) return;
    if (site(clash.second.site).looks && !site(clash.first.site).only_stores)
      keep_guess(worker, block, clash, address);
    else
      report_clash(worker, block, clash, kind_of(clash));
    return;
  }
  const bool both_write =
      site(clash.first.site).kind == AccessKind::write && site(clash.second.site).kind == AccessKind::write;
  if (!both_write || (clash.in_shared && is_bulk(clash.first))) {
    report_clash(worker, block, clash, kind_of(clash));
    return;
  }
  DoubtfulWrite write{&block, clash, {}};
  std::memcpy(write.before, clash.address, 4);
  worker.doubtful.push_back(write);
}

/// However well the two are ordered: data read as constant may come from a cache that no write reaches. A surface may be written
/// after it is read.
bool is_stale(const AccessSite& first, const AccessSite& second) {
  return (first.read_only && !reads_only(second)) ||
         ((second.read_only || second.of_surface) && !reads_only(first));
}

bool is_before_in_global(WatchingWorker& worker, WatchedBlock& block, const Entry& old, const Entry& entry,
                         const char* word, bool may_clash, bool strong) {
  const auto thread = static_cast<unsigned>(entry.thread);
  if (block.order.is_before_in_grid(old, thread, word, may_clash, strong)) return true;
  const WatchedBlock* other = block_in_cluster(worker, block, static_cast<unsigned>(old.number));
  return other != nullptr && is_before_by_cluster(*other, old, block, thread);
}

/// As the cell remembers it.
Entry kept(Entry entry, const Access& access) {
  if (access.bulk == nullptr) return entry;
  entry.thread = access.bulk->number & 0x3ff;
  entry.clock = access.bulk->clock & ((1u << clock_bits) - 1);
  entry.number |= bulk_bit;
  return entry;
}

/// `owner`: of the shared memory; null in global memory.
void check_word(WatchingWorker& worker, WatchedBlock& block, Cell& cell, const Entry& entry, const char* word,
                const Access& access, const WatchedBlock* owner) {
  const bool in_shared = owner != nullptr;
  const bool may_be_stale = !in_shared && watched_launch().reads_read_only.load(std::memory_order_relaxed);
  note_access(
      cell, kept(entry, access), access.kind,
      [&](const Entry& old) {
        return in_shared ? rank_of(old) == rank_of(entry) : old.number == entry.number;
      },
      [&](const Entry& old, bool may_clash, bool strong) {
        if (in_shared) {
          const bool before = is_before_in_shared(worker, block, old, entry, word,
                                                  may_clash || access.bulk != nullptr, strong);
          if (before && lacks_proxy_fence(worker, block, old, entry, word, access))
            report_clash(worker, block, {old, entry, in_shared, word, access.bytes, owner},
                         HazardKind::missing_proxy_fence);
          return before;
        }
        const bool before = is_before_in_global(worker, block, old, entry, word, may_clash, strong);
        if (before && may_be_stale && is_stale(site(old.site), site(entry.site)))
          report_clash(worker, block, {old, entry, in_shared, word, access.bytes, owner},
                       HazardKind::stale_read);
        return before;
      },
      [&](const Entry& old) {
        on_clash(worker, block, {old, entry, in_shared, word, access.bytes, owner}, access.address);
      });
}

template <class IsOwn>
bool others_wrote(const Cell& cell, unsigned bits, IsOwn is_own) {
  for (const Entry& entry : cell.entry)
    if ((entry.bytes & bits) != 0 && site(entry.site).kind == AccessKind::write && !is_own(entry))
      return true;
  return false;
}

}  // namespace

void report_clash(WatchingWorker& worker, WatchedBlock& block, const Clash& clash, HazardKind kind) {
  const bool second_first = comes_too_early(kind);
  const Entry &told_first = second_first ? clash.second : clash.first,
              &told_second = second_first ? clash.first : clash.second;
  if (is_repeated(kind, watched_launch().kernel, site(told_first.site).pc, site(told_second.site).pc)) return;
  Finding finding = finding_of(worker, block, clash, kind);
  if (kind != HazardKind::stale_read && is_plain_check(clash))
    hold_back(clash, std::move(finding));
  else
    add_finding(std::move(finding));
}

void report_guesses(WatchedBlock& block) {
  for (auto& [thread, guess] : block.guesses) report(std::move(guess.finding));
  block.guesses.clear();
}

bool is_before_in_shared(WatchingWorker& worker, WatchedBlock& block, const Entry& old, const Entry& entry,
                         const char* word, bool may_clash, bool strong) {
  const auto thread = static_cast<unsigned>(entry.thread);
  if (is_bulk(old)) {
    const WatchedBlock* of = block_of(worker, block, old);
    return of == nullptr || block.order.knows_of(of->bulk.order(), old, thread, word);
  }
  if (rank_of(old) == rank_of(entry))
    return block.order.is_before(old, thread, word, may_clash, strong) ||
           is_before_by_cluster(block, old, block, thread);
  WatchedBlock* other = block_of(worker, block, old);
  return other == nullptr || is_before_by_cluster(*other, old, block, thread) ||
         block.order.knows_of(other->order, old, thread, word, strong);
}

Entry make_entry(const WatchedBlock& block, unsigned thread, const Access& access, unsigned number) {
  Entry entry{};
  entry.thread = thread & 0x3ff;
  entry.site = site_number(access) & ((1u << site_bits) - 1);
  entry.clock = block.order.clock(thread) & ((1u << clock_bits) - 1);
  entry.number = number & ((1u << number_bits) - 1);
  return entry;
}

void race_check_shared(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access,
                       WatchedBlock& owner) {
  judge_guess(block, thread, access);
  std::uint32_t& wrote_at = block.wrote_shared[thread];
  const bool wrote_before = wrote_at == block.order.barrier_clock();
  Entry entry = make_entry(block, thread, access, rank_of(block) << 1 | (wrote_before ? wrote_bit : 0));
  if (access.kind != AccessKind::read) wrote_at = block.order.barrier_clock();
  note_check(block, thread, access, entry);
  for_each_word(access.address, access.bytes, [&](const char* word, unsigned bits) {
    entry.bytes = bits & 0xf;
    Cell& cell = owner.shared.cell(static_cast<std::size_t>(word - owner.block->arena));
    check_word(worker, block, cell, entry, word, access, &owner);
  });
}

void race_check_global(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access) {
  judge_guess(block, thread, access);
  const std::uint32_t time = watched_launch().time.load(std::memory_order_relaxed);
  if (access.read_only || access.of_surface)
    watched_launch().reads_read_only.store(true, std::memory_order_relaxed);
  GlobalShadow& shadow = GlobalShadow::instance();
  Entry entry = make_entry(block, thread, access, block.order.number());
  note_check(block, thread, access, entry);
  for_each_word(access.address, access.bytes, [&](const char* word, unsigned bits) {
    entry.bytes = bits & 0xf;
    Cell* cell = shadow.lock(word, time);
    if (cell == nullptr) return;
    check_word(worker, block, *cell, entry, word, access, nullptr);
    GlobalShadow::unlock(*cell, time);
  });
}

void settle(WatchingWorker& worker) {
  if (worker.acquirer != nullptr) {
    worker.acquirer->order.acquire(worker.acquiring_thread, worker.acquiring);
    worker.acquirer = nullptr;
  }
  for (const DoubtfulWrite& write : worker.doubtful) {
    const auto bytes = static_cast<unsigned>(write.clash.first.bytes & write.clash.second.bytes);
    bool changed = false;
    for (unsigned i = 0; i < 4; ++i)
      changed |= (bytes >> i & 1) != 0 && write.clash.address[i] != write.before[i];
    if (changed) report_clash(worker, *write.block, write.clash, kind_of(write.clash));
  }
  worker.doubtful.clear();
}

void report_checks_before_atomics() {
  std::vector<PlainCheck> checks;
  {
    WatchedLaunch& launch = watched_launch();
    const std::lock_guard lock(launch.mutex);
    checks = std::exchange(launch.checks, {});
  }
  for (PlainCheck& check : checks) {
    const bool decides = site(check.read_site).decides;
    const HazardKind kind = decides ? HazardKind::check_before_atomic : check.finding.kind;
    const auto& [first, second] = std::pair(check.finding.first.pc, check.finding.second.pc);
    if (decides && is_repeated(kind, intern(check.finding.kernel), first, second)) continue;
    check.finding.kind = kind;
    add_finding(std::move(check.finding));
  }
}

FoundMemory shared_memory(const SharedLayout& layout, std::size_t offset, unsigned bytes) {
  FoundMemory memory;
  memory.is_shared = true;
  memory.bytes = bytes;
  const SharedVariable* variable = layout.nearest(offset);
  if (variable == nullptr) return memory;
  memory.is_known = true;
  memory.variable = variable->name;
  memory.offset = offset - variable->offset;
  memory.size = variable->bytes;
  return memory;
}

FoundMemory global_memory(const char* address, unsigned bytes) {
  FoundMemory memory;
  memory.bytes = bytes;
  if (!GlobalShadow::instance().is_heap(address)) {
    memory.address = address;
    return memory;
  }
  auto allocation = allocation_at(address);
  if (!allocation) allocation = allocation_near(address);
  if (!allocation) return memory;
  memory.is_known = true;
  memory.allocation = *allocation;
  memory.offset = static_cast<std::size_t>(address - allocation->begin);
  memory.size = allocation->bytes;
  return memory;
}

bool others_wrote_shared(WatchedBlock& owner, const WatchedBlock& block, unsigned thread, std::size_t offset,
                         unsigned bytes) {
  bool found = false;
  const unsigned rank = rank_of(block);
  for_each_word(owner.block->arena + offset, bytes, [&](const char* word, unsigned bits) {
    Cell& cell = owner.shared.cell(static_cast<std::size_t>(word - owner.block->arena));
    found |= others_wrote(
        cell, bits, [&](const Entry& entry) { return entry.thread == thread && rank_of(entry) == rank; });
  });
  return found;
}

bool others_wrote_global(unsigned number, unsigned thread, const char* address, unsigned bytes) {
  const std::uint32_t time = watched_launch().time.load(std::memory_order_relaxed);
  bool found = false;
  for_each_word(address, bytes, [&](const char* word, unsigned bits) {
    Cell* cell = GlobalShadow::instance().lock(word, time);
    if (cell == nullptr) return;
    found |= others_wrote(
        *cell, bits, [&](const Entry& entry) { return entry.thread == thread && entry.number == number; });
    GlobalShadow::unlock(*cell, time);
  });
  return found;
}

}  // namespace cudasim::lens
