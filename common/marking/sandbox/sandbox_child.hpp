// What happens between the marker's fork and the first instruction of the program. Two processes: a first one, which is the init of the
// process namespace and only waits, and the program itself. Nothing here allocates memory: the marker may have threads.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <vector>

#include "marking/sandbox/sandbox.hpp"

namespace tutorial::marking {

/// What the children tell the marker, one message each.
struct Message {
  enum class Kind { program_is, listener, failure, ended } kind;
  int value;  ///< program_is: its process id as the marker sees it; failure: errno; ended: as wait has it
  long cpu_microseconds;
  char step[32];  ///< failure: what was tried
};

/// All that the children need, ready made.
struct ChildPlan {
  const Job* job;
  const Confinement* can;
  bool new_user;  ///< the namespaces come with one of users
  char* const* arguments;
  char* const* environment;
  int in, out, err, report, program;  ///< descriptors of the marker's
  const char* root;                   ///< the empty folder
  std::vector<const char*> readable;  ///< of a tool
  std::vector<sock_filter> filter;    ///< the system calls allowed; empty: all
};

/// Starts the first child. @return its process id, -1 and errno where that cannot be
pid_t start_child(ChildPlan& plan);

/// As fork, with the namespaces of `flags`.
pid_t fork_into(unsigned long flags);

/// Flags for fork_into; with a user namespace for those who are not root.
unsigned long namespace_flags(bool new_user);

/// In a new user namespace: we stay who we are. False where that cannot be.
bool keep_user(uid_t user, gid_t group);

/// From root to a user that owns nothing. False where that cannot be.
bool become_nobody();

}  // namespace tutorial::marking
