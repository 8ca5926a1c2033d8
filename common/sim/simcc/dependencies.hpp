#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cudasim::simcc {

/// The files of a compiler's make rule, `input` first; translated files have the names of their
/// originals.
std::vector<std::filesystem::path> original_dependencies(
    const std::string& rule, const std::filesystem::path& input,
    const std::map<std::filesystem::path, std::filesystem::path>& originals);

/// `target: files`; with `phony` an empty rule for every file but the first (-MP).
std::string dependency_rule(const std::string& target, const std::vector<std::filesystem::path>& files,
                            bool phony);

}  // namespace cudasim::simcc
