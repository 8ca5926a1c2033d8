// Whatever is nested or repeated, a hundred thousand times: each pass goes through the tokens, and comes to an end.
#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("brackets nested as deep as they like take no longer than others") {
  constexpr std::size_t many = 100'000;
  for (const char* part :
       {"(", "for(", "<<(", "{", "[", "k<<<", "do ", "__shared__ ", "__shared__ const ", "x> "})
    CHECK_NOTHROW(static_cast<void>(translated(repeated(part, many))));
  for (const char* part : {"for(;;", "do ", "__shared__ int a ", "x> k<<<"})
    CHECK_NOTHROW(static_cast<void>(in_kernel(repeated(part, many))));
}

TEST_CASE("matching brackets are found at any depth") {
  const std::string deep = repeated("(", 1000) + "1" + repeated(")", 1000);
  CHECK(translated("void f() { k<<<1, " + deep + ">>>(2); }").find("::cudasim::launch(") !=
        std::string::npos);
  CHECK(translated("void f() { k<<<1, (" + deep + ">>>(2); }").starts_with("ERROR"));  // one bracket more
}
