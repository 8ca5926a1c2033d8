#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver/site/site_paths.hpp"
#include "support/files.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

using namespace tutorial::driver::site;

TEST_CASE("page_name derives a page's name from its path") {
  CHECK(page_name("ch08_transpose/README.md") == "ch08_transpose");
  CHECK(page_name("docs/pages/memory.md") == "memory");
  CHECK(page_name("docs/claims/README.md") == "claims");
  CHECK(page_name("docs/pages/start.md") == "index");
  CHECK(page_name("README.md") == "index");
  CHECK(page_name("docs/results/nvidia-h200/agreement.md") == "results_nvidia-h200_agreement");
  CHECK(page_name("ch05_nearest_naive/exercises/guard_tail/README.md") ==
        "ch05_nearest_naive_exercises_guard_tail");
}

TEST_CASE("a heading's anchor is GitHub's, in characters that a label may have") {
  CHECK(slug("Who chooses the load instruction?") == "who-chooses-the-load-instruction");
  CHECK(slug("`__syncthreads()` in a branch") == "__syncthreads-in-a-branch");
  CHECK(slug("读") == "e8afbb");
}

TEST_CASE("links lead to pages, to sources, to copied files, and nowhere else") {
  const tutorial::TemporaryFolder folder;
  const std::filesystem::path root = folder / "";
  for (const char* file : {"ch08_x/README.md", "ch08_x/sum/01_copy.cu", "docs/pages/memory.md",
                           "docs/results/a.json", "README.md"}) {
    std::filesystem::create_directories((root / file).parent_path());
    std::ofstream(root / file) << "x";
  }
  const std::filesystem::path page = "ch08_x/README.md";
  CHECK(site_link(root, page, "sum/01_copy.cu") == "source_ch08_x_sum_01_copy_cu.html");
  CHECK(site_link(root, page, "sum/01_copy.cu#L12") == "source_ch08_x_sum_01_copy_cu.html#l00012");
  CHECK(site_link(root, page, "../docs/pages/memory.md") == "memory.html");
  CHECK(site_link(root, page, "../docs/pages/memory.md#the-l2") == "memory.html#memory--the-l2");
  CHECK(site_link(root, page, "#here") == "ch08_x.html#ch08_x--here");
  CHECK(site_link(root, page, "../docs/results/a.json") == "files/docs/results/a.json");
  CHECK(site_link(root, page, "sum") == "sources.html#sources--ch08_xsum");
  CHECK(site_link(root, "docs/pages/memory.md", "../../ch08_x/") == "ch08_x.html");
  CHECK(site_link(root, page, "../README.md#the-chapters") == "index.html");
  CHECK(site_link(root, page, "https://example.org/a#b") == "https://example.org/a#b");
  CHECK_THROWS_AS(site_link(root, page, "sum/02_copy.cu"), tutorial::Failure);
  CHECK_THROWS_AS(site_link(root, page, "sum/01_copy.cu#kernel"), tutorial::Failure);
}
