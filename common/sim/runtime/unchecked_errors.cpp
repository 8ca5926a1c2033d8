#include "sim/runtime/unchecked_errors.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

#include "cudasim/api.hpp"
#include "cudasim/dropped_result.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/terminal_columns.hpp"

namespace cudasim {
namespace {

/// An error in a result that a statement ignored.
struct Dropped {
  UncheckedError error;
  std::thread::id thread;
  bool breaks_device;
  bool is_checked = false;
  unsigned long checked_by = 0;  ///< The call that reported a broken device, in its thread's count of calls.
};

std::mutex dropped_mutex;
/// What take_wrong_arguments() tells.
std::string& wrong_arguments() {
  static auto& text = *new std::string;
  return text;
}
std::vector<Dropped>& dropped_errors() {
  static auto& list = *new std::vector<Dropped>;
  return list;
}

/// The last call of this OS thread.
struct LastCall {
  unsigned long number = 0;
  cudaError_t error = cudaSuccess;
  bool on_broken_device = false;
  bool tells_broken_device = false;
  char reason[256] = "";
};
thread_local LastCall last_call;

/// Results that say nothing about the program: work that has not ended, and unsupported features, which have their own message.
bool is_no_mistake(cudaError_t error) {
  return error == cudaErrorNotReady || error == cudaErrorNotSupported || error == cudaErrorCudartUnloading;
}

void add_dropped(const std::string& call, bool is_launch, const char* file, int line) {
  if (last_call.on_broken_device || is_no_mistake(last_call.error)) return;
  const UncheckedError error{call, is_launch, last_call.error, last_call.reason, file, line};
  const std::lock_guard lock(dropped_mutex);
  dropped_errors().push_back({error, std::this_thread::get_id(), sticky_error() != cudaSuccess});
}

/// For errors that broke the device. Later calls return the same error, and most programs check one of them.
void check_broken_device() {
  const std::lock_guard lock(dropped_mutex);
  for (Dropped& each : dropped_errors()) {
    if (!each.breaks_device || each.is_checked) continue;
    each.is_checked = true;
    each.checked_by = last_call.number;
  }
}

/// The last call's result was ignored, too: an error that only it reported has not been checked after all.
void uncheck_broken_device() {
  const std::lock_guard lock(dropped_mutex);
  for (Dropped& each : dropped_errors())
    if (each.checked_by == last_call.number) each.is_checked = false;
}

bool same_error(const UncheckedError& a, const UncheckedError& b) {
  return a.line == b.line && a.error == b.error && a.call == b.call && a.file == b.file;
}

/// A program without a lens reports at its end the errors that it missed. Exit handlers run in reverse order of registration, so this one, which is
/// registered before `main`, is the last.
void report_unchecked_errors(int status, void*) {
  if (observer != nullptr) return;
  const std::vector<UncheckedError> errors = take_unchecked_errors();
  for (const UncheckedError& each : errors) {
    const std::string text = folded(unchecked_error_text(each), columns_of(STDERR_FILENO), "  ");
    std::fprintf(stderr, "%s:%d:1: warning: unchecked-error: %s failed\n%s", each.file.c_str(), each.line,
                 failed_call(each).c_str(), text.c_str());
  }
  if (status != 0 || errors.empty()) return;
  std::fflush(nullptr);
  std::_Exit(3);
}

[[maybe_unused]] const bool reports_at_exit = on_exit(report_unchecked_errors, nullptr) == 0;

}  // namespace

void note_call() {
  ++last_call.number;
  last_call.error = cudaSuccess;
  last_call.on_broken_device = sticky_error() != cudaSuccess;
  last_call.tells_broken_device = false;
  last_call.reason[0] = '\0';
}

void note_error(cudaError_t error) { last_call.error = error; }

void note_broken_device() {
  last_call.tells_broken_device = true;
  check_broken_device();
}

void note_errors_checked() {
  const std::lock_guard lock(dropped_mutex);
  for (Dropped& each : dropped_errors())
    if (each.thread == std::this_thread::get_id()) each.is_checked = true, each.checked_by = 0;
}

cudaError_t fail_because(cudaError_t error, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(last_call.reason, sizeof last_call.reason, format, arguments);
  va_end(arguments);
  const bool is_mistake = error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
  const std::lock_guard lock(dropped_mutex);
  if (is_mistake && wrong_arguments().empty())
    wrong_arguments() = std::string(cudaGetErrorName(error)) + ": " + last_call.reason;
  return error;
}

std::string take_wrong_arguments() {
  const std::lock_guard lock(dropped_mutex);
  return std::exchange(wrong_arguments(), {});
}

std::vector<UncheckedError> take_unchecked_errors() {
  const std::lock_guard lock(dropped_mutex);
  std::vector<UncheckedError> errors;
  for (const Dropped& each : dropped_errors()) {
    if (each.is_checked) continue;
    const auto known = std::find_if(errors.begin(), errors.end(), [&](const UncheckedError& error) {
      return same_error(error, each.error);
    });
    if (known == errors.end())
      errors.push_back(each.error);
    else
      ++known->times;
  }
  dropped_errors().clear();
  return errors;
}

std::string failed_call(const UncheckedError& error) {
  return error.is_launch ? "the launch of " + error.call : error.call;
}

std::string unchecked_error_text(const UncheckedError& error) {
  const std::string place =
      error.file.substr(error.file.find_last_of('/') + 1) + ":" + std::to_string(error.line);
  std::string text = failed_call(error);
  if (error.is_launch) text[0] = 'T';
  text += " at " + place + " failed with " + cudaGetErrorName(error.error) + " (" +
          cudaGetErrorString(error.error) + ")";
  if (!error.reason.empty()) text += ": " + error.reason;
  text += error.is_launch ? ". The program never asks for the error of this launch. "
                          : ". The program ignores the error that the call returns. ";
  return text + (error.is_launch ? "Fix: remove the cause, and check each launch: cudaGetLastError() after "
                                   "it, and the result of "
                                   "cudaDeviceSynchronize() before its results are used."
                                 : "Fix: remove the cause, and check the result of each CUDA call.");
}

DroppedResult::DroppedResult(const char* call, const char* file, int line)
    : call_(call), file_(file), line_(line), calls_before_(last_call.number) {}

DroppedResult::~DroppedResult() {
  if (last_call.number == calls_before_) return;
  if (last_call.tells_broken_device) uncheck_broken_device();
  if (last_call.error != cudaSuccess) add_dropped(call_, false, file_, line_);
}

void drop_launch_error(cudaError_t error, const char* kernel, const char* file, int line) {
  if (error != cudaSuccess) add_dropped(kernel, true, file, line);
}

}  // namespace cudasim
