#include "driver/build/recorded_counts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// The name in quotes that a line includes; "" where it includes none.
std::string included_by(const std::string& line) {
  if (!line.starts_with("#include \"")) return "";
  const std::size_t begin = line.find('"') + 1;
  return line.substr(begin, line.find('"', begin) - begin);
}

/// The lines of a program and of what it includes, each file once. SourceLines that only comment change no count.
class SourceLines {
 public:
  SourceLines(const Manifest& manifest, const Program& program)
      : folders_{manifest.source_dir / program.chapter / program.part, manifest.source_dir / program.chapter,
                 manifest.source_dir / "common/include"} {
    add(manifest.source_dir / program.source);
  }

  const std::string& text() const { return text_; }

 private:
  void add(const fs::path& file) {
    if (std::find(files_.begin(), files_.end(), file) != files_.end()) return;
    files_.push_back(file);
    std::istringstream in(read_text(file));
    std::string line;
    while (std::getline(in, line)) {
      const std::string code = text::trimmed(line);
      if (code.empty() || code.starts_with("//")) continue;
      text_ += code + '\n';
      if (const std::string name = included_by(code); !name.empty()) add_included(file.parent_path(), name);
    }
  }

  void add_included(const fs::path& beside, const std::string& name) {
    std::vector<fs::path> folders = {beside};
    folders.insert(folders.end(), folders_.begin(), folders_.end());
    const auto found = std::find_if(folders.begin(), folders.end(), [&](const fs::path& folder) {
      return fs::is_regular_file(folder / name);
    });
    if (found != folders.end()) add((*found / name).lexically_normal());
  }

  std::vector<fs::path> folders_;
  std::vector<fs::path> files_;
  std::string text_;
};

fs::path file_of(const Manifest& manifest) {
  return manifest.source_dir / "docs/results/simulator/counts.json";
}

ordered_json key_of(const Manifest& manifest, const Program& program, const Execution& how) {
  return {{"arguments", fmt::format("{}", fmt::join(how.args, " "))},
          {"sampled_blocks", how.sampled_blocks},
          {"multiprocessors", how.gpu ? how.gpu->multiprocessors : 0},
          {"fingerprint", fingerprint_of(manifest, program)}};
}

/// What tables show: not each line of each kernel.
ordered_json shown_of(const std::string& lens) {
  ordered_json shown = ordered_json::parse(lens);
  shown["kernels"] = ordered_json::array();
  return shown;
}

ordered_json rows_of(const Result& result) {
  ordered_json rows = ordered_json::array();
  for (const Row& row : result.rows) rows.push_back(row.json);
  return rows;
}

bool uses_the_same(const Side& a, const Side& b) {
  const auto used = [](const Side& side) {
    return side.sectors == 0 ? 1
                             : static_cast<double>(side.ideal_sectors) / static_cast<double>(side.sectors);
  };
  return std::abs(used(a) - used(b)) < 0.01;
}

/// Whether tables show the same of both. Single numbers differ between runs, of loops that look at a flag or try an atomic operation again.
bool shows_the_same(const Row& a, const Row& b) {
  if (a.variant != b.variant || a.size != b.size || a.type != b.type || a.wrong() != b.wrong()) return false;
  if (!a.counters || !b.counters) return !a.counters && !b.counters;
  return a.counters->launches == b.counters->launches && a.counters->blocks == b.counters->blocks &&
         a.counters->conflict_degree == b.counters->conflict_degree &&
         uses_the_same(a.counters->loads, b.counters->loads) &&
         uses_the_same(a.counters->stores, b.counters->stores);
}

}  // namespace

bool is_counted(const Program& program) {
  return !program.further && program.role != Role::demo && program.binaries.contains("lens");
}

std::string fingerprint_of(const Manifest& manifest, const Program& program) {
  return text::fingerprint(SourceLines(manifest, program).text());
}

RecordedCounts::RecordedCounts(const Manifest& manifest) : manifest_(manifest) {
  const std::string text = read_text(file_of(manifest));
  programs_ = text.empty() ? ordered_json::object() : ordered_json::parse(text);
}

bool RecordedCounts::has(const Program& program, const Execution& how) const {
  const auto found = programs_.find(program.name);
  return found != programs_.end() && found->at("key") == key_of(manifest_, program, how);
}

std::optional<Result> RecordedCounts::find(const Program& program, const Execution& how) const {
  if (!has(program, how)) return {};
  const auto found = programs_.find(program.name);
  Result result;
  result.program = &program;
  result.recorded = true;
  result.rows = rows_from(found->at("rows"));
  result.lens = found->at("lens").dump();
  add_counts(result, how);
  return result;
}

bool RecordedCounts::agrees(const Result& result, const Execution& how) const {
  const std::optional<Result> recorded = find(*result.program, how);
  return recorded && std::equal(recorded->rows.begin(), recorded->rows.end(), result.rows.begin(),
                                result.rows.end(), shows_the_same);
}

void RecordedCounts::keep(const Result& result, const Execution& how) {
  const Program& program = *result.program;
  programs_[program.name] = {
      {"key", key_of(manifest_, program, how)}, {"rows", rows_of(result)}, {"lens", shown_of(result.lens)}};
}

void RecordedCounts::write() {
  std::vector<std::string> lines;
  for (const Program& program : manifest_.programs)
    if (const auto found = programs_.find(program.name); found != programs_.end())
      lines.push_back(fmt::format("\"{}\": {}", program.name, found->dump()));
  OutputFile(file_of(manifest_).string()).write(fmt::format("{{\n{}\n}}\n", fmt::join(lines, ",\n")));
}

}  // namespace tutorial::driver
