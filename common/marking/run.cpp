#include "run.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include <system_error>

#include "child_process.hpp"

namespace tutorial::marking {
namespace {

constexpr std::size_t printed_limit = 64 * 1024;

/// A file in memory, without a name.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void fill(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      if (written < 0) throw std::system_error(errno, std::generic_category(), "memory file");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    lseek(descriptor_, 0, SEEK_SET);
  }

  std::string content(std::size_t limit) const {
    const off_t end = lseek(descriptor_, 0, SEEK_END);
    std::string bytes(std::min(limit, static_cast<std::size_t>(std::max<off_t>(end, 0))), '\0');
    const ssize_t got = pread(descriptor_, bytes.data(), bytes.size(), 0);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return bytes;
  }

 private:
  int descriptor_;
};

}  // namespace

RunResult run_submission(const std::filesystem::path& program, const exercise::Cases& cases, std::chrono::milliseconds limit) {
  wire::Input input;
  if (getrandom(input.token.data(), input.token.size(), 0) != static_cast<ssize_t>(input.token.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");
  for (const exercise::Case& each : cases) input.cases.push_back(each.wire());

  MemoryFile in("cases"), results("results"), out("out"), err("err");
  in.fill(wire::written(input));
  const int own = open(program.c_str(), O_RDONLY | O_CLOEXEC);
  RunResult result;
  {
    ChildProcess child({program.string()}, [&] {
      // First out of the way of the numbers they are to have.
      int from[] = {in.descriptor(), results.descriptor(), own, out.descriptor(), err.descriptor()};
      const int to[] = {wire::input_descriptor, wire::result_descriptor, wire::program_descriptor, STDOUT_FILENO, STDERR_FILENO};
      for (int& each : from) each = fcntl(each, F_DUPFD_CLOEXEC, 100);
      for (int i = 0; i < 5; ++i) dup2(from[i], to[i]);
      const rlimit size = {256U << 20, 256U << 20};
      setrlimit(RLIMIT_FSIZE, &size);
    });
    const auto exit = child.wait_at_most(limit);
    result.timed_out = !exit;
    if (exit) {
      result.signal = exit->signal;
      result.code = exit->code;
    }
  }
  close(own);
  result.records = wire::read_records(input.token, results.content(256U << 20));
  result.out = out.content(printed_limit);
  result.err = err.content(printed_limit);
  return result;
}

}  // namespace tutorial::marking
