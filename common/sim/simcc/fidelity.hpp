#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudasim::simcc {

/// Which of the CUDA features that the files name behave as on a GPU, which do so approximately, and which have no effect: with their
/// lines, for a terminal. Code that the preprocessor removes in any case (`#if 0`) does not count.
std::string fidelity_report(const std::vector<std::filesystem::path>& files);

}  // namespace cudasim::simcc
