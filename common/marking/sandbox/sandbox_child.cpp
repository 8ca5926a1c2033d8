#include "marking/sandbox/sandbox_child.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "marking/sandbox/landlock.hpp"
#include "marking/sandbox/seccomp_filter.hpp"

namespace tutorial::marking {
namespace {

constexpr uid_t nobody = 65534;

void send(int socket, const Message& message, int descriptor = -1) {
  iovec part{const_cast<Message*>(&message), sizeof message};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header = {};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (descriptor >= 0) {
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
  }
  syscall(SYS_sendmsg, socket, &header, MSG_NOSIGNAL);
}

[[noreturn]] void fail(int socket, const char* step) {
  Message message{Message::Kind::failure, errno, 0, {}};
  std::strncpy(message.step, step, sizeof message.step - 1);
  send(socket, message);
  _exit(127);
}

void limit(int what, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(static_cast<__rlimit_resource>(what), &value);
}

void set_limits(const Job& job) {
  const bool tool = job.kind == Job::Kind::tool;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, job.limits.file_size);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  // The soft limit sends SIGXCPU, which names itself.
  const auto cpu = static_cast<rlim_t>(job.limits.cpu.count());
  const rlimit time{cpu, cpu + 1};
  setrlimit(RLIMIT_CPU, &time);
  // The simulator reserves far more addresses than it uses: what is resident is watched by the marker.
  limit(RLIMIT_AS, tool ? job.limits.memory : std::max<rlim_t>(rlim_t{1} << 37, job.limits.memory));
  limit(RLIMIT_NOFILE, tool ? 1024 : most_descriptors);
}

/// Of the kernel, whatever the C library thinks the number of the last descriptor is.
void close_from(int first, int last = -1) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, static_cast<unsigned>(first), static_cast<unsigned>(last), 0) == 0) return;
#endif
  const int end = last < 0 ? 65536 : last + 1;
  for (int each = first; each < end; ++each) close(each);
}

/// The program gets 0 to 2 and those it was promised; the rest is closed.
void arrange_descriptors(ChildPlan& plan) {
  // First out of the way of the numbers that they are to have.
  constexpr int aside = 256;
  const auto away = [&](int descriptor) {
    const int copy = fcntl(descriptor, F_DUPFD, aside);
    if (copy < 0) fail(plan.report, "descriptors");
    return copy;
  };
  int in = away(plan.in), out = away(plan.out), err = away(plan.err), program = away(plan.program);
  int passed[most_descriptors];
  std::size_t count = 0;
  for (const PassedDescriptor& each : plan.job->descriptors) passed[count++] = away(each.from);
  const int report = away(plan.report);

  dup2(in, 0);
  dup2(out, 1);
  dup2(err, 2);
  dup3(report, report_descriptor, O_CLOEXEC);
  plan.report = report_descriptor;
  dup3(program, program_descriptor, O_CLOEXEC);
  bool kept[most_descriptors] = {true, true, true};
  count = 0;
  for (const PassedDescriptor& each : plan.job->descriptors) {
    dup2(passed[count++], each.to);
    kept[each.to] = true;
  }
  for (int i = 0; i < most_descriptors; ++i)
    if (!kept[i]) close(i);
  close_from(most_descriptors, program_descriptor - 1);
  close_from(report_descriptor + 1);
}

void restrict_files(const ChildPlan& plan) {
  Landlock rules;
  if (plan.job->kind == Job::Kind::tool) {
    for (const char* each : plan.readable) rules.allow_reading(each);
    rules.allow_writing(plan.job->folder.c_str());
    rules.allow_writing("/dev/null");
    rules.allow_reading_file("/dev/urandom");
  } else {
    char own[4096];
    std::snprintf(own, sizeof own, "%s/proc/self/exe", plan.root);
    rules.allow_reading(own);
  }
  if (!rules.enforce()) fail(plan.report, "Landlock");
}

void enter_root(const ChildPlan& plan) {
  if (plan.job->kind == Job::Kind::tool) {
    if (chdir(plan.job->folder.c_str()) != 0) fail(plan.report, "the tool's folder");
    return;
  }
  if (plan.can->empty_root && chroot(plan.root) != 0) fail(plan.report, "chroot");
  if (chdir(plan.can->empty_root ? "/" : plan.root) != 0) fail(plan.report, "chdir");
}

void drop_capabilities(const ChildPlan& plan) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  if (syscall(SYS_capset, &header, none) != 0) fail(plan.report, "capset");
}

void restrict_system_calls(ChildPlan& plan) {
  if (plan.filter.empty()) return;
  set_own_pid(plan.filter, static_cast<std::uint32_t>(getpid()));
  const sock_fprog program{static_cast<unsigned short>(plan.filter.size()), plan.filter.data()};
  const unsigned flags = plan.can->named_calls ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
  const long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (listener < 0) fail(plan.report, "seccomp");
  if (plan.can->named_calls)
    send(plan.report, {Message::Kind::listener, 0, 0, {}}, static_cast<int>(listener));
}

/// The process id as the marker sees it: /proc is still the marker's.
int outer_pid() {
  char text[32] = {};
  if (readlink("/proc/self", text, sizeof text - 1) <= 0) return getpid();
  return std::atoi(text);
}

void default_signals() {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGALRM, SIGUSR1, SIGUSR2})
    sigaction(each, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become_program(ChildPlan& plan) {
  send(plan.report, {Message::Kind::program_is, outer_pid(), 0, {}});
  const bool tool = plan.job->kind == Job::Kind::tool;
  arrange_descriptors(plan);
  set_limits(*plan.job);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail(plan.report, "no_new_privs");
  if (plan.can->landlock > 0) restrict_files(plan);
  enter_root(plan);
  if (!tool && plan.can->other_user && !become_nobody()) fail(plan.report, "change of user");
  if (!tool) drop_capabilities(plan);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  restrict_system_calls(plan);
  // By its name: a compiler may be a script, whose interpreter opens it again.
  if (tool)
    syscall(SYS_execve, plan.job->program.c_str(), plan.arguments, plan.environment);
  else
    syscall(SYS_execveat, program_descriptor, "", plan.arguments, plan.environment, AT_EMPTY_PATH);
  fail(plan.report, "start");
}

/// Waits for the program, and for whoever it has left behind. Its own end is theirs where there is a process namespace.
[[noreturn]] void wait_for(pid_t program, int report) {
  int status = 0;
  rusage used = {};
  pid_t ended;
  while ((ended = wait4(-1, &status, 0, &used)) != program)
    if (ended < 0 && errno != EINTR) _exit(1);
  const long cpu = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1'000'000L + used.ru_utime.tv_usec +
                   used.ru_stime.tv_usec;
  send(report, {Message::Kind::ended, status, cpu, {}});
  _exit(0);
}

}  // namespace

pid_t fork_into(unsigned long flags) {
  return static_cast<pid_t>(syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0));
}

unsigned long namespace_flags(bool new_user) {
  return CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | (new_user ? CLONE_NEWUSER : 0U);
}

bool keep_user(uid_t user, gid_t group) {
  const auto write_to = [](const char* path, const char* text) {
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool written = write(file, text, std::strlen(text)) > 0;
    close(file);
    return written;
  };
  char users[64], groups[64];
  std::snprintf(users, sizeof users, "%u %u 1\n", user, user);
  std::snprintf(groups, sizeof groups, "%u %u 1\n", group, group);
  write_to("/proc/self/setgroups", "deny");
  return write_to("/proc/self/uid_map", users) && write_to("/proc/self/gid_map", groups);
}

bool become_nobody() {
  // The calls themselves: the C library's would ask all threads, of which there are none in a child.
  return syscall(SYS_setgroups, 0, nullptr) == 0 && syscall(SYS_setresgid, nobody, nobody, nobody) == 0 &&
         syscall(SYS_setresuid, nobody, nobody, nobody) == 0;
}

pid_t start_child(ChildPlan& plan) {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  const pid_t marker = getpid();
  const pid_t child = fork_into(plan.can->namespaces ? namespace_flags(plan.new_user) : 0);
  if (child != 0) return child;

  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!plan.can->namespaces && getppid() != marker) _exit(127);
  setsid();
  default_signals();
  if (plan.can->namespaces && plan.new_user && !keep_user(user, group)) fail(plan.report, "user namespace");
  prctl(PR_SET_DUMPABLE, 0);  // a copy of the marker's memory: no process may read it
  const pid_t program = fork_into(0);
  if (program < 0) fail(plan.report, "fork");
  if (program == 0) become_program(plan);
  dup2(plan.report, 0);
  close_from(1);
  wait_for(program, 0);
}

}  // namespace tutorial::marking
