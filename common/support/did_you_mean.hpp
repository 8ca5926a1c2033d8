#pragma once

#include <string>
#include <vector>

namespace tutorial {

/// " Did you mean a or b?" with the nearest of `names`, at most three of them; "" where none is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& names);

/// What to say of a command line's words that nothing takes: of the first option, else of the first word. `options` are those that there are.
std::string unexpected(const std::vector<std::string>& words, const std::vector<std::string>& options);

/// Insertions, deletions, changes and swaps of adjacent characters that turn one word into the other.
int edit_distance(const std::string& a, const std::string& b);

}  // namespace tutorial
