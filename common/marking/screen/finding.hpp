#pragma once

#include <string>

namespace tutorial::marking {

/// One thing to say to the learner.
struct Finding {
  std::string text;
  std::string file = {};  ///< empty, with line 0, where no line is to blame
  int line = 0;
  std::string counter = {};  ///< whose limit is not kept: "sectors_per_request", "least threads"
};

}  // namespace tutorial::marking
