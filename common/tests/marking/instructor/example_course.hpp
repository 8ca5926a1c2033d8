#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "marking/instructor/grade.hpp"
#include "support/files.hpp"

/// Submissions in a temporary folder, and a marker that needs no compiler.
namespace tutorial::instructor::testing {

namespace fs = std::filesystem;

inline void put(const fs::path& file, const std::string& content) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
}

inline std::vector<PartMark> example_parts() {
  return {{.part = Part::compiles, .points = 0, .of = 10, .reached = false, .findings = {}},
          {.part = Part::right, .points = 0, .of = 40, .reached = false, .findings = {}},
          {.part = Part::safe, .points = 0, .of = 25, .reached = false, .findings = {}},
          {.part = Part::good, .points = 0, .of = 25, .reached = false, .findings = {}}};
}

/// All points but those of `lost`, which says `why`; what stands behind it is not reached.
inline Mark example_mark(const std::string& exercise, std::optional<Part> lost = {},
                         const std::string& why = "") {
  Mark mark{.exercise = exercise, .parts = example_parts(), .printed = "", .timing = ""};
  bool reached = true;
  for (PartMark& part : mark.parts) {
    part.reached = reached;
    if (part.part == lost) {
      part.findings.push_back({.text = why, .file = exercise + ".cu", .line = 7});
      reached = false;
    }
    part.points = reached ? part.of : 0;
  }
  return mark;
}

inline Result example_result(const std::string& student, std::optional<Part> lost = {},
                             const std::string& why = "") {
  return {
      .submission = {.student = student, .exercise = "guard_tail", .file = student + ".cu", .slug = student},
      .mark = example_mark("guard_tail", lost, why)};
}

/// Marks by a word in the file: "right" has full points, "crash" ends the marker, "throw" makes it throw,
/// "hang" hangs, all else is wrong. Appends a line a mark to `log`.
inline Marker example_marker(const fs::path& log) {
  Marker marker;
  marker.exercises = {"guard_tail", "tile", "fix_tile"};
  marker.parts = [](const std::string&) { return example_parts(); };
  marker.version = [](const std::string& exercise) { return "version of " + exercise; };
  marker.starter = [](const std::string&) { return std::string("void start() {}\n"); };
  marker.mark = [log](const std::string& exercise, const fs::path& file, std::uint64_t) {
    const std::string text = tutorial::read_text(file);
    const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
    std::ofstream(log, std::ios::app) << text.substr(0, text.find('\n')) + "\n";
    if (says("crash")) std::abort();
    if (says("throw")) throw std::runtime_error("the marker gave up\n");
    if (says("hang")) ::pause();
    if (says("slow")) ::usleep(100'000);
    return says("right") ? example_mark(exercise) : example_mark(exercise, Part::right, "sum[3] is 0, not 7");
  };
  return marker;
}

/// A course in a folder of its own.
class Course {
  tutorial::TemporaryFolder temporary_;

 public:
  const fs::path submissions = temporary_ / "course";
  const fs::path results = temporary_ / "marks";
  const fs::path log = temporary_ / "log.txt";

  Course() { fs::create_directories(submissions); }

  void hand_in(const std::string& file, const std::string& content) const {
    put(submissions / file, content);
  }
  GradeOptions options() const {
    GradeOptions options{
        .folder = submissions, .exercises = {"guard_tail"}, .jobs = 2, .seed = 5, .results = {}};
    options.results.output = results;
    return options;
  }
  std::size_t marked() const {
    const std::string text = tutorial::read_text(log);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  /// Waits until `count` marks have been begun. @throws std::runtime_error after 20 s
  void wait_for(std::size_t count) const {
    for (int i = 0; marked() < count; ++i) {
      if (i == 20'000) throw std::runtime_error("the grading does not go on");
      ::usleep(1000);
    }
  }
  std::string read(const std::string& file) const { return tutorial::read_text(results / file); }
  fs::path operator/(const std::string& name) const { return temporary_ / name; }
};

}  // namespace tutorial::instructor::testing
