#include <seccomp.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include "marking/sandbox/sandbox.hpp"

namespace tutorial::marking {
namespace {

/// Where people know what they tried by another name than the kernel does.
const std::map<std::string_view, const char*> known_as = {
    {"clone", "fork"},
    {"execve", "exec"},
    {"execveat", "exec"},
    {"tkill", "kill"},
    {"tgkill", "kill"},
    {"mkdirat", "mkdir"},
    {"unlinkat", "unlink"},
    {"renameat2", "rename"},
    {"linkat", "link"},
    {"symlinkat", "symlink"},
    {"fchmod", "chmod"},
    {"fchmodat", "chmod"},
    {"dup2", "dup"},
    {"dup3", "dup"},
    {"pipe2", "pipe"},
    {"pwrite64", "pwrite"},
    {"mmap", "executable memory"},
    {"mprotect", "executable memory"},
    {"prlimit64", "setrlimit"},
    {"getdents64", "opendir"},
    {"shmget", "shared memory"},
    {"wait4", "wait"},
    {"waitid", "wait"},
};

}  // namespace

std::string system_call_name(int number) {
  const std::unique_ptr<char, void (*)(void*)> name(
      seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number), std::free);
  if (!name) return "system call " + std::to_string(number);
  const auto known = known_as.find(name.get());
  return known == known_as.end() ? name.get() : known->second;
}

}  // namespace tutorial::marking
