// What hostile programs do, one thing a run: victim NAME. Ends with 0 where it got what it wanted, 1 where it was refused without being
// stopped. Statically linked, as submissions are.
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

namespace {

int use_memory() {
  std::vector<char*> all;
  for (;;) {
    all.push_back(new char[std::size_t{1} << 24]);
    std::memset(all.back(), 1, std::size_t{1} << 24);
  }
}

int fill_passed_file() {
  static char block[1 << 16];
  while (write(5, block, sizeof block) > 0) {
  }
  return 1;
}

int start_threads(int count) {
  for (int i = 0; i < count; ++i) std::thread([] { sleep(60); }).detach();
  return 0;
}

int wait_for_a_thread() {
  std::thread([] {
    const clock_t end = clock() + CLOCKS_PER_SEC;
    while (clock() < end) {
    }
  }).join();
  return 0;
}

int open_descriptors() {
  int open = 0;
  for (int i = 3; i < 4096; ++i) open += fcntl(i, F_GETFL) >= 0;
  return open == 0 ? 1 : 0;
}

int read_own_file() { return open("/proc/self/exe", O_RDONLY) >= 0 ? 0 : 1; }

int reads(const char* path) { return open(path, O_RDONLY) >= 0 ? 0 : 1; }

const std::map<std::string, int (*)(char**)> deeds = {
    {"compute", [](char**) -> int { return 0; }},
    {"say",
     [](char**) -> int {
       std::puts("hello");
       return 0;
     }},
    {"two_threads", [](char**) -> int { return start_threads(2); }},
    {"wait_for_a_thread", [](char**) -> int { return wait_for_a_thread(); }},
    {"read_own_file", [](char**) -> int { return read_own_file(); }},
    {"write_to_5", [](char**) -> int { return write(5, "result", 6) == 6 ? 0 : 1; }},
    {"environment", [](char**) -> int { return environ[0] != nullptr ? 0 : 1; }},
    {"descriptors", [](char**) -> int { return open_descriptors(); }},

    {"fork",
     [](char**) -> int {
       for (;;) fork();
     }},
    {"vfork", [](char**) -> int { return vfork() >= 0 ? _exit(0), 0 : 1; }},
    {"exec", [](char** argv) -> int { return execve("/proc/self/exe", argv, environ); }},
    {"exec_by_descriptor",
     [](char** argv) -> int {
       return static_cast<int>(
           syscall(SYS_execveat, open("/proc/self/exe", O_RDONLY), "", argv, environ, AT_EMPTY_PATH));
     }},
    {"kill_parent", [](char**) -> int { return kill(getppid(), SIGKILL); }},
    {"kill_all", [](char**) -> int { return kill(-1, SIGKILL); }},
    {"kill_first", [](char**) -> int { return static_cast<int>(syscall(SYS_tgkill, 1, 1, SIGKILL)); }},
    {"socket", [](char**) -> int { return socket(AF_INET, SOCK_STREAM, 0) >= 0 ? 0 : 1; }},
    {"ptrace", [](char**) -> int { return static_cast<int>(ptrace(PTRACE_ATTACH, 1, nullptr, nullptr)); }},
    {"read_other_memory",
     [](char**) -> int {
       char c;
       iovec own{&c, 1}, other{&c, 1};
       return process_vm_readv(1, &own, 1, &other, 1, 0) == 1 ? 0 : 1;
     }},
    {"execute_memory",
     [](char**) -> int {
       return mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
              MAP_FAILED;
     }},
    {"make_executable",
     [](char**) -> int {
       return mprotect(mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, PROT_EXEC);
     }},
    {"raise_limits",
     [](char**) -> int {
       const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
       return setrlimit(RLIMIT_CPU, &all);
     }},
    {"file_in_memory", [](char**) -> int { return memfd_create("x", 0) >= 0 ? 0 : 1; }},
    {"copy_descriptor", [](char**) -> int { return dup(1) >= 0 ? 0 : 1; }},
    {"pipe",
     [](char**) -> int {
       int ends[2];
       return pipe(ends);
     }},
    {"leave_session", [](char**) -> int { return setsid() >= 0 ? 0 : 1; }},
    {"make_folder", [](char**) -> int { return mkdir("/x", 0777); }},
    {"remove", [](char**) -> int { return unlink("/proc/self/exe"); }},
    {"cut_result", [](char**) -> int { return ftruncate(5, 0); }},
    {"many_threads", [](char**) -> int { return start_threads(1000); }},

    {"write_file", [](char**) -> int { return open("/x", O_WRONLY | O_CREAT, 0600) >= 0 ? 0 : 1; }},
    {"read_passwords", [](char**) -> int { return reads("/etc/passwd"); }},
    {"read_beside", [](char** argv) -> int { return reads(argv[2]); }},
    {"read_memory_file", [](char**) -> int { return reads("/proc/self/mem"); }},
    {"list_processes", [](char**) -> int { return reads("/proc/1/environ"); }},

    {"print_for_ever",
     [](char**) -> int {
       for (;;) std::puts("for ever and ever and ever and ever and ever");
     }},
    {"compute_for_ever",
     [](char**) -> int {
       volatile int x = 0;
       for (;;) x = x + 1;
     }},
    {"sleep_for_ever",
     [](char**) -> int {
       for (;;) sleep(1000);
     }},
    {"use_memory", [](char**) -> int { return use_memory(); }},
    {"fill_passed_file", [](char**) -> int { return fill_passed_file(); }},
    {"abort", [](char**) -> int { abort(); }},
    {"crash",
     [](char**) -> int {
       *static_cast<volatile int*>(nullptr) = 1;
       return 0;
     }},
    {"exit_early", [](char**) -> int { _exit(0); }},
};

}  // namespace

int main(int, char** argv) { return deeds.at(argv[1])(argv); }
