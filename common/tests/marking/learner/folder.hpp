#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/files.hpp"

/// What the learner's tests write and read.
namespace learner_test {

inline void put(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

inline std::string content(const std::filesystem::path& file) { return tutorial::read_text(file); }

}  // namespace learner_test
