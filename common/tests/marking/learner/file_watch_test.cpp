#include "marking/learner/file_watch.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/marking/learner/folder.hpp"

namespace fs = std::filesystem;
using learner_test::put;
using std::chrono::milliseconds;
using tutorial::TemporaryFolder;
using tutorial::learner::FileWatch;

namespace {

constexpr milliseconds enough(3000);  // what a learner waits for at most
constexpr milliseconds nothing(300);

}  // namespace

TEST_CASE("each way to save is seen once, with the kernel's notices and without") {
  for (const auto notices : {FileWatch::Notices::if_possible, FileWatch::Notices::none}) {
    const TemporaryFolder folder;
    const fs::path file = folder / "a.cu";
    put(file, "one");
    FileWatch watch(file, notices);
    CHECK_FALSE(watch.changed_within(nothing));

    put(file, "two, in place");
    CHECK(watch.changed_within(enough));
    CHECK_FALSE(watch.changed_within(nothing));

    put(folder / "a.cu.new", "three, by renaming");
    fs::rename(folder / "a.cu.new", file);
    CHECK(watch.changed_within(enough));

    fs::remove(file);
    CHECK(watch.changed_within(enough));
    put(file, "four, put back");
    CHECK(watch.changed_within(enough));

    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(5));  // touched
    CHECK(watch.changed_within(enough));

    put(folder / "b.cu", "another file");
    CHECK_FALSE(watch.changed_within(nothing));
  }
}

TEST_CASE("saves between two calls are reported once, at the next call") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.cu";
  put(file, "one");
  FileWatch watch(file);
  for (const char* text : {"12", "123", "1234"}) put(file, text);
  CHECK(watch.changed_within(enough));
  CHECK_FALSE(watch.changed_within(nothing));
}

TEST_CASE("the last step of a save in several steps is always seen") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.cu";
  put(file, "");
  FileWatch watch(file);
  std::thread editor([&] {
    std::ofstream out(file);
    for (int i = 0; i < 8; ++i) {
      out << "a line\n" << std::flush;
      std::this_thread::sleep_for(milliseconds(15));
    }
  });
  std::uintmax_t seen = 0;
  while (seen != 8 * 7 && watch.changed_within(enough)) seen = fs::file_size(file);
  editor.join();
  CHECK(seen == 8 * 7);
  CHECK_FALSE(watch.changed_within(nothing));
}
