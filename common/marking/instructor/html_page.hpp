#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/xml.hpp"

/// Pages for instructors: one file each, without scripts and without anything from elsewhere.
namespace tutorial::instructor {

/// Names and words of learners as HTML: nothing of them is markup.
std::string html_text(std::string_view words);

/// A row of cells that are HTML already. `tag`: td, or th for titles.
std::string html_row(std::string_view tag, const std::vector<std::string>& cells);

/// @param rows  of html_row
std::string html_table(const std::vector<std::string>& titles, const std::string& rows);

/// @param title  plain text
/// @param body  HTML, without the title
std::string html_page(std::string_view title, const std::string& body);

}  // namespace tutorial::instructor
