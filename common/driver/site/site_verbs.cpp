#include <CLI/CLI.hpp>
#include <memory>

#include "driver/site/site_pages.hpp"
#include "driver/site/weave.hpp"
#include "driver/verbs.hpp"

namespace tutorial::driver {

Action declare_weave(CLI::App& verb) {
  const auto options = std::make_shared<WeaveOptions>();
  verb.add_option("pages", options->pages, "the pages")->required();
  verb.add_option("--sources", options->sources,
                  "instead: write the pages of all sources they show into this folder");
  return [options](const Call& call) { return weave(call.manifest.source_dir, *options); };
}

Action declare_site(CLI::App& verb) {
  const auto options = std::make_shared<SiteOptions>();
  verb.add_option("html", options->html, "their folder")->required();
  verb.add_flag("--check", options->check, "links and images that lead nowhere; exit 1 if any do");
  verb.add_flag("--frame", options->frame,
                "put each page that Doxygen has written into the site's own frame");
  verb.add_flag("--index", options->index,
                "write search-index.js and search-index-zh.js, which its search reads");
  verb.add_option("--revision", options->revision, "the revision of the tree, shown on each page");
  return [options](const Call& call) { return site_command(call.manifest.source_dir, *options); };
}

}  // namespace tutorial::driver
