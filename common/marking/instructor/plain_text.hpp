#pragma once

#include <string>
#include <string_view>

/// Names and words of learners on their way into files that other programs read.
namespace tutorial::instructor {

/// The text with U+FFFD in place of each byte that is not UTF-8, of what terminals act upon, and of marks that turn the direction of writing.
std::string valid_utf8(std::string_view text);

/// valid_utf8 on one line: control characters escaped.
std::string one_line(std::string_view text);

/// "1 file", "2 files".
std::string counted(std::size_t count, const std::string& noun);

}  // namespace tutorial::instructor
