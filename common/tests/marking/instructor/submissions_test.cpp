#include "marking/instructor/submissions.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>

#include "tests/marking/instructor/example_course.hpp"

using namespace tutorial::instructor;
using namespace tutorial::instructor::testing;

namespace {

const std::vector<std::string> known = {"guard_tail", "tile", "fix_tile"};

/// "student exercise file" or "student exercise: problem", a line each.
std::string found(const fs::path& folder, const std::vector<std::string>& asked) {
  std::string text;
  for (const Submission& each : find_submissions(folder, known, asked).submissions) {
    text +=
        each.student + (each.id.empty() ? "" : "#" + each.id) + (each.late ? "!" : "") + " " + each.exercise;
    text += each.problem.empty() ? " " + each.file.string() + "\n" : ": " + each.problem + "\n";
  }
  return text;
}

std::string problem_of(const fs::path& folder, const std::string& file) {
  Submission submission{.student = "x", .exercise = "tile", .file = file};
  const std::string bytes = read_submission(folder, submission);
  CHECK(bytes.empty() != submission.problem.empty());
  return submission.problem;
}

}  // namespace

TEST_CASE("one file per student: named after the student, with or without the exercise's name") {
  const Course course;
  for (const char* file :
       {"ada.cu", "bob_tile.cu", "tile-cy.cu", "dan.fix_tile.cu", "guard_tail.cu", "notes.txt", ".hidden.cu"})
    course.hand_in(file, "x");
  CHECK(found(course.submissions, {"tile"}) ==
        "ada tile ada.cu\nbob tile bob_tile.cu\ncourse tile: nothing was handed in: the only .cu file is not "
        "called tile.cu\n"
        "cy tile tile-cy.cu\ndan tile: nothing was handed in: the only .cu file is not called tile.cu\n");
  CHECK(found(course.submissions, {}).find("dan fix_tile dan.fix_tile.cu\n") != std::string::npos);
  CHECK(found(course.submissions, {}).find("course guard_tail guard_tail.cu\n") != std::string::npos);
  const auto notes = find_submissions(course.submissions, known, {"tile"}).notes;
  REQUIRE(notes.size() == 3);
  CHECK(notes[0] == "left alone: 'notes.txt' is no .cu file");
  CHECK(notes[1] == "not graded: 'guard_tail.cu' is of guard_tail, which was not asked for");
}

TEST_CASE("NAME.CU is a submission like NAME.cu") {
  const Course course;
  course.hand_in("ada_tile.CU", "x");
  course.hand_in("bob/tile.CU", "x");
  CHECK(found(course.submissions, {}) == "ada tile ada_tile.CU\nbob tile bob/tile.CU\n");
}

TEST_CASE("a file name near an exercise's is a note, not a student") {
  const Course course;
  for (const char* file : {"gaurd_tail.cu", "Guard-Tail.cu", "Tile.cu", "tilo.cu", "ada_tile.cu"})
    course.hand_in(file, "x");
  const auto listing = find_submissions(course.submissions, known, {"guard_tail"});
  std::string students;
  for (const Submission& each : listing.submissions) students += each.student + " ";
  CHECK(students == "ada tilo ");  // a short name may be a person's
  CHECK(std::count(listing.notes.begin(), listing.notes.end(),
                   "not graded: 'gaurd_tail.cu' is called after no exercise. Did you mean guard_tail.cu?") ==
        1);
  CHECK(std::count(listing.notes.begin(), listing.notes.end(),
                   "not graded: 'Tile.cu' is called after no exercise. Did you mean tile.cu?") == 1);
}

TEST_CASE("one folder per student: the file by name, or the only one; the last attempt counts") {
  const Course course;
  course.hand_in("ada/tile.cu", "x");
  course.hand_in("ada/guard_tail.cu", "x");
  course.hand_in("bob/my_exercises/deep/tile.cu", "x");
  course.hand_in("cy/homework.cu", "x");
  course.hand_in("dan/a.cu", "x");
  course.hand_in("dan/b.cu", "x");
  course.hand_in("eve/tile.cu", "x");
  course.hand_in("eve/tile-2.cu", "x");
  course.hand_in("eve/tile (10).cu", "x");
  course.hand_in("fay/one/tile.cu", "x");
  course.hand_in("fay/two/tile.cu", "x");
  course.hand_in("gus/__MACOSX/tile.cu", "x");
  course.hand_in("gus/.git/tile.cu", "x");
  CHECK(found(course.submissions, {"tile"}) ==
        "ada tile ada/tile.cu\n"
        "bob tile bob/my_exercises/deep/tile.cu\n"
        "cy tile cy/homework.cu\n"
        "dan tile: nothing was handed in: none of the 2 .cu files is called tile.cu\n"
        "eve tile eve/tile (10).cu\n"
        "fay tile: it is not clear what was handed in: 2 files are called tile.cu\n"
        "gus tile: nothing was handed in: there is no .cu file\n");
  CHECK(found(course.submissions, {"guard_tail", "tile"})
            .starts_with("ada guard_tail ada/guard_tail.cu\nada tile ada/tile.cu\nbob guard_tail: nothing"));
  CHECK(found(course.submissions, {})
            .starts_with("ada guard_tail ada/guard_tail.cu\nada tile ada/tile.cu\nbob guard_tail: nothing"));
}

TEST_CASE("archives of Canvas and Moodle: the platform's numbers distinguish students with the same name") {
  const Course course;
  course.hand_in("lovelaceada_77_1234_tile.cu", "x");
  course.hand_in("lovelaceada_LATE_78_1235_tile-1.cu", "x");
  course.hand_in("Grace Hopper_91_assignsubmission_file_/tile.cu", "x");
  course.hand_in("Alan Turing_92_assignsubmission_file_tile.cu", "x");
  const auto listing = find_submissions(course.submissions, known, {});
  CHECK(found(course.submissions, {}) ==
        "Alan Turing#92 tile Alan Turing_92_assignsubmission_file_tile.cu\n"
        "Grace Hopper#91 tile Grace Hopper_91_assignsubmission_file_/tile.cu\n"
        "lovelaceada#77 tile lovelaceada_77_1234_tile.cu\n"
        "lovelaceada#78! tile lovelaceada_LATE_78_1235_tile-1.cu\n");
  CHECK(listing.submissions[0].slug == "Alan_Turing_92");
  CHECK(listing.submissions[3].slug == "lovelaceada_78");
}

TEST_CASE("names become folders that are safe and different") {
  const Course course;
  for (const char* name : {"..", "A b", "a_B", "a;b", "\xC3\xB6", "\xFF"})
    course.hand_in(std::string(name) + "x.cu", "x");
  std::vector<std::string> slugs;
  for (const Submission& each : find_submissions(course.submissions, known, {"tile"}).submissions) {
    slugs.push_back(each.slug);
    CHECK(each.slug.find_first_of("/; \n") == std::string::npos);
    CHECK(each.slug.front() != '.');
    CHECK(each.student.find('\xFF') == std::string::npos);
  }
  CHECK(slugs.size() == 5);  // ..x.cu starts with a point
  std::sort(slugs.begin(), slugs.end());
  CHECK(std::unique(slugs.begin(), slugs.end()) == slugs.end());
}

TEST_CASE("files that cannot be marked are listed by reason, and never read") {
  const Course course;
  course.hand_in("good.cu", "void f();");
  course.hand_in("latin1.cu",
                 "// gr\xFC\xDF"
                 "e");
  course.hand_in("empty.cu", "");
  course.hand_in("wide.cu", std::string("v\0o\0", 4));
  course.hand_in("full.cu", std::string(largest_submission, 'x'));
  course.hand_in("huge.cu", std::string(largest_submission + 1, 'x'));
  course.hand_in("folder.cu/inner/readme", "x");
  fs::create_directory_symlink(course.submissions / "folder.cu", course.submissions / "linked");
  fs::create_symlink("/etc/passwd", course.submissions / "link.cu");
  REQUIRE(::mkfifo((course.submissions / "pipe.cu").c_str(), 0600) == 0);
  CHECK(problem_of(course.submissions, "good.cu").empty());
  CHECK(problem_of(course.submissions, "latin1.cu").empty());
  CHECK(problem_of(course.submissions, "full.cu").empty());
  CHECK(problem_of(course.submissions, "empty.cu") == "the file is empty");
  CHECK(problem_of(course.submissions, "wide.cu").find("not text") != std::string::npos);
  CHECK(problem_of(course.submissions, "huge.cu").find("too large") != std::string::npos);
  CHECK(problem_of(course.submissions, "folder.cu").find("a folder") != std::string::npos);
  CHECK(problem_of(course.submissions, "link.cu").find("a link") != std::string::npos);
  CHECK(problem_of(course.submissions, "linked").find("a link") != std::string::npos);
  CHECK(problem_of(course.submissions, "pipe.cu").find("no plain file") != std::string::npos);
  CHECK(problem_of(course.submissions, "gone.cu").find("cannot be read") != std::string::npos);
  CHECK(found(course.submissions, {"tile"}).find("folder tile: nothing was handed in") != std::string::npos);
}
