#include "marking/sandbox/sandbox.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <unistd.h>

#include <sys/wait.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "support/temporary_folder.hpp"

using namespace tutorial::marking;
using tutorial::TemporaryFolder;
namespace fs = std::filesystem;
using How = Outcome::How;

namespace {

/// What this machine can do, and with this or that taken away: what holds must not hang on one wall alone.
struct Way {
  std::string name;
  Confinement can;
};

std::vector<Way> confinements() {
  const Confinement all = confinement_here();
  std::vector<Way> each = {{"all there is", all}};
  Confinement some = all;
  some.namespaces = false;
  some.empty_root = some.empty_root && geteuid() == 0;
  each.push_back({"no namespaces", some});
  some.empty_root = false;
  each.push_back({"no empty root", some});
  some.landlock = 0;
  each.push_back({"seccomp alone", some});
  some = all;
  some.landlock = 0;
  each.push_back({"no Landlock", some});
  some.named_calls = false;
  each.push_back({"calls without names", some});
  some = all;
  some.other_user = false;
  each.push_back({"as ourselves", some});
  return each;
}

/// Copies the victim: a run needs a folder of its own.
Job victim(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  if (!fs::exists(folder / "victim")) fs::copy_file(VICTIM, folder / "victim");
  Job job;
  job.program = folder / "victim";
  job.arguments = std::move(arguments);
  job.limits.wall = std::chrono::seconds(60);  // the machine may be busy
  job.limits.cpu = std::chrono::seconds(3);
  job.limits.memory = std::size_t{256} << 20;
  return job;
}

Job tool(const TemporaryFolder& folder, std::string script) {
  Job job;
  job.kind = Job::Kind::tool;
  job.program = "/bin/sh";
  job.arguments = {"-c", std::move(script)};
  job.folder = folder.path();
  job.limits.wall = std::chrono::seconds(60);  // the machine may be busy
  job.limits.file_size = 1 << 20;
  return job;
}

bool nothing_to_test() {
  if (confinement_here().system_calls) return false;
  MESSAGE("this machine has no seccomp: nothing is held back here");
  return true;
}

}  // namespace

TEST_CASE("every kind of sandbox allows what exercises need") {
  const TemporaryFolder folder;
  for (const Way& way : confinements())
    for (const char* deed : {"compute", "say", "two_threads"}) {
      CAPTURE(way.name);
      CAPTURE(deed);
      const Outcome outcome = run_confined(victim(folder, {deed}), way.can);
      CAPTURE(outcome.what);
      CHECK(outcome.how == How::exited);
      CHECK(outcome.code == 0);
      CHECK(outcome.out == (std::string(deed) == "say" ? "hello\n" : ""));
    }
  CHECK(fs::exists(folder / "victim"));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) ==
        1);  // the root is gone
}

TEST_CASE("a program reads its own file for the line numbers in messages") {
  const TemporaryFolder folder;
  const Outcome outcome = run_confined(victim(folder, {"read_own_file"}));
  const Confinement& here = confinement_here();
  CHECK(outcome.code == (here.empty_root || here.landlock > 0 ? 0 : 1));
}

TEST_CASE("a program gets only the descriptors and the environment it is given") {
  const TemporaryFolder folder;
  const int result = memfd_create("result", MFD_CLOEXEC);
  const int secret = open("/etc/passwd", O_RDONLY);  // not closed on exec
  for (const Way& way : confinements()) {
    CAPTURE(way.name);
    Job job = victim(folder, {"write_to_5"});
    job.descriptors = {{result, 5}};
    job.limits.file_size = 1 << 20;
    CHECK(run_confined(job, way.can).code == 0);
    CHECK(run_confined(victim(folder, {"descriptors"}), way.can).code == 1);
    setenv("SECRET", "x", 1);
    CHECK(run_confined(victim(folder, {"environment"}), way.can).code == 1);
  }
  char text[16] = {};
  CHECK(pread(result, text, sizeof text, 0) > 0);
  CHECK(std::string(text).starts_with("result"));
  close(result);
  close(secret);
}

TEST_CASE("a forbidden system call ends the program, and is named") {
  if (nothing_to_test()) return;
  const TemporaryFolder folder;
  const std::pair<const char*, const char*> deeds[] = {{"fork", "fork"},
                                                       {"vfork", "fork"},
                                                       {"exec", "exec"},
                                                       {"exec_by_descriptor", "exec"},
                                                       {"kill_parent", ""},
                                                       {"kill_all", "kill"},
                                                       {"kill_first", "kill"},
                                                       {"socket", "socket"},
                                                       {"ptrace", "ptrace"},
                                                       {"read_other_memory", "process_vm_readv"},
                                                       {"execute_memory", "executable memory"},
                                                       {"make_executable", "executable memory"},
                                                       {"raise_limits", "setrlimit"},
                                                       {"file_in_memory", "memfd_create"},
                                                       {"copy_descriptor", "dup"},
                                                       {"pipe", "pipe"},
                                                       {"leave_session", "setsid"},
                                                       {"make_folder", "mkdir"},
                                                       {"remove", "unlink"},
                                                       {"cut_result", "ftruncate"},
                                                       {"many_threads", "threads"}};
  for (const Way& way : confinements())
    for (const auto& each : deeds) {
      const std::string deed = each.first, word = each.second;
      if (deed == "many_threads" && !way.can.named_calls) continue;
      CAPTURE(way.name);
      CAPTURE(deed);
      const Outcome outcome = run_confined(victim(folder, {deed}), way.can);
      CAPTURE(outcome.what);
      CHECK(outcome.how == How::forbidden);
      if (way.can.named_calls) CHECK(outcome.what.find(word) != std::string::npos);
    }
}

TEST_CASE("a program opens no file but its own") {
  if (nothing_to_test()) return;
  const TemporaryFolder folder;
  std::ofstream(folder / "solution.cu") << "secret";
  for (const Way& way : confinements())
    for (const char* deed :
         {"write_file", "read_passwords", "read_beside", "read_memory_file", "list_processes"}) {
      CAPTURE(way.name);
      CAPTURE(deed);
      const Outcome outcome =
          run_confined(victim(folder, {deed, (folder / "solution.cu").string()}), way.can);
      CHECK(outcome.how == How::exited);
      CHECK(outcome.code == 1);
    }
}

TEST_CASE("a program that uses too much is stopped, and the outcome says of what") {
  const TemporaryFolder folder;
  const auto run = [&](const char* deed, auto change) {
    Job job = victim(folder, {deed});
    change(job.limits);
    return run_confined(job);
  };
  const auto same = [](Limits&) {};
  CHECK(run("sleep_for_ever", [](Limits& l) { l.wall = std::chrono::milliseconds(200); }).how ==
        How::out_of_time);
  const Outcome asleep = run("sleep_for_ever", [](Limits& l) { l.idle = std::chrono::milliseconds(200); });
  CHECK(asleep.how == How::idle);
  CHECK(asleep.what == "did nothing for 0.2 s, and did not end");
  // Its main thread waits for the one that computes; and the marker looks a hundred times meanwhile.
  const Outcome waits = run("wait_for_a_thread", [](Limits& l) { l.idle = std::chrono::milliseconds(400); });
  CHECK(waits.how == How::exited);
  const Outcome busy = run("compute_for_ever", [](Limits& l) { l.cpu = std::chrono::seconds(1); });
  CHECK(busy.how == How::out_of_time);
  CHECK(busy.what == "did not end within 1 s of the processor's time");
  CHECK(run("use_memory", same).how == How::out_of_memory);
  const Outcome talk = run("print_for_ever", same);
  CHECK(talk.how == How::printed_too_much);
  CHECK(talk.out.size() == 64 * 1024);
  CHECK(talk.out_cut);

  const int result = memfd_create("result", MFD_CLOEXEC);
  Job job = victim(folder, {"fill_passed_file"});
  job.descriptors = {{result, 5}};
  job.limits.file_size = 1 << 20;
  CHECK(run_confined(job).how == How::wrote_too_much);
  CHECK(lseek(result, 0, SEEK_END) == 1 << 20);
  close(result);
}

TEST_CASE("the sandbox distinguishes the ways in which a program ends") {
  const TemporaryFolder folder;
  for (const Way& way : confinements()) {
    CAPTURE(way.name);
    const Outcome aborted = run_confined(victim(folder, {"abort"}), way.can),
                  crashed = run_confined(victim(folder, {"crash"}), way.can),
                  early = run_confined(victim(folder, {"exit_early"}), way.can);
    CHECK(aborted.how == How::killed);
    CHECK(aborted.code == SIGABRT);
    CHECK(crashed.how == How::killed);
    CHECK(crashed.code == SIGSEGV);
    CHECK(early.how == How::exited);
    CHECK(early.code == 0);
  }
  Job missing = victim(folder, {});
  missing.program = folder / "none";
  CHECK(run_confined(missing).how == How::cannot_run);
}

TEST_CASE("a tool writes only to its folder, and reads only system folders and what it is given") {
  const TemporaryFolder folder, other;
  std::ofstream(other / "given") << "given";
  std::ofstream(other / "secret") << "secret";
  Job job = tool(folder, "cat " + (other / "given").string() + " > copy && cat copy");
  job.readable = {other / "given"};
  Outcome outcome = run_confined(job);
  CHECK(outcome.code == 0);
  CHECK(outcome.out == "given");
  if (confinement_here().landlock == 0) {
    MESSAGE("this machine has no Landlock: a tool reads and writes where it likes");
    return;
  }
  for (const std::string& path :
       {(other / "secret").string(), std::string("/etc/passwd"), std::string("/proc/1/environ")}) {
    outcome = run_confined(tool(folder, "cat " + path));
    CHECK(outcome.code != 0);
    CHECK(outcome.out == "");
  }
  CHECK(run_confined(tool(folder, "echo x > " + (other / "new").string())).code != 0);
  CHECK(run_confined(tool(folder, "rm " + (other / "given").string())).code != 0);
  CHECK(fs::exists(other / "given"));
}

TEST_CASE("a tool may be a script that needs other files of its folder") {
  const TemporaryFolder folder, other;
  fs::create_directories(other / "gcc/bin");
  const auto script = [&](const char* name, const std::string& text) {
    std::ofstream(other / "gcc/bin" / name) << "#!/bin/sh\n" << text;
    fs::permissions(other / "gcc/bin" / name, fs::perms::owner_all);
  };
  script("compiler", "helper\n");
  script("helper", "echo helped\n");
  Job job = tool(folder, "");
  job.program = other / "gcc/bin/compiler";
  job.arguments = {};
  const Outcome outcome = run_confined(job);
  CAPTURE(outcome.what);
  CAPTURE(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out == "helped\n");
}

TEST_CASE("a program can be started from memory, where its folder lets none be started") {
  const TemporaryFolder folder;
  const auto mounted = [&] {
    return mount("none", folder.path().c_str(), "tmpfs", MS_NOEXEC, "size=64m") == 0;
  };
  if (!mounted()) {
    MESSAGE("not root: nothing can be mounted here");
    return;
  }
  const Outcome outcome = run_confined(victim(folder, {"say"}));
  CAPTURE(outcome.what);
  CHECK(outcome.out == "hello\n");
  CHECK(run_confined(victim(folder, {"read_own_file"})).code == 0);
  umount2(folder.path().c_str(), MNT_DETACH);
}

TEST_CASE("a tool that uses too much is stopped, with all it has started") {
  const TemporaryFolder folder;
  CHECK(run_confined(tool(folder, "cat /dev/zero > big || exit $?")).how != How::cannot_run);
  CHECK((!fs::exists(folder / "big") || fs::file_size(folder / "big") <= 1 << 20));
  Job job = tool(folder, "while :; do :; done");
  job.limits.wall = std::chrono::milliseconds(200);
  CHECK(run_confined(job).how == How::out_of_time);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(run_confined(tool(folder, "sleep 60 & exec >&- 2>&-; echo started")).how == How::exited);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(40));
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left
}

TEST_CASE("each feature that the machine lacks is reported in one sentence") {
  const Confinement& here = confinement_here();
  const bool complete = here.namespaces && here.empty_root && here.landlock > 0 && here.named_calls &&
                        (here.other_user || geteuid() != 0);
  CHECK(here.missing.empty() == complete);
  for (const std::string& sentence : here.missing) {
    CHECK(sentence.ends_with('.'));
    MESSAGE(sentence);
  }
}
