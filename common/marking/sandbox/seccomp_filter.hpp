// The list of system calls that a submission's program may make, as a program for the kernel's filter: libseccomp makes it.
#pragma once

#include <linux/filter.h>

#include <cstdint>
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

/// A filter is made before its process exists: this represents the process's own number, the one process that it
/// may send signals to. No process has such a number.
constexpr std::uint32_t own_pid_mark = 0x7FFFFF4D;

/// @param files_confined  a root or Landlock keeps it from the files of others, so it may open files for reading
/// @throws std::system_error
std::vector<sock_filter> seccomp_filter(OnForbidden on_forbidden, bool files_confined);

/// Puts the process's number where its mark is. For the child: allocates nothing.
void set_own_pid(std::vector<sock_filter>& filter, std::uint32_t pid);

}  // namespace tutorial::marking
