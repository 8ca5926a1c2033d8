#pragma once

#include <string>

#include "support/layout.hpp"

namespace tutorial::learner {

/// A page's Markdown as a terminal shows it: paragraphs and items of lists folded to its width, headings bold, links as their text. Code is
/// left as it is.
std::string terminal_page(const std::string& markdown, const Style& style);

/// What an exercise's page says from "## Task" until what comes after the work: "## Try it" or "## Afterwards". "" without a task.
std::string task_of(const std::string& page);

}  // namespace tutorial::learner
