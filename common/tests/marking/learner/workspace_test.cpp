#include "marking/learner/workspace.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/output_file.hpp"
#include "tests/marking/learner/folder.hpp"

namespace fs = std::filesystem;
using learner_test::content;
using learner_test::put;
using tutorial::OutputError;
using tutorial::TemporaryFolder;
using tutorial::learner::ExerciseState;
using tutorial::learner::State;
using tutorial::learner::Workspace;

namespace {

std::set<std::string> files(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

/// While it lives, no file can grow: as on a full disk.
class FullDisk {
 public:
  FullDisk() {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit full = before_;
    full.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &full);
    std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("the first file makes the folder; a file that is there is never created again") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "my/exercises");
  CHECK(workspace.create("a", "starter"));
  put(workspace.file("a"), "my work");
  CHECK_FALSE(workspace.create("a", "starter"));
  CHECK(content(workspace.file("a")) == "my work");
  CHECK(files(workspace.folder()) == std::set<std::string>{".lock", "a.cu"});
}

TEST_CASE("replacing keeps each older one under a number of its own, also where some were deleted") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  CHECK_FALSE(workspace.replace("a", "starter"));
  CHECK_FALSE(workspace.replace("a", "starter"));
  put(workspace.file("a"), "one");
  CHECK(workspace.replace("a", "starter") == workspace.folder() / ".backup/a.1.cu");
  put(workspace.file("a"), "two");
  CHECK(workspace.replace("a", "starter") == workspace.folder() / ".backup/a.2.cu");
  CHECK(content(workspace.folder() / ".backup/a.1.cu") == "one");
  fs::remove(workspace.folder() / ".backup/a.1.cu");
  put(workspace.folder() / ".backup/a.x.cu", "another's");
  put(workspace.folder() / ".backup/ab.9.cu", "another's");
  put(workspace.file("a"), "three");
  CHECK(workspace.replace("a", "starter") == workspace.folder() / ".backup/a.3.cu");
  CHECK(content(workspace.folder() / ".backup/a.2.cu") == "two");
  CHECK(content(workspace.file("a")) == "starter");
}

TEST_CASE("if the file is a link, the link is moved and its target is untouched") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  put(folder / "elsewhere.cu", "my work");
  fs::create_directories(workspace.folder());
  fs::create_symlink(folder / "elsewhere.cu", workspace.file("a"));
  CHECK_FALSE(workspace.create("a", "starter"));
  CHECK(workspace.replace("a", "starter") == workspace.folder() / ".backup/a.1.cu");
  CHECK(content(workspace.file("a")) == "starter");
  CHECK(content(workspace.folder() / ".backup/a.1.cu") == "my work");
  CHECK(content(folder / "elsewhere.cu") == "my work");
}

TEST_CASE("on a full disk nothing is lost and nothing half-written stays") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  workspace.create("a", "starter");
  workspace.update("a", [](ExerciseState& state) { state.hints = 1; });
  put(workspace.file("a"), "my work");
  const auto before = files(workspace.folder());
  {
    const FullDisk full;
    CHECK_THROWS_AS(workspace.replace("a", "starter"), OutputError);
    CHECK_THROWS_AS(workspace.create("b", "starter"), OutputError);
    CHECK_THROWS_AS(workspace.update("a", [](ExerciseState& state) { state.hints = 2; }), OutputError);
  }
  CHECK(content(workspace.file("a")) == "my work");
  CHECK(workspace.state().at("a").hints == 1);
  CHECK_FALSE(fs::exists(workspace.file("b")));
  auto after = files(workspace.folder());
  after.erase(".backup");
  CHECK(after == before);
  CHECK((!fs::exists(workspace.folder() / ".backup") || files(workspace.folder() / ".backup").empty()));
}

TEST_CASE("a damaged state is copied, reported once, and replaced by a new one") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  workspace.update("a", [](ExerciseState& state) { state.hints = 1; });
  CHECK(workspace.notes().empty());
  const fs::path file = workspace.folder() / ".progress.json";
  const std::string whole = content(file);
  for (int i = 1; i <= 2; ++i) {
    const std::string broken = whole.substr(0, whole.size() / 2);
    put(file, broken);
    CHECK(workspace.state().empty());
    const auto notes = workspace.notes();
    REQUIRE(notes.size() == 1);
    const fs::path kept = workspace.folder() / (".backup/progress." + std::to_string(i) + ".json");
    CHECK(notes[0].find(kept.string()) != std::string::npos);
    CHECK(content(kept) == broken);
    CHECK(workspace.state().empty());
    CHECK(workspace.notes().empty());
  }
  workspace.update("b", [](ExerciseState& state) { state.hints = 3; });
  CHECK(workspace.state().at("b").hints == 3);
}

TEST_CASE("a state that cannot be read is said, and never overwritten") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  fs::create_directories(workspace.folder() / ".progress.json");
  CHECK(workspace.state().empty());
  CHECK(workspace.notes().size() == 1);
  CHECK_THROWS_AS(workspace.update("a", [](ExerciseState& state) { state.hints = 1; }), OutputError);
  CHECK(fs::is_directory(workspace.folder() / ".progress.json"));
}

TEST_CASE("a state that may be written and not be read is not overwritten") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  workspace.update("a", [](ExerciseState& state) { state.hints = 1; });
  const fs::path file = workspace.folder() / ".progress.json";
  const std::string before = content(file);
  fs::permissions(workspace.folder().parent_path(), fs::perms::all);
  fs::permissions(workspace.folder(), fs::perms::all);
  fs::permissions(file, fs::perms::owner_write | fs::perms::others_write);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (geteuid() == 0 && seteuid(65534) != 0) _exit(2);  // root may read everything
    try {
      workspace.update("a", [](ExerciseState& state) { state.hints = 2; });
    } catch (const OutputError&) {
      _exit(0);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(content(file) == before);
}

TEST_CASE("commands that run at the same time lose nothing of each other") {
  const TemporaryFolder folder;
  const fs::path path = folder / "w";
  constexpr int processes = 6;
  constexpr int updates = 15;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Workspace workspace(path);
      for (int k = 0; k < updates; ++k) {
        workspace.update("shared", [](ExerciseState& state) { ++state.checks; });
        workspace.update("own_" + std::to_string(i), [](ExerciseState& state) { ++state.checks; });
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const State state = Workspace(path).state();
  CHECK(state.at("shared").checks == processes * updates);
  CHECK(state.at("own_3").checks == updates);
}

TEST_CASE("a command that is killed at any moment leaves a whole state") {
  const TemporaryFolder folder;
  const fs::path path = folder / "w";
  for (int i = 0; i < 12; ++i) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Workspace workspace(path);
      for (int k = 0;; ++k)
        workspace.update(std::string("exercise_") + char('a' + k % 26),
                         [&](ExerciseState& state) { state.checks = k; });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(8 + 3 * i));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    Workspace workspace(path);
    workspace.state();
    CHECK(workspace.notes().empty());
  }
  CHECK_FALSE(Workspace(path).state().empty());
}

TEST_CASE("worked on last is what was saved last, or named last in a command") {
  const TemporaryFolder folder;
  Workspace workspace(folder / "w");
  const std::vector<std::string> names = {"a", "b", "c"};
  CHECK(workspace.last_worked_on(names).empty());
  workspace.create("a", "x");
  workspace.create("b", "x");
  const auto time = fs::file_time_type::clock::now();
  fs::last_write_time(workspace.file("a"), time - std::chrono::hours(1));
  fs::last_write_time(workspace.file("b"), time - std::chrono::hours(2));
  CHECK(workspace.last_worked_on(names) == "a");
  const double hour_and_half_ago =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count() - 5400;
  workspace.update("c", [&](ExerciseState& state) { state.touched = hour_and_half_ago; });
  CHECK(workspace.last_worked_on(names) == "a");
  workspace.update("c", [&](ExerciseState& state) { state.touched = hour_and_half_ago + 3600; });
  CHECK(workspace.last_worked_on(names) == "c");
  fs::last_write_time(workspace.file("b"), time);
  CHECK(workspace.last_worked_on(names) == "b");
}
