// What this machine lets us do, found out by trying it in children.
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "marking/sandbox/landlock.hpp"
#include "marking/sandbox/sandbox.hpp"
#include "marking/sandbox/sandbox_child.hpp"

namespace tutorial::marking {
namespace {

/// Whether a child, in the namespaces of `flags`, can do it.
template <class Try>
bool child_can(unsigned long flags, Try attempt) {
  const pid_t child = fork_into(flags);
  if (child == 0) _exit(attempt() ? 0 : 1);
  if (child < 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool knows_action(unsigned action) { return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0; }

Confinement find_out() {
  Confinement can;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  const bool root = user == 0;
  const auto change_root = [] { return chroot("/") == 0; };
  const auto change_root_as_oneself = [&] { return keep_user(user, group) && chroot("/") == 0; };
  can.namespaces = root ? child_can(namespace_flags(false), change_root)
                        : child_can(namespace_flags(true), change_root_as_oneself);
  can.empty_root = can.namespaces || (root && child_can(0, change_root));
  can.other_user = root && child_can(0, become_nobody);
  can.landlock = landlock_version();
  can.system_calls = knows_action(SECCOMP_RET_KILL_PROCESS);
  can.named_calls = can.system_calls && knows_action(SECCOMP_RET_USER_NOTIF);

  if (!can.namespaces)
    can.missing.push_back(
        "No namespaces here: a submission shares the network and the list of processes with the grader. It "
        "is kept from both by the "
        "list of system calls alone; the compiler is not.");
  if (!can.empty_root)
    can.missing.push_back(
        "No empty root folder here: a submission sees the grader's files, and is kept from them by " +
        std::string(can.landlock > 0 ? "Landlock."
                                     : "refusing to open any file; messages may lack line numbers."));
  if (can.landlock == 0)
    can.missing.push_back(
        "No Landlock here: the compiler can read every file that the grader can read. Only the check of a "
        "submission's #include lines keeps "
        "it from them.");
  if (!can.system_calls)
    can.missing.push_back(
        "No seccomp here: a submission may make any system call. Run submissions that you do not trust on "
        "another machine.");
  else if (!can.named_calls)
    can.missing.push_back(
        "This kernel does not say which forbidden system call it was, and a submission's threads are not "
        "counted.");
  if (root && !can.other_user)
    can.missing.push_back("The grader is root and cannot become another user here: submissions run as root.");
  return can;
}

}  // namespace

bool Confinement::safe() const { return system_calls; }

void warn_of_missing_confinement() {
  static const bool warned = [] {
    for (const std::string& each : confinement_here().missing)
      std::fprintf(stderr, "tutorial: warning: %s\n", each.c_str());
    return true;
  }();
  static_cast<void>(warned);
}

const Confinement& confinement_here() {
  static const Confinement found = find_out();
  return found;
}

}  // namespace tutorial::marking
