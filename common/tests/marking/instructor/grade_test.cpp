#include "marking/instructor/grade.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "support/child_process.hpp"
#include "tests/marking/instructor/example_course.hpp"
#include "tutorial/errors.hpp"

using namespace tutorial::instructor;
using namespace tutorial::instructor::testing;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// Standard output and error of a scope go nowhere.
class Quiet {
 public:
  Quiet() : out_(::dup(1)), error_(::dup(2)) {
    std::fflush(nullptr);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    ::close(nowhere);
  }
  ~Quiet() {
    std::fflush(nullptr);
    ::dup2(out_, 1);
    ::dup2(error_, 2);
    ::close(out_);
    ::close(error_);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  int out_;
  int error_;
};

int graded(const Course& course, const GradeOptions& options) {
  const Quiet quiet;
  return grade(options, example_marker(course.log));
}

int merged(const Course& course, const std::vector<fs::path>& shards, const fs::path& output) {
  const Quiet quiet;
  return merge(shards, {.output = output}, example_marker(course.log));
}

/// Grades in a process of its own, which ends with the number of the signal that interrupted it, or 0.
pid_t start_grading(const Course& course) {
  const pid_t process = ::fork();
  if (process != 0) return process;
  try {
    graded(course, course.options());
  } catch (const tutorial::Interrupted& interrupted) {
    ::_exit(interrupted.signal);
  } catch (...) {
    ::_exit(99);
  }
  ::_exit(0);
}

std::string says(const std::function<void()>& call) {
  try {
    call();
  } catch (const tutorial::Failure& failure) {
    CHECK(failure.exit_code == tutorial::exit_usage);
    return failure.what();
  }
  return "nothing";
}

/// A course of `count` submissions, every third right.
void fill(const Course& course, int count, const std::string& more = "") {
  for (int i = 0; i < count; ++i)
    course.hand_in("student" + std::to_string(10 + i) + ".cu",
                   (i % 3 == 0 ? "right " : "wrong ") + std::to_string(i) + more + "\n");
}

/// All of the results but the store and grading.json.
std::string outputs(const fs::path& folder) {
  std::string all;
  for (const char* file : {"summary.html", "marks.csv", "totals.csv"})
    all += tutorial::read_text(folder / file);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "submissions"))
    if (entry.path().filename() == "report.txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files)
    all += fs::relative(file, folder).string() + "\n" + tutorial::read_text(file);
  return all;
}

}  // namespace

TEST_CASE("one bad submission does not stop the others, and a failure of the marker is no mark") {
  const Course course;
  course.hand_in("ada.cu", "right");
  course.hand_in("bob.cu", "wrong");
  course.hand_in("cy.cu", "crash");
  course.hand_in("dan.cu", "throw");
  course.hand_in("eve.cu", "hang");
  course.hand_in("fay.cu", "");
  course.hand_in("gus.cu/readme", "x");
  GradeOptions options = course.options();
  options.limit = std::chrono::seconds(4);
  CHECK(graded(course, options) == tutorial::exit_wrong);
  const std::string csv = course.read("marks.csv");
  CHECK(has(csv, "ada,,guard_tail,100,100,"));
  CHECK(has(csv, "bob,,guard_tail,10,100,10,0,0,0,,,\"guard_tail.cu:7: sum[3] is 0, not 7\","));
  CHECK(has(csv, "cy,,guard_tail,,,,,,,,,could not be graded: the grading failed: killed by signal 6"));
  CHECK(has(csv,
            "dan,,guard_tail,,,,,,,,,could not be graded: the grading failed: exit 1: the marker gave up"));
  CHECK(has(csv, "eve,,guard_tail,,,,,,,,,could not be graded: the grading took too long"));
  CHECK(has(csv, "fay,,guard_tail,0,100,0,0,0,0,,,the file is empty"));
  CHECK(has(csv, "gus,,guard_tail,0,100,0,0,0,0,,,nothing was handed in"));
  CHECK(has(course.read("submissions/bob/guard_tail/report.txt"), "guard_tail: 10 of 100 points\n"));
}

TEST_CASE(
    "a second run takes stored marks; what changed, another seed, another engine and a damaged file are "
    "marked anew") {
  const Course course;
  fill(course, 6);
  const GradeOptions options = course.options();
  CHECK(graded(course, options) == tutorial::exit_right);
  CHECK(course.marked() == 6);
  const std::string before = outputs(course.results);
  CHECK(graded(course, options) == tutorial::exit_right);
  CHECK(course.marked() == 6);
  CHECK(outputs(course.results) == before);

  course.hand_in("student11.cu", "right after all");
  CHECK(graded(course, options) == tutorial::exit_right);
  CHECK(course.marked() == 7);
  CHECK(has(course.read("marks.csv"), "student11,,guard_tail,100,"));

  for (const auto& file : fs::directory_iterator(course.results / "store")) {
    fs::resize_file(file.path(), 100);
    break;
  }
  CHECK(graded(course, options) == tutorial::exit_right);
  CHECK(course.marked() <= 8);

  const std::size_t sofar = course.marked();
  GradeOptions other_seed = options;
  other_seed.seed = 6;
  CHECK(graded(course, other_seed) == tutorial::exit_right);
  CHECK(course.marked() == sofar + 6);

  Marker newer = example_marker(course.log);
  newer.version = [](const std::string&) { return "2"; };
  {
    const Quiet quiet;
    CHECK(grade(options, newer) == tutorial::exit_right);
  }
  CHECK(course.marked() == sofar + 12);
}

TEST_CASE("two equal files are marked once; the seed stays that of the results where none is given") {
  const Course course;
  course.hand_in("ada.cu", "right");
  course.hand_in("bob.cu", "right");
  GradeOptions options = course.options();
  options.seed.reset();
  CHECK(graded(course, options) == tutorial::exit_right);
  CHECK(graded(course, options) == tutorial::exit_right);
  CHECK(course.marked() == 1);
}

TEST_CASE("a stored mark is not taken for another submission's") {
  const Course course;
  course.hand_in("ada.cu", "right");
  course.hand_in("eve.cu", "wrong");
  CHECK(graded(course, course.options()) == tutorial::exit_right);
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(course.results / "store")) files.push_back(file.path());
  REQUIRE(files.size() == 2);
  const bool first_is_right = has(tutorial::read_text(files[0]), "\"points\": 40");
  fs::copy_file(files[first_is_right ? 0 : 1], files[first_is_right ? 1 : 0],
                fs::copy_options::overwrite_existing);
  CHECK(graded(course, course.options()) == tutorial::exit_right);
  CHECK(has(course.read("marks.csv"), "eve,,guard_tail,10,"));
}

TEST_CASE("killed in the middle and run again, the marks are those of an uninterrupted run") {
  const Course whole;
  fill(whole, 12, " slow");
  CHECK(graded(whole, whole.options()) == tutorial::exit_right);

  const Course course;
  fill(course, 12, " slow");
  const pid_t grader = start_grading(course);
  course.wait_for(5);
  ::kill(grader, SIGKILL);
  ::waitpid(grader, nullptr, 0);
  CHECK_FALSE(fs::exists(course.results / "marks.csv"));
  CHECK(graded(course, course.options()) == tutorial::exit_right);
  CHECK(outputs(course.results) == outputs(whole.results));
  CHECK(course.marked() <= 14);  // at most those that were being marked are marked twice
}

TEST_CASE("an interruption ends grading at once, and the next run resumes") {
  const Course course;
  fill(course, 4, " hang");
  const pid_t grader = start_grading(course);
  course.wait_for(2);
  ::kill(grader, SIGTERM);
  int status = 0;
  ::waitpid(grader, &status, 0);
  CHECK(WEXITSTATUS(status) == SIGTERM);
  fill(course, 4);
  CHECK(graded(course, course.options()) == tutorial::exit_right);
}

TEST_CASE("merged shards are equal to the whole") {
  const Course course;
  fill(course, 11);
  course.hand_in("zoe.cu", "");
  CHECK(graded(course, course.options()) == tutorial::exit_right);
  std::vector<fs::path> shards;
  for (int i = 1; i <= 3; ++i) {
    GradeOptions options = course.options();
    options.shard = {i, 3};
    options.results.output = course / ("shard" + std::to_string(i));
    shards.push_back(options.results.output);
    CHECK(graded(course, options) == tutorial::exit_right);
  }
  CHECK(course.marked() == 22);
  CHECK(merged(course, shards, course / "merged") == tutorial::exit_right);
  CHECK(outputs(course / "merged") == outputs(course.results));

  // A roster that is given to the merge alone.
  put(course / "roster.csv", "student,attempts\nzoe,5\n");
  {
    const Quiet quiet;
    CHECK(merge(shards, {.output = course / "rostered", .roster = course / "roster.csv"},
                example_marker(course.log)) == tutorial::exit_right);
  }
  CHECK(has(tutorial::read_text(course / "rostered" / "marks.csv"), "zoe.cu,5\r\n"));

  // A missing shard: its submissions have failed, and grading into the merged folder marks only them.
  CHECK(merged(course, {shards[0], shards[2]}, course / "part") == tutorial::exit_wrong);
  const std::string csv = tutorial::read_text(course / "part" / "marks.csv");
  CHECK(has(csv, "student11,,guard_tail,,,,,,,,,could not be graded: shard 2/3 is missing"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 13);
  GradeOptions rest = course.options();
  rest.seed.reset();
  rest.results.output = course / "part";
  CHECK(graded(course, rest) == tutorial::exit_right);
  CHECK(course.marked() == 26);
  CHECK(outputs(course / "part") == outputs(course.results));
}

TEST_CASE("each shard has as much of each exercise, and of what has nothing to mark") {
  std::vector<Entry> entries;
  for (int student = 0; student < 10; ++student)
    for (const char* exercise : {"a", "b", "c", "d"})
      entries.push_back(
          {.submission = {.student = "x", .exercise = exercise}, .content = student < 8 ? "content" : ""});
  const std::vector<int> shards = shards_of(entries, 4);
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < entries.size(); ++i)
    ++counts[std::to_string(shards[i]) + (entries[i].content.empty() ? "" : entries[i].submission.exercise)];
  for (const char* shard : {"1", "2", "3", "4"}) {
    for (const char* exercise : {"a", "b", "c", "d"}) CHECK(counts[std::string(shard) + exercise] == 2);
    CHECK(counts[shard] == 2);
  }
  CHECK(shards_of(entries, 1) == std::vector<int>(entries.size(), 1));
  CHECK(shards_of({}, 3).empty());
}

TEST_CASE("only the shards of one grading are merged") {
  const Course course;
  fill(course, 2);
  const auto shard = [&](const char* name, Shard which, std::uint64_t seed) {
    GradeOptions options = course.options();
    options.shard = which;
    options.seed = seed;
    options.results.output = course / name;
    CHECK(graded(course, options) == tutorial::exit_right);
    return options.results.output;
  };
  const fs::path one = shard("one", {1, 2}, 5);
  const fs::path again = shard("again", {1, 2}, 5);
  const fs::path seeded = shard("seeded", {2, 2}, 6);
  const fs::path third = shard("third", {2, 3}, 5);
  course.hand_in("student11.cu", "another answer");
  const fs::path later = shard("later", {2, 2}, 5);
  const auto complaint = [&](const fs::path& other) {
    return says([&] { merged(course, {one, other}, course / "out"); });
  };
  CHECK(has(complaint(again), "are both shard 1/2"));
  CHECK(has(complaint(seeded), "the seeds 5 and 6"));
  CHECK(has(complaint(third), "2 and 3 shards"));
  CHECK(has(complaint(later), "what student11 handed in"));
  CHECK(has(complaint(course.submissions), "has no results of grade --shard"));
  CHECK_FALSE(fs::exists(course / "out"));
}

TEST_CASE("bad arguments are one line and write nothing") {
  const Course course;
  const auto complaint = [&](const std::function<void(GradeOptions&)>& change) {
    GradeOptions options = course.options();
    change(options);
    return says([&] { graded(course, options); });
  };
  CHECK(has(complaint([](GradeOptions&) {}), "there are no submissions in"));
  fill(course, 2);
  CHECK(has(complaint([](GradeOptions& o) { o.exercises = {"gard_tail"}; }),
            "there is no exercise 'gard_tail'"));
  CHECK(has(complaint([](GradeOptions& o) { o.exercises = {}; }), "no .cu file"));
  CHECK(has(complaint([](GradeOptions& o) { o.folder /= "nowhere"; }), "is no folder of submissions"));
  CHECK(has(complaint([](GradeOptions& o) { o.shard = {1, 2}, o.seed.reset(); }), "--shard needs --seed"));
  CHECK(has(complaint([](GradeOptions& o) { o.shard = {1, 2}, o.similarity = true; }), "--similarity"));
  CHECK(has(complaint([](GradeOptions& o) { o.results.output = o.folder; }), "holds something other"));
  CHECK_FALSE(fs::exists(course.results));
  for (const char* shard : {"", "1", "0/2", "3/2", "1/0", "1/2x", "-1/2", "a/b", "1/"}) {
    CAPTURE(shard);
    CHECK(has(says([&] { shard_from(shard); }), "is not I/N"));
  }
  CHECK(shard_from("2/4") == Shard{2, 4});
}

TEST_CASE("two gradings do not write to one folder") {
  const Course course;
  fill(course, 1, " hang");
  const pid_t grader = start_grading(course);
  course.wait_for(1);
  CHECK_THROWS_WITH_AS(graded(course, course.options()), doctest::Contains("another grading writes to"),
                       tutorial::Failure);
  ::kill(grader, SIGKILL);
  ::waitpid(grader, nullptr, 0);
}

TEST_CASE("several exercises in one folder; --json has them all") {
  const Course course;
  course.hand_in("ada/tile.cu", "right");
  course.hand_in("ada/guard_tail.cu", "wrong\xFF");
  course.hand_in(
      "b\xFF"
      "b/tile.cu",
      "right");
  GradeOptions options = course.options();
  options.exercises = {};
  options.results.json = (course / "all.json").string();
  options.similarity = true;
  CHECK(graded(course, options) == tutorial::exit_right);
  const auto json = nlohmann::json::parse(tutorial::read_text(course / "all.json"));
  REQUIRE(json.size() == 4);
  CHECK(json[0]["exercise"] == "guard_tail");
  CHECK(json[0]["points"] == 10);
  CHECK(json[0]["mark"]["parts"].size() == 4);
  CHECK(json[2]["file"].is_null());
  CHECK(json[2]["points"] == 0);
  CHECK(json[3]["points"] == 100);
  CHECK(fs::exists(course.results / json[3]["results"].get<std::string>() / "results.json"));
  CHECK(has(course.read("totals.csv"), "ada,,10,100,110\r\n"));
  CHECK(has(course.read("similarity.txt"), "tile: no pair of 2 submissions"));
  CHECK(graded(course, options) == tutorial::exit_right);  // grading.json keeps names that are not UTF-8
  CHECK(course.marked() == 2);                             // the two tiles are equal
}
