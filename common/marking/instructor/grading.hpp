#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "marking/instructor/store.hpp"
#include "marking/instructor/submissions.hpp"

namespace tutorial::instructor {

/// One part of a job array's work: index of count, from 1.
struct Shard {
  int index = 1;
  int count = 1;

  std::string text() const;  ///< "2/4"

  bool operator==(const Shard&) const = default;
};

/// "2/4". @throws UsageError
Shard shard_from(const std::string& text);

/// A submission and what it contains.
struct Entry {
  Submission submission;
  std::string content = {};  ///< sha256; "" where there is nothing to mark

  bool operator==(const Entry& other) const;
};

/// What is graded: the same for all shards but `shard`. Kept as grading.json in the folder of the results.
struct Grading {
  std::uint64_t seed = 0;
  Shard shard = {};
  std::map<std::string, std::string> versions = {};  ///< the engine's, by exercise
  std::vector<Entry> entries = {};                   ///< of all shards

  Key key(const Entry& entry) const;

  /// Words for the first thing in which the two differ; "" if they may be merged.
  std::string difference(const Grading& other) const;
};

/// Which of `count` shards has each entry, from 1. Dealt out one exercise after the other, so that none has all of a slow one; what has nothing to
/// mark comes last.
std::vector<int> shards_of(const std::vector<Entry>& entries, int count);

/// Nothing if there is none in this folder. @throws Failure if the file is damaged
std::optional<Grading> read_grading(const std::filesystem::path& results);

/// @throws tutorial::OutputError
void write_grading(const std::filesystem::path& results, const Grading& grading);

/// Where a results' folder has its marks.
std::filesystem::path store_in(const std::filesystem::path& results);

}  // namespace tutorial::instructor
