#include "sim/runtime/repeated_launches.hpp"

#include <pthread.h>
#include <stdio.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cudasim/hidden_writes.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/launch_apart.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/settings.hpp"

// Where the translator marks a program that has variables in device memory other than constants (translate/device_variables.cpp).
extern "C" __attribute__((weak)) const char __start_cudasim_variables[];

namespace cudasim {
namespace {

constexpr double shortest = 0.01;         // seconds: a shorter launch is not worth it
constexpr double bytes_per_second = 4e9;  // that digests take, with room to spare
constexpr double most_of_launch = 0.25;   // may be spent on digests
// The same, of all launches so far that repeat each other without a call between them: what one leaves is what the next one finds.
constexpr double most_of_launches = 0.25;
// A short launch between those that repeat changes memory, which would have to be looked at again. So it is looked at, too, for this part of the time that
// copying results has saved.
constexpr double most_of_saved = 0.25;
// A launch of many threads under an observer is looked at from the first time on: its processor time is estimated, low.
constexpr double observed_seconds_per_thread = 1e-8;
constexpr double least_estimate = 0.5;
constexpr unsigned most_misses = 3;         // in a row, after which a launch is no longer looked at
constexpr std::size_t most_kernels = 4096;  // for which something is remembered
constexpr std::size_t most_kept = std::size_t{256} << 20;  // bytes of results
constexpr std::size_t piece_of_digest = 4096;              // bytes

/// Memory that kernels may read or write, in the order of its addresses.
struct Piece {
  char* begin;
  std::size_t bytes;
};

bool operator==(const Piece& a, const Piece& b) { return a.begin == b.begin && a.bytes == b.bytes; }

struct Digests {
  std::vector<Piece> pieces;
  std::vector<std::uint64_t> pages;  // of each piece, one after another
};
bool operator==(const Digests& a, const Digests& b) { return a.pieces == b.pieces && a.pages == b.pages; }

/// A part of memory that a launch has changed.
struct Change {
  char* to;
  std::string bytes;
};

struct KnownResult {
  Digests before, after;
  std::vector<Change> changes;
};

struct Entry {
  double seconds = 0;  // of the latest run; before it, an estimate
  double spent = 0;    // in all runs
  unsigned misses = 0;
  std::optional<KnownResult> known;
};

struct State {
  std::unordered_map<std::string, Entry> entries;
  std::size_t kept = 0;
  std::string now;                  // the launch that runs
  std::optional<Digests> before;    // set if its result will be kept
  std::optional<Digests> after;     // set if memory is known as the latest launch has left it
  bool finds_known_memory = false;  // the launch that runs
  double saved = 0;                 // seconds, less those that looking at short launches has taken
  char* printed_from = nullptr;
};

// Launches run one at a time (kernel_launch.cpp).
State& state() {
  static State& made = *new State;
  return made;
}

std::atomic<bool> runs_again{false};  // what the kernel has done cannot be copied
std::atomic<bool> constants_have_addresses{false};
std::atomic<bool> memory_may_change{true};  // after the latest launch
std::atomic<bool> memory_may_change_at_any_time{false};
std::atomic<unsigned long> repeated{0};

std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t word(const char* at) {
  std::uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::uint64_t digest(const char* begin, std::size_t bytes) {
  constexpr std::uint64_t a = 0xa0761d6478bd642fu, b = 0xe7037ed1a0b428dbu;
  std::uint64_t first = a ^ bytes, second = b;
  std::size_t i = 0;
  for (; i + 32 <= bytes; i += 32) {
    first = folded_product(word(begin + i) ^ a, word(begin + i + 8) ^ first);
    second = folded_product(word(begin + i + 16) ^ b, word(begin + i + 24) ^ second);
  }
  char rest[32] = {};
  std::memcpy(rest, begin + i, bytes - i);
  first = folded_product(word(rest) ^ a, word(rest + 8) ^ first);
  second = folded_product(word(rest + 16) ^ b, word(rest + 24) ^ second);
  return folded_product(first ^ a, second ^ b);
}

std::vector<Piece> memory_of_kernels() {
  std::vector<Piece> pieces;
  for (const Allocation& each : DeviceHeap::instance().allocations())
    pieces.push_back({each.begin, each.bytes});
  for (const PinnedRange& each : pinned_ranges()) pieces.push_back({each.begin, each.bytes});
  return pieces;
}

double seconds_for(const std::vector<Piece>& pieces) {
  double bytes = 0;
  for (const Piece& each : pieces) bytes += static_cast<double>(each.bytes);
  return bytes / bytes_per_second;
}

Digests digests_of(std::vector<Piece> pieces) {
  Digests result{std::move(pieces), {}};
  for (const Piece& piece : result.pieces)
    for (std::size_t at = 0; at < piece.bytes; at += piece_of_digest)
      result.pages.push_back(digest(piece.begin + at, std::min(piece_of_digest, piece.bytes - at)));
  return result;
}

/// What is different after the launch; nothing if that is too much to keep.
std::optional<std::vector<Change>> changes_between(const Digests& before, const Digests& after,
                                                   std::size_t room) {
  if (before.pieces != after.pieces) return std::nullopt;
  std::vector<Change> changes;
  std::size_t number = 0;
  for (const Piece& piece : after.pieces)
    for (std::size_t at = 0; at < piece.bytes; at += piece_of_digest, ++number) {
      if (before.pages[number] == after.pages[number]) continue;
      const std::size_t bytes = std::min(piece_of_digest, piece.bytes - at);
      if (bytes > room) return std::nullopt;
      room -= bytes;
      changes.push_back({piece.begin + at, std::string(piece.begin + at, bytes)});
    }
  return changes;
}

template <class T>
void append(std::string& text, const T& value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Kernel, configuration and arguments.
std::string key_of(const Launch& launch) {
  std::string key;
  append(key, launch.call.address);
  append(key, launch.call.invoke);
  for (const dim3 size : {launch.config.grid, launch.config.block, launch.config.cluster}) append(key, size);
  append(key, launch.config.shared_bytes);
  append(key, launch.config.cooperative);
  key.append(static_cast<const char*>(launch.call.data), launch.call.bytes);
  return key;
}

bool must_run(const Launch& launch, double spent) {
  return observer != nullptr && observer->must_run(launch, spent);
}

bool may_be_repeated(const Launch& launch) {
  static const bool wanted = setting("CUDASIM_RUN_ALL", 0) == 0 && __start_cudasim_variables == nullptr;
  return wanted && !constants_have_addresses && !launch.call.may_refer &&
         !must_run(launch, std::numeric_limits<double>::infinity());
}

double estimated_seconds(const Launch& launch) {
  const dim3 block = launch.config.block;
  const double seconds =
      observed_seconds_per_thread * static_cast<double>(launch.blocks) * block.x * block.y * block.z;
  return observer != nullptr && seconds >= least_estimate ? seconds : 0;
}

void forget(Entry& entry) {
  if (entry.known)
    for (const Change& each : entry.known->changes) state().kept -= each.bytes.size();
  entry.known.reset();
}

/// Whether digests of this memory after a short launch are worth their time; they are then paid for.
bool pays_for_short_launch(const std::vector<Piece>& pieces) {
  State& s = state();
  const double price = seconds_for(pieces) / most_of_saved;
  if (!s.finds_known_memory || price > s.saved) return false;
  s.saved -= price;
  return true;
}

/// Empties the buffer of standard output and marks its start, so that `has_printed` sees what is written into it.
void watch_output() {
  std::fflush(stdout);
  state().printed_from = stdout->_IO_buf_base;
  if (state().printed_from != nullptr) *state().printed_from = '\0';
}

bool has_printed() {
  return stdout->_IO_buf_base != state().printed_from ||
         (state().printed_from != nullptr && *state().printed_from != '\0');
}

/// The times that the program measures are not those of a kernel.
void report_repeated(int, void*) {
  report(
      "%lu launches repeated an earlier one on the same memory: their results were copied, and their times "
      "mean "
      "nothing. CUDASIM_RUN_ALL=1 runs every launch",
      repeated.load());
}

}  // namespace

bool repeats_known_launch(const Launch& launch) {
  State& s = state();
  const bool memory_is_same = !memory_may_change.exchange(true) && !memory_may_change_at_any_time;
  const std::string latest = std::exchange(s.now, {});
  std::optional<Digests> left = std::exchange(s.after, std::nullopt);
  s.before.reset();
  s.finds_known_memory = memory_is_same && left.has_value();
  runs_again = false;
  if (!may_be_repeated(launch)) return false;
  s.now = key_of(launch);
  auto found = s.entries.find(s.now);
  if (found == s.entries.end()) {
    const double seconds = estimated_seconds(launch);
    if (seconds == 0) return false;
    found = s.entries.insert({s.now, Entry{seconds, 0, 0, {}}}).first;
  }
  Entry& entry = found->second;
  if (entry.misses >= most_misses) return false;
  const bool is_short = entry.seconds < shortest;
  if (is_short && !s.finds_known_memory) return false;
  if (!s.finds_known_memory) {
    const bool follows_its_like = memory_is_same && s.now == latest;
    const double most = follows_its_like ? most_of_launches * entry.spent : most_of_launch * entry.seconds;
    std::vector<Piece> pieces = memory_of_kernels();
    if (seconds_for(pieces) > most) return false;
    left = digests_of(std::move(pieces));
  }
  Digests& before = *left;
  if (entry.known && entry.known->before == before) {
    entry.misses = 0;
    if (must_run(launch, entry.spent)) return false;
    for (const Change& each : entry.known->changes)
      std::memcpy(each.to, each.bytes.data(), each.bytes.size());
    s.after = entry.known->after;
    s.saved += entry.seconds;
    if (repeated++ == 0) on_exit(report_repeated, nullptr);
    return true;
  }
  if (entry.known) ++entry.misses;
  forget(entry);
  if (is_short && !pays_for_short_launch(before.pieces)) return false;
  s.before = std::move(before);
  watch_output();
  return false;
}

void remember_launch(const Launch& launch, double seconds) {
  State& s = state();
  const bool is_worth_an_entry = seconds >= shortest || s.before || (s.finds_known_memory && s.saved > 0);
  if (s.now.empty() || launch.failed || !is_worth_an_entry) return;
  if (s.entries.size() >= most_kernels) forget_known_launches();
  Entry& entry = s.entries[s.now];
  entry.seconds = seconds;
  entry.spent += seconds;
  if (!s.before) return;
  if (runs_again || has_printed()) {
    entry.misses = most_misses;
    return;
  }
  s.after = digests_of(memory_of_kernels());
  auto changes = changes_between(*s.before, *s.after, most_kept - s.kept);
  if (!changes) {
    ++entry.misses;
    return;
  }
  for (const Change& each : *changes) s.kept += each.bytes.size();
  entry.known = KnownResult{std::move(*s.before), *s.after, std::move(*changes)};
}

void launch_has_ended() {
  if (!host_shares_memory()) memory_may_change = runs_again.load();
}

void call_begins(std::string_view name) {
  constexpr std::string_view harmless[] = {
      "kernel launch",   "cudaGetLastError",     "cudaPeekAtLastError", "cudaDeviceSynchronize",
      "cudaEventRecord", "cudaEventSynchronize", "cudaEventElapsedTime"};
  static const pthread_t host = pthread_self();
  if (!pthread_equal(host, pthread_self()))
    memory_may_change_at_any_time = true;
  else if (std::find(std::begin(harmless), std::end(harmless), name) == std::end(harmless))
    memory_may_change = true;
}

bool detail::memory_may_change_unseen() { return memory_may_change_at_any_time = true; }

void forget_known_launches() {
  state().entries.clear();
  state().kept = 0;
}

void address_of_constant_given() { constants_have_addresses = true; }

void keep_running_this_launch() {
  if (!runs_again.load(std::memory_order_relaxed)) runs_again = true;
}

}  // namespace cudasim
