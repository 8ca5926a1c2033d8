#pragma once

#include <map>
#include <string>
#include <vector>

#include "marking/instructor/similarity.hpp"

namespace tutorial::instructor {

/// The folder of the results that has the pages.
inline constexpr const char* similarity_folder = "similarity";

/// What --similarity found, of all exercises.
struct Similarity {
  std::string text;                          ///< similarity.txt; "" if it was not asked for
  std::string index;                         ///< similarity.html without its frame
  std::map<std::string, std::string> pages;  ///< HTML by its path in the folder of the results
};

/// Adds an exercise's pairs: to the text, and of the most alike a page each, on which both files stand side by side.
void add_pairs(Similarity& similarity, const std::string& exercise, const std::vector<Compared>& files,
               const std::vector<Pair>& pairs, double least);

/// similarity.html: all pairs that have a page, the most alike first.
std::string similarity_index(const Similarity& similarity);

}  // namespace tutorial::instructor
