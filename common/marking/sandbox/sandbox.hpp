// Runs a program that is not trusted: a student's, or the compiler on a student's source.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace tutorial::marking {

/// The limits of a run. A process that exceeds them is killed.
struct Limits {
  std::chrono::milliseconds wall{20'000};
  std::chrono::milliseconds idle{
      20'000};  ///< in which no thread uses the processor; has no meaning for a tool
  std::chrono::seconds cpu{15};
  std::size_t memory = std::size_t{2} << 30;  ///< bytes resident; of a tool (see Job), address space
  std::size_t file_size = 0;                  ///< bytes of a file it writes; pipes do not count
  std::size_t printed = std::size_t{4}
                        << 20;  ///< bytes of standard output and standard error; 64 KiB of each are kept
  int threads = 4;              ///< beyond the first; has no meaning for a tool
};

/// Descriptor `from` of ours is descriptor `to` of the program's.
struct PassedDescriptor {
  int from;
  int to;  ///< 3 to 31
};

/// A program to be run.
struct Job {
  /// `untrusted`: statically linked, runs alone in an empty folder, may compute, print, use the descriptors it is given and
  /// open its own file for reading (as /proc/self/exe, for the line numbers in messages); every other system call ends it.
  /// `tool`: a compiler. It may start processes, reads only system folders and `readable`, writes only to `folder`.
  enum class Kind { untrusted, tool } kind = Kind::untrusted;
  std::filesystem::path program;              ///< absolute
  std::vector<std::string> arguments = {};    ///< without the program's own name
  std::vector<std::string> environment = {};  ///< "NAME=value", all there is
  std::vector<PassedDescriptor> descriptors = {};
  std::filesystem::path folder = {};  ///< of a tool: its current folder, and for temporary files
  std::vector<std::filesystem::path> readable = {};  ///< of a tool: files and folders
  Limits limits = {};
  std::stop_token stop = {};  ///< the run is of no use any more: it is ended as if it were out of time
};

/// How a run ended.
struct Outcome {
  enum class How {
    exited,            ///< code is its exit code
    killed,            ///< code is the signal
    out_of_time,       ///< wall or CPU
    idle,              ///< waited for as long as Limits::idle, and for no processor
    out_of_memory,     ///< code 0
    printed_too_much,  ///< code 0
    wrote_too_much,    ///< a file grew past the limit
    forbidden,         ///< code is the number of the system call, or -1 where the kernel does not tell
    cannot_run         ///< not started at all: the marker's fault, not the submission's
  } how = How::cannot_run;
  int code = 0;
  std::string out, err;  ///< the first 64 KiB of each
  bool out_cut = false, err_cut = false;
  std::chrono::milliseconds wall{0}, cpu{0};
  std::string what;  ///< for people: "uses fork, which no exercise needs", "ended early, with exit code 0"
};

/// What this machine lets us do.
struct Confinement {
  bool namespaces = false;    ///< process, network and IPC namespaces of its own
  bool empty_root = false;    ///< chroot
  bool system_calls = false;  ///< seccomp: only those on our list
  bool named_calls = false;   ///< the kernel tells us which forbidden call it was, and we count threads
  int landlock = 0;           ///< version of Landlock's interface, 0: none
  bool other_user = false;    ///< we are root, and the program is not

  std::vector<std::string> missing;  ///< a sentence for each thing that is not to be had here, for people
  bool safe()
      const;  ///< enough to run a program that is not trusted: system calls and files are under control
};

/// Finds out once, by trying.
const Confinement& confinement_here();

/// Says on standard error, once a process, what is not to be had here. For commands that mark what others wrote.
void warn_of_missing_confinement();

/// Runs it to its end, confined by all that `can` has. Nothing that it starts lives on. May be called by several threads.
Outcome run_confined(const Job& job, const Confinement& can = confinement_here());

/// "openat", "fork"; "system call 999" for one that has no name here.
std::string system_call_name(int number);

}  // namespace tutorial::marking
