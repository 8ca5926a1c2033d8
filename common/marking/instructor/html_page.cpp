#include "marking/instructor/html_page.hpp"

#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {
namespace {

// What a browser may load even if something of a learner's came through as markup: nothing.
constexpr const char* policy = "default-src 'none'; style-src 'unsafe-inline'";

constexpr const char* style = R"(
:root { color-scheme: light dark; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 64em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: .5em 0 1.5em; }
th, td { text-align: left; vertical-align: top; padding: .15em .9em .15em 0; border-bottom: 1px solid #8884; }
.number { text-align: right; font-variant-numeric: tabular-nums; display: block; }
.bar { background: #3a78c2; height: 1em; min-width: 1px; margin-top: .2em; }
.scale { width: 12em; }
.sides { display: flex; gap: 1.5em; }
.sides > div { flex: 1; min-width: 0; }
.shared { background: #f0b40044; }
body:has(.sides) { max-width: none; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
)";

}  // namespace

std::string html_text(std::string_view words) { return xml::escaped(valid_utf8(words)); }

std::string html_row(std::string_view tag, const std::vector<std::string>& cells) {
  std::string row;
  for (const std::string& cell : cells) row += xml::element(tag, {}, cell);
  return xml::element("tr", {}, row) + "\n";
}

std::string html_table(const std::vector<std::string>& titles, const std::string& rows) {
  std::vector<std::string> heads;
  for (const std::string& title : titles) heads.push_back(html_text(title));
  return xml::element("table", {}, "\n" + html_row("th", heads) + rows) + "\n";
}

std::string html_page(std::string_view title, const std::string& body) {
  const std::string head =
      xml::element("meta", {{"charset", "utf-8"}}) + "\n" +
      xml::element("meta", {{"name", "viewport"}, {"content", "width=device-width"}}) + "\n" +
      xml::element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}}) + "\n" +
      xml::element("title", {}, html_text(title)) + "\n" + xml::element("style", {}, style) + "\n";
  return "<!DOCTYPE html>\n" +
         xml::element(
             "html", {{"lang", "en"}},
             "\n" + xml::element("head", {}, "\n" + head) + "\n" +
                 xml::element("body", {}, "\n" + xml::element("h1", {}, html_text(title)) + "\n" + body) +
                 "\n") +
         "\n";
}

}  // namespace tutorial::instructor
