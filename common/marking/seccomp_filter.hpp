// The list of system calls that a submission's program may make, as a program for the kernel's filter.
#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

namespace tutorial::marking {

/// Descriptors of the child that only exist until the program starts. They lie above the limit of open files that the program
/// gets, so it can make none of that number: the two calls that need them are of no use to it.
constexpr int program_descriptor = 200, report_descriptor = 201;
constexpr int most_descriptors = 32;

/// What happens at a system call that is not on the list: the parent is asked, or, where the kernel cannot do that, the
/// process is killed.
enum class OnForbidden { ask_parent, kill };

/// @param own_pid         of the process, as it sees itself: it may send signals to itself
/// @param files_confined  a root or Landlock keeps it from the files of others, so it may open files for reading
std::vector<sock_filter> seccomp_filter(OnForbidden on_forbidden, int own_pid, bool files_confined);

/// Where in the filter own_pid stands: filters are made before the process is there. Number of its instruction.
std::size_t own_pid_instruction(const std::vector<sock_filter>& filter);

}  // namespace tutorial::marking
