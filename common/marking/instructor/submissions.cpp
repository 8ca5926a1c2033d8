#include "marking/instructor/submissions.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <utility>

#include "marking/instructor/plain_text.hpp"
#include "support/did_you_mean.hpp"
#include "support/text.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;

namespace {

struct File {
  fs::path path;         // relative to the folder
  std::string exercise;  // "" if its name is no exercise's
  int version = 0;       // 2 of NAME-2.cu
};

struct Student {
  bool late = false;
  std::vector<File> files = {};
};

using Students = std::map<std::pair<std::string, std::string>, Student>;  // by name and the platform's number

struct Name {
  std::string student;
  std::string id = {};
  bool late = false;
  std::string stem = {};  // what the student called the file; "" if it is called after the student
};

const std::regex& canvas() {
  static const std::regex pattern("([^_]+)_(LATE_)?([0-9]+)_[0-9]+_(.+)");
  return pattern;
}

const std::regex& moodle() {
  static const std::regex pattern("(.+)_([0-9]+)_assignsubmission_(?:file|onlinetext)_?(.*)");
  return pattern;
}

/// NAME.CU is what some systems make of NAME.cu.
bool is_source(const fs::path& path) { return path.extension() == ".cu" || path.extension() == ".CU"; }

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Which exercise a file's stem names, and which version of it.
void name_exercise(File& file, const std::string& stem, const std::vector<std::string>& known) {
  static const std::regex resubmitted("(.+?)(?:-([0-9]{1,3})| ?\\(([0-9]{1,3})\\))");
  std::smatch match;
  if (has(known, stem)) {
    file.exercise = stem;
  } else if (std::regex_match(stem, match, resubmitted) && has(known, match[1])) {
    file.exercise = match[1];
    file.version = std::stoi(match[2].matched ? match[2] : match[3]);
  }
}

/// Takes an exercise's name off one end: "ada_guard_tail" is ada's guard_tail. The longest name counts.
Name split_plain(const std::string& stem, const std::vector<std::string>& known, const std::string& owner) {
  Name best = {.student = stem};
  const auto separated = [](char c) { return c == '_' || c == '-' || c == '.' || c == ' '; };
  for (const std::string& exercise : known) {
    if (exercise.size() <= best.stem.size()) continue;
    if (stem == exercise) best = {.student = owner, .stem = exercise};
    if (stem.size() < exercise.size() + 2) continue;
    const std::size_t rest = stem.size() - exercise.size();
    if (stem.ends_with(exercise) && separated(stem[rest - 1])) {
      best = {.student = stem.substr(0, rest - 1), .stem = exercise};
    } else if (stem.starts_with(exercise) && separated(stem[exercise.size()])) {
      best = {.student = stem.substr(exercise.size() + 1), .stem = exercise};
    }
  }
  return best;
}

/// "guard_tial", "Guard-Tail": a word that is nearly an exercise's name is no student's. "" if it is near none.
std::string nearly_named(const std::string& stem, const std::vector<std::string>& known) {
  const auto plain = [](std::string word) {
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    std::replace(word.begin(), word.end(), '-', '_');
    std::replace(word.begin(), word.end(), ' ', '_');
    return word;
  };
  for (const std::string& exercise : known) {
    const bool is_long = exercise.size() >= 8;  // short names are near to people's
    if (stem != exercise && edit_distance(plain(stem), exercise) <= (is_long ? 2 : 0)) return exercise;
  }
  return "";
}

/// A file that lies in the folder itself.
Name name_of_file(const std::string& stem, const std::vector<std::string>& known, const std::string& owner) {
  std::smatch match;
  if (std::regex_match(stem, match, moodle())) return {.student = match[1], .id = match[2], .stem = match[3]};
  if (std::regex_match(stem, match, canvas()))
    return {.student = match[1], .id = match[3], .late = match[2].matched, .stem = match[4]};
  File file;
  name_exercise(file, stem, known);  // guard_tail-1.cu is a second try, not the student "1"
  if (!file.exercise.empty()) return {.student = owner, .stem = stem};
  return split_plain(stem, known, owner);
}

Name name_of_folder(const std::string& name) {
  std::smatch match;
  if (std::regex_match(name, match, moodle())) return {.student = match[1], .id = match[2]};
  return {.student = is_source(name) && name.size() > 3 ? name.substr(0, name.size() - 3) : name};
}

bool left_alone(const std::string& name) { return name.starts_with(".") || name == "__MACOSX"; }

/// The .cu files of a student's folder, and links and folders of that name, which are complained about later.
void collect(const fs::path& root, const fs::path& folder, int depth, const std::vector<std::string>& known,
             std::vector<File>& files) {
  constexpr int deepest = 4;
  constexpr std::size_t most = 1000;
  std::error_code error;
  for (auto entry = fs::directory_iterator(root / folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (left_alone(name) || files.size() >= most) continue;
    if (is_source(entry->path())) {
      File file = {.path = folder / name, .exercise = ""};
      name_exercise(file, entry->path().stem().string(), known);
      files.push_back(file);
    } else if (!entry->is_symlink(error) && entry->is_directory(error) && depth < deepest) {
      collect(root, folder / name, depth + 1, known, files);
    }
  }
}

/// The student's file for an exercise, or why there is none.
void choose(Submission& submission, const std::vector<File>& files, bool only_exercise,
            std::set<fs::path>& used) {
  if (files.empty()) {
    submission.problem = "nothing was handed in: there is no .cu file";
    return;
  }
  std::vector<const File*> best;
  for (const File& file : files) {
    if (file.exercise != submission.exercise) continue;
    used.insert(file.path);
    if (!best.empty() && file.version < best.front()->version) continue;
    if (!best.empty() && file.version > best.front()->version) best.clear();
    best.push_back(&file);
  }
  if (best.empty() && only_exercise && files.size() == 1 && files.front().exercise.empty()) {
    best.push_back(&files.front());
    used.insert(files.front().path);
  }
  if (best.size() == 1) {
    submission.file = best.front()->path;
  } else if (best.empty()) {
    submission.problem =
        files.size() == 1
            ? fmt::format("nothing was handed in: the only .cu file is not called {}.cu", submission.exercise)
            : fmt::format("nothing was handed in: none of the {} .cu files is called {}.cu", files.size(),
                          submission.exercise);
  } else {
    submission.problem = fmt::format("it is not clear what was handed in: {} files are called {}",
                                     best.size(), one_line(best.front()->path.filename().string()));
  }
}

/// Letters that suit every file system.
std::string plain_letters(const std::string& name) {
  std::string letters;
  for (const char c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    if (plain || letters.empty() || letters.back() != '_') letters += plain ? c : '_';
  }
  if (letters.starts_with('.')) letters.front() = '_';
  return letters.substr(0, 80);
}

}  // namespace

std::string folder_name(const std::string& student, const std::string& id, std::set<std::string>& taken) {
  std::string name = plain_letters(student);
  if (!id.empty()) name += "_" + plain_letters(id);
  std::string unique = name;
  // Some file systems do not tell a from A.
  const auto key = [](std::string word) {
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word;
  };
  for (int i = 2; !taken.insert(key(unique)).second; ++i) unique = fmt::format("{}_{}", name, i);
  return unique;
}

std::string column_of(const Submission& submission, const std::string& title) {
  for (const auto& [each, value] : submission.columns)
    if (each == title) return value;
  return "";
}

std::string late_text(const Submission& submission) {
  const std::string said = column_of(submission, late_title);
  return said.empty() && submission.late ? "late" : said;
}

Listing find_submissions(const fs::path& folder, const std::vector<std::string>& known,
                         std::vector<std::string> asked) {
  Listing listing;
  Students students;
  const std::string owner = fs::canonical(folder).filename().string();
  std::vector<std::string> entries;
  for (const auto& entry : fs::directory_iterator(folder))
    entries.push_back(entry.path().filename().string());
  std::sort(entries.begin(), entries.end());
  for (const std::string& entry : entries) {
    if (left_alone(entry)) continue;
    const fs::file_status status = fs::symlink_status(folder / entry);
    if (fs::is_directory(status)) {
      const Name name = name_of_folder(entry);
      collect(folder, entry, 1, known, students[{name.student, name.id}].files);
    } else if (is_source(entry)) {
      const Name name = name_of_file(fs::path(entry).stem().string(), known, owner);
      if (const std::string near = name.stem.empty() ? nearly_named(name.student, known) : "";
          !near.empty()) {
        listing.notes.push_back(fmt::format("not graded: {} is called after no exercise. Did you mean {}.cu?",
                                            text::quoted(valid_utf8(entry)), near));
        continue;
      }
      Student& student = students[{name.student, name.id}];
      student.late |= name.late;
      File file = {.path = entry, .exercise = ""};
      name_exercise(file, name.stem, known);
      student.files.push_back(file);
    } else if (fs::is_symlink(status) && fs::is_directory(folder / entry)) {
      students[{entry, ""}].files.push_back({.path = entry, .exercise = ""});
    } else {
      listing.notes.push_back(fmt::format("left alone: {} is no .cu file", text::quoted(valid_utf8(entry))));
    }
  }

  if (asked.empty()) {
    std::set<std::string> seen;
    for (const auto& [key, student] : students)
      for (const File& file : student.files) seen.insert(file.exercise);
    for (const std::string& exercise : known)
      if (seen.count(exercise) > 0) asked.push_back(exercise);
  }
  std::set<std::string> slugs;
  for (auto& [key, student] : students) {
    std::sort(student.files.begin(), student.files.end(),
              [](const File& a, const File& b) { return a.path < b.path; });
    std::set<fs::path> used;
    std::string slug;
    for (const std::string& exercise : asked) {
      Submission submission = {.student = one_line(key.first), .id = key.second, .exercise = exercise};
      submission.late = student.late;
      if (slug.empty()) slug = folder_name(submission.student, submission.id, slugs);
      submission.slug = slug;
      choose(submission, student.files, asked.size() == 1, used);
      listing.submissions.push_back(submission);
    }
    for (const File& file : student.files) {
      if (used.count(file.path) > 0) continue;
      listing.notes.push_back(
          fmt::format("not graded: {} is {}", text::quoted(valid_utf8(file.path.string())),
                      file.exercise.empty() ? "called after no exercise"
                                            : "of " + file.exercise + ", which was not asked for"));
    }
  }
  return listing;
}

std::string read_submission(const fs::path& folder, Submission& submission) {
  if (!submission.problem.empty()) return "";
  const auto refuse = [&](const std::string& problem) {
    submission.problem = problem;
    return std::string();
  };
  const fs::path path = folder / submission.file;
  // O_NONBLOCK: a named pipe would wait for somebody to write.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return refuse(errno == ELOOP
                      ? "what was handed in is a link, not a file"
                      : fmt::format("what was handed in cannot be read: {}", std::strerror(errno)));
  }
  struct stat status {};
  std::string bytes;
  const bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  const bool fits = is_file && static_cast<std::uintmax_t>(status.st_size) <= largest_submission;
  ssize_t got = 0;
  if (fits) {
    bytes.resize(largest_submission + 1);
    std::size_t size = 0;
    while (size < bytes.size() && (got = ::read(descriptor, bytes.data() + size, bytes.size() - size)) > 0)
      size += static_cast<std::size_t>(got);
    bytes.resize(size);
  }
  ::close(descriptor);
  if (!is_file)
    return refuse(S_ISDIR(status.st_mode) ? "what was handed in is a folder, not a file"
                                          : "what was handed in is no plain file");
  if (got < 0) return refuse("what was handed in cannot be read");
  if (!fits || bytes.size() > largest_submission)
    return refuse(fmt::format("the file is too large: at most {} are read", text::bytes(largest_submission)));
  if (bytes.empty()) return refuse("the file is empty");
  if (bytes.find('\0') != std::string::npos)
    return refuse("the file is not text: it has zero bytes (UTF-16? save it as UTF-8)");
  return bytes;
}

}  // namespace tutorial::instructor
