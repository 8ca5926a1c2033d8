#include "marking/instructor/plain_text.hpp"

#include <doctest/doctest.h>

#include "marking/instructor/sha256.hpp"
#include "support/text.hpp"

using namespace tutorial::instructor;

TEST_CASE("sha256 gives the digests of FIPS 180-4, also where padding needs a block of its own") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("bytes that are not UTF-8 are replaced one by one, valid ones stay") {
  CHECK(valid_utf8("Gr\xC3\xB6\xC3\x9F"
                   "e \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "Gr\xC3\xB6\xC3\x9F"
        "e \xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(valid_utf8("a\xF6z") == "a\xEF\xBF\xBDz");
  CHECK(valid_utf8("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong
  CHECK(valid_utf8("\xED\xA0\x80").size() == 9);                // a surrogate
  CHECK(valid_utf8("\xE2\x82") == "\xEF\xBF\xBD\xEF\xBF\xBD");  // cut short
  CHECK(one_line("a\nb\xFF") == "a\\x0ab\xEF\xBF\xBD");
  CHECK(tutorial::text::escaped("\xE2\x80\xAE\x1B") == "\\xe2\\x80\\xae\\x1b");
  CHECK(valid_utf8("a\x1B[2J\n\tb") == "a\xEF\xBF\xBD[2J\n\tb");
  CHECK(valid_utf8("a\xE2\x80\xAE"
                   "b") ==
        "a\xEF\xBF\xBD"
        "b");  // from right to left
}

TEST_CASE("points have no needless zeros") {
  CHECK(tutorial::marking::points_text(10) == "10");
  CHECK(tutorial::marking::points_text(12.5) == "12.5");
  CHECK(tutorial::marking::points_text(100.0 / 3) == "33.33");
  CHECK(counted(1, "file") == "1 file");
  CHECK(counted(0, "file") == "0 files");
}
