#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
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
/// @param report what the lens has left of the same run (LENS_JSON): its hazards become marks of steps; empty for none
/// @throws Failure where the lens has recorded nothing
std::string steps_for_readers(const std::string& recorded, const FindStepSource& source,
                              const std::string& report = "");

/// One recording of two: launches that differ in the order of their threads, each named by its order.
/// @param note what makes the second order, for the reader
std::string steps_of_two_orders(const std::string& usual, const std::string& other, const std::string& note);

/// Whether a text is what steps_for_readers() takes: the lens's own recording, which may have a `report` and say where it `opens`.
bool is_recording(const std::string& text);

/// Whether a text is what steps_for_readers() has made.
bool is_trace(const std::string& text);

/// The steps as a file of that name has them: the player; of FILE.svg the key frames, of one line if it is given; of "-" the sentences.
/// @param player the text of docs/theme/steps.html
std::string steps_as(const std::string& file, const std::string& player, const std::string& steps,
                     const std::string& title, std::optional<int> line = {});

/// The sentences alone, one step per line, and each line of the source before its first step. Steps that repeat are folded: they are told
/// once, with how often they follow.
std::string steps_text(const std::string& steps);

/// The kernel's name as readers know it: with the name of the variant in place of its number.
std::string kernel_of(const nlohmann::json& launch);

/// The player with these steps: one HTML file that needs nothing else.
/// @param player the text of docs/theme/steps.html
std::string steps_page(const std::string& player, const std::string& steps, const std::string& title);

}  // namespace tutorial::driver
