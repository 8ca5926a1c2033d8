#include "marking/instructor/drawn_fault.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "marking/instructor/grading.hpp"
#include "marking/instructor/handout.hpp"
#include "tests/marking/instructor/example_course.hpp"
#include "tutorial/errors.hpp"

using namespace tutorial::instructor;
using namespace tutorial::instructor::testing;

namespace {

const std::vector<std::string> family = {"a.cu", "b.cu", "c.cu", "d.cu"};

Marker hunting_marker(const fs::path& log) {
  Marker marker = example_marker(log);
  marker.faults = {{"fix_tile", family}};
  marker.faulty_starter = [](const std::string& exercise, const std::string& fault) {
    return exercise + " with " + fault;
  };
  return marker;
}

std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const tutorial::UsageError& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE(
    "who draws which fault follows from the seed, the learner and the exercise, and from each of them") {
  std::map<std::string, int> drawn;
  int others = 0, others_by_seed = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string learner = "student" + std::to_string(i);
    const std::string fault = fault_for(7, learner, "fix_tile", family);
    CHECK(fault == fault_for(7, learner, "fix_tile", {"d.cu", "b.cu", "a.cu", "c.cu"}));
    ++drawn[fault];
    others += fault != fault_for(7, learner, "fix_race", family);
    others_by_seed += fault != fault_for(8, learner, "fix_tile", family);
  }
  CHECK(drawn.size() == 4);
  for (const auto& [fault, count] : drawn) CHECK(count > 60);
  CHECK(others > 240);
  CHECK(others_by_seed > 240);
}

TEST_CASE("adding a fault to a family changes nothing for students who do not draw it") {
  std::vector<std::string> larger = family;
  larger.push_back("e.cu");
  int new_ones = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string learner = std::to_string(i), fault = fault_for(7, learner, "fix_tile", larger);
    new_ones += fault == "e.cu";
    if (fault != "e.cu") CHECK(fault == fault_for(7, learner, "fix_tile", family));
  }
  CHECK(new_ones > 20);
  CHECK(new_ones < 80);
}

TEST_CASE("each learner of the roster gets a folder, and the marks say which fault was in it") {
  const Course course;
  const Marker marker = hunting_marker(course.log);
  const fs::path file = course / "roster.csv", folder = course / "faults";
  put(file, "student,id,exercise,group\nada,,,red\nada,,tile,blue\nBo B,7,,\nBo B,8,,\n,../9,,\n");
  CHECK(handout_faults("/usr", folder, Roster(file, marker.exercises), 7, marker) == 4);
  const std::map<std::string, std::string> key = {
      {"ada", "ada"}, {"Bo_B_7", "7"}, {"Bo_B_8", "8"}, {"_._9", "../9"}};
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(folder)) folders.insert(entry.path().filename().string());
  CHECK(folders.size() == key.size());
  for (const auto& entry : key) {
    const std::string &name = entry.first, &learner = entry.second;  // clang 14's lambdas capture no bindings
    CAPTURE(name);
    REQUIRE(folders.count(name) == 1);
    CHECK(tutorial::read_text(folder / name / "my_exercises/fix_tile.cu") ==
          "fix_tile with " + fault_for(7, learner, "fix_tile", family));
  }

  course.hand_in("ada/fix_tile.cu", "right");
  course.hand_in("ada/tile.cu", "right");
  course.hand_in("eve/fix_tile.cu", "right");
  course.hand_in("Bo B_8_assignsubmission_file_/fix_tile.cu", "wrong");
  course.hand_in("Bo_B_7/my_exercises/fix_tile.cu", "right");  // the handout's own folder
  GradeOptions options = course.options();
  options.exercises = {"fix_tile", "tile"};
  options.results.roster = file;
  options.results.seed_per_student = 7;
  grade(options, marker);
  std::map<std::string, std::string> faults;
  const std::vector<Entry> entries = read_grading(course.results)->entries;
  for (const Entry& entry : entries)
    faults[entry.submission.student + entry.submission.id + " " + entry.submission.exercise] =
        column_of(entry.submission, fault_title);
  CHECK(faults["ada fix_tile"] == fault_for(7, "ada", "fix_tile", family));
  CHECK(faults["Bo B8 fix_tile"] == fault_for(7, "8", "fix_tile", family));
  CHECK(faults["Bo B7 fix_tile"] == fault_for(7, "7", "fix_tile", family));
  CHECK(faults["ada tile"] == "");      // no bug hunt
  CHECK(faults["eve fix_tile"] == "");  // in no row: nobody knows what she was given
  CHECK(course.read("marks.csv").find("says,file,group,fault\r\n") != std::string::npos);
  CHECK(course.read("submissions/ada/fix_tile/report.txt").find(".cu") == std::string::npos);
}

TEST_CASE("input that faults cannot be drawn from is refused, and no folder is created") {
  const Course course;
  const Marker marker = hunting_marker(course.log);
  const fs::path file = course / "roster.csv", folder = course / "faults";
  put(file, "student,fault\nada,a.cu\n");
  GradeOptions options = course.options();
  course.hand_in("ada/guard_tail.cu", "right");
  options.results.roster = file;
  options.results.seed_per_student = 7;
  CHECK(complaint([&] { grade(options, marker); }).find("has a column fault") != std::string::npos);
  const Roster roster(file, marker.exercises);
  CHECK(complaint([&] {
          handout_faults("/usr", folder, roster, 7, example_marker(course.log));
        }).find("no exercise here has faults") != std::string::npos);
  CHECK_FALSE(fs::exists(folder));
  put(folder / "mine", "");
  CHECK(complaint([&] { handout_faults("/usr", folder, roster, 7, marker); }).find("is not empty") !=
        std::string::npos);
  put(file, "student\n");
  CHECK(complaint([&] {
          handout_faults("/usr", course / "none", Roster(file, marker.exercises), 7, marker);
        }).find("has no learners") != std::string::npos);
}
