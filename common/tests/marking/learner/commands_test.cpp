#include "marking/learner/commands.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "marking/learner/listing.hpp"
#include "support/child_process.hpp"
#include "tests/marking/learner/folder.hpp"
#include "tutorial/errors.hpp"

namespace fs = std::filesystem;
using learner_test::content;
using learner_test::put;
using tutorial::TemporaryFolder;
using tutorial::learner::Commands;
using tutorial::learner::Course;
using tutorial::marking::Exercise;
using tutorial::marking::Mark;
using tutorial::marking::Part;

namespace {

/// Four points per part; the words in the file say which parts are lost.
Mark mark_of(const std::string& name, const std::string& source) {
  Mark mark;
  mark.exercise = name;
  bool reached = true;
  for (const Part part : tutorial::marking::parts) {
    const bool lost = source.find("no " + std::string(tutorial::marking::name_of(part))) != std::string::npos;
    mark.parts.push_back({part, reached && !lost ? 25.0 : 0.0, 25.0, reached, {}});
    reached = reached && (part == Part::safe || !lost);
  }
  return mark;
}

/// Three exercises of two chapters, a learner's folder, and an engine that looks for words.
class Classroom {
 public:
  Classroom() {
    for (const auto& [chapter, name] : {std::pair("ch05_a", "guard_tail"), std::pair("ch05_a", "grid_stride"),
                                        std::pair("ch08_b", "pad_the_tile")}) {
      Exercise exercise;
      exercise.chapter = chapter;
      exercise.name = name;
      exercise.title = std::string("Title of ") + name;
      exercise.teaches = "what it teaches";
      exercise.minutes = 45;
      exercise.level = "core";
      exercise.folder = folder_ / name;
      fs::create_directories(exercise.folder);
      put(exercise.folder / "exercise.cu", "#ifdef SOLUTION\nall of it\n#else\nno right no safe\n#endif\n");
      put(exercise.folder / "hints.md",
          "# Hints\n\n## Hint 1\n\nThink.\n\n## Hint 2\nThink\nagain.\n## Hint 3\n\nRead on.\n");
      course_.exercises.push_back(exercise);
    }
    course_.mark = [](const Exercise& exercise, const fs::path& file, bool on_gpu) {
      Mark mark = mark_of(exercise.name, content(file));
      if (on_gpu) mark.timing = "on the GPU: at once";
      return mark;
    };
  }

  Commands commands() const { return Commands(course_, work(), {}); }
  fs::path work() const { return folder_ / "my_exercises"; }
  fs::path file(const std::string& name) const { return work() / (name + ".cu"); }
  const Course& course() const { return course_; }

 private:
  TemporaryFolder folder_;
  Course course_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const tutorial::UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a start makes the starter once, and never touches a file that is there") {
  const Classroom room;
  CHECK(contains(room.commands().start("guard_tail").text, "guard_tail.cu"));
  CHECK(content(room.file("guard_tail")) == "no right no safe\n");
  put(room.file("guard_tail"), "mine");
  const auto again = room.commands().start("guard_tail");
  CHECK(again.code == 0);
  CHECK(contains(again.text, "already"));
  CHECK(content(room.file("guard_tail")) == "mine");
}

TEST_CASE("a check uses the GPU only with --gpu") {
  const Classroom room;
  room.commands().start("guard_tail");
  CHECK_FALSE(contains(room.commands().check("guard_tail").text, "on the GPU"));
  CHECK(contains(room.commands().check("guard_tail", true).text, "on the GPU: at once"));
}

TEST_CASE("a check's exit code: full points, hazards alone, anything less") {
  const Classroom room;
  room.commands().start("guard_tail");
  const auto code_of = [&](const char* source) {
    put(room.file("guard_tail"), source);
    return room.commands().check("").code;
  };
  CHECK(code_of("") == 0);
  CHECK(code_of("no safe") == 3);
  CHECK(code_of("no safe no good") == 3);
  CHECK(code_of("no good") == 1);
  CHECK(code_of("no right") == 1);
  CHECK(code_of("no right no safe") == 1);
  CHECK(code_of("no compiles") == 1);
}

TEST_CASE("the best check counts, and what was solved stays solved") {
  const Classroom room;
  room.commands().start("guard_tail");
  room.commands().start("grid_stride");
  CHECK(contains(room.commands().list().text, "0 of 3 solved, about 2 h 15 min to go"));
  put(room.file("guard_tail"), "no good");
  room.commands().check("guard_tail");
  CHECK(contains(room.commands().list().text, "75 of 100"));
  put(room.file("guard_tail"), "no compiles");
  CHECK(contains(room.commands().check("guard_tail").text, "Your best so far: 75 of 100"));
  CHECK(contains(room.commands().list().text, "75 of 100"));
  put(room.file("guard_tail"), "");
  CHECK(contains(room.commands().check("guard_tail").text, "Solved."));
  CHECK(contains(room.commands().check("guard_tail").text, "again"));
  put(room.file("guard_tail"), "no right");
  room.commands().check("guard_tail");
  const auto list = nlohmann::json::parse(room.commands().list_json());
  CHECK(list.at(0).at("progress") == "solved");
  CHECK(list.at(0).at("points") == 100);
  CHECK(list.at(0).at("checks") == 5);
  CHECK(list.at(1).at("progress") == "begun");
  CHECK(list.at(2).at("progress") == "not started");
  CHECK(list.at(2).at("chapter") == "ch08_b");
}

TEST_CASE("hints come one by one, and say how many are left") {
  const Classroom room;
  const auto hint = [&] { return room.commands().hint("grid_stride").text; };
  CHECK(hint() == "Hint 1 of 3 for grid_stride (2 left)\n\nThink.\n");
  CHECK(hint() == "Hint 2 of 3 for grid_stride (1 left)\n\nThink again.\n");
  CHECK(hint() == "Hint 3 of 3 for grid_stride (none left)\n\nRead on.\n");
  const std::string all = hint();
  CHECK(contains(all, "no more hints"));
  CHECK(contains(all, "Think.\n"));
  CHECK(contains(all, "Read on.\n"));
  room.commands().reset("grid_stride");
  CHECK(contains(hint(), "Hint 1 of 3"));
}

TEST_CASE("the solution is shown when it is solved, or asked for twice") {
  const Classroom room;
  const auto first = room.commands().solution("guard_tail");
  CHECK(first.code == 1);
  CHECK_FALSE(contains(first.text, "all of it"));
  CHECK(contains(first.text, "repeat the command"));
  const auto second = room.commands().solution("guard_tail");
  CHECK(second.code == 0);
  CHECK(second.text == "all of it\n");
  room.commands().start("grid_stride");
  put(room.file("grid_stride"), "");
  room.commands().check("grid_stride");
  CHECK(room.commands().solution("grid_stride").text == "all of it\n");
}

TEST_CASE("a copy without solutions says so") {
  const Classroom room;
  put(room.course().exercises[0].folder / "exercise.cu", "no right no safe\n");
  CHECK_THROWS_AS(room.commands().solution("guard_tail"), tutorial::Failure);
}

TEST_CASE("a reset keeps what was written") {
  const Classroom room;
  room.commands().start("guard_tail");
  put(room.file("guard_tail"), "mine");
  CHECK(contains(room.commands().reset("guard_tail").text, "guard_tail.1.cu"));
  CHECK(content(room.work() / ".backup/guard_tail.1.cu") == "mine");
  CHECK(content(room.file("guard_tail")) == "no right no safe\n");
  CHECK_FALSE(contains(room.commands().reset("guard_tail").text, "kept"));
}

TEST_CASE("next returns the first unsolved exercise after the last one worked on, wrapping around") {
  const Classroom room;
  CHECK(contains(room.commands().next().text, "exercise start guard_tail"));
  CHECK_FALSE(fs::exists(room.work() / "guard_tail.cu"));
  room.commands().start("grid_stride");
  CHECK(contains(room.commands().next().text, "grid_stride is not solved yet"));
  CHECK(contains(room.commands().next().text, "exercise start pad_the_tile"));
  const auto solve = [&](const char* name) {
    room.commands().start(name);
    put(room.file(name), "");
    room.commands().check(name);
  };
  solve("pad_the_tile");
  CHECK(contains(room.commands().next().text, "exercise start guard_tail"));
  solve("guard_tail");
  CHECK(contains(room.commands().next().text, "exercise check grid_stride"));
  solve("grid_stride");
  CHECK(room.commands().next().text == "Every exercise is solved: ./tutorial exercise list\n");
}

TEST_CASE("names: a file or a folder of its own means an exercise, a typing error gets the nearest") {
  const Classroom room;
  room.commands().start("guard_tail");
  CHECK_NOTHROW(room.commands().check("guard_tail.cu"));
  CHECK_NOTHROW(room.commands().check(room.file("guard_tail").string()));
  CHECK_NOTHROW(room.commands().check(room.course().exercises[0].folder.string() + "/"));
  CHECK(contains(refusal([&] { room.commands().start("gaurd_tail"); }), "Did you mean guard_tail?"));
  CHECK(contains(refusal([&] { room.commands().start("elsewhere/guard_tail.cu"); }), "no exercise"));
  CHECK_FALSE(contains(refusal([&] { room.commands().start("quaternion"); }), "Did you mean"));
  CHECK(contains(refusal([&] { room.commands().check("grid_stride"); }), "exercise start grid_stride"));
}

TEST_CASE("with nothing started there is nothing to check") {
  const Classroom room;
  CHECK(contains(refusal([&] { room.commands().check(""); }), "exercise next"));
  CHECK(contains(refusal([&] { room.commands().hint(""); }), "exercise next"));
}

TEST_CASE("a damaged record is reported, and the files are still found") {
  const Classroom room;
  room.commands().start("guard_tail");
  put(room.work() / ".progress.json", "{\"version\": 1, \"exerc");
  Commands commands = room.commands();
  CHECK(contains(commands.list().text, "begun"));
  CHECK(commands.notes().size() == 1);
  CHECK(room.commands().check("").code == 1);
}

TEST_CASE("a record that cannot be saved is reported, and the check still counts") {
  const Classroom room;
  room.commands().start("guard_tail");
  fs::remove(room.work() / ".progress.json");
  fs::create_directories(room.work() / ".progress.json/x");
  Commands commands = room.commands();
  CHECK(commands.check("guard_tail").code == 1);
  bool said = false;
  for (const std::string& note : commands.notes()) said = said || contains(note, "not saved");
  CHECK(said);
}

TEST_CASE("a watch checks at each save, and Ctrl-C ends it well") {
  const Classroom room;
  room.commands().start("guard_tail");
  const tutorial::SignalsToChild signals;
  Commands commands = room.commands();
  int reports = 0;
  std::string last;
  std::thread learner;
  const auto say = [&](const std::string& text) {
    if (contains(text, "Watching")) {
      ++reports;
      if (learner.joinable()) learner.join();
      learner = std::thread([&room, reports] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (reports == 1) put(room.file("guard_tail"), "no good");
        if (reports == 2) fs::remove(room.file("guard_tail"));
        if (reports == 3) put(room.file("guard_tail"), "");
        if (reports == 4) kill(getpid(), SIGINT);
      });
    }
    last += text;
  };
  CHECK(commands.watch("guard_tail", say) == 0);
  learner.join();
  CHECK(reports == 4);
  CHECK(contains(last, "is not there"));
  CHECK(contains(last, "Solved."));
  CHECK(nlohmann::json::parse(room.commands().list_json()).at(0).at("checks") == 3);
}
