// What a command line of the driver asks for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/verbs.hpp"

namespace tutorial::driver {

struct Command {
  std::shared_ptr<CLI::App> app;  ///< the action reads its options
  std::string help;               ///< what --help prints; then there is nothing else to do
  std::string manifest;
  Action action;
  std::vector<std::string> behind;  ///< what stands behind "--"
};

/// @param manifest  where the command line names none
/// @throws UsageError
Command command_from(std::vector<std::string> arguments, const std::string& manifest);

}  // namespace tutorial::driver
