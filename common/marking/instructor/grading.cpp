#include "marking/instructor/grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* file_name = "grading.json";

/// File names are bytes, JSON is UTF-8: bytes beyond ASCII go in as characters U+0080 to U+00FF.
std::string to_latin1_characters(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) text += static_cast<char>(0xC0 | byte >> 6);
    text += byte >= 0x80 ? static_cast<char>(0x80 | (byte & 0x3F)) : c;
  }
  return text;
}

std::string from_latin1_characters(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80 || i + 1 == text.size()) {
      bytes += text[i];
    } else {
      bytes += static_cast<char>((byte & 0x03) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
    }
  }
  return bytes;
}

Json json_of(const Entry& entry) {
  const Submission& submission = entry.submission;
  Json json = {{"student", submission.student},   {"id", submission.id},
               {"exercise", submission.exercise}, {"file", to_latin1_characters(submission.file.string())},
               {"late", submission.late},         {"problem", submission.problem},
               {"slug", submission.slug},         {"content", entry.content}};
  if (!submission.columns.empty()) json["roster"] = submission.columns;
  return json;
}

Entry entry_of(const Json& json) {
  Entry entry;
  entry.submission = {.student = json.at("student"),
                      .id = json.at("id"),
                      .exercise = json.at("exercise"),
                      .file = from_latin1_characters(json.at("file")),
                      .late = json.at("late"),
                      .problem = json.at("problem"),
                      .slug = json.at("slug")};
  entry.content = json.at("content");
  entry.submission.columns = json.value("roster", entry.submission.columns);
  return entry;
}

}  // namespace

std::string Shard::text() const { return fmt::format("{}/{}", index, count); }

Shard shard_from(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (!slash || count.ec != std::errc() || count.ptr != end || shard.index < 1 || shard.count < shard.index)
    throw UsageError(fmt::format("--shard {} is not I/N with I from 1 to N", text::quoted(text)));
  return shard;
}

std::vector<int> shards_of(const std::vector<Entry>& entries, int count) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return std::pair(entries[i].content.empty(), std::string_view(entries[i].submission.exercise));
    };
    return key(a) < key(b);
  });
  std::vector<int> shards(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    shards[order[i]] = static_cast<int>(i % static_cast<std::size_t>(count)) + 1;
  return shards;
}

bool Entry::operator==(const Entry& other) const {
  const Submission& a = submission;
  const Submission& b = other.submission;
  return a.student == b.student && a.id == b.id && a.exercise == b.exercise && a.file == b.file &&
         a.problem == b.problem && content == other.content;
}

Key Grading::key(const Entry& entry) const {
  const std::string& exercise = entry.submission.exercise;
  return {.exercise = exercise, .content = entry.content, .seed = seed, .engine = versions.at(exercise)};
}

std::string Grading::difference(const Grading& other) const {
  if (seed != other.seed) return fmt::format("the seeds {} and {}", seed, other.seed);
  if (shard.count != other.shard.count)
    return fmt::format("{} and {} shards", shard.count, other.shard.count);
  if (entries.size() != other.entries.size())
    return fmt::format("{} and {} submissions", entries.size(), other.entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] == other.entries[i]) continue;
    return fmt::format("what {} handed in for {}", entries[i].submission.student,
                       entries[i].submission.exercise);
  }
  if (versions != other.versions) return "the versions of the grader or its compiler";
  return "";
}

std::optional<Grading> read_grading(const fs::path& results) {
  const fs::path file = results / file_name;
  if (!fs::exists(file)) return std::nullopt;
  try {
    const Json json = Json::parse(read_text(file));
    Grading grading;
    grading.seed = json.at("seed");
    grading.shard = shard_from(json.at("shard"));
    grading.versions = json.at("versions").get<std::map<std::string, std::string>>();
    for (const Json& entry : json.at("submissions")) grading.entries.push_back(entry_of(entry));
    return grading;
  } catch (const nlohmann::json::exception& error) {
    throw Failure(exit_wrong, fmt::format("cannot read {}: {}", text::quoted(file.string()), error.what()));
  }
}

void write_grading(const fs::path& results, const Grading& grading) {
  Json json = {{"seed", grading.seed}, {"shard", grading.shard.text()}, {"versions", grading.versions}};
  json["submissions"] = Json::array();
  for (const Entry& entry : grading.entries) json["submissions"].push_back(json_of(entry));
  OutputFile((results / file_name).string()).write(json.dump(1) + "\n");
}

fs::path store_in(const fs::path& results) { return results / "store"; }

}  // namespace tutorial::instructor
