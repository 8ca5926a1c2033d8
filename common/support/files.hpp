#pragma once

#include <filesystem>
#include <string>

#include "support/temporary_folder.hpp"

namespace tutorial {

/// All of a text file; "" if it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// The first `count` lines of a text.
std::string first_lines(const std::string& text, int count);

/// The last `count` lines of a text.
std::string last_lines(const std::string& text, int count);

}  // namespace tutorial
