#pragma once

#include <set>
#include <string>
#include <vector>

namespace tutorial::driver::lens {

/// Which lines of a source file to show so that the wanted ones can be understood: the function around them if it is short, else
/// its head, and some lines of context. Lines count from 1; those beyond the file are left out.
std::set<int> lines_to_show(const std::vector<std::string>& source, const std::set<int>& wanted);

}  // namespace tutorial::driver::lens
