#include "tutorial/ranks.hpp"

#include <cuda_runtime.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "src/rank_line.hpp"
#include "support/text.hpp"

namespace tutorial {
namespace {

constexpr int most_ranks = 1024;
/// Runs of a row, where the user does not say how many: a rank cannot stop before the others.
constexpr const char* runs_of_a_row = "20";

/// The variables by which a launcher tells a process which one it is.
struct Launcher {
  const char* name;
  const char* rank;
  const char* ranks;
  const char* local_rank;
  const char* local_ranks;  ///< how many are of this host
  bool rank_alone;          ///< is of no meaning: a batch script of Slurm has it
};
constexpr Launcher launchers[] = {
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE", false},
    {"Slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE", true},
    {"MPICH", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", false},
    {"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", false},
};

int number_in(const Launcher& launcher, const char* variable) {
  const char* const words = std::getenv(variable);
  if (words == nullptr)
    throw UsageError(
        fmt::format("{}: {} is not set, though others of its variables are", launcher.name, variable));
  // Slurm says "2(x3)" for three hosts with two tasks each.
  char* end = nullptr;
  const long value = std::strtol(words, &end, 10);
  if (end == words || (*end != '\0' && *end != '(' && *end != ',') || value < 0 || value > most_ranks)
    throw UsageError(fmt::format("{}: {} is {}, which is no number from 0 to {}", launcher.name, variable,
                                 text::quoted(words), most_ranks));
  return static_cast<int>(value);
}

/// The arguments with these options, and what follows each, left out.
std::vector<std::string> without(const std::vector<std::string>& words,
                                 const std::vector<std::string>& options) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string option = word.substr(0, word.find('='));
    if (std::find(options.begin(), options.end(), option) == options.end())
      kept.push_back(word);
    else if (option.size() == word.size())
      ++i;
  }
  return kept;
}

/// The value of the last such option, or "".
std::string value_of(const std::vector<std::string>& words, const std::string& option) {
  std::string value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) value = words[i + 1];
    if (words[i].rfind(option + "=", 0) == 0) value = words[i].substr(option.size() + 1);
  }
  return value;
}

/// A port that the ranks of one host and one job have in common: they have one parent.
int port_of_this_job() { return 20000 + static_cast<int>(::getppid()) % 10000; }

struct HostAndPort {
  std::string host;
  int port;
};

HostAndPort parsed_rendezvous(const std::string& words) {
  const std::size_t colon = words.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : words.substr(colon + 1);
  const bool number =
      !digits.empty() && digits.size() <= 5 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (colon == 0 || !number || std::stoi(digits) < 1 || std::stoi(digits) > 65535)
    throw UsageError(fmt::format("--rendezvous: {} is not HOST:PORT", text::quoted(words)));
  return {words.substr(0, colon), std::stoi(digits)};
}

/// How a rank has ended, in its parent's words; nothing where it ended by itself.
std::string end_of(int status) {
  if (!WIFSIGNALED(status)) return "";
  return fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : static_cast<int>(exit_wrong);
}

}  // namespace

RankPlace place_from_environment() {
  for (const Launcher& launcher : launchers) {
    const bool has_ranks = std::getenv(launcher.ranks) != nullptr;
    if (!has_ranks && (launcher.rank_alone || std::getenv(launcher.rank) == nullptr)) continue;
    RankPlace place;
    place.ranks = number_in(launcher, launcher.ranks);
    place.rank = number_in(launcher, launcher.rank);
    place.local_rank = number_in(launcher, launcher.local_rank);
    place.one_host = number_in(launcher, launcher.local_ranks) == place.ranks;
    if (place.rank >= place.ranks)
      throw UsageError(
          fmt::format("{}: {} is {}, of {} ranks", launcher.name, launcher.rank, place.rank, place.ranks));
    return place;
  }
  return {};
}

Ranks::Ranks(Program& program) : program_(program) {
  program.size("--ranks", wanted_,
               "processes to start on this host, a GPU each; 0: those that mpirun or srun has started",
               everywhere(0));
  program.text("--rendezvous", rendezvous_,
               "HOST:PORT where rank 0 listens; not needed where all ranks are of one host", "");
  program.size("--patience", patience_, "seconds to wait for the other ranks at the beginning",
               everywhere(60));
}

Ranks::~Ranks() { delete line_; }

int Ranks::run_on_each(int argc, char** argv, const std::function<int(int, char**)>& run) {
  name_ = std::filesystem::path(argv[0]).filename();
  const std::vector<std::string> words(argv, argv + argc);
  try {
    place_ = place_from_environment();
    const std::string wanted = value_of(words, "--ranks");
    const int count = wanted.size() <= 4 ? std::atoi(wanted.c_str())
                                         : most_ranks + 1;  // Program's parser has the last word
    if (count > most_ranks)
      throw UsageError(fmt::format("--ranks: {} is too large; at most {}", wanted, most_ranks));
    if (count < 1) return run_as_rank(words, run);
    if (place_.ranks > 1)
      throw UsageError(fmt::format("--ranks: {} ranks have been started already", place_.ranks));
    if (!value_of(words, "--rendezvous").empty())
      throw UsageError("--rendezvous: ranks that --ranks starts need none");
    return fork_all(count, [&] { return run_as_rank(words, run); });
  } catch (const UsageError& error) {
    std::fputs(fmt::format("{}: {}\n", name_, error.what()).c_str(), stderr);
    return exit_usage;
  } catch (const std::exception& error) {
    std::fputs(fmt::format("{}: {}\n", name_, error.what()).c_str(), stderr);
    return exit_wrong;
  }
}

/// The program with this rank's device, as many runs as all have, and, but for rank 0, no output.
int Ranks::run_as_rank(std::vector<std::string> words, const std::function<int(int, char**)>& run) {
  if (place_.rank != 0) {
    words = without(words, {"--json", "--csv"});
    if (std::freopen("/dev/null", "w", stdout) == nullptr)
      throw std::runtime_error("/dev/null cannot be written to");
    unsetenv("LENS_JSON");  // rank 0 writes them
    unsetenv("LENS_SARIF");
  }
  arguments_.clear();
  for (const std::string& word : without({words.begin() + 1, words.end()}, {"--device", "--json", "--csv"}))
    arguments_ += word + '\n';
  if (place_.ranks > 1 && value_of(words, "--repeats").empty())
    words.insert(words.begin() + 1, {"--repeats", runs_of_a_row});
  if (backend() == Backend::cuda && value_of(words, "--device").empty()) {
    if (lacks_a_device()) return exit_no_device;
    words.insert(words.begin() + 1, {"--device", std::to_string(place_.local_rank)});
  }
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int code = run(static_cast<int>(words.size()), pointers.data());
  // A rank whose body did not reach its end sends nothing: its connection ends, and so do the others.
  if (line_ != nullptr && !unfinished_) {
    for (const std::string& each : line_->say_last(std::to_string(code)))
      code = std::max(code, std::atoi(each.c_str()));
  }
  delete line_;
  line_ = nullptr;
  return code;
}

/// The first rank of a host that has no GPU of its own says so. Where there is none at all, Program does.
bool Ranks::lacks_a_device() const {
  int devices = 0;
  if (place_.ranks == 1 || backend() == Backend::simulator) return false;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || place_.local_rank < devices) return false;
  if (place_.local_rank == devices)
    std::fputs(
        fmt::format("{}: no GPU for rank {}: this host shows {}\n", name_, place_.rank, devices).c_str(),
        stderr);
  return true;
}

/// Starts the ranks as copies of this process.
int Ranks::fork_all(int count, const std::function<int()>& run) {
  int port = 0;
  listener_ = listen_at("127.0.0.1", port);
  const pid_t parent = ::getpid();
  std::vector<pid_t> children;
  for (int rank = 0; rank < count; ++rank) {
    const pid_t child = ::fork();
    if (child < 0)
      throw std::runtime_error(fmt::format("cannot start rank {}: {}", rank, std::strerror(errno)));
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(exit_wrong);
      place_ = {.rank = rank, .ranks = count, .local_rank = rank};
      if (rank != 0) ::close(std::exchange(listener_, -1));
      rendezvous_ = fmt::format("127.0.0.1:{}", port);
      return run();
    }
    children.push_back(child);
  }
  ::close(std::exchange(listener_, -1));
  return look_after(children);
}

/// Waits for the ranks' end. Where one fails, the others get some time to end with a message of their own, then are killed.
int Ranks::look_after(std::vector<pid_t> children) const {
  using Clock = std::chrono::steady_clock;
  int code = exit_right;
  bool killed = false;
  Clock::time_point deadline;
  for (std::size_t left = children.size(); left > 0;) {
    int status = 0;
    const pid_t child = ::waitpid(-1, &status, code == exit_right ? 0 : WNOHANG);
    if (child == 0) {
      ::usleep(20'000);
      if (killed || Clock::now() < deadline) continue;
      for (const pid_t each : children)
        if (each > 0) ::kill(each, SIGKILL);
      killed = true;
      continue;
    }
    const auto found = std::find(children.begin(), children.end(), child);
    if (found == children.end()) continue;
    *found = -1;
    --left;
    if (const std::string how = end_of(status); !how.empty() && !killed)
      std::fputs(fmt::format("{}: rank {} {}\n", name_, found - children.begin(), how).c_str(), stderr);
    if (code != exit_right || exit_code_of(status) == exit_right) continue;
    code = exit_code_of(status);
    deadline = Clock::now() + std::chrono::seconds(5);
  }
  return code;
}

void Ranks::take_part(const std::function<void()>& body) {
  Program::require(patience_ > 0, "--patience: 0 seconds are no time to meet");
  if (line_ == nullptr && place_.ranks > 1) {
    const bool by_default = rendezvous_.empty();
    if (by_default && !place_.one_host)
      throw UsageError(fmt::format(
          "--rendezvous: {} ranks on several hosts need HOST:PORT, the host of rank 0", place_.ranks));
    const HostAndPort at =
        by_default ? HostAndPort{"127.0.0.1", port_of_this_job()} : parsed_rendezvous(rendezvous_);
    line_ = new Line(
        place_, {at.host, at.port, std::exchange(listener_, -1), std::chrono::seconds(patience_)}, name_);
    require_same_arguments();
  }
  unfinished_ = true;
  body();
  unfinished_ = false;
}

void Ranks::require_same_arguments() {
  const std::vector<std::string> all = say(arguments_);
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    Program::require(all[rank] == all[0],
                     fmt::format("rank {} was started with other arguments than rank 0", rank));
}

std::vector<std::string> Ranks::say(const std::string& own) {
  return line_ == nullptr ? std::vector<std::string>{own} : line_->say(own);
}

void Ranks::broadcast(void* data, std::size_t bytes) {
  const std::string first = say(rank() == 0 ? std::string(static_cast<const char*>(data), bytes) : "")[0];
  if (first.size() != bytes) throw std::runtime_error("rank 0 says something else than this rank listens to");
  std::memcpy(data, first.data(), bytes);
}

Verdict Ranks::agreed(const Verdict& own) {
  const std::vector<std::string> all = say(own.ok ? "" : own.text);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (!all[rank].empty()) return {.ok = false, .text = fmt::format("rank {}: {}", rank, all[rank])};
  return own;
}

}  // namespace tutorial
