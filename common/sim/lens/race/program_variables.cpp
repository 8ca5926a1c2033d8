#include "sim/lens/race/program_variables.hpp"

#include <sys/mman.h>

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "sim/lens/count/spaces.hpp"
#include "sim/lens/race/library_calls.hpp"
#include "sim/lens/race/races.hpp"
#include "sim/lens/report/findings.hpp"
#include "sim/lens/report/lines.hpp"

namespace cudasim::lens {
namespace {

constexpr std::uintptr_t written = std::uintptr_t{1} << 63;  // beside an address of code

/// The first access to each word by one side: its program counter, and `written`. Pages cost nothing until they are touched.
class Side {
 public:
  Side()
      : words_(static_cast<std::atomic<std::uintptr_t>*>(
            mmap(nullptr, variables.bytes / 4 * sizeof(std::uintptr_t) + 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (words_ == MAP_FAILED) words_ = nullptr;
  }

  void note(const Access& access) {
    if (words_ == nullptr) return;
    const auto first = reinterpret_cast<std::uintptr_t>(access.address) - variables.begin;
    const auto value = reinterpret_cast<std::uintptr_t>(access.pc) |
                       (access.kind != AccessKind::read ? written : std::uintptr_t{0});
    for (std::uintptr_t word = first / 4; word * 4 < first + access.bytes; ++word)
      if (word * 4 < variables.bytes && words_[word].load(std::memory_order_relaxed) == 0)
        words_[word].store(value, std::memory_order_relaxed);
    note_bounds(first / 4, (first + access.bytes + 3) / 4);
  }

  std::uintptr_t at(std::uintptr_t word) const { return words_ == nullptr ? 0 : words_[word].load(); }
  std::uintptr_t begin() const { return begin_; }
  std::uintptr_t end() const { return end_ * 4 <= variables.bytes ? end_.load() : variables.bytes / 4; }

 private:
  void note_bounds(std::uintptr_t first, std::uintptr_t last) {
    std::uintptr_t known = begin_;
    while (first < known && !begin_.compare_exchange_weak(known, first)) {
    }
    known = end_;
    while (last > known && !end_.compare_exchange_weak(known, last)) {
    }
  }

  std::atomic<std::uintptr_t>* words_;
  std::atomic<std::uintptr_t> begin_{UINTPTR_MAX}, end_{0};
};

Side& of_host(bool writes) {
  static auto& readers = *new Side;
  static auto& writers = *new Side;
  return writes ? writers : readers;
}

Side& of_kernels() {
  static auto& side = *new Side;
  return side;
}

/// Thrust runs kernels' functions on the host: what it calls is no host code.
bool is_librarys(const void* pc) {
  static std::mutex mutex;
  static auto& known = *new std::unordered_map<const void*, bool>;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace(pc, false);
  if (is_new) entry->second = is_library_access(pc);
  return entry->second;
}

FoundPlace place(std::uintptr_t access) {
  FoundPlace found;
  found.pc = reinterpret_cast<const void*>(access & ~written);
  found.access = (access & written) != 0 ? AccessKind::write : AccessKind::read;
  return found;
}

void report(std::uintptr_t word, std::uintptr_t host, std::uintptr_t kernels) {
  if (host == 0) return;
  Finding finding{};
  finding.kind = HazardKind::host_access;
  finding.first = place(host);
  finding.second = place(kernels);
  if (is_repeated(finding.kind, intern(""), finding.first.pc, finding.second.pc)) return;
  finding.memory = global_memory(reinterpret_cast<const char*>(variables.begin + word * 4), 4);
  add_finding(std::move(finding));
}

}  // namespace

void note_variable_of_host(const Access& access) {
  if (!is_librarys(access.pc)) of_host(access.kind != AccessKind::read).note(access);
}

void note_variable_of_kernel(const Access& access) { of_kernels().note(access); }

void report_shared_variables() {
  for (std::uintptr_t word = of_kernels().begin(); word < of_kernels().end(); ++word) {
    const std::uintptr_t kernels = of_kernels().at(word);
    if (kernels == 0) continue;
    report(word, of_host(true).at(word), kernels);
    report(word, of_host(false).at(word), kernels);
  }
}

}  // namespace cudasim::lens
