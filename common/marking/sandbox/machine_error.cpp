#include "marking/sandbox/machine_error.hpp"

#include <signal.h>
#include <sys/resource.h>

namespace tutorial::marking {
namespace {

/// What tools say when the machine has no more to give. A submission that makes the compiler say so gets no mark by it.
constexpr const char* shortages[] = {"No space left on device",
                                     "Disk quota exceeded",
                                     "Input/output error",
                                     "Read-only file system",
                                     "Stale file handle",
                                     "Resource temporarily unavailable",
                                     "Too many open files",
                                     "Cannot create temporary file",
                                     "cannot create temporary",
                                     "error while loading shared libraries",
                                     "Killed signal terminated program",
                                     "file truncated",
                                     "Permission denied",
                                     "ld: cannot find",
                                     "file not recognized",
                                     "unable to execute command",
                                     "cannot execute"};

/// The marker itself may use less than the tool is allowed.
bool is_kept_short(const Limits& limits) {
  rlimit own{};
  return getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_max != RLIM_INFINITY && own.rlim_max < limits.memory;
}

std::string shortage_in(const std::string& words) {
  for (const char* each : shortages)
    if (words.find(each) != std::string::npos) return each;
  return "";
}

}  // namespace

void throw_if_machine(const Outcome& outcome, const Limits& limits, Job::Kind kind, const std::string& what) {
  const auto blame = [&](const std::string& why) {
    throw MachineError("could not be graded, and that is not the submission's fault: " + what + " " + why);
  };
  using How = Outcome::How;
  if (outcome.how == How::cannot_run) blame(outcome.what);
  if (outcome.how == How::out_of_time && outcome.wall >= limits.wall)
    blame(outcome.what + ", on a machine that is busy with something else");
  if (outcome.how == How::killed && outcome.code == SIGKILL) blame("was killed from outside");
  if (outcome.how == How::out_of_memory && is_kept_short(limits)) blame("was given too little memory");
  if (kind != Job::Kind::tool || (outcome.how == How::exited && outcome.code == 0)) return;
  if (const std::string shortage = shortage_in(outcome.err); !shortage.empty()) blame("says: " + shortage);
}

}  // namespace tutorial::marking
