#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver/site/html.hpp"
#include "driver/site/site_pages.hpp"
#include "support/files.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

namespace fs = std::filesystem;

class Pages {
 public:
  Pages() { fs::create_directories(html()); }
  void put(const std::string& name, const std::string& text) { std::ofstream(html() / name) << text; }
  fs::path html() const { return folder_ / "html"; }

 private:
  tutorial::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("HTML is read tag by tag") {
  std::string seen;
  driver::html::each_token(
      "<a HREF='x&amp;y' id=z>A &lt; B&#x41;</a><!-- <b> --><script>if (a<b) c();</script><br/>",
      [&](const driver::html::Token& token) {
        seen += token.tag.empty() ? "\"" + token.text + "\"" : "<" + token.tag;
        for (const auto& [name, value] : token.attributes) seen += " " + name + "=" + value;
        if (!token.tag.empty()) seen += ">";
      });
  CHECK(seen == "<a href=x&y id=z>\"A < BA\"</a><script></script><br>");
}

TEST_CASE("every kind of fault is found, and nothing else") {
  Pages pages;
  pages.put(
      "a.html",
      R"(<p id="top"><a href="b.html#here">b</a> <a href="#top">x</a> <a href="https://example.org">y</a>
                         <img src="c.png" alt="c"/><script src="d.js"></script>)");
  pages.put("b.html", R"(<a name="here"></a>)");
  pages.put("c.png", "");
  pages.put("d.js", "");
  CHECK(driver::site_faults(pages.html()).empty());

  const auto fault_of = [&](const std::string& text) {
    pages.put("z.html", text);
    const auto faults = driver::site_faults(pages.html());
    return faults.size() == 1 ? faults.front() : std::to_string(faults.size()) + " faults";
  };
  CHECK(fault_of("<a href='gone.html'>x</a>") == "z.html: there is no gone.html");
  CHECK(fault_of("<a href='b.html#gone'>x</a>") == "z.html: there is no place b.html#gone");
  CHECK(fault_of("<a href='#gone'>x</a>") == "z.html: there is no place #gone");
  CHECK(fault_of("<img src='gone.png' alt=''>") == "z.html: there is no gone.png");
  CHECK(fault_of("<img src='c.png'>") == "z.html: c.png has no text in its place");
  CHECK(fault_of("<p id='x'></p><p id='x'></p>") == "z.html: two elements are named x");
}

TEST_CASE("site_faults refuses a site without pages") {
  CHECK_THROWS_AS(driver::site_faults(Pages().html()), tutorial::Failure);
}
