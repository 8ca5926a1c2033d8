// The program that a submission is linked with: runs the learner's function on every case and hands back what it left behind.
// Judges nothing. It holds two descriptors (wire.hpp), and needs no file.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "marking/runner/arguments.hpp"
#include "marking/runner/guest_library.hpp"
#include "support/wire.hpp"
#if defined(TUTORIAL_SIMULATOR)
#include "sim/lens/count/results.hpp"
#include "sim/lens/guest.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/report/hazards.hpp"
#include "sim/lens/report/output.hpp"
#include "sim/lens/shared_loads.hpp"
#include "sim/lens/stream/stream_work.hpp"
#include "sim/lens/trace/step_trace.hpp"
#include "sim/lens/trace/study.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/unchecked_errors.hpp"
#endif

#if defined(TUTORIAL_SIMULATOR)
/// An exercise's call.cpp defines it where host code is the task.
bool tutorial_host_is_the_task() __attribute__((weak));

// Of the submission, where it has such sections.
extern "C" {
extern const char __start_guest_text[] __attribute__((weak));
extern const char __stop_guest_text[] __attribute__((weak));
extern const char __start_guest_data[] __attribute__((weak));
extern const char __stop_guest_data[] __attribute__((weak));
extern const char __start_guest_bss[] __attribute__((weak));
extern const char __stop_guest_bss[] __attribute__((weak));
extern const char __start_cudasim_constants[] __attribute__((weak));
extern const char __stop_cudasim_constants[] __attribute__((weak));
extern const char __start_cudasim_managed[] __attribute__((weak));
extern const char __stop_cudasim_managed[] __attribute__((weak));
}
#endif

namespace tutorial::marking {
namespace {

wire::Token token;
std::uint64_t current_case = 0;

std::string read_all(int descriptor) {
  std::string all;
  char part[1 << 16];
  ssize_t got;
  while ((got = read(descriptor, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) all.append(part, static_cast<std::size_t>(got));
  return all;
}

void send(wire::RecordKind kind, std::string payload = {}) {
  const std::string bytes = wire::written(token, {kind, current_case, std::move(payload)});
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t written = write(wire::result_descriptor, bytes.data() + sent, bytes.size() - sent);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);
    sent += static_cast<std::size_t>(written);
  }
}

#if defined(TUTORIAL_SIMULATOR)
/// Between arrays: the threads of a whole block may run past the end of one, 64 bytes each, and do not meet the next.
constexpr std::size_t gap_bytes = std::size_t{1} << 16;

/// If the task is to copy, host code may, but not change the values.
bool host_is_the_task() { return tutorial_host_is_the_task != nullptr && tutorial_host_is_the_task(); }

/// Results are then a sample's, which are not judged.
bool only_predicts() { return cudasim::lens::study_is_on(); }

/// What the case's host code has done, beside what its kernels did.
ResultWords results;
std::size_t host_words = 0, host_results = 0;

/// The lens's report begins with a brace.
void send_lens(const std::string& json) {
  const cudasim::lens::HostWork all = cudasim::lens::host_work();
  cudasim::lens::HostWork work = all;
  if (host_is_the_task()) {
    work = {};
    work.handed_over = all.made;
  }
  send(wire::RecordKind::lens,
       "{\"host\": {\"accesses\": " + std::to_string(work.accesses) +
           ", \"read_back\": " + std::to_string(work.read_back) +
           ", \"moved\": " + std::to_string(work.moved) + ", \"stack\": " + std::to_string(work.stack) +
           ", \"handed_over\": " + std::to_string(work.handed_over) + ", \"bytes_elsewhere\": " +
           std::to_string(all.stored_elsewhere) + ", \"over_the_bus\": " + std::to_string(all.over_the_bus) +
           ", \"in_other_blocks\": " + std::to_string(all.in_other_blocks) +
           ", \"copied\": " + std::to_string(results.copied) +
           ", \"by_atomics\": " + std::to_string(cudasim::lens::sums_by_atomics()) +
           ", \"written\": " + std::to_string(results.written) +
           ", \"writers\": " + std::to_string(results.writers) + ", \"calls\": " + std::to_string(all.calls) +
           ", \"read_ahead\": " + std::to_string(work.read_ahead) + ", \"asks_for_multiprocessors\": " +
           std::to_string(static_cast<int>(cudasim::multiprocessors_were_asked_for)) +
           ", \"is_the_task\": " + std::to_string(static_cast<int>(host_is_the_task())) +
           ", \"words\": " + std::to_string(host_words) + ", \"results\": " + std::to_string(host_results) +
           "}, " + json.substr(1));
}

std::vector<cudasim::lens::Memory> variables_of_guest() {
  return {{__start_guest_data, __stop_guest_data},
          {__start_guest_bss, __stop_guest_bss},
          {__start_cudasim_constants, __stop_cudasim_constants},
          {__start_cudasim_managed, __stop_cudasim_managed}};
}

/// `stack_top`: above its frames.
void enter_guest(const void* stack_top) {
  cudasim::lens::guest_enters(static_cast<const char*>(stack_top), {__start_guest_text, __stop_guest_text},
                              {guest_heap_begin(), guest_heap_end()}, variables_of_guest());
}

/// In a frame of its own: those of its callers are the marker's.
__attribute__((noinline)) void call(exercise::Arguments& arguments) {
  enter_guest(__builtin_frame_address(0));
  tutorial_exercise_call(arguments);
  cudasim::lens::StreamWork::instance().host_returns();
}

/// While this object lives, new arrays of the device are in other places than without it.
class PlaceAhead {
 public:
  PlaceAhead() { cudaMalloc(&place_, 1); }
  ~PlaceAhead() { cudaFree(place_); }
  PlaceAhead(const PlaceAhead&) = delete;
  PlaceAhead& operator=(const PlaceAhead&) = delete;

 private:
  void* place_ = nullptr;
};

/// What the function keeps in variables from call to call may suffice for a few calls only, or for arrays in one place. So many are made as take little
/// time, with arrays in another place than those of the last call.
void make_earlier_calls(const wire::CaseInput& input) {
  const auto is_any = [](const cudasim::lens::Memory& each) { return each.begin != each.end; };
  if (std::ranges::none_of(variables_of_guest(), is_any)) return;
  constexpr std::uint64_t most_accesses = 30'000;
  const std::uint64_t accesses = cudasim::lens::device_accesses;
  const PlaceAhead ahead;
  for (std::uint64_t i = 0; i < input.earlier_calls && cudaPeekAtLastError() == cudaSuccess; ++i) {
    if (cudasim::lens::device_accesses - accesses > most_accesses) return;
    CaseArguments arguments(input);
    call(arguments);
    cudaDeviceSynchronize();
    cudasim::lens::guest_leaves();
  }
}

void count_results(const CaseArguments& arguments) {
  cudasim::lens::guest_leaves();
  results = {};
  host_words = arguments.host_words();
  host_results = host_is_the_task() ? 0 : arguments.host_results();
  if (!only_predicts()) results = arguments.result_words(host_is_the_task());
}

/// Of the submission, also if it has thrown the error away.
std::string wrong_arguments() { return cudasim::take_wrong_arguments(); }

void lens_begins(const wire::Input& input) {
  if (input.shared_loads == wire::SharedLoads::recorded) cudasim::lens::record_shared_loads();
  if (input.shared_loads == wire::SharedLoads::replaced) cudasim::lens::replace_shared_loads(input.recorded);
  if (std::getenv("RUNNER_CHANGES_WHAT_RETURNS") != nullptr) cudasim::lens::change_what_returns();
  if (!only_predicts()) setenv("LENS_WATCH", "all", 1);
  cudasim::lens::guest_allocates_by(is_allocated);
  cudasim::lens::report_to(send_lens);
  cudasim::DeviceHeap::instance().keep_apart(gap_bytes);
}

void lens_ends_case() {
  send_lens(cudasim::lens::json_report());
  if (cudasim::lens::steps_are_wanted()) send(wire::RecordKind::steps, cudasim::lens::steps_json());
  cudasim::lens::clear_results();
  cudasim::lens::clear_hazards();
}

__attribute__((noinline)) void lens_ends() {
  enter_guest(__builtin_frame_address(0));
  destroy_static_objects();
  cudasim::lens::guest_leaves();
  cudasim::lens::Checker::instance().finish(0);
  send_lens(cudasim::lens::json_report());
  if (cudasim::lens::shared_loads == cudasim::lens::SharedLoads::recorded)
    send(wire::RecordKind::shared_loads, cudasim::lens::recorded_shared_loads());
}
#else
bool only_predicts() { return false; }

constexpr int warm_ups = 3, samples = 21;

/// The median time of a call, by the device's clock. The contents of the arrays no longer matter.
void time_calls(exercise::Arguments& arguments) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<double> seconds;
  for (int i = 0; i < warm_ups + samples; ++i) {
    float milliseconds = 0;
    cudaEventRecord(begin);
    tutorial_exercise_call(arguments);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (i >= warm_ups) seconds.push_back(static_cast<double>(milliseconds) / 1e3);
  }
  std::nth_element(seconds.begin(), seconds.begin() + samples / 2, seconds.end());
  wire::Writer median;
  median.value(seconds[samples / 2]);
  send(wire::RecordKind::seconds, median.bytes());
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}
void call(exercise::Arguments& arguments) { tutorial_exercise_call(arguments); }
void make_earlier_calls(const wire::CaseInput&) {}
void count_results(const CaseArguments&) {}
std::string wrong_arguments() { return {}; }
void lens_begins(const wire::Input&) {}
void lens_ends_case() {}
void lens_ends() {}
#endif

/// False where a launch failed: the device's error stays, and later cases would meet it.
bool run(const wire::CaseInput& input) {
  send(wire::RecordKind::case_begins);
  make_earlier_calls(input);
  CaseArguments arguments(input);
  call(arguments);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  count_results(arguments);
  std::string failure = wrong_arguments();
  if (error != cudaSuccess && failure.empty())
    failure = std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
  if (!failure.empty()) {
    send(wire::RecordKind::failure, failure);
  } else if (!only_predicts()) {
    for (std::size_t i = 0; i < input.arguments.size(); ++i) {
      if (!input.arguments[i].comes_back) continue;
      wire::Writer array;
      array.text(input.arguments[i].name);
      array.text(arguments.bytes(i));
      send(wire::RecordKind::array, array.bytes());
    }
  }
#if !defined(TUTORIAL_SIMULATOR)
  if (failure.empty()) time_calls(arguments);
#endif
  lens_ends_case();
  send(wire::RecordKind::case_ends);
  return failure.empty();
}

int run_all() {
  const wire::Input input = wire::read_input(read_all(wire::input_descriptor));
  close(wire::input_descriptor);
  token = input.token;
  lens_begins(input);
  try {
    for (const wire::CaseInput& each : input.cases) {
      if (!run(each)) break;
      ++current_case;
    }
  } catch (const AuthorError& error) {
    send(wire::RecordKind::author, error.words);
    _exit(1);
  }
  lens_ends();
  send(wire::RecordKind::end);
  std::fflush(stdout);
  _exit(0);
}

}  // namespace
}  // namespace tutorial::marking

int main() { return tutorial::marking::run_all(); }
