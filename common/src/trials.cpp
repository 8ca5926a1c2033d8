#include "tutorial/trials.hpp"

#include <cuda_runtime.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/report.hpp"
#include "support/child_process.hpp"
#include "tutorial/cuda_check.hpp"

namespace tutorial {
namespace {

constexpr std::int64_t longest_limit = 100'000;  // seconds, about a day

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The arguments without --json and --csv.
std::vector<std::string> without_outputs(int argc, char** argv) {
  std::vector<std::string> kept;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--json" || word == "--csv")
      ++i;
    else if (word.rfind("--json=", 0) != 0 && word.rfind("--csv=", 0) != 0)
      kept.push_back(word);
  }
  return kept;
}

std::string hangs(std::int64_t seconds) { return fmt::format("hangs: stopped after {} s", seconds); }

/// Ends this process with a message and exit code 1 unless it is gone in time. A kernel that hangs cannot be
/// stopped otherwise.
class TimeLimit {
 public:
  TimeLimit(std::int64_t seconds, const std::string& message) {
    snprintf(message_, sizeof message_, "%s\n", message.c_str());
    before_ = std::signal(SIGALRM, give_up);
    alarm(static_cast<unsigned>(seconds));
  }
  ~TimeLimit() {
    alarm(0);
    std::signal(SIGALRM, before_);
  }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  static void give_up(int) {
    std::size_t length = 0;
    while (message_[length] != 0) ++length;
    const ssize_t written = write(STDERR_FILENO, message_, length);
    _exit(written < 0 ? exit_wrong + 1 : exit_wrong);
  }

  static inline char message_[512];
  void (*before_)(int);
};

/// What a child writes to one of its outputs.
class Capture {
 public:
  Capture() : file_(std::tmpfile(), std::fclose) {
    if (!file_) throw std::runtime_error("no temporary file for the output of a variant");
  }

  void take_over(int descriptor) const { dup2(fileno(file_.get()), descriptor); }

  std::string text() const {
    std::string all;
    std::rewind(file_.get());
    for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) all += static_cast<char>(c);
    return all;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// What a program that ran one variant wrote to --json, or "".
std::string observed_in(const std::string& json) {
  const auto rows = nlohmann::json::parse(json, nullptr, false);
  if (!rows.is_array() || rows.empty() || !rows[0].is_object()) return "";
  const auto observed = rows[0].find("observed");
  return observed != rows[0].end() && observed->is_string() ? observed->get<std::string>() : "";
}

/// The first line without the program's name, which the reader knows.
std::string first_line(const std::string& text, const std::string& program) {
  const std::string line = text.substr(0, text.find('\n'));
  const std::string prefix = program + ": ";
  return line.rfind(prefix, 0) == 0 ? line.substr(prefix.size()) : line;
}

}  // namespace

Trials::Trials(Program& program, std::vector<std::string> faulty, std::vector<std::string> mended,
               DefaultSize launches)
    : program_(program), faulty_(std::move(faulty)) {
  program.choice("--variant", variant_, "all of them, each fault in a process of its own, or one",
                 joined(joined({"all"}, faulty_), mended));
  program.size("--launches", launches_, "launches of a faulty variant, each of them checked", launches);
  program.size("--limit", limit_, "seconds after which a faulty variant is stopped", everywhere(10));
}

int Trials::run(int argc, char** argv, const std::function<void()>& body) {
  const std::filesystem::path called = argv[0];
  name_ = called.filename();
  // By the same name, which tells several programs in one file apart; of one found in PATH it says no place.
  self_ = called.has_parent_path() ? called : "/proc/self/exe";
  arguments_ = without_outputs(argc, argv);
  const int code = program_.run(argc, argv, [&] {
    Program::require(launches_ > 0, "--launches: 0 launches show nothing");
    Program::require(limit_ > 0 && limit_ <= longest_limit,
                     fmt::format("--limit: {} is not from 1 to {} s", limit_, longest_limit));
    body();
  });
  return code == exit_right && wrong_ ? static_cast<int>(exit_wrong) : code;
}

void Trials::show(const std::string& variant, const Case& row, const std::function<void()>& work,
                  const std::function<Verdict()>& check, const std::function<void()>& before_each) {
  if (variant_ != "all" && variant_ != variant) return;
  if (std::find(faulty_.begin(), faulty_.end(), variant) == faulty_.end()) {
    program_.measure(row, work, check, before_each);
  } else if (variant_ == "all") {
    program_.demonstrate(row, seen_in_child(variant));
  } else {
    program_.demonstrate(row, seen_here(variant, work, check, before_each));
  }
}

std::string Trials::seen_here(const std::string& variant, const std::function<void()>& work,
                              const std::function<Verdict()>& check,
                              const std::function<void()>& before_each) {
  const TimeLimit limit(limit_, fmt::format("{}: {}: {}", name_, variant, hangs(limit_)));
  std::int64_t wrong = 0;
  std::string first;
  for (std::int64_t i = 0; i < launches_; ++i) {
    before_each();
    work();
    CUDA_CHECK(cudaDeviceSynchronize());
    const Verdict verdict = check();
    if (verdict.ok) continue;
    if (wrong++ == 0) first = verdict_line(verdict);
  }
  const std::string launches = fmt::format("{} {}", launches_, launches_ == 1 ? "launch" : "launches");
  if (wrong == 0) return fmt::format("right in {} of {}", launches_, launches);
  wrong_ = true;
  return fmt::format("wrong in {} of {}, first: {}", wrong, launches, first);
}

std::string Trials::seen_in_child(const std::string& variant) const {
  // The child's own limit is the last resort: it is there for a user who runs the variant alone.
  const std::vector<std::string> command = joined(
      joined({self_}, arguments_),
      {"--variant", variant, "--limit", std::to_string(std::min(limit_ + 5, longest_limit)), "--json", "-"});
  const Capture out;
  const Capture err;
  try {
    const SignalsToChild while_it_runs;
    ChildProcess child(command, [&] {
      out.take_over(STDOUT_FILENO);
      err.take_over(STDERR_FILENO);
      unsetenv("LENS_JSON");  // the reports there are this process's own
      unsetenv("LENS_SARIF");
    });
    const std::optional<Exit> exit = child.wait_at_most(std::chrono::seconds(limit_));
    if (!exit) return hangs(limit_);
    if (const std::string observed = observed_in(out.text()); !observed.empty()) return observed;
    const std::string said = first_line(err.text(), name_);
    return "stopped: " + (said.empty() ? exit->text() : said);
  } catch (const Interrupted& interrupted) {
    std::raise(interrupted.signal);  // as if it had come now, with no child about
    throw std::runtime_error("interrupted");
  }
}

}  // namespace tutorial
