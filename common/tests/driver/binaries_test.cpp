#include "driver/build/binaries.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "support/files.hpp"
#include "support/temporary_folder.hpp"

namespace driver = tutorial::driver;
namespace fs = std::filesystem;

namespace {

/// Three programs in one snapshot, a fourth in another, and a build tool that only writes down what it should build.
class Folder {
 public:
  Folder() {
    write("cmake", "#!/bin/sh\nshift 3\necho \"$*\" >>" + (folder_ / "built").string() +
                       "\ncase $* in *snapshot*) [ ! -e " + (folder_ / "broken").string() + " ] ;; esac\n");
    fs::permissions(folder_ / "cmake", fs::perms::owner_all);
    manifest_.source_dir = manifest_.build_dir = folder_.path();
    manifest_.cmake = folder_ / "cmake";
    for (const std::string name : {"a", "b", "c", "d"}) {
      driver::Program program;
      program.name = name;
      program.source = name + ".cu";
      program.binaries = {{"lens", folder_ / ("lens/" + name)}, {"sim", folder_ / ("sim/" + name)}};
      program.snapshots["lens"] = {"snapshot.run", folder_ / "snapshot.run", folder_ / "snapshot.cpp.d"};
      if (name == "d") program.snapshots["lens"].target = "other.run";
      manifest_.programs.push_back(program);
      write(program.source, "");
    }
    write("tile.hpp", "");
  }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }

  /// What the build leaves there.
  void compile_snapshot() const {
    write("snapshot.run", "");
    write("snapshot.cpp", "");
    write("snapshot.cpp.d", "snapshot.cpp: \\\n  " + (folder_ / "tile.hpp").string() + "\n");
    for (const char* file : {"a.cu", "b.cu", "c.cu", "tile.hpp"}) set_age(file, 60);
    set_age("snapshot.cpp.d", 30);
  }

  void set_age(const std::string& file, int seconds) const {
    fs::last_write_time(folder_ / file, fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
  }

  /// The targets that were built, a line each time.
  std::string build(const std::string& names, const std::string& kind = "lens") const {
    std::vector<driver::Binary> binaries;
    for (const char name : names) binaries.push_back({&manifest_.program(std::string(1, name)), kind});
    tutorial::Progress progress("test");
    problem_ = build_binaries(manifest_, "these", binaries, false, progress);
    return built();
  }

  /// The same.
  std::string build_targets(const std::vector<std::string>& targets) const {
    tutorial::Progress progress("test");
    problem_ = driver::build_targets(manifest_, targets, false, progress);
    return built();
  }

  void link(const std::string& file, const std::string& to) const {
    write(to, "");
    fs::create_directories((folder_ / file).parent_path());
    fs::create_symlink(folder_ / to, folder_ / file);
  }

  bool is_link(const std::string& file) const {
    std::error_code none;
    return fs::read_symlink(folder_ / file, none) == folder_ / "snapshot.run";
  }
  bool exists(const std::string& file) const { return fs::exists(folder_ / file); }
  const std::string& problem() const { return problem_; }

 private:
  std::string built() const {
    std::string lines = tutorial::read_text(folder_ / "built");
    fs::remove(folder_ / "built");
    return lines;
  }

  tutorial::TemporaryFolder folder_;
  driver::Manifest manifest_;
  mutable std::string problem_;
};

}  // namespace

TEST_CASE("build_binaries compiles three programs of a snapshot together, and links them") {
  const Folder folder;
  CHECK(folder.build("abc") == "snapshot.run\n");
  CHECK(folder.problem() == "");
  for (const char* name : {"lens/a", "lens/b", "lens/c"}) CHECK(folder.is_link(name));
}

TEST_CASE("build_binaries leaves links that are none to a snapshot") {
  const Folder folder;
  folder.link("sim/a", "together.run");
  CHECK(folder.build("abc", "sim") == "a.sim b.sim c.sim\n");
  CHECK(folder.exists("sim/a"));
}

TEST_CASE("build_binaries compiles an edited program alone") {
  const Folder folder;
  folder.compile_snapshot();
  folder.build("abc");
  folder.set_age("b.cu", 20);
  CHECK(folder.build("b") == "b.lens\n");
  CHECK_FALSE(folder.exists("lens/b"));  // the link is gone, which the linker's output replaces
  CHECK(folder.build("a") == "snapshot.run\n");
  CHECK(folder.is_link("lens/a"));
}

TEST_CASE("build_binaries compiles one program alone if the snapshot would be compiled for it") {
  const Folder folder;
  CHECK(folder.build("a") == "a.lens\n");
  folder.compile_snapshot();
  CHECK(folder.build("a") == "snapshot.run\n");
  folder.set_age("tile.hpp", 20);
  CHECK(folder.build("a") == "a.lens\n");
  CHECK_FALSE(folder.is_link("lens/a"));
  CHECK(folder.build("ab") == "snapshot.run\n");
}

TEST_CASE("build_binaries compiles the only program of a snapshot with the others") {
  const Folder folder;
  CHECK(folder.build("abd") == "other.run snapshot.run\n");
  CHECK(folder.build("d") == "other.run\n");
}

TEST_CASE("build_targets compiles programs together, and all else as it is called") {
  const Folder folder;
  CHECK(folder.build_targets({"test_driver", "a.lens", "b.lens", "a.sim", "all"}) ==
        "snapshot.run\ntest_driver a.sim all\n");
  CHECK(folder.is_link("lens/b"));
}

TEST_CASE("build_binaries compiles each program alone if the snapshot does not compile, and reads it again") {
  const Folder folder;
  folder.compile_snapshot();
  folder.write("broken", "");
  CHECK(folder.build("abc") == "snapshot.run\na.lens b.lens c.lens\n");
  CHECK(folder.problem() == "");
  CHECK_FALSE(folder.exists("snapshot.cpp"));
  CHECK_FALSE(folder.exists("snapshot.cpp.d"));
}
