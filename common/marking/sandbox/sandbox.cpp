#include "marking/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "marking/sandbox/descriptor.hpp"
#include "marking/sandbox/empty_root.hpp"
#include "marking/sandbox/how_it_ended.hpp"
#include "marking/sandbox/sandbox_child.hpp"
#include "marking/sandbox/seccomp_filter.hpp"
#include "support/child_process.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;
using How = Outcome::How;

constexpr std::size_t kept_bytes = 64 * 1024;
constexpr int tick_milliseconds = 10;
constexpr auto longest_look = std::chrono::milliseconds(100);

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& each : words) result.push_back(each.data());
  result.push_back(nullptr);
  return result;
}

/// Modules of clusters and environments of conda say with these where a compiler's libraries and headers are.
constexpr const char* of_compilers[] = {"LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "COMPILER_PATH",
                                        "GCC_EXEC_PREFIX"};

std::vector<std::string> folders_in(const char* list) {
  std::vector<std::string> folders;
  std::istringstream words(list);
  for (std::string each; std::getline(words, each, ':');)
    if (each.starts_with('/')) folders.push_back(each);
  return folders;
}

/// The compiler's own tools are next to it if it does not come with the system.
std::vector<std::string> environment_of_tool(const Job& job) {
  std::vector<std::string> environment = {
      "PATH=" + job.program.parent_path().string() + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL=C",
      "TMPDIR=" + job.folder.string()};
  // The folders of CPATH come before those of -isystem, and with a toolkit's headers before the simulator's.
  for (const std::string name : of_compilers)
    if (const char* value = std::getenv(name.c_str()))
      environment.push_back((name == "CPATH" ? "CPLUS_INCLUDE_PATH" : name) + "=" + value);
  return environment;
}

/// Where compilers, their libraries and the loader's cache are.
std::vector<std::string> readable_by_tool(const Job& job) {
  std::vector<std::string> paths = {
      "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/alternatives"};
  const fs::path prefix = fs::canonical(job.program).parent_path().parent_path();
  if (prefix != prefix.root_path()) paths.push_back(prefix.string());
  // A link to it, or a script that calls it, has a folder of its own.
  paths.push_back(job.program.parent_path().string());
  for (const char* name : of_compilers)
    if (const char* value = std::getenv(name))
      for (const std::string& each : folders_in(value)) paths.push_back(each);
  for (const fs::path& each : job.readable) paths.push_back(each.string());
  return paths;
}

/// Whether a thread of the process runs, waits for a processor or for a disk. True where the kernel does not tell.
bool is_at_work(pid_t process) {
  std::error_code error;
  const fs::directory_iterator threads("/proc/" + std::to_string(process) + "/task", error);
  if (error) return true;
  for (auto thread = begin(threads); thread != end(threads); thread.increment(error)) {
    std::ifstream file(thread->path() / "stat");
    std::string line;
    if (error || !std::getline(file, line)) return true;
    // The state follows the name, which may contain anything.
    const std::size_t name_ends = line.rfind(") ");
    if (name_ends == std::string::npos || name_ends + 2 >= line.size()) return true;
    if (line[name_ends + 2] != 'S' && line[name_ends + 2] != 'Z') return true;
  }
  return false;
}

/// One run, as the marker sees it.
class Run {
 public:
  Run(const Job& job, const Confinement& can) : job_(job), can_(can) {}

  Outcome operator()() {
    start();
    const auto begin = Clock::now();
    while (!ended_ && !over_) {
      wait_a_moment();
      if (Clock::now() - begin >= job_.limits.wall || job_.stop.stop_requested()) end(How::out_of_time, 0);
      watch_memory();
      watch_idleness();
      if (const int signal = caught_signal()) throw Interrupted{signal};
    }
    outcome_.wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    kill_all();
    read_output();
    judge();
    return std::move(outcome_);
  }

  ~Run() { kill_all(); }

 private:
  void start() {
    const bool tool = job_.kind == Job::Kind::tool;
    DescriptorPair out = make_pipe(), err = make_pipe(), report = make_socket();
    const Descriptor nothing = open_file("/dev/null", O_RDONLY);
    if (!tool) root_.emplace(job_.program);
    const Descriptor program = tool ? open_file(job_.program, O_RDONLY) : open_program(root_->program());

    std::vector<std::string> arguments = {job_.program.string()}, environment = job_.environment, readable;
    arguments.insert(arguments.end(), job_.arguments.begin(), job_.arguments.end());
    if (tool) {
      readable = readable_by_tool(job_);
      for (const std::string& each : environment_of_tool(job_)) environment.push_back(each);
    } else {
      arguments[0] = "submission";
    }
    const std::vector<char*> argument_pointers = pointers(arguments),
                             environment_pointers = pointers(environment);
    ChildPlan plan{};
    plan.job = &job_;
    plan.can = &can_;
    plan.new_user = geteuid() != 0;
    plan.arguments = argument_pointers.data();
    plan.environment = environment_pointers.data();
    plan.in = nothing.get();
    plan.out = out.theirs.get();
    plan.err = err.theirs.get();
    plan.report = report.theirs.get();
    plan.program = program.get();
    const std::string root = tool ? "" : root_->path().string();
    plan.root = root.c_str();
    for (const std::string& each : readable) plan.readable.push_back(each.c_str());
    if (!tool && can_.system_calls)
      plan.filter = seccomp_filter(can_.named_calls ? OnForbidden::ask_parent : OnForbidden::kill,
                                   can_.empty_root || can_.landlock > 0);
    child_ = start_child(plan);
    if (child_ < 0) cannot("fork");
    out_ = std::move(out.ours);
    err_ = std::move(err.ours);
    report_ = std::move(report.ours);
  }

  void wait_a_moment() {
    pollfd sources[] = {{report_.get(), POLLIN, 0},
                        {out_.get(), POLLIN, 0},
                        {err_.get(), POLLIN, 0},
                        {listener_.get(), POLLIN, 0}};
    poll(sources, 4, tick_milliseconds);
    if (sources[1].revents != 0) read_from(out_, outcome_.out, outcome_.out_cut);
    if (sources[2].revents != 0) read_from(err_, outcome_.err, outcome_.err_cut);
    if ((sources[3].revents & POLLIN) != 0) decide_call();
    if ((sources[3].revents & POLLHUP) != 0) listener_.reset();
    if (sources[0].revents != 0) hear();
  }

  /// A message of the children.
  void hear() {
    Message message;
    iovec part{&message, sizeof message};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(report_.get(), &header, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) return;
    if (got != sizeof message) {  // both children are gone without a word
      ended_ = true;
      if (!over_) end(How::cannot_run, 0);
      return;
    }
    switch (message.kind) {
      case Message::Kind::program_is: program_ = message.value; break;
      case Message::Kind::listener:
        if (const cmsghdr* rights = CMSG_FIRSTHDR(&header);
            rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
          int number;
          std::memcpy(&number, CMSG_DATA(rights), sizeof number);
          listener_ = Descriptor(number);
        }
        break;
      case Message::Kind::failure:
        outcome_.what = std::string(message.step) + ": " + std::strerror(message.value);
        end(How::cannot_run, message.value);
        break;
      case Message::Kind::ended:
        ended_ = true;
        status_ = message.value;
        outcome_.cpu = std::chrono::milliseconds(message.cpu_microseconds / 1000);
        break;
    }
  }

  /// The kernel asks about a call that is not on the list; the process that makes it waits. New threads are allowed, as long as there
  /// are not too many.
  void decide_call() {
    seccomp_notif call = {};
    if (ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return;
    const bool is_thread = call.data.nr == SYS_clone && (call.data.args[0] & 0x10000) != 0;
    if (is_thread && threads_ < job_.limits.threads) {
      ++threads_;
      seccomp_notif_resp answer = {};
      answer.id = call.id;
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, &answer);
      return;
    }
    end(How::forbidden, call.data.nr);
    if (is_thread)
      outcome_.what =
          "starts more than " + std::to_string(job_.limits.threads) + " threads, which no exercise needs";
  }

  void read_from(Descriptor& pipe, std::string& text, bool& cut) {
    char part[1 << 16];
    ssize_t got;
    while ((got = read(pipe.get(), part, sizeof part)) > 0) {
      const auto bytes = static_cast<std::size_t>(got);
      const std::size_t room = kept_bytes - text.size();
      text.append(part, std::min(bytes, room));
      cut = cut || bytes > room;
      printed_ += bytes;
      if (printed_ > job_.limits.printed) {
        end(How::printed_too_much, 0);
        pipe.reset();
        return;
      }
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) pipe.reset();
  }

  void read_output() {
    if (out_.get() >= 0) read_from(out_, outcome_.out, outcome_.out_cut);
    if (err_.get() >= 0) read_from(err_, outcome_.err, outcome_.err_cut);
  }

  void watch_memory() {
    if (program_ <= 0 || job_.kind == Job::Kind::tool || over_) return;
    std::ifstream file("/proc/" + std::to_string(program_) + "/statm");
    std::size_t all = 0, resident = 0;
    if (file >> all >> resident &&
        resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) > job_.limits.memory)
      end(How::out_of_memory, 0);
  }

  /// On a machine that is busy with something else, a program waits for the processor. One that waits for nothing is looked at tick by
  /// tick, since the marker may have been stopped itself.
  void watch_idleness() {
    if (program_ <= 0 || job_.kind == Job::Kind::tool || over_) return;
    const auto now = Clock::now();
    const Clock::duration passed = std::min<Clock::duration>(now - looked_, longest_look);
    if (passed < std::chrono::milliseconds(tick_milliseconds)) return;
    looked_ = now;
    if (!is_at_work(program_)) idle_ += passed;
    if (idle_ >= job_.limits.idle) end(How::idle, 0);
  }

  /// The run is over, and this is why. The first reason counts.
  void end(How how, int code) {
    if (over_) return;
    over_ = true;
    outcome_.how = how;
    outcome_.code = code;
  }

  void kill_all() {
    if (child_ <= 0) return;
    kill(-child_, SIGKILL);  // without a process namespace the program is not the first child's to take along
    kill(child_, SIGKILL);
    if (program_ > 0 && !ended_) kill(program_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    child_ = 0;
  }

  void judge() {
    if (!over_) judge_end(status_, job_, outcome_);
    outcome_.what = words_for(outcome_, job_.limits);
  }

  const Job& job_;
  const Confinement& can_;
  Outcome outcome_;
  std::optional<EmptyRoot> root_;
  pid_t child_ = 0, program_ = 0;
  Descriptor out_, err_, report_, listener_;
  std::size_t printed_ = 0;
  int threads_ = 0, status_ = 0;
  bool ended_ = false, over_ = false;
  Clock::time_point looked_ = Clock::now();
  Clock::duration idle_{0};
};

}  // namespace

Outcome run_confined(const Job& job, const Confinement& can) {
  try {
    return Run(job, can)();
  } catch (const std::system_error& error) {
    Outcome outcome;
    outcome.code = error.code().value();
    outcome.what = std::string("could not be run: ") + error.what();
    return outcome;
  }
}

}  // namespace tutorial::marking
