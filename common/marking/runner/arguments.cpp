#include "marking/runner/arguments.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_set>

#if defined(TUTORIAL_SIMULATOR)
#include "marking/runner/guest_library.hpp"
#include "sim/lens/guest.hpp"
#include "sim/lens/race/allocations.hpp"
#include "sim/runtime/device_heap.hpp"
#endif

namespace tutorial::marking {
namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw AuthorError{std::string("the grader's own call failed: ") + cudaGetErrorString(error)};
}

/// An output is filled so that the lens still knows that no kernel has written it: on the simulator the CPU may touch device memory.
void fill(void* device, const std::string& bytes, [[maybe_unused]] bool is_output) {
#if defined(TUTORIAL_SIMULATOR)
  if (is_output) {
    std::memcpy(device, bytes.data(), bytes.size());
    return;
  }
#endif
  check(cudaMemcpy(device, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  check(cudaDeviceSynchronize());  // the copy is done for every stream that the submission makes
}

/// What the lens says of an array at the end of all cases comes after the array itself is gone.
void give_name([[maybe_unused]] const void* device, [[maybe_unused]] const std::string& words) {
#if defined(TUTORIAL_SIMULATOR)
  static auto& kept = *new std::set<std::string>;
  cudasim::lens::name_allocation(device, kept.insert(words).first->c_str());
#endif
}

#if defined(TUTORIAL_SIMULATOR)
/// As one cudaMemset fills a word: other values take several, which the host has chosen.
bool is_of_equal_bytes(const char* word) { return std::memcmp(word, word + 1, 3) == 0; }

/// What earlier cases have left allocated is freed where the marker's own arrays need the room. False if nothing was left.
bool free_what_is_left(const std::vector<const void*>& own) {
  bool any = false;
  for (const cudasim::Allocation& each : cudasim::DeviceHeap::instance().allocations()) {
    if (each.kind == cudasim::MemoryKind::kernel_heap || std::ranges::find(own, each.begin) != own.end())
      continue;
    any = cudaFree(each.begin) == cudaSuccess || any;
  }
  cudaGetLastError();
  return any;
}
#endif

/// The submission may write there.
char* host_memory(std::size_t bytes) {
#if defined(TUTORIAL_SIMULATOR)
  void* memory = guest_malloc_kept_back(bytes);
  if (memory != nullptr) return static_cast<char*>(memory);
  throw AuthorError{"the host arrays of this case are too large"};
#else
  return new char[bytes];
#endif
}

}  // namespace

void CaseArguments::give_back_host(void* memory) {
#if defined(TUTORIAL_SIMULATOR)
  guest_free(memory);
#else
  delete[] static_cast<char*>(memory);
#endif
}

CaseArguments::CaseArguments(const wire::CaseInput& input) : input_(input), arrays_(input.arguments.size()) {}

CaseArguments::~CaseArguments() {
  for (const Array& array : arrays_) cudaFree(array.device);
}

std::size_t CaseArguments::find(const char* name) const {
  for (std::size_t i = 0; i < input_.arguments.size(); ++i)
    if (input_.arguments[i].name == name) return i;
  throw AuthorError{std::string("call.cpp asks for '") + name + "', which check.cpp does not make"};
}

std::int64_t CaseArguments::number(const char* name) {
  const wire::Argument& argument = input_.arguments[find(name)];
  if (argument.kind != wire::Kind::number) throw AuthorError{std::string("'") + name + "' is no number"};
  return argument.number;
}

double CaseArguments::real(const char* name) {
  const wire::Argument& argument = input_.arguments[find(name)];
  if (argument.kind != wire::Kind::real) throw AuthorError{std::string("'") + name + "' is no real"};
  return argument.real;
}

std::size_t CaseArguments::count(const char* name) { return input_.arguments[find(name)].count; }

bool CaseArguments::has_launched([[maybe_unused]] std::int64_t blocks,
                                 [[maybe_unused]] std::int64_t threads) {
#if defined(TUTORIAL_SIMULATOR)
  return cudasim::lens::guest_has_launched(static_cast<std::uint64_t>(blocks),
                                           static_cast<std::uint64_t>(threads));
#else
  return true;
#endif
}

std::string CaseArguments::before(std::size_t i) const {
  const wire::Argument& argument = input_.arguments[i];
  return argument.kind == wire::Kind::output ? wire::poisoned(argument.poison, argument.bytes())
                                             : argument.data;
}

void* CaseArguments::array(const char* name, std::size_t element, Role role, Memory memory) {
  const std::size_t i = find(name);
  const wire::Argument& argument = input_.arguments[i];
  const wire::Kind kind = role == Role::input    ? wire::Kind::input
                          : role == Role::in_out ? wire::Kind::in_out
                                                 : wire::Kind::output;
  if (argument.kind != kind)
    throw AuthorError{std::string("call.cpp and check.cpp differ on what '") + name +
                      "' is: input, in_out or output"};
  if (argument.element != element)
    throw AuthorError{std::string("call.cpp and check.cpp differ on the elements of '") + name + "'"};
#if defined(TUTORIAL_SIMULATOR)
  const cudasim::lens::GuestAway marker_s_own;
#endif
  Array& array = arrays_[i];
  array.is_asked_for = true;
  const std::string content = before(i);
  if (memory == Memory::host) {
    if (array.device != nullptr)
      throw AuthorError{std::string("call.cpp asks for '") + name + "' on both sides"};
    if (!array.host) {
      array.host.reset(host_memory(content.size()));
      std::memcpy(array.host.get(), content.data(), content.size());
#if defined(TUTORIAL_SIMULATOR)
      if (kind != wire::Kind::output)
        cudasim::lens::guest_is_given_values({array.host.get(), array.host.get() + content.size()},
                                             kind == wire::Kind::input);
#endif
    }
    return array.host.get();
  }
  if (array.host) throw AuthorError{std::string("call.cpp asks for '") + name + "' on both sides"};
  if (array.device == nullptr) {
    // An array of no elements has an address too: an access to it is then reported like any other past the end.
    const std::size_t bytes = std::max<std::size_t>(content.size(), 1);
    cudaError_t allocated = cudaMalloc(&array.device, bytes);
#if defined(TUTORIAL_SIMULATOR)
    if (allocated == cudaErrorMemoryAllocation) {
      std::vector<const void*> own;
      for (const Array& each : arrays_) own.push_back(each.device);
      if (free_what_is_left(own)) allocated = cudaMalloc(&array.device, bytes);
    }
#endif
    check(allocated);
    array.words = "the array '" + argument.name + "' of " + std::to_string(argument.count) +
                  (argument.count == 1 ? " element" : " elements");
    give_name(array.device, array.words);
    fill(array.device, content, kind == wire::Kind::output);
#if defined(TUTORIAL_SIMULATOR)
    cudasim::lens::guest_is_given(
        {static_cast<const char*>(array.device), static_cast<const char*>(array.device) + bytes},
        kind == wire::Kind::input);
#endif
  }
  return array.device;
}

std::string CaseArguments::bytes(std::size_t i) const {
  const Array& array = arrays_[i];
  std::string content = before(i);
  if (content.empty() || !array.is_asked_for) return content;
  if (array.host) {
    std::memcpy(content.data(), array.host.get(), content.size());
  } else {
#if defined(TUTORIAL_SIMULATOR)
    std::memcpy(content.data(), array.device,
                content.size());  // unwritten parts are no hazard of the submission's
#else
    check(cudaMemcpy(content.data(), array.device, content.size(), cudaMemcpyDeviceToHost));
#endif
  }
  return content;
}

std::size_t CaseArguments::host_words() const {
  std::size_t words = 0;
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (arrays_[i].host) words += input_.arguments[i].bytes() / word;
  return words;
}

std::size_t CaseArguments::host_results() const {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (arrays_[i].host && input_.arguments[i].kind != wire::Kind::input)
      bytes += input_.arguments[i].bytes();
  return bytes;
}

ResultWords CaseArguments::result_words([[maybe_unused]] bool copying_is_the_task) const {
  ResultWords all;
#if defined(TUTORIAL_SIMULATOR)
  std::unordered_set<std::uint32_t> writers;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const bool is_on_host = copying_is_the_task && arrays_[i].host;
    const char* now = is_on_host ? arrays_[i].host.get() : static_cast<const char*>(arrays_[i].device);
    if (now == nullptr || input_.arguments[i].kind == wire::Kind::input) continue;
    const std::string then = before(i);
    std::size_t changed = 0, copied = 0;
    for (std::size_t at = 0; at + word <= then.size(); at += word) {
      if (std::memcmp(now + at, then.data() + at, word) == 0) continue;
      ++changed;
      if (is_on_host) {
        copied += !cudasim::lens::was_brought(now + at);
        continue;
      }
      const std::uint32_t writer = cudasim::lens::writer_of(now + at);
      if (!cudasim::lens::is_thread(writer)) {
        copied += writer != cudasim::lens::by_fill || !is_of_equal_bytes(now + at);
        continue;
      }
      ++all.written;
      writers.insert(writer);
    }
    if (copied > changed / 64) all.copied += copied;
  }
  all.writers = writers.size();
#endif
  return all;
}

}  // namespace tutorial::marking
