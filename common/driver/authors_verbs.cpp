#include "driver/command.hpp"

namespace tutorial::driver {

std::span<const Verb> authors_verbs() {
  static constexpr Verb verbs[] = {
      {"break", "look for an order of the threads that gives another answer", declare_break},
      {"claims", "test what the books claim, and print what became of it", declare_claims},
      {"bench", "measure every ladder and peer on this machine's GPU", declare_bench},
      {"counts", "record what the lens counts at the sizes of the tables", declare_counts},
      {"tables", "the ladder tables of a chapter or a part as Markdown, from a results folder",
       declare_tables},
      {"weave", "a Markdown page as Doxygen reads it, on standard output", declare_weave},
      {"site", "finish the pages that Doxygen made", declare_site},
  };
  return verbs;
}

}  // namespace tutorial::driver
