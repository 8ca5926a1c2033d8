#include "marking/sandbox/how_it_ended.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <cstring>

namespace tutorial::marking {
namespace {

using How = Outcome::How;

bool says(const Outcome& outcome, const char* words) { return outcome.err.find(words) != std::string::npos; }

bool ran_out_of_memory(const Outcome& outcome) {
  for (const char* words :
       {"std::bad_alloc", "out of memory", "annot allocate memory", "virtual memory exhausted"})
    if (says(outcome, words)) return true;
  return false;
}

std::string seconds(std::chrono::milliseconds time) {
  const long tenths = static_cast<long>(time.count() / 100);
  return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") + " s";
}

}  // namespace

void judge_end(int status, const Job& job, Outcome& outcome) {
  outcome.code = 0;
  if (WIFEXITED(status)) {
    outcome.how = How::exited;
    outcome.code = WEXITSTATUS(status);
    // What a part of the tool died of, the tool itself only tells.
    if (outcome.code != 0 && job.kind == Job::Kind::tool) {
      if (says(outcome, "File size limit exceeded")) outcome.how = How::wrote_too_much;
      if (says(outcome, "CPU time limit exceeded")) outcome.how = How::out_of_time;
      if (ran_out_of_memory(outcome)) outcome.how = How::out_of_memory;
    }
    return;
  }
  const int signal = WTERMSIG(status);
  const bool cpu_is_spent = outcome.cpu >= job.limits.cpu;
  if (signal == SIGXCPU || (signal == SIGKILL && cpu_is_spent)) {
    outcome.how = How::out_of_time;
  } else if (signal == SIGXFSZ) {
    outcome.how = How::wrote_too_much;
  } else if (signal == SIGSYS) {
    outcome.how = How::forbidden;
    outcome.code = -1;
  } else if (ran_out_of_memory(outcome)) {
    outcome.how = How::out_of_memory;
  } else {
    outcome.how = How::killed;
    outcome.code = signal;
  }
}

std::string words_for(const Outcome& outcome, const Limits& limits) {
  switch (outcome.how) {
    case How::exited: return "ended with exit code " + std::to_string(outcome.code);
    case How::killed:
      return "was killed by signal " + std::to_string(outcome.code) + " (" + strsignal(outcome.code) + ")";
    case How::out_of_time:
      return "did not end within " + (outcome.wall >= limits.wall
                                          ? seconds(limits.wall)
                                          : seconds(limits.cpu) + " of the processor's time");
    case How::idle: return "did nothing for " + seconds(limits.idle) + ", and did not end";
    case How::out_of_memory:
      return "needs more than " + std::to_string(limits.memory >> 20) + " MiB of memory";
    case How::printed_too_much: return "prints more than " + std::to_string(limits.printed >> 10) + " KiB";
    case How::wrote_too_much:
      return "writes a file of more than " + std::to_string(limits.file_size >> 10) + " KiB";
    case How::forbidden:
      if (!outcome.what.empty()) return outcome.what;
      return outcome.code < 0 ? "makes a system call which no exercise needs"
                              : "uses " + system_call_name(outcome.code) + ", which no exercise needs";
    case How::cannot_run:
      return "could not be run: " +
             (outcome.what.empty() ? "the sandbox ended without a word" : outcome.what);
  }
  return outcome.what;
}

}  // namespace tutorial::marking
