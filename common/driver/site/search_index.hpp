#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutorial::driver::site {

/// The words of a text as the search knows them: in lower case, without leading underscores; of a name with underscores its parts, too; of
/// Chinese, which has no spaces between words, each pair of characters. Short frequent words and long numbers are left out.
std::vector<std::string> search_words(const std::string& text);

/// The search's index of all pages of a language as a script: `searchIndex = {pages, sections, words, postings}`.
///
/// - `pages`: [file, title] of each page; `sections`: [number of its page, anchor, heading, how its text begins].
/// - `words`: all words in order, with a space between; `postings`: for each of them its sections, with a space between. A section is
///   how far its number is past the one before, in base 36, and a capital letter for how much the word counts there:
///   2^(letter / 4) - 1, where A is 0.
///
/// Of sources only the name is indexed, of the reference and of tables of raw numbers only the headings.
/// @param root  of the tree whose pages they are
std::string search_index(const std::filesystem::path& root, const std::filesystem::path& html, bool chinese);

}  // namespace tutorial::driver::site
