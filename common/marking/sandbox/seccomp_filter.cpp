#include "marking/sandbox/seccomp_filter.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>
#include <memory>
#include <system_error>

#include "marking/sandbox/descriptor.hpp"

namespace tutorial::marking {
namespace {

/// What a program needs that computes, allocates memory, prints, and has threads of its own.
constexpr int allowed[] = {
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(pread64),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(close),
    SCMP_SYS(lseek),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(readlinkat),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(mincore),
    SCMP_SYS(brk),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(getrandom),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(rseq),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(getcpu),
    SCMP_SYS(membarrier),
    // Of x86-64 alone:
    SCMP_SYS(arch_prctl),
    SCMP_SYS(readlink),
    SCMP_SYS(time),
    SCMP_SYS(stat),
    SCMP_SYS(lstat),
    SCMP_SYS(getrlimit),
};

/// What libraries try and do without, and what is answered.
struct Refused {
  int call, error;
};
constexpr Refused refused[] = {
    // its arguments are in memory, which a filter cannot see: the C library then takes clone
    {SCMP_SYS(clone3), ENOSYS},    {SCMP_SYS(ioctl), ENOTTY},  // "is it a terminal?"
    {SCMP_SYS(faccessat), ENOENT}, {SCMP_SYS(prctl), EINVAL},
    {SCMP_SYS(access), ENOENT},    {SCMP_SYS(open), EACCES},
};

[[noreturn]] void cannot(int error) {
  throw std::system_error(-error, std::generic_category(), "the filter of system calls");
}

/// A thread, and no process.
constexpr std::uint32_t thread_flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                                       CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
                                       CLONE_CHILD_CLEARTID;

/// The kernel's own rules apply where we have none: a system call of another architecture kills the process.
class Filter {
 public:
  explicit Filter(std::uint32_t forbidden) : context_(seccomp_init(forbidden), seccomp_release) {
    if (!context_) cannot(-EINVAL);
    check(seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }

  /// For the calls that fulfil all conditions. A call that this architecture does not have needs no rule.
  void add(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    if (call < 0) return;
    check(seccomp_rule_add_array(context_.get(), action, call, static_cast<unsigned>(conditions.size()),
                                 conditions.begin()));
  }

  std::vector<sock_filter> program() const {
    const int file = memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) cannot(-errno);
    const Descriptor closes_itself(file);
    check(seccomp_export_bpf(context_.get(), file));
    std::vector<sock_filter> program(static_cast<std::size_t>(lseek(file, 0, SEEK_END)) /
                                     sizeof(sock_filter));
    const std::size_t bytes = program.size() * sizeof(sock_filter);
    if (pread(file, program.data(), bytes, 0) != static_cast<ssize_t>(bytes)) cannot(-EIO);
    return program;
  }

 private:
  static void check(int result) {
    if (result < 0) cannot(result);
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

/// The argument, its lower half, is this one: the kernel looks at no more of an int.
scmp_arg_cmp is(unsigned argument, std::uint32_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, 0xFFFFFFFFU, value};
}
/// All of the bits are set, or none of them.
scmp_arg_cmp has(unsigned argument, std::uint32_t bits) { return {argument, SCMP_CMP_MASKED_EQ, bits, bits}; }
scmp_arg_cmp has_none(unsigned argument, std::uint32_t bits) {
  return {argument, SCMP_CMP_MASKED_EQ, bits, 0};
}

}  // namespace

std::vector<sock_filter> seccomp_filter(OnForbidden on_forbidden, bool files_confined) {
  const bool ask = on_forbidden == OnForbidden::ask_parent;
  Filter filter(ask ? SCMP_ACT_NOTIFY : SCMP_ACT_KILL_PROCESS);
  for (const int call : allowed) filter.add(SCMP_ACT_ALLOW, call);
  for (const Refused& each : refused)
    filter.add(SCMP_ACT_ERRNO(static_cast<std::uint32_t>(each.error)), each.call);
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), {is(0, own_pid_mark)});  // abort, and the simulator's watchdog
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(mmap), {has_none(2, PROT_EXEC)});
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(mprotect), {has_none(2, PROT_EXEC)});
  if (!ask)
    filter.add(SCMP_ACT_ALLOW, SCMP_SYS(clone), {is(0, thread_flags)});  // else the parent counts them
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), {{2, SCMP_CMP_EQ, 0, 0}});
  if (files_confined) {
    filter.add(SCMP_ACT_ALLOW, SCMP_SYS(openat), {has_none(2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)});
    for (const std::uint32_t writes : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC})
      filter.add(SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), {has(2, writes)});
  } else {
    filter.add(SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat));
  }
  for (const int command : {F_GETFL, F_GETFD, F_SETFD})
    filter.add(SCMP_ACT_ALLOW, SCMP_SYS(fcntl), {is(1, static_cast<std::uint32_t>(command))});
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(execveat), {is(0, program_descriptor)});
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), {is(0, report_descriptor)});
  return filter.program();
}

void set_own_pid(std::vector<sock_filter>& filter, std::uint32_t pid) {
  for (sock_filter& each : filter)
    if (each.k == own_pid_mark && BPF_CLASS(each.code) == BPF_JMP) each.k = pid;
}

}  // namespace tutorial::marking
