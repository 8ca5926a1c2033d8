#include "marking/run_submission.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "marking/sandbox/descriptor.hpp"
#include "marking/sandbox/machine_error.hpp"

namespace tutorial::marking {
namespace {

constexpr std::size_t result_limit = std::size_t{256} << 20;   // bytes
constexpr std::size_t device_memory = std::size_t{256} << 20;  // bytes

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

/// @param environment  beside what every run has
RunResult run(const std::filesystem::path& program, wire::Input input, std::chrono::milliseconds limit,
              const std::vector<std::string>& environment, std::stop_token stop = {}) {
  if (getrandom(input.token.data(), input.token.size(), 0) != static_cast<ssize_t>(input.token.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");

  MemoryFile in("cases"), results("results");
  in.fill(wire::written(input));
  // What has been written can be neither read nor changed through it.
  const Descriptor writer =
      open_file("/proc/self/fd/" + std::to_string(results.descriptor()), O_WRONLY | O_APPEND);
  Job job;
  job.kind = Job::Kind::untrusted;
  job.program = program;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limit).count();
  job.environment = {"CUDASIM_WORKERS=1", "CUDASIM_AS_GPU=1",
                     "CUDASIM_MEMORY=" + std::to_string(device_memory),
                     "CUDASIM_TIMEOUT=" + std::to_string(std::max<long>(1, seconds - 2))};
  job.environment.insert(job.environment.end(), environment.begin(), environment.end());
  job.descriptors = {{in.descriptor(), wire::input_descriptor}, {writer.get(), wire::result_descriptor}};
  job.limits.wall = 100 * limit;  // on a busy machine a second of computing takes many
  job.limits.idle = 2 * limit;
  job.limits.cpu = std::chrono::seconds(seconds);
  job.limits.memory = std::size_t{1} << 30;
  job.limits.file_size = result_limit;
  job.stop = std::move(stop);

  RunResult result;
  result.outcome = run_confined(job);
  throw_if_machine(result.outcome, job.limits, job.kind, "the submission");
  result.take(input.token, results.content(result_limit));
  return result;
}

std::vector<wire::CaseInput> inputs(const exercise::Cases& cases, bool with_earlier_calls) {
  std::vector<wire::CaseInput> all;
  for (const exercise::Case& each : cases) {
    all.push_back(each.wire());
    if (!with_earlier_calls) all.back().earlier_calls = 0;
  }
  return all;
}

RunResult run_once_more(const std::filesystem::path& program, const exercise::Cases& cases,
                        std::chrono::milliseconds limit, const std::vector<std::string>& environment,
                        std::stop_token stop = {}) {
  wire::Input input;
  input.cases = inputs(cases, false);
  return run(program, std::move(input), limit, environment, std::move(stop));
}

}  // namespace

void RunResult::take(const wire::Token& token, std::string_view bytes) {
  records = wire::read_records(token, bytes);
  std::size_t read = 0;
  for (const wire::Record& each : records) read += wire::written(token, each).size();
  records_are_whole = read == bytes.size();
}

RunResult run_submission(const std::filesystem::path& program, const exercise::Cases& cases,
                         std::chrono::milliseconds limit) {
  wire::Input input;
  input.cases = inputs(cases, true);
  return run(program, std::move(input), limit, {});
}

RunResult run_in_other_order(const std::filesystem::path& program, const exercise::Cases& cases,
                             std::chrono::milliseconds limit, std::uint64_t seed, bool on_small_gpu,
                             std::stop_token stop) {
  constexpr std::uint64_t most = 1'000'000;  // 0 is the order of the first run
  // On a second device the caller has no memory.
  std::vector<std::string> environment = {"CUDASIM_SEED=-" + std::to_string(1 + seed % most),
                                          "CUDASIM_DEVICES=2"};
  // A grid that is as large as it must be for the device is smaller there, and a cooperative one that is too large does not start.
  if (on_small_gpu) environment.emplace_back("CUDASIM_MULTIPROCESSORS=4");
  return run_once_more(program, cases, limit, environment, std::move(stop));
}

SharedLoadRuns run_with_shared_loads_of(const exercise::Cases& others, const std::filesystem::path& program,
                                        const exercise::Cases& cases, std::chrono::milliseconds limit) {
  wire::Input input;
  input.shared_loads = wire::SharedLoads::recorded;
  input.cases = inputs(cases, false);
  for (std::size_t i = 0; i < std::min(others.size(), input.cases.size()); ++i)
    for (wire::Argument& argument : input.cases[i].arguments)
      for (const wire::Argument& other : others[i].wire().arguments)
        if (other.name == argument.name)
          argument.data.replace(0, std::min(argument.data.size(), other.data.size()), other.data, 0,
                                argument.data.size());
  const RunResult recorded = run(program, input, limit, {});
  const auto record =
      std::ranges::find(recorded.records, wire::RecordKind::shared_loads, &wire::Record::kind);
  if (record == recorded.records.end()) return {recorded, recorded};  // the other data are too much for it
  input.shared_loads = wire::SharedLoads::replaced;
  input.recorded = record->payload;
  input.cases = inputs(cases, false);
  return {recorded, run(program, std::move(input), limit, {})};
}

RunResult run_with_other_values(const std::filesystem::path& program, const exercise::Cases& cases,
                                std::chrono::milliseconds limit) {
  return run_once_more(program, cases, limit, {"RUNNER_CHANGES_WHAT_RETURNS=1"});
}

RunResult run_recorded(const std::filesystem::path& program, const exercise::Cases& cases,
                       std::chrono::milliseconds limit) {
  return run_once_more(program, cases, limit, {"LENS_STEPS=record", "LENS_STEPS_BLOCK=all"});
}

RunResult run_sampled(const std::filesystem::path& program, const exercise::Cases& cases,
                      std::chrono::milliseconds limit, int multiprocessors) {
  return run_once_more(program, cases, limit,
                       {"LENS_PREDICT=sample", "CUDASIM_MULTIPROCESSORS=" + std::to_string(multiprocessors)});
}

}  // namespace tutorial::marking
