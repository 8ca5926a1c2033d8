#include "marking/seccomp_filter.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#if defined(__x86_64__)
#define TUTORIAL_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TUTORIAL_AUDIT_ARCH AUDIT_ARCH_AARCH64
#else
#error "the list of system calls is for x86-64 and aarch64"
#endif

namespace tutorial::marking {
namespace {

/// What a program needs that computes, allocates memory, prints, and has threads of its own.
constexpr int allowed[] = {
    SYS_read,
    SYS_readv,
    SYS_pread64,
    SYS_write,
    SYS_writev,
    SYS_close,
    SYS_lseek,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_readlinkat,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_restart_syscall,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getrandom,
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_rseq,
    SYS_exit,
    SYS_exit_group,
    SYS_sysinfo,
    SYS_uname,
    SYS_getcpu,
    SYS_membarrier,
#if defined(__x86_64__)
    SYS_arch_prctl,
    SYS_readlink,
    SYS_time,
    SYS_stat,
    SYS_lstat,
#endif
};

/// What libraries try and do without, and what is answered.
struct Refused {
  int call, error;
};
constexpr Refused refused[] = {
    {SYS_clone3, ENOSYS},  // its arguments are in memory, which a filter cannot see: the C library then takes clone
    {SYS_ioctl, ENOTTY},  // "is it a terminal?"
    {SYS_faccessat, ENOENT}, {SYS_prctl, EINVAL},
#if defined(__x86_64__)
    {SYS_access, ENOENT},
#endif
};

constexpr std::uint32_t number_at = offsetof(seccomp_data, nr), arch_at = offsetof(seccomp_data, arch);

std::uint32_t argument_at(int index, bool high = false) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + static_cast<std::size_t>(index) * 8 +
                                    (high ? 4 : 0));
}

/// Builds a filter one call after the other. Each block begins with the call's number in the accumulator and leaves it there.
class Builder {
 public:
  explicit Builder(std::uint32_t forbidden) : forbidden_(forbidden) {
    load(arch_at);
    jump(BPF_JEQ, TUTORIAL_AUDIT_ARCH, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(number_at);
#if defined(__x86_64__)
    jump(BPF_JGE, 0x40000000, 0, 1);  // the x32 numbers
    give(SECCOMP_RET_KILL_PROCESS);
#endif
  }

  void give(std::uint32_t answer) { filter_.push_back(BPF_STMT(BPF_RET | BPF_K, answer)); }
  void load(std::uint32_t offset) { filter_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void jump(unsigned test, std::uint32_t value, unsigned char yes, unsigned char no) {
    filter_.push_back(sock_filter{static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), yes, no, value});
  }

  void always(int call, std::uint32_t answer) {
    jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 1);
    give(answer);
  }
  void allow(int call) { always(call, SECCOMP_RET_ALLOW); }
  void fail(int call, int error) { always(call, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }
  /// The call, if none of `bits` is set in the argument; otherwise `answer`.
  void allow_without(int call, int argument, std::uint32_t bits, std::uint32_t answer) {
    jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 4);
    load(argument_at(argument));
    jump(BPF_JSET, bits, 0, 1);
    give(answer);
    give(SECCOMP_RET_ALLOW);
  }
  /// The call, if the argument (its lower half) is one of these; otherwise forbidden.
  void allow_with(int call, int argument, std::initializer_list<std::uint32_t> values,
                  std::uint32_t answer = SECCOMP_RET_ALLOW) {
    jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, static_cast<unsigned char>(2 + 2 * values.size()));
    load(argument_at(argument));
    for (const std::uint32_t value : values) {
      jump(BPF_JEQ, value, 0, 1);
      give(answer);
    }
    give(forbidden_);
  }
  /// The call with a null pointer there.
  void allow_null(int call, int argument) {
    jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 6);
    load(argument_at(argument));
    jump(BPF_JEQ, 0, 0, 3);
    load(argument_at(argument, true));
    jump(BPF_JEQ, 0, 0, 1);
    give(SECCOMP_RET_ALLOW);
    give(forbidden_);
  }

  std::vector<sock_filter> done() {
    give(forbidden_);
    return filter_;
  }

 private:
  const std::uint32_t forbidden_;
  std::vector<sock_filter> filter_;
};

}  // namespace

std::vector<sock_filter> seccomp_filter(OnForbidden on_forbidden, int own_pid, bool files_confined) {
  const bool ask = on_forbidden == OnForbidden::ask_parent;
  const std::uint32_t forbidden = ask ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_KILL_PROCESS;
  Builder filter(forbidden);
  filter.allow_with(SYS_tgkill, 0,
                    {static_cast<std::uint32_t>(own_pid)});  // abort, and the simulator's watchdog
  for (const int call : allowed) filter.allow(call);
  filter.allow_without(SYS_mmap, 2, PROT_EXEC, forbidden);
  filter.allow_without(SYS_mprotect, 2, PROT_EXEC, forbidden);
  // A thread, not a process: the parent counts them.
  filter.allow_with(SYS_clone, 0,
                    {CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                     CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID},
                    ask ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW);
  filter.allow_null(SYS_prlimit64, 2);
#if defined(__x86_64__)
  filter.allow(SYS_getrlimit);
#endif
  constexpr std::uint32_t no_reading = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  if (files_confined)
    filter.allow_without(SYS_openat, 2, no_reading, SECCOMP_RET_ERRNO | EACCES);
  else
    filter.fail(SYS_openat, EACCES);
#if defined(__x86_64__)
  filter.fail(SYS_open, EACCES);
#endif
  filter.allow_with(SYS_fcntl, 1, {F_GETFL, F_GETFD, F_SETFD});
  for (const Refused& each : refused) filter.fail(each.call, each.error);
  filter.allow_with(SYS_execveat, 0, {program_descriptor});
  filter.allow_with(SYS_sendmsg, 0, {report_descriptor});
  return filter.done();
}

std::size_t own_pid_instruction(const std::vector<sock_filter>& filter) {
  for (std::size_t i = 0; i + 2 < filter.size(); ++i)
    if (filter[i].k == SYS_tgkill && filter[i].jf == 4) return i + 2;
  return 0;
}

}  // namespace tutorial::marking
