#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

struct ClaimsOptions {
  std::vector<std::string> ids;   ///< which claims; empty: all
  std::string json;               ///< file for the findings, "-" for standard output, "" for none
  std::filesystem::path results;  ///< the folder whose claims.json replaces what cannot run here
  bool recorded = false;          ///< run nothing, show what is recorded
  bool markdown = false;          ///< the table as the page has it
  bool verbose = false;
};

/// Tests the books' claims, as far as this machine can, and prints what became of them. Returns the exit code.
int claims(const Manifest& manifest, const ClaimsOptions& options);

}  // namespace tutorial::driver
