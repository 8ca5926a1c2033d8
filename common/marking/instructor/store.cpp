#include "marking/instructor/store.hpp"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "marking/instructor/sha256.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;

Store::Store(fs::path folder) : folder_(std::move(folder)) { fs::create_directories(folder_); }

fs::path Store::file_of(const Key& key) const {
  const std::string name =
      sha256(fmt::format("{}\n{}\n{}\n{}", key.exercise, key.content, key.seed, key.engine));
  return folder_ / (key.exercise + "-" + name + ".json");
}

std::optional<StoredMark> Store::load(const Key& key) const {
  const std::string text = read_text(file_of(key));
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  try {
    const Key stored = {.exercise = json.at("exercise"),
                        .content = json.at("content"),
                        .seed = json.at("seed"),
                        .engine = json.at("engine")};
    if (stored != key) return std::nullopt;
    return StoredMark{.mark = mark_from_json(json.at("mark")), .seconds = json.at("seconds")};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void Store::save(const Key& key, const StoredMark& stored) const {
  const nlohmann::json json = {{"exercise", key.exercise},  {"content", key.content},
                               {"seed", key.seed},          {"engine", key.engine},
                               {"seconds", stored.seconds}, {"mark", marking::to_json(stored.mark)}};
  OutputFile(file_of(key).string())
      .write(json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Store::add_all(const fs::path& other) const {
  for (const auto& entry : fs::directory_iterator(other)) {
    if (entry.path().extension() == ".json")
      fs::copy_file(entry.path(), folder_ / entry.path().filename(), fs::copy_options::overwrite_existing);
  }
}

}  // namespace tutorial::instructor
