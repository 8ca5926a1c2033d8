#include "marking/instructor/results_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "marking/instructor/class_page.hpp"
#include "marking/instructor/gradescope.hpp"
#include "marking/instructor/junit.hpp"
#include "marking/instructor/marks_table.hpp"
#include "marking/instructor/plain_text.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* lock_name = ".lock";

void write(const fs::path& file, const std::string& content) { OutputFile(file.string()).write(content); }

/// One of many small files, which the next run writes again: need not survive a power failure.
void write_quickly(const fs::path& file, const std::string& content) {
  std::ofstream out(file, std::ios::binary);
  out << content;
  out.close();
  if (!out) throw OutputError(fmt::format("cannot write to {}", text::quoted(file.string())));
}

/// What a learner reads.
std::string report_text(const Result& result) {
  const Submission& submission = result.submission;
  if (!result.mark)
    return fmt::format("{}: could not be graded\n\n{}\n", submission.exercise, valid_utf8(result.failure));
  std::string text =
      fmt::format("{}: {} of {} points\n", submission.exercise, marking::points_text(result.mark->points()),
                  marking::points_text(result.mark->of()));
  for (const PartMark& part : result.mark->parts) {
    text += fmt::format("\n{}: {} of {}\n", name_of(part.part), marking::points_text(part.points),
                        marking::points_text(part.of));
    text += says(part);
  }
  if (!result.mark->predicted.empty()) text += "\n" + valid_utf8(result.mark->predicted) + "\n";
  return text;
}

Json json_of(const Result& result) {
  const Submission& submission = result.submission;
  Json json = {{"student", submission.student},
               {"id", submission.id},
               {"exercise", submission.exercise},
               {"file", submission.file.empty() ? Json() : Json(valid_utf8(submission.file.string()))},
               {"late", submission.late},
               {"marked", result.mark.has_value()}};
  json["points"] = result.mark ? Json(result.mark->points()) : Json();
  json["of"] = result.mark ? Json(result.mark->of()) : Json();
  json["says"] = headline(result);
  json["results"] = results_path(submission);
  for (const auto& [title, value] : submission.columns) json["roster"][title] = value;
  if (result.mark) json["mark"] = marking::to_json(*result.mark);
  return json;
}

std::string all_json(const std::vector<Result>& results) {
  Json json = Json::array();
  for (const Result& result : results) json.push_back(json_of(result));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_similarity(const fs::path& output, const Similarity& similarity) {
  fs::remove_all(output / similarity_folder);
  fs::create_directories(output / similarity_folder);
  write(output / "similarity.txt", similarity.text);
  write(output / "similarity.html", similarity_index(similarity));
  for (const auto& [path, page] : similarity.pages) write_quickly(output / path, page);
}

}  // namespace

ResultsFolder::ResultsFolder(const fs::path& folder) {
  const std::string name = text::quoted(folder.string());
  if (fs::exists(folder) && !fs::is_directory(folder)) throw UsageError(name + " is no folder");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("cannot make {}: {}", name, error.message()));
  // .lock: a grading that was killed before it had written anything else.
  if (!fs::is_empty(folder) && !fs::exists(folder / lock_name))
    throw UsageError(
        name +
        " holds something other than results of grading: results need a folder of their own (--output)");
  lock_ = ::open((folder / lock_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw UsageError(fmt::format("cannot write to {}: {}", name, std::strerror(errno)));
  // This kind of lock, unlike flock's, is not held on by worker processes that outlive us for a moment.
  struct flock whole_file {};
  whole_file.l_type = F_WRLCK;
  if (::fcntl(lock_, F_SETLK, &whole_file) != 0 && (errno == EACCES || errno == EAGAIN)) {
    ::close(lock_);
    throw Failure(exit_wrong, "another grading writes to " + name);
  }
}

ResultsFolder::~ResultsFolder() { ::close(lock_); }

void write_results(const std::vector<Result>& results, const ResultsOptions& options,
                   const Similarity& similarity) {
  // Possibly of another grading: they must not be taken for results of this one.
  fs::remove_all(options.output / submissions_name);
  if (!similarity.text.empty()) write_similarity(options.output, similarity);
  for (const Result& result : results) {
    const fs::path folder = options.output / results_path(result.submission);
    fs::create_directories(folder);
    write_quickly(folder / "report.txt", report_text(result));
    write_quickly(folder / "results.json", gradescope_json(result, options.visibility));
  }
  write(options.output / "marks.csv", marks_csv(results));
  write(options.output / "totals.csv", totals_csv(results));
  write(options.output / "junit.xml", junit_xml(results));
  write(options.output / "summary.html", class_page(results));

  std::FILE* out = stdout;
  if (!options.json.empty()) {
    const OutputFile json(options.json);
    json.write(all_json(results));
    if (json.is_standard_output()) out = stderr;
  }
  fmt::print(out, "{}\n{}", marks_table(results, Style::of(out).columns), marks_summary(results));
  fmt::print(out,
             "In {}: summary.html, marks.csv, totals.csv, junit.xml, "
             "{}/STUDENT/EXERCISE/{{report.txt,results.json}}\n",
             options.output.string(), submissions_name);
  if (!similarity.text.empty())
    fmt::print(out, "\n{}\nSide by side: {}\n", similarity.text,
               (options.output / "similarity.html").string());
}

}  // namespace tutorial::instructor
