#include "support/output_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;
using tutorial::OutputError;
using tutorial::OutputFile;
using tutorial::TemporaryFolder;

namespace {

long files_in(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
}

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("a file appears only when it is written, whole, and nothing else stays behind") {
  const TemporaryFolder folder;
  const OutputFile file(folder / "out.json");
  CHECK(files_in(folder) == 0);
  file.write("[]\n");
  CHECK(content(folder / "out.json") == "[]\n");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("an older file is unchanged until it is replaced, and keeps its permissions") {
  const TemporaryFolder folder;
  put(folder / "out.json", "old");
  REQUIRE(::chmod((folder / "out.json").c_str(), 0640) == 0);
  const OutputFile file(folder / "out.json");
  CHECK(content(folder / "out.json") == "old");
  std::ifstream reader(folder / "out.json");  // has the old file open: a rename leaves it alone
  file.write("new");
  CHECK(content(folder / "out.json") == "new");
  CHECK(std::string{std::istreambuf_iterator<char>(reader), {}} == "old");
  struct stat status {};
  REQUIRE(::stat((folder / "out.json").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777u) == 0640u);
}

TEST_CASE("a new file has the permissions the user's mask leaves") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  OutputFile(folder / "out").write("x");
  ::umask(before);
  struct stat status {};
  REQUIRE(::stat((folder / "out").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777u) == 0640u);
}

TEST_CASE("a symbolic link stays a link: its target is replaced, even one that does not exist yet") {
  const TemporaryFolder folder;
  put(folder / "target", "old");
  fs::create_symlink("target", folder / "link");
  fs::create_symlink("fresh", folder / "dangling");
  OutputFile(folder / "link").write("new");
  OutputFile(folder / "dangling").write("made");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(content(folder / "target") == "new");
  CHECK(content(folder / "fresh") == "made");
}

TEST_CASE("an output that cannot be written is refused before any work") {
  const TemporaryFolder folder;
  fs::create_symlink("loop", folder / "loop");
  put(folder / "file", "");
  CHECK_THROWS_WITH_AS(OutputFile("/no-such-folder/x"),
                       "cannot write to '/no-such-folder/x': No such file or directory", OutputError);
  CHECK_THROWS_AS(OutputFile(folder / ""), OutputError);
  CHECK_THROWS_AS(OutputFile(folder / "new/"), OutputError);
  CHECK_THROWS_AS(OutputFile(folder / "file/x"), OutputError);
  CHECK_THROWS_AS(OutputFile(folder / "loop"), OutputError);
  CHECK_THROWS_AS(OutputFile(folder / std::string(300, 'x')), OutputError);
  CHECK_THROWS_AS(OutputFile("/proc/x"), OutputError);
  CHECK(files_in(folder) == 2);
}

TEST_CASE("a file that cannot be written to its end leaves the older one as it was, and no other") {
  const TemporaryFolder folder;
  put(folder / "out", "old");
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const struct rlimit small { 10, before.rlim_max };
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const OutputFile file(folder / "out");
  CHECK_THROWS_AS(file.write("more than the ten bytes allowed"), OutputError);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, handler);
  CHECK(content(folder / "out") == "old");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a file opened for creation only never replaces another, and leaves nothing behind") {
  const TemporaryFolder folder;
  const OutputFile file(folder / "out.cu");
  CHECK(file.create("mine"));
  CHECK(content(folder / "out.cu") == "mine");
  CHECK_FALSE(file.create("yours"));
  CHECK(content(folder / "out.cu") == "mine");
  CHECK(files_in(folder) == 1);
  CHECK_FALSE(OutputFile("/dev/null").create("x"));
}

TEST_CASE("a pipe is written in place, not replaced, and a full device shows when it is written") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const int reader = ::open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  OutputFile(folder / "pipe").write("x");
  char received = 0;
  REQUIRE(::read(reader, &received, 1) == 1);
  CHECK(received == 'x');
  ::close(reader);
  REQUIRE(fs::is_fifo(folder / "pipe"));

  CHECK_THROWS_WITH_AS(OutputFile("/dev/full").write("x"),
                       "cannot write to '/dev/full': No space left on device", OutputError);
}

TEST_CASE("standard output that is full is noticed at once") {
  std::fflush(stdout);
  const int saved = ::dup(STDOUT_FILENO);
  const int full = ::open("/dev/full", O_WRONLY);
  REQUIRE(full >= 0);
  ::dup2(full, STDOUT_FILENO);
  CHECK_THROWS_WITH_AS(tutorial::write_standard_output("x"),
                       "cannot write to standard output: No space left on device", OutputError);
  std::clearerr(stdout);
  ::dup2(saved, STDOUT_FILENO);
  ::close(full);
  ::close(saved);
}

TEST_CASE("two names of one file are found out") {
  const TemporaryFolder folder;
  fs::create_symlink("a", folder / "b");
  CHECK(OutputFile(folder / "a").same_as(OutputFile(folder / "a")));
  CHECK(OutputFile(folder / "a").same_as(OutputFile(folder / "b")));
  CHECK_FALSE(OutputFile(folder / "a").same_as(OutputFile(folder / "c")));
  CHECK(OutputFile("-").same_as(OutputFile("-")));
  CHECK_FALSE(OutputFile("-").same_as(OutputFile(folder / "a")));
  CHECK_FALSE(OutputFile("/dev/full").same_as(OutputFile("/dev/full")));
}

TEST_CASE("an impossible file name is refused; a full disk is reported as such") {
  CHECK_THROWS_AS(OutputFile("/no/such/folder/x"), tutorial::OutputRefused);
  try {
    OutputFile("/dev/full").write("x");
    FAIL("written");
  } catch (const tutorial::OutputRefused&) {
    FAIL("refused");
  } catch (const OutputError& error) {
    CHECK(std::string(error.what()).find("No space left") != std::string::npos);
  }
}

TEST_CASE("files of a killed run next to the target are deleted after a day") {
  const TemporaryFolder folder;
  for (const char* name : {".tutorial-aaaaaa", ".tutorial-bbbbbb", ".tutorial-mine"}) put(folder / name, "");
  for (const char* name : {".tutorial-aaaaaa", ".tutorial-mine"})
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::hours(25));
  OutputFile(folder / "out").write("x");
  CHECK_FALSE(fs::exists(folder / ".tutorial-aaaaaa"));
  CHECK(fs::exists(folder / ".tutorial-bbbbbb"));
  CHECK(fs::exists(folder / ".tutorial-mine"));
}
