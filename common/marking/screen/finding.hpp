#pragma once

#include <string>

namespace tutorial::marking {

/// One thing to say to the learner.
struct Finding {
  std::string text;
  std::string file = {};  ///< empty, with line 0, where no line is to blame
  int line = 0;
  std::string counter = {};  ///< of the contract, where its limit is not kept: "sectors_per_request"
};

}  // namespace tutorial::marking
