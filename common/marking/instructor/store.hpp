#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "marking/instructor/result.hpp"

namespace tutorial::instructor {

/// What a mark depends on. The same key is the same mark.
struct Key {
  std::string exercise;
  std::string content;  ///< sha256 of the submission
  std::uint64_t seed;   ///< of the inputs
  std::string engine;   ///< sha256 of what marks: the program, the exercise's own files, the compiler

  bool operator==(const Key&) const = default;
};

struct StoredMark {
  Mark mark;
  double seconds = 0;
};

/// Marks on disk, a JSON file each, written whole or not at all: what is there survives a crash, and a second
/// run takes it.
class Store {
 public:
  /// Makes the folder. @throws std::filesystem::filesystem_error
  explicit Store(std::filesystem::path folder);

  /// Nothing if there is none, or its file is damaged or of another key.
  std::optional<StoredMark> load(const Key& key) const;

  /// @throws tutorial::OutputError
  void save(const Key& key, const StoredMark& stored) const;

  /// Takes over what another store's folder has. @throws std::filesystem::filesystem_error
  void add_all(const std::filesystem::path& other) const;

 private:
  std::filesystem::path file_of(const Key& key) const;

  std::filesystem::path folder_;
};

}  // namespace tutorial::instructor
