#include "support/xml.hpp"

#include <doctest/doctest.h>

using namespace tutorial;

TEST_CASE("characters that XML reserves or does not allow are escaped") {
  CHECK(xml::escaped("a < b && \"c\" > d") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
  CHECK(xml::escaped("a\nb\tc") == "a&#10;b&#9;c");
  CHECK(xml::escaped("\x01\x1b[2J") == "??[2J");
  CHECK(xml::escaped("\xEF\xBF\xBE\xEF\xBF\xBF\xC3\xA9") == "\xEF\xBF\xBD\xEF\xBF\xBD\xC3\xA9");
}

TEST_CASE("an element has its attributes in order, and is closed") {
  CHECK(xml::element("line", {{"class", "a & b"}, {"x", -4}, {"n", std::size_t{7}}}) ==
        "<line class=\"a &amp; b\" x=\"-4\" n=\"7\"/>");
  CHECK(xml::element("g", {}, xml::element("text", {}, xml::escaped("<"))) == "<g><text>&lt;</text></g>");
  CHECK(xml::element("g", {}, "") == "<g></g>");
}
