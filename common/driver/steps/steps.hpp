#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tutorial::driver {

/// A file's lines and its name as pages have it.
struct StepSource {
  std::string name;
  std::vector<std::string> lines;
};
using FindStepSource = std::function<StepSource(const std::string& file)>;

/// What the lens has recorded of a block (LENS_STEPS), with what a reader needs: the source, names of arrays, and a sentence for each
/// step. docs/pages/steps.md describes the format.
/// @throws Failure where the lens has recorded nothing
std::string steps_for_readers(const std::string& recorded, const FindStepSource& source);

/// Whether a text is what steps_for_readers() has made.
bool is_trace(const std::string& text);

/// The sentences alone, one step per line.
std::string steps_text(const std::string& steps);

/// The player with these steps: one HTML file that needs nothing else.
/// @param player the text of docs/theme/steps.html
std::string steps_page(const std::string& player, const std::string& steps, const std::string& title);

}  // namespace tutorial::driver
