#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tutorial::driver::lens {

/// Which lines of a source file to show so that the wanted ones can be understood: the function around them if it is short, else
/// its head, and some lines of context. Lines count from 1; those beyond the file are left out.
std::set<int> lines_to_show(const std::vector<std::string>& source, const std::set<int>& wanted);

/// The lines between the two that hold `[NAME]` in a comment, without those that are such a mark and nothing else. None unless there are
/// two such lines, and code between them.
std::optional<std::vector<int>> marked_lines(const std::vector<std::string>& source, const std::string& name);

/// These lines, as far to the left as they go.
std::vector<std::string> moved_left(const std::vector<std::string>& source, const std::vector<int>& lines);

}  // namespace tutorial::driver::lens
