#include "marking/instructor/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "marking/instructor/drawn_fault.hpp"
#include "marking/instructor/plain_text.hpp"
#include "marking/instructor/results_folder.hpp"
#include "marking/instructor/roster.hpp"
#include "marking/instructor/sha256.hpp"
#include "marking/instructor/similarity_page.hpp"
#include "marking/instructor/workers.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/progress.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

/// Reads every submission once; contents are not kept, since a course may be large.
std::vector<Entry> entries_of(const fs::path& folder, Listing listing) {
  std::vector<Entry> entries;
  for (Submission& submission : listing.submissions) {
    const std::string bytes = read_submission(folder, submission);
    entries.push_back({.submission = submission, .content = submission.problem.empty() ? sha256(bytes) : ""});
  }
  return entries;
}

/// The roster's columns, and which fault of a bug hunt a learner had. Returns what there is to say of them.
std::vector<std::string> give_columns(const std::vector<Submission*>& submissions,
                                      const ResultsOptions& options, const Marker& marker) {
  if (options.roster.empty()) return {};
  Roster roster(options.roster, marker.exercises);
  if (options.seed_per_student && roster.has_column(fault_title))
    throw UsageError(fmt::format("the roster {} has a column {}, which --seed-per-student makes",
                                 text::quoted(options.roster.string()), fault_title));
  for (Submission* submission : submissions) {
    roster.give(*submission);
    if (!options.seed_per_student) continue;
    const auto learner = roster.learner_of(*submission);
    const auto family = marker.faults.find(submission->exercise);
    submission->columns.emplace_back(fault_title, !learner || family == marker.faults.end()
                                                      ? ""
                                                      : fault_for(*options.seed_per_student, learner->key(),
                                                                  submission->exercise, family->second));
  }
  return roster.notes();
}

/// The submissions to grade, with the roster's columns.
Listing listing_of(const GradeOptions& options, const Marker& marker) {
  Listing listing = find_submissions(options.folder, marker.exercises, options.exercises);
  if (listing.submissions.empty()) {
    const std::string name = text::quoted(options.folder.string());
    throw UsageError(
        options.exercises.empty()
            ? fmt::format(
                  "no .cu file in {} is called after an exercise: say which it is for with --exercise NAME",
                  name)
            : fmt::format("there are no submissions in {}", name));
  }
  std::vector<Submission*> all;
  for (Submission& submission : listing.submissions) all.push_back(&submission);
  const std::vector<std::string> notes = give_columns(all, options.results, marker);
  listing.notes.insert(listing.notes.begin(), notes.rbegin(), notes.rend());
  return listing;
}

void tell(const std::vector<std::string>& notes) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(notes.size(), most); ++i)
    fmt::print(stderr, "tutorial: {}\n", notes[i]);
  if (notes.size() > most) fmt::print(stderr, "tutorial: … and {} more like that\n", notes.size() - most);
}

/// In the worker's process: the engine sees a copy that is called after the exercise, so that a mark does not
/// depend on whose it is.
void mark_one(const fs::path& folder, const Grading& grading, const Entry& entry, const Marker& marker,
              const Store& store) {
  Submission submission = entry.submission;
  const std::string bytes = read_submission(folder, submission);
  if (sha256(bytes) != entry.content)
    throw std::runtime_error("the file has changed since the grading began");
  const TemporaryFolder temporary;
  const fs::path copy = temporary / (submission.exercise + ".cu");
  std::ofstream file(copy, std::ios::binary);
  if (!(file << bytes << std::flush)) throw std::runtime_error("no room for a copy of the submission");
  file.close();
  const auto start = Clock::now();
  const Mark mark = marker.mark(submission.exercise, copy, grading.seed);
  store.save(grading.key(entry),
             {.mark = mark, .seconds = std::chrono::duration<double>(Clock::now() - start).count()});
}

std::string time_left(std::size_t done, std::size_t all, Clock::duration since) {
  if (done == 0) return "";
  const double seconds = std::chrono::duration<double>(since).count() / static_cast<double>(done) *
                         static_cast<double>(all - done);
  return seconds < 90 ? fmt::format(", {:.0f} s left", seconds)
                      : fmt::format(", {:.0f} min left", seconds / 60);
}

/// Marks what the store does not have. Returns why, for each key that could not be graded.
std::map<std::string, std::string> mark_missing(const GradeOptions& options, const Grading& grading,
                                                const Marker& marker) {
  const Store store(store_in(options.results.output));
  const std::vector<int> shards = shards_of(grading.entries, grading.shard.count);
  std::vector<const Entry*> todo;
  std::set<std::string> seen;  // two learners may have handed in the same file
  for (std::size_t i = 0; i < grading.entries.size(); ++i) {
    const Entry& entry = grading.entries[i];
    if (shards[i] != grading.shard.index || entry.content.empty() || store.load(grading.key(entry))) continue;
    if (seen.insert(entry.submission.exercise + entry.content).second) todo.push_back(&entry);
  }
  std::map<std::string, std::string> failures;
  Progress progress("tutorial");
  std::size_t done = 0;
  const auto start = Clock::now();
  const auto show = [&] {
    progress.show(fmt::format("{} of {} graded{}", done, todo.size(),
                              time_left(done, todo.size(), Clock::now() - start)));
  };
  const int cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  show();
  in_processes(
      todo.size(), options.jobs > 0 ? options.jobs : cores, options.limit,
      [&](std::size_t i) { mark_one(options.folder, grading, *todo[i], marker, store); },
      [&](const Ended& ended) {
        ++done;
        const Entry& entry = *todo[ended.item];
        if (!ended.failure.empty()) failures[entry.submission.exercise + entry.content] = ended.failure;
        show();
      });
  return failures;
}

Result result_of(const Grading& grading, const Entry& entry, const Marker& marker, const Store& store,
                 const std::string& failure) {
  Result result{.submission = entry.submission};
  if (entry.content.empty()) {
    result.mark =
        refused(entry.submission.exercise, marker.parts(entry.submission.exercise), entry.submission.problem);
  } else if (auto stored = store.load(grading.key(entry))) {
    result.mark = std::move(stored->mark);
    result.seconds = stored->seconds;
  } else {
    result.failure = failure;
  }
  return result;
}

Similarity similarity_of(const GradeOptions& options, const Grading& grading, const Marker& marker) {
  constexpr double least = 0.6;
  std::map<std::string, std::vector<Compared>> by_exercise;
  for (const Entry& entry : grading.entries) {
    Submission submission = entry.submission;
    const std::string bytes = read_submission(options.folder, submission);
    if (submission.problem.empty()) by_exercise[submission.exercise].push_back({submission.student, bytes});
  }
  Similarity similarity;
  for (const auto& [exercise, files] : by_exercise) {
    add_pairs(similarity, exercise, files, similar_pairs(files, marker.starter(exercise), least), least);
  }
  return similarity;
}

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} & 0x7FFFFFFF;  // short enough to be typed again
}

void check_names(const GradeOptions& options, const Marker& marker) {
  for (const std::string& name : options.exercises) {
    if (std::find(marker.exercises.begin(), marker.exercises.end(), name) == marker.exercises.end())
      throw UsageError(marking::no_exercise(name, marker.exercises));
  }
}

int exit_code(const std::vector<Result>& results) {
  const bool all = std::all_of(results.begin(), results.end(),
                               [](const Result& result) { return result.mark.has_value(); });
  return all ? exit_right : exit_wrong;
}

}  // namespace

int grade(const GradeOptions& options, const Marker& marker) {
  check_names(options, marker);
  const std::string name = text::quoted(options.folder.string());
  if (!fs::is_directory(options.folder)) throw UsageError(name + " is no folder of submissions");
  if (options.shard.count > 1 && !options.seed)
    throw UsageError(
        "--shard needs --seed, the same for all shards: learners should be given the same inputs");
  if (options.shard.count > 1 && options.similarity)
    throw UsageError(
        "--similarity compares all submissions: merge the shards, then grade with --output on the merged "
        "folder");
  if (!options.results.json.empty()) OutputFile{options.results.json};
  const Listing listing = listing_of(options, marker);
  remove_forgotten_folders();
  const ResultsFolder ours(options.results.output);
  const auto before = read_grading(options.results.output);

  Grading grading{.seed = options.seed ? *options.seed
                          : before     ? before->seed
                                       : random_seed(),
                  .shard = options.shard};
  grading.entries = entries_of(options.folder, listing);
  for (const Entry& entry : grading.entries) {
    const std::string& exercise = entry.submission.exercise;
    if (grading.versions.count(exercise) == 0) grading.versions[exercise] = marker.version(exercise);
  }
  write_grading(options.results.output, grading);
  tell(listing.notes);

  const auto failures = mark_missing(options, grading, marker);
  const Store store(store_in(options.results.output));
  const std::vector<int> shard_of = shards_of(grading.entries, grading.shard.count);
  std::vector<Result> results;
  for (std::size_t i = 0; i < grading.entries.size(); ++i) {
    const Entry& entry = grading.entries[i];
    if (shard_of[i] != grading.shard.index) continue;
    const auto failure = failures.find(entry.submission.exercise + entry.content);
    results.push_back(
        result_of(grading, entry, marker, store,
                  failure == failures.end() ? "its score could not be stored" : failure->second));
  }
  write_results(results, options.results,
                options.similarity ? similarity_of(options, grading, marker) : Similarity{});
  return exit_code(results);
}

int merge(const std::vector<fs::path>& shards, const ResultsOptions& options, const Marker& marker) {
  if (!options.json.empty()) OutputFile{options.json};
  std::map<int, fs::path> folders;
  std::optional<Grading> whole;
  for (const fs::path& folder : shards) {
    const std::string name = text::quoted(folder.string());
    const auto grading = read_grading(folder);
    if (!grading) throw UsageError(name + " has no results of grade --shard");
    if (const auto [at, is_new] = folders.emplace(grading->shard.index, folder); !is_new)
      throw UsageError(fmt::format("{} and {} are both shard {}", text::quoted(at->second.string()), name,
                                   grading->shard.text()));
    if (!whole) whole = grading;
    if (const std::string difference = whole->difference(*grading); !difference.empty()) {
      throw UsageError(fmt::format("{} and {} are not shards of one grading: they differ in {}",
                                   text::quoted(shards.front().string()), name, difference));
    }
  }
  if (!whole) throw UsageError("--merge needs the folders of the shards: grade --merge OUT SHARD…");
  for (const auto& [exercise, version] : whole->versions) {
    if (std::find(marker.exercises.begin(), marker.exercises.end(), exercise) == marker.exercises.end())
      throw UsageError(fmt::format("there is no exercise {} here", text::quoted(exercise)));
  }

  std::vector<Submission*> all;
  for (Entry& entry : whole->entries) all.push_back(&entry.submission);
  tell(give_columns(all, options, marker));

  const ResultsFolder ours(options.output);
  const Store store(store_in(options.output));
  for (const auto& [index, folder] : folders) {
    if (fs::is_directory(store_in(folder))) store.add_all(store_in(folder));
  }
  const int count = whole->shard.count;
  const std::vector<int> shard_of = shards_of(whole->entries, count);
  whole->shard = {};
  write_grading(options.output, *whole);
  std::vector<Result> results;
  for (std::size_t i = 0; i < whole->entries.size(); ++i) {
    const int index = shard_of[i];
    const std::string failure = folders.count(index) > 0
                                    ? fmt::format("shard {}/{} has not graded it", index, count)
                                    : fmt::format("shard {}/{} is missing", index, count);
    results.push_back(result_of(*whole, whole->entries[i], marker, store, failure));
  }
  write_results(results, options, {});
  bool complete = true;
  for (int index = 1; index <= count; ++index) {
    if (folders.count(index) > 0) continue;
    complete = false;
    fmt::print(stderr, "tutorial: shard {}/{} is missing: its submissions are not graded\n", index, count);
  }
  return complete ? exit_code(results) : exit_wrong;
}

}  // namespace tutorial::instructor
