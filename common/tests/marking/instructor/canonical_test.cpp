#include "marking/instructor/canonical.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace tutorial::instructor;

namespace {

std::string form(const std::string& source) {
  std::string all;
  for (const Token& token : canonical_tokens(source)) all += (all.empty() ? "" : " ") + token.text;
  return all;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("canonical rewrites all loops to one form") {
  const std::string wanted = "int i = 0 ; while ( i < i ) i ( i ) ; i += 0 ;";
  CHECK(form("for (int k = 0; k < n; ++k) f(k);") == wanted);
  CHECK(form("int k = 0; while (k < n) { f(k); k++; }") == wanted);
  CHECK(form("int k = 0; do { f(k); k = k + 1; } while (k < n);") == wanted);
  CHECK(form("for (const int k = 0; k < n;) { f(k); k += 1; }") == wanted);
  CHECK(form("int k = 0; do f(k++); while (k < n);") == "int i = 0 ; while ( i < i ) i ( i += 0 ) ;");
  CHECK(form("for (;;) f();") == "while ( ) i ( ) ;");
  CHECK(form("for (auto& x : all) f(x);") == "for ( auto & i : i ) i ( i ) ;");
  CHECK(form("while (f());") == "while ( i ( ) )");
  CHECK(form("for (int a = 0; a < n; ++a) for (int b = 0; b < n; ++b) if (a) f(b); else g();") ==
        "int i = 0 ; while ( i < i ) int i = 0 ; while ( i < i ) if ( i ) i ( i ) ; else i ( ) ; i += 0 ; i "
        "+= 0 ;");
}

TEST_CASE("empty statements, braces, qualifiers and variables that nothing uses are left out") {
  CHECK(form("{ a = 1;; {} ; b = 2; { ; } 0; a; }") == "i = 0 ; i = 0 ;");
  CHECK(form("int unused = 3 + 4; float also; int used = 1; f(used);") == "int i = 0 ; i ( i ) ;");
  CHECK(form("int called = f();") == "int i = i ( ) ;");
  CHECK(form("if (x) { a = 1; } else { b = 2; }") == form("if (x) a = 1; else b = 2;"));
  CHECK(form("static const int a = f(a);") == "int i = i ( i ) ;");
}

TEST_CASE("canonical rewrites i++, ++i, i += 1 and i = i + 1 to one form") {
  CHECK(form("++k; k++; k += 1; k = k + 1;") == "i += 0 ; i += 0 ; i += 0 ; i += 0 ;");
  CHECK(form("--k; k -= 2; k = k - n; k = n - k;") == "i -= 0 ; i -= 0 ; i -= i ; i = i - i ;");
  CHECK(form("a[k]++; a[k] += 1;") == "i [ i ] += 0 ; i [ i ] += 0 ;");
  CHECK(form("sum = sum * x[i];") == form("sum *= x[i];"));
}

TEST_CASE("canonical treats the body of a lambda like other code") {
  CHECK(form("run([&](int i) { for (int k = 0; k < i; ++k) { f(k); } });") ==
        form("run([&](int i) { int k = 0; while (k < i) { f(k); k++; } });"));
}

TEST_CASE("canonical handles text that is not C++, quickly") {
  for (const char* text : {"", "for", "for (", "for (;;", "do", "do do", "while (", "{", "}", ")", "(}{)",
                           "else", "= =", "++", "i = i +", "int", "for (;;) {"})
    CHECK_NOTHROW(canonical_tokens(text));
  for (const char* text : {"for (", "{", "do ", "while (x) ", "if (x) {} else ", "[]() {", "(", "f([]{",
                           "for(;;[]{", "} ", "( } "}) {
    CAPTURE(text);
    const auto start = std::chrono::steady_clock::now();
    CHECK_NOTHROW(canonical_tokens(repeated(text, 10'000)));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  }
}
