#include "driver/explain/explain_picture.hpp"

#include <doctest/doctest.h>

#include "driver/explain/explain_svg.hpp"
#include "tests/driver/explain_example.hpp"

namespace driver = tutorial::driver;

using driver::lens::advice;
using driver::lens::picture_of;
using driver::lens::picture_summary;
using driver::lens::picture_text;
using driver::lens::Space;
using example::global;
using example::shared;
using example::stride;

namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a coalesced request fills its sectors") {
  CHECK(picture_text(picture_of(stride(4, 4), Space::global, "load"), 118) ==
        "  sector    0  4  8 12 16 20 24 28   byte\n"
        "   +1024    0  1  2  3  4  5  6  7\n"
        "   +1056    8  9 10 11 12 13 14 15\n"
        "   +1088   16 17 18 19 20 21 22 23\n"
        "   +1120   24 25 26 27 28 29 30 31\n");
  CHECK(picture_summary(global(1, "load", 4, 4, stride(4, 4))) ==
        "32 lanes, 4 bytes each: 4 sectors, minimum 4");
}

TEST_CASE("lanes that leave out, share or straddle words are shown where they are") {
  const auto sample = example::sample(
      8, [](unsigned lane) { return lane < 2 ? 28u : 64u; }, 4);
  CHECK(picture_text(picture_of(sample, Space::global, "load"), 118) ==
        "  sector     0   4   8  12  16  20  24  28   byte\n"
        "      +0     ·   ·   ·   ·   ·   ·   · 0-1\n"
        "     +32   0-1   ·   ·   ·   ·   ·   ·   ·\n"
        "     +64   2-3 2-3   ·   ·   ·   ·   ·   ·\n");
}

TEST_CASE("banks show their wavefronts, and those without lanes in one row") {
  CHECK(picture_text(picture_of(stride(4, 128, 3), Space::shared, "load"), 118) ==
        "    bank    1  2  3   wavefront\n"
        "       0    0  1  2\n"
        "    1-31   no lane\n");
  const auto broadcast = example::sample(4, [](unsigned) { return 512u; });
  CHECK(picture_text(picture_of(broadcast, Space::shared, "load"), 118) ==
        "    bank      1   wavefront\n"
        "       0   0-31\n"
        "    1-31   no lane\n");
  CHECK(picture_of(broadcast, Space::shared, "load").degree == 1);
  CHECK(picture_of(broadcast, Space::shared, "atomic").degree == 32);
}

TEST_CASE("groups of lanes that are served one after the other do not conflict") {
  auto sample = stride(8, 8);
  sample.together = {0x0000ffff, 0xffff0000};
  const auto picture = picture_of(sample, Space::shared, "load");
  CHECK(picture.columns == 2);
  CHECK(picture.degree == 1);
  CHECK(picture_summary(shared(1, "load", 1, sample)) == "32 lanes, 8 bytes each: 2 wavefronts, no conflict");
}

TEST_CASE("a picture keeps to the width") {
  const std::string text = picture_text(picture_of(stride(4, 128), Space::shared, "load"), 80);
  CHECK(times(text, "…") == 2);
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    CHECK(text.find('\n', begin) - begin <= 82);  // "…" takes 3 bytes
}

TEST_CASE("advice only where more than half is wasted") {
  CHECK(!advice(global(1, "load", 4, 4, stride(4, 4))));
  CHECK(!advice(global(1, "load", 8, 4, stride(4, 8))));
  CHECK(advice(global(1, "load", 8.1, 4, stride(4, 8))).has_value());
  CHECK(!advice(shared(1, "load", 2, stride(4, 8))));
  CHECK(advice(shared(1, "load", 3, stride(4, 12))).has_value());
}

TEST_CASE("advice says what the lanes do, and the minimum") {
  CHECK(*advice(global(1, "load", 32, 4, stride(4, 4096))) ==
        "lane i reads 4096 bytes away from lane i+1: 32 sectors per request, minimum 4");
  CHECK(*advice(global(1, "store", 32, 4, stride(4, 128))) ==
        "lane i writes 128 bytes away from lane i+1: 32 sectors per request, minimum 4");
  const auto scattered = example::sample(4, [](unsigned lane) { return lane * lane * 64u; });
  CHECK(*advice(global(1, "atomic", 32, 4, scattered)) ==
        "the lanes' elements are in 32 sectors, minimum 4: let neighboring lanes use neighboring elements");
  auto some = stride(4, 4);
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lane % 8 != 0) some.addresses[lane].reset();
  CHECK(*advice(global(1, "load", 4, 1, some)) ==
        "4 of 32 lanes take part, in 4 sectors, minimum 1: let neighboring lanes do the work");
  CHECK(*advice(shared(1, "load", 32, stride(4, 128))) ==
        "the 32 lanes ask one bank for 32 different words: pad the row by one word or swizzle");
  CHECK(*advice(shared(1, "load", 4, stride(4, 16))) ==
        "lane i reads 16 bytes away from lane i+1: up to 4 different words in one bank; "
        "let neighboring lanes use neighboring words");
  CHECK(*advice(shared(1, "atomic", 32, example::sample(4, [](unsigned) { return 0u; }))) ==
        "up to 32 of the 32 lanes update words of one bank, one after another: add up within the warp first, "
        "or spread "
        "the words");
}

TEST_CASE("the SVG inherits its color, and describes its contents in words") {
  driver::lens::Kernel kernel;
  kernel.name = "transpose<32, float>";
  const auto load = global(7, "load", 32, 4, stride(4, 4096));
  const auto column = shared(7, "load", 32, stride(4, 128));
  const std::string svg = driver::lens::pictures_svg({{&kernel, &load}, {&kernel, &column}});
  CHECK(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 360 ", 0) == 0);
  CHECK(svg.find("fill=\"currentColor\"") != svg.npos);
  CHECK(svg.find("prefers-color-scheme: dark") != svg.npos);
  CHECK(svg.find(">Lanes to sectors, transpose&lt;32, float&gt;, line 7: global load</title>") != svg.npos);
  CHECK(
      svg.find("32 lanes, 4 bytes each: 32 wavefronts, 32-way conflict. Advice: the 32 lanes ask one bank") !=
      svg.npos);
  CHECK(times(svg, "<line") == 64);
  CHECK(times(svg, "<line class=\"crowded\"") == 32);
  CHECK(times(svg, "class=\"used\"") == 32);
  CHECK(times(svg, "<g ") == 2);
  CHECK(times(svg, "</g>") == 2);
}
