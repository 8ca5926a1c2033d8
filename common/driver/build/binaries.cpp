#include "driver/build/binaries.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>

#include "support/build.hpp"
#include "support/files.hpp"

namespace tutorial::driver {
namespace fs = std::filesystem;
namespace {

std::string target_of(const Binary& binary) { return binary.program->name + "." + binary.kind; }

/// "transpose_padded.lens": if the program is in a snapshot of this kind.
std::optional<Binary> binary_of_target(const Manifest& manifest, const std::string& target) {
  for (const Program& program : manifest.programs)
    for (const auto& [kind, snapshot] : program.snapshots)
      if (target == target_of({&program, kind})) return Binary{&program, kind};
  return {};
}

const fs::path& file_of(const Binary& binary) { return binary.program->binaries.at(binary.kind); }

/// Whether `file` is older than what is compiled; before the first build, everything is. A file that cannot be read counts as changed.
bool is_as_it_was(const fs::path& file, const Snapshot& snapshot) {
  std::error_code none, unreadable;
  const auto compiled = fs::last_write_time(snapshot.depfile, none);
  const auto written = fs::last_write_time(file, unreadable);
  return !unreadable && (none || written < compiled);
}

/// Whether it is there, and no header is newer.
bool is_ready(const Snapshot& snapshot) {
  if (!fs::exists(snapshot.binary)) return false;
  std::istringstream rule(read_text(snapshot.depfile));  // of make
  std::string word;
  rule >> word;  // the target
  while (rule >> word)
    if (word != "\\" && !is_as_it_was(word, snapshot)) return false;
  return true;
}

/// Null: there is none.
const Snapshot* snapshot_of(const Binary& binary) {
  const auto found = binary.program->snapshots.find(binary.kind);
  return found == binary.program->snapshots.end() ? nullptr : &found->second;
}

/// Whether the binary should be a link to its program's snapshot.
bool is_in_snapshot(const Manifest& manifest, const std::vector<Binary>& binaries, const Binary& binary) {
  const Snapshot* snapshot = snapshot_of(binary);
  if (!snapshot || !is_as_it_was(manifest.source_dir / binary.program->source, *snapshot)) return false;
  const auto is_there_too = [&](const Binary& other) {
    const Snapshot* theirs = snapshot_of(other);
    return theirs && theirs->target == snapshot->target;
  };
  const auto asked_for = std::count_if(binaries.begin(), binaries.end(), is_there_too);
  // Two take longer to compile alone than a whole snapshot; and so does the only program of one.
  if (asked_for > 1 || is_ready(*snapshot)) return true;
  return std::count_if(manifest.programs.begin(), manifest.programs.end(), [&](const Program& program) {
           return is_there_too({&program, binary.kind});
         }) == 1;
}

/// Ninja would take a link to the snapshot for the binary. Without a snapshot, links are those that CMake's build has made.
std::vector<std::string> targets_alone(const std::vector<Binary>& binaries) {
  std::vector<std::string> targets;
  for (const Binary& binary : binaries) {
    if (snapshot_of(binary) && fs::is_symlink(file_of(binary))) fs::remove(file_of(binary));
    targets.push_back(target_of(binary));
  }
  return targets;
}

/// At once, since another run may be about to start it.
void link_to_snapshot(const Binary& binary) {
  const fs::path& file = file_of(binary);
  const fs::path& snapshot = snapshot_of(binary)->binary;
  std::error_code none;
  if (fs::read_symlink(file, none) == snapshot) return;
  fs::create_directories(file.parent_path());
  const fs::path link = file.string() + ".link";
  fs::remove(link);
  fs::create_symlink(snapshot, link);
  fs::rename(link, file);
}

/// Another program of the folder may be why it does not compile. The next build reads the sources again.
void forget_snapshot(const Binary& binary) {
  const fs::path& depfile = snapshot_of(binary)->depfile;
  fs::remove(depfile);
  fs::remove(fs::path(depfile).replace_extension());
}

}  // namespace

std::string build_binaries(const Manifest& manifest, const std::string& name,
                           const std::vector<Binary>& binaries, bool verbose, Progress& progress) {
  std::vector<Binary> together, alone;
  for (const Binary& binary : binaries)
    (is_in_snapshot(manifest, binaries, binary) ? together : alone).push_back(binary);
  std::set<std::string> snapshots;
  for (const Binary& binary : together) snapshots.insert(snapshot_of(binary)->target);
  if (!snapshots.empty()) {
    const BuildFolder folder = manifest.build_folder();
    if (build(folder, name, {snapshots.begin(), snapshots.end()}, verbose, progress).empty()) {
      std::for_each(together.begin(), together.end(), link_to_snapshot);
    } else {
      std::for_each(together.begin(), together.end(), forget_snapshot);
      alone = binaries;
    }
  }
  if (alone.empty()) return "";
  return build(manifest.build_folder(), name, targets_alone(alone), verbose, progress);
}

std::string build_targets(const Manifest& manifest, const std::vector<std::string>& targets, bool verbose,
                          Progress& progress) {
  std::vector<Binary> binaries;
  std::vector<std::string> others;
  for (const std::string& target : targets)
    if (const std::optional<Binary> binary = binary_of_target(manifest, target))
      binaries.push_back(*binary);
    else
      others.push_back(target);
  const std::string& name = targets.front();
  const std::string problem = build_binaries(manifest, name, binaries, verbose, progress);
  if (!problem.empty() || others.empty()) return problem;
  return build(manifest.build_folder(), name, others, verbose, progress);
}

}  // namespace tutorial::driver
