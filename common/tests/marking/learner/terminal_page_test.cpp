#include "marking/learner/terminal_page.hpp"

#include <doctest/doctest.h>

using tutorial::learner::task_of;
using tutorial::learner::terminal_page;

TEST_CASE("a page's paragraphs and lists are folded to the terminal; code is left as it is") {
  CHECK(terminal_page("# Title\n\nOne two\nthree four [five](six.md).\n\n- item one\n  goes on\n- two\n\n"
                      "```\nint  a;  // not folded at all\n```\n",
                      {20}) ==
        "Title\n\nOne two three four\nfive.\n\n- item one goes on\n- two\n\n"
        "    int  a;  // not folded at all\n");
}

TEST_CASE("the task ends where a page says what to type, or what comes afterwards") {
  const std::string page = "# Name\nfacts\n\n## Task\nDo it.\n\n## Full points\n- yes\n";
  CHECK(task_of(page) == "## Task\nDo it.\n\n## Full points\n- yes");
  CHECK(task_of(page + "\n## Try it\nrun\n\n## Afterwards\nmore\n") ==
        "## Task\nDo it.\n\n## Full points\n- yes");
  CHECK(task_of("# Name\n") == "");
}
