#include "sim/lens/report/wording.hpp"

#include <cctype>

#include "sim/lens/report/hopper_wording.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/runtime/source_line.hpp"

namespace cudasim::lens {

std::string file_line(const std::string& file, int line) {
  return line == 0 ? "an unknown line" : file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
}

namespace {

std::string line_text(const void* pc) {
  const SourceLine line = source_line(pc);
  return file_line(line.file, line.line);
}

std::string at(const HazardPlace& place) { return " at " + file_line(place.file, place.line); }

std::string thread_text(const FoundPlace& place) {
  return "thread " + to_text(place.thread) + " of block " + to_text(place.block);
}

std::string verb(AccessKind access) {
  switch (access) {
    case AccessKind::read: return " reads";
    case AccessKind::write: return " writes";
    default: return " updates (atomically)";
  }
}

std::string deed(const FoundPlace& place) { return place.does != nullptr ? place.does : verb(place.access); }

std::string allocation_text(const KnownAllocation& allocation) {
  if (allocation.name != nullptr) return allocation.name;
  return "the " + std::to_string(allocation.bytes) + "-byte allocation made at " +
         line_text(allocation.made_at);
}

std::string bytes_text(const FoundMemory& memory) {
  return memory.bytes == 1 ? "1 byte" : std::to_string(memory.bytes) + " bytes";
}

std::string variable_text(const FoundMemory& memory) {
  return memory.variable.empty() ? "the dynamic shared memory"
                                 : "the shared variable '" + memory.variable + "'";
}

// "4 bytes at offset 512 of the shared variable 'cache'".
std::string memory_text(const FoundMemory& memory) {
  if (memory.is_page_locked) return bytes_text(memory) + " of page-locked host memory";
  if (memory.is_pageable) return bytes_text(memory) + " of host memory";
  if (memory.address != nullptr) {
    const char* name = function_name(memory.address);
    return bytes_text(memory) + " of the variable '" + (name != nullptr ? name : "?") + "'";
  }
  if (!memory.is_known)
    return bytes_text(memory) + (memory.is_shared ? " of shared memory" : " of device memory");
  return bytes_text(memory) + " at offset " + std::to_string(memory.offset) + " of " +
         (memory.is_shared ? variable_text(memory) : allocation_text(memory.allocation));
}

// Where an access lies that missed the variable or allocation.
std::string miss_text(const FoundMemory& memory) {
  if (!memory.is_known) return "no allocation is near";
  const std::string whole = memory.is_shared
                                ? variable_text(memory) + " of " + std::to_string(memory.size) + " bytes"
                                : allocation_text(memory.allocation);
  const auto offset = static_cast<long long>(memory.offset);
  if (offset < 0) return std::to_string(-offset) + " bytes before the start of " + whole;
  if (memory.offset < memory.size) return "across the end of " + whole;
  const std::size_t past = memory.offset - memory.size;
  return (past == 0   ? "just"
          : past == 1 ? "1 byte"
                      : std::to_string(past) + " bytes") +
         " past the end of " + whole;
}

std::string race_text(const Finding& finding, const HazardPlace& first, const HazardPlace& second) {
  const bool both_write =
      finding.first.access == AccessKind::write && finding.second.access == AccessKind::write;
  return thread_text(finding.first) + verb(finding.first.access) + at(first) + ", " +
         thread_text(finding.second) + verb(finding.second.access) + (both_write ? " another value" : "") +
         at(second) + ": both access " + memory_text(finding.memory) + ", and nothing orders the two.";
}

bool same_block(const Finding& finding) {
  const Index &a = finding.first.block, &b = finding.second.block;
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Which fence is missing, and where.
std::string link_cause(const BrokenLink& link, const HazardPlace& first) {
  using Missing = BrokenLink::Missing;
  const std::string fence = link.same_block ? "__threadfence_block()" : "__threadfence()";
  const std::string written = line_text(link.released_at), read = line_text(link.acquired_at);
  const std::string handed_on = written + " publishes what was written before it";
  switch (link.missing) {
    case Missing::fence_before:
      return "a missing fence before a flag or a counter: " + handed_on +
             ", but other threads may see the flag first. Fix: put " + fence +
             (file_line(first.file, first.line) == written
                  ? " before "
                  : " between " + file_line(first.file, first.line) + " and ") +
             written + ".";
    case Missing::wider_fence_before:
      return "a fence that is too narrow: " + handed_on +
             " to another block, but the fence before it has block scope, as __threadfence_block() has, or "
             "cluster "
             "scope. Fix: put __threadfence() there.";
    case Missing::wider_write:
      return "an atomic operation that is too narrow: " + handed_on +
             " to another block, which its scope does not include. Fix: use the form without _block, or a "
             "wider "
             "scope.";
    case Missing::wider_read:
      return "a scope that is too narrow: " + read + " reads what another block publishes at " + written +
             ", but this operation or the fence after it has block scope or cluster scope. Fix: use the form "
             "without _block, and __threadfence().";
    case Missing::fence_behind:
      return "a missing fence after the read of a flag or a counter: " + read + " reads what " + written +
             " publishes, but later reads may be carried out before it. Fix: put " + fence + " after " +
             read + ".";
  }
  return "";
}

const char* same_address_cause(const Finding& finding) {
  if (finding.mixed_sizes)
    return "atomic operations of two sizes on the same bytes: each is atomic only with respect to others of "
           "its own size. Fix: use one size everywhere.";
  return "an atomic operation whose scope does not include the other thread: with block scope it is atomic "
         "for "
         "its own block only, with thread scope for its own thread. Fix: use the form without _block, or a "
         "wider "
         "thread_scope.";
}

// In the next functions, null means that the cause in the kind's row holds.
const char* global_race_cause(const Finding& finding) {
  if (finding.first.access == AccessKind::atomic || finding.second.access == AccessKind::atomic)
    return "only some of the accesses are atomic. Fix: make all of them atomic, or put a barrier (within a "
           "block) or a new kernel launch between them.";
  if (same_block(finding))
    return "a missing barrier. Fix: put __syncthreads(), reached by all threads of the block, between the "
           "two lines.";
  return nullptr;
}

const char* host_access_cause(const Finding& finding) {
  if (finding.memory.address != nullptr && finding.first.is_thread)
    return "a variable of the host, or the name of a __device__ variable, as an argument of the launch. Fix: "
           "for a host variable, allocate with cudaMalloc, copy with cudaMemcpy, and pass that pointer; for "
           "a __device__ variable, pass the address from cudaGetSymbolAddress.";
  if (finding.memory.address != nullptr)
    return "in host code the name of a __device__ variable means a variable of the host. Fix: copy with "
           "cudaMemcpyToSymbol and cudaMemcpyFromSymbol, pass the address from cudaGetSymbolAddress, or "
           "declare it __managed__.";
  if (finding.first.is_thread)
    return "a host pointer in place of a device pointer, as an argument or as a member of a structure. Fix: "
           "allocate with cudaMalloc, copy the data with cudaMemcpy, and pass that pointer.";
  return nullptr;
}

const char* stream_cause(const Finding& finding) {
  if (finding.overlaps)
    return "cudaLaunchAttributeProgrammaticStreamSerialization lets the launch start before the kernel ahead "
           "has ended, so the data of that kernel may not be written yet. Fix: call "
           "cudaGridDependencySynchronize() (griddepcontrol.wait) before the first access to what both "
           "touch.";
  if (finding.in_graph)
    return "a missing dependency, or in a capture a missing event: nodes with no path between them run "
           "concurrently. Fix: add the first to the dependencies of the second (cudaGraphAddDependencies), "
           "or, while capturing, record an event after the first and make the other stream wait for it "
           "(cudaStreamWaitEvent).";
  if (finding.first.does != nullptr || finding.second.does != nullptr)
    return "memory of cudaMallocAsync exists for work that follows the call in its stream, until "
           "cudaFreeAsync in that stream. Fix: record an event after the call, or after the last use "
           "(cudaEventRecord), and make the other stream wait for it (cudaStreamWaitEvent).";
  if (finding.by_default_stream)
    return "the call may return before the copy or fill is done: this holds for cudaMemset, "
           "cudaMemcpyToSymbol, and cudaMemcpy from pageable host memory or within the device; and a stream "
           "made with cudaStreamNonBlocking does not wait for the default stream. Fix: copy in the stream "
           "that uses the data (cudaMemcpyAsync), or call cudaDeviceSynchronize() before the launch.";
  return nullptr;
}

/// Of an array of the thread's own, which has no address that anybody knows.
bool is_of_own_array(const Finding& finding) {
  return finding.kind == HazardKind::out_of_bounds && finding.memory.bytes == 0 && !finding.detail.empty();
}

const char* special_cause(const Finding& finding) {
  switch (finding.kind) {
    case HazardKind::race_shared: return finding.of_cluster ? hopper_cause(finding) : nullptr;
    case HazardKind::race_global: return global_race_cause(finding);
    case HazardKind::race_stream: return stream_cause(finding);
    case HazardKind::host_access: return host_access_cause(finding);
    case HazardKind::absent_block:
    case HazardKind::missing_proxy_fence: return hopper_cause(finding);
    case HazardKind::out_of_bounds:
    case HazardKind::misaligned:
      if (finding.detail.empty() || is_of_own_array(finding)) return nullptr;
      return "an x that counts elements, or a missing bounds check. Fix: surfaces take x in bytes, so "
             "multiply it by sizeof; check the bounds, or use cudaBoundaryModeZero or "
             "cudaBoundaryModeClamp, which do not stop the kernel.";
    case HazardKind::uninitialized_global:
      if (!finding.memory.allocation.by_kernel) return nullptr;
      return "malloc and new do not clear memory. Fix: write every element before it is read.";
    case HazardKind::not_waited_for:
      if (finding.of_bulk) return hopper_cause(finding);
      if (!finding.first.is_thread) return nullptr;
      return "no wait for the copy, or a wait that leaves too many groups in flight. Fix: each thread "
             "waits for its own copies (__pipeline_wait_prior(groups that may stay in flight), or the wait "
             "of the pipeline or barrier), then a barrier for the copies of other threads.";
    default: return nullptr;
  }
}

const char* usual_cause(const Finding& finding) {
  const char* const special = special_cause(finding);
  return special != nullptr ? special : row_of(finding.kind).usual_cause;
}

/// The first sentence, with its stop. A kind that is not here brings it as the finding's detail.
std::string what_happened(const Finding& finding, const HazardPlace& first, const HazardPlace& second) {
  const FoundMemory& memory = finding.memory;
  const std::string who =
      (finding.first.is_thread ? thread_text(finding.first) : "host code") + verb(finding.first.access) + " ";
  switch (finding.kind) {
    case HazardKind::race_shared:
    case HazardKind::reuse_without_barrier:
    case HazardKind::race_warp:
    case HazardKind::race_global:
    case HazardKind::check_before_atomic: return race_text(finding, first, second);
    case HazardKind::stale_read:
      return thread_text(finding.first) + verb(finding.first.access) + at(first) + ", then " +
             thread_text(finding.second) + verb(finding.second.access) + at(second) + ": both access " +
             memory_text(memory) + ", and the read goes through a read-only cache.";
    case HazardKind::foreign_local:
      return who + bytes_text(memory) + " of a local variable of " + finding.detail + at(first) +
             ": on a GPU each thread has its own local memory at that address.";
    case HazardKind::out_of_bounds:
      if (is_of_own_array(finding)) return finding.detail;
      if (!finding.detail.empty()) return who + bytes_text(memory) + at(first) + ", " + finding.detail + ".";
      return who + bytes_text(memory) + at(first) + ", " + miss_text(memory) + ".";
    case HazardKind::use_after_free:
      return who + bytes_text(memory) + at(first) + " in " + allocation_text(memory.allocation) +
             ", which was freed at " + line_text(memory.allocation.freed_at) + ".";
    case HazardKind::host_access:
      if (memory.address != nullptr && !finding.first.is_thread)
        return who + memory_text(memory) + at(first) + ", which kernels use" + at(second) +
               ": on a GPU these are two variables.";
      if (memory.address != nullptr)
        return who + memory_text(memory) + at(first) +
               ", whose address was passed to the launch: on a GPU that is the address of the host's "
               "variable.";
      return finding.first.is_thread ? who + "ordinary host memory" + at(first) +
                                           ", through a pointer that was passed or copied to the device."
                                     : who + memory_text(memory) + at(first) + ".";
    case HazardKind::uninitialized_shared:
      return who + memory_text(memory) + at(first) + ", which no thread of the block wrote.";
    case HazardKind::uninitialized_global:
      return who + memory_text(memory) + at(first) + ", which was never written.";
    case HazardKind::misaligned:
      if (!finding.detail.empty())
        return who + bytes_text(memory) + at(first) + ", " + finding.detail + ": x is not a multiple of " +
               std::to_string(memory.bytes) + ", and the result on a GPU is undefined.";
      return who + memory_text(memory) + at(first) + ", at an address that is not a multiple of " +
             std::to_string(memory.alignment) + ": a GPU stops with cudaErrorMisalignedAddress.";
    case HazardKind::bad_free:
      return thread_text(finding.first) + " frees" + at(first) + " what " +
             (memory.allocation.freed_at != nullptr ? "was already freed" + at(second)
                                                    : "malloc and new did not return in a kernel") +
             ": a GPU stops the kernel, or its heap is corrupted.";
    case HazardKind::leak: return allocation_text(memory.allocation) + " is never freed.";
    case HazardKind::fetch_out_of_range:
      return who + finding.detail + at(first) + " and gets 0, as on a GPU.";
    case HazardKind::race_stream: {
      const char* where = finding.in_graph   ? " in another node of the graph"
                          : finding.overlaps ? " and has not waited for that one"
                                             : " in another stream";
      const char* why = finding.in_graph   ? ", and no path of dependencies leads from one node to the other."
                        : finding.overlaps ? ", and the second may start before the first has ended."
                                           : ", and neither stream waits for the other.";
      return finding.first.who + deed(finding.first) + at(first) + ", " + finding.second.who +
             deed(finding.second) + where + at(second) + ": both access " + memory_text(memory) + why;
    }
    case HazardKind::not_waited_for:
      if (finding.owner_has_ended)
        return thread_text(finding.first) + " starts a TMA copy" + at(first) + " that" +
               verb(finding.first.access) + " " + memory_text(memory) +
               ", and no wait for it precedes the end of the block: the memory may belong to another block "
               "by then.";
      if (finding.first.is_thread)
        return thread_text(finding.first) + verb(finding.first.access) + " " + memory_text(memory) +
               at(first) + ", and the asynchronous copy " +
               (finding.second.access == AccessKind::read ? "from" : "to") + " there, started" + at(second) +
               ", may still be in flight.";
      if (finding.first.pc == nullptr)
        return "the function returns, and " + finding.second.who + ", which" + verb(finding.second.access) +
               " " + memory_text(memory) + at(second) +
               ", may not have finished: a stream made with cudaStreamNonBlocking runs beside what the "
               "caller does next.";
      if (finding.second.pc == nullptr)
        return "cudaEventElapsedTime" + at(first) +
               " asks for the time of an event that the device may not have reached: the call then returns "
               "cudaErrorNotReady and no time.";
      return "host code" + verb(finding.first.access) + " " + memory_text(memory) + at(first) + ", while " +
             finding.second.who + ", which" + verb(finding.second.access) + " them" + at(second) +
             ", may not have finished.";
    case HazardKind::event_not_recorded:
      return "the event that is waited for" + at(first) + " was not recorded before.";
    case HazardKind::absent_block:
      return who + memory_text(memory) + at(first) + ", " + hopper_fault(finding) + ".";
    case HazardKind::missing_proxy_fence:
      if (of_mbarrier(finding))
        return thread_text(finding.first) + " starts a TMA copy" + at(first) +
               " that reports to the mbarrier at offset " + std::to_string(memory.offset) + " of " +
               variable_text(memory) + ", which " + thread_text(finding.second) + " initialized" +
               at(second) + ": the copy may not see that yet.";
      return who + memory_text(memory) + at(first) + " by a TMA copy, and " + thread_text(finding.second) +
             " wrote them" + at(second) + ": the copy may not see that yet.";
    default: return finding.detail;
  }
}

}  // namespace

std::string to_text(const Index& index) {
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

std::string describe(const Finding& finding, const HazardPlace& first, const HazardPlace& second) {
  const std::string cause = finding.mixed_sizes || finding.too_narrow ? same_address_cause(finding)
                            : finding.link && finding.kind != HazardKind::check_before_atomic
                                ? link_cause(*finding.link, first)
                            : of_named_barrier(finding) ? named_barrier_cause(finding)
                                                        : usual_cause(finding);
  std::string text = what_happened(finding, first, second) + " Usual cause: " + cause;
  text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

}  // namespace cudasim::lens
