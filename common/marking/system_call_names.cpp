#include <sys/syscall.h>

#include "marking/sandbox.hpp"

namespace tutorial::marking {
namespace {

struct Name {
  int number;
  const char* name;
};

// What people try; a fork is a clone to the kernel.
constexpr Name names[] = {
    {SYS_clone, "fork"},
    {SYS_execve, "exec"},
    {SYS_execveat, "exec"},
    {SYS_kill, "kill"},
    {SYS_tkill, "kill"},
    {SYS_tgkill, "kill"},
    {SYS_socket, "socket"},
    {SYS_socketpair, "socketpair"},
    {SYS_connect, "connect"},
    {SYS_bind, "bind"},
    {SYS_sendto, "sendto"},
    {SYS_sendmsg, "sendmsg"},
    {SYS_recvfrom, "recvfrom"},
    {SYS_ptrace, "ptrace"},
    {SYS_process_vm_readv, "process_vm_readv"},
    {SYS_process_vm_writev, "process_vm_writev"},
    {SYS_setsid, "setsid"},
    {SYS_setpgid, "setpgid"},
    {SYS_unshare, "unshare"},
    {SYS_mount, "mount"},
    {SYS_chroot, "chroot"},
    {SYS_mkdirat, "mkdir"},
    {SYS_unlinkat, "unlink"},
    {SYS_renameat2, "rename"},
    {SYS_linkat, "link"},
    {SYS_symlinkat, "symlink"},
    {SYS_ftruncate, "ftruncate"},
    {SYS_truncate, "truncate"},
    {SYS_fallocate, "fallocate"},
    {SYS_fchmod, "chmod"},
    {SYS_fchmodat, "chmod"},
    {SYS_dup, "dup"},
    {SYS_dup3, "dup"},
    {SYS_pipe2, "pipe"},
    {SYS_fcntl, "fcntl"},
    {SYS_memfd_create, "memfd_create"},
    {SYS_pwrite64, "pwrite"},
    {SYS_mmap, "executable memory"},
    {SYS_mprotect, "executable memory"},
    {SYS_prlimit64, "setrlimit"},
    {SYS_setrlimit, "setrlimit"},
    {SYS_seccomp, "seccomp"},
    {SYS_bpf, "bpf"},
    {SYS_perf_event_open, "perf_event_open"},
    {SYS_setuid, "setuid"},
    {SYS_getdents64, "opendir"},
    {SYS_chdir, "chdir"},
    {SYS_getppid, "getppid"},
    {SYS_shmget, "shared memory"},
    {SYS_setitimer, "setitimer"},
    {SYS_timer_create, "timer_create"},
    {SYS_wait4, "wait"},
    {SYS_waitid, "wait"},
#if defined(__x86_64__)
    {SYS_fork, "fork"},
    {SYS_vfork, "vfork"},
    {SYS_mkdir, "mkdir"},
    {SYS_unlink, "unlink"},
    {SYS_rename, "rename"},
    {SYS_rmdir, "rmdir"},
    {SYS_link, "link"},
    {SYS_symlink, "symlink"},
    {SYS_dup2, "dup"},
    {SYS_pipe, "pipe"},
    {SYS_chmod, "chmod"},
    {SYS_creat, "creat"},
    {SYS_alarm, "alarm"},
    {SYS_pause, "pause"},
    {SYS_poll, "poll"},
    {SYS_select, "select"},
#endif
};

}  // namespace

std::string system_call_name(int number) {
  for (const Name& each : names)
    if (each.number == number) return each.name;
  return "system call " + std::to_string(number);
}

}  // namespace tutorial::marking
