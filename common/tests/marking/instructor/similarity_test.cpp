#include "marking/instructor/similarity.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "marking/instructor/similarity_page.hpp"
#include "marking/instructor/tokens.hpp"

using namespace tutorial::instructor;

namespace {

std::string texts(const std::string& source) {
  std::string all;
  for (const Token& token : normalised_tokens(source)) all += (all.empty() ? "" : " ") + token.text;
  return all;
}

/// Some 20 lines whose structure depends on `kind` throughout.
std::string program(unsigned kind, const std::string& name = "value") {
  std::string text = "#include <cuda_runtime.h>\n__global__ void kernel(float* " + name + ", int n) {\n";
  for (int line = 0; line < 20; ++line) {
    kind = kind * 1103515245 + 12345;
    switch (kind >> 16 & 7) {
      case 0: text += "  if (" + name + "[n] > 3) return;\n"; break;
      case 1: text += "  for (int k = 0; k < n; ++k) " + name + "[k] += 1;\n"; break;
      case 2: text += "  " + name + "[0] = n * 2 - 7;\n"; break;
      case 3: text += "  while (n & 1) n >>= 1;\n"; break;
      case 4: text += "  " + name + "[n] = n == 4 ? 1.0f : -2.0f;\n"; break;
      case 5: text += "  { float other = " + name + "[1]; n ^= int(other); }\n"; break;
      case 6: text += "  do { --n; } while (n > 17 || !n);\n"; break;
      default: text += "  __syncthreads();\n"; break;
    }
  }
  return text + "}\n";
}

const std::string shout = "// all mine\n/* really\n   mine */\n";

const std::string tiled = R"(
__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float tile[2 * cells];
  float *a_tile = tile, *b_tile = tile + cells;
  const unsigned y = threadIdx.x / tile_size, x = threadIdx.x % tile_size;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned step = 0; step < (k + tile_size - 1) / tile_size; ++step) {
    const unsigned a_col = step * tile_size + x, b_row = step * tile_size + y;
    a_tile[threadIdx.x] = (row < m && a_col < k) ? a[row * k + a_col] : 0.0f;
    b_tile[threadIdx.x] = (b_row < k && col < n) ? b[b_row * n + col] : 0.0f;
    __syncthreads();
    for (unsigned t = 0; t < tile_size; ++t)
      sum = fmaf(a_tile[y * tile_size + t], b_tile[t * tile_size + x], sum);
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
)";

/// The same with empty statements and braces, loops rewritten, useless variables, and its inner loop in a function of its own.
const std::string disguised = R"(
static __device__ float product(const float* left, const float* right, unsigned v, unsigned u) {
  float total = 0;;
  unsigned i = 0;
  while (i < tile_size) {
    total = fmaf(left[v * tile_size + i], right[i * tile_size + u], total);
    i = i + 1;
  }
  return total;
}

__global__ void kernel_of_mine(const float* p, const float* q, float* r, unsigned h, unsigned w, unsigned d) {
  ;
  __shared__ float both[2 * cells];
  int nothing = 0;
  float *left = both, *right = both + cells;
  unsigned v = threadIdx.x / tile_size, u = threadIdx.x % tile_size;
  {
    const unsigned i = blockIdx.y * tile_size + v, j = blockIdx.x * tile_size + u;
    float all = 0;
    unsigned s = 0;
    while (s < (d + tile_size - 1) / tile_size) {
      unsigned p_col = s * tile_size + u, q_row = s * tile_size + v;
      {
        left[threadIdx.x] = (i < h && p_col < d) ? p[i * d + p_col] : 0.0f;
      }
      ;;
      right[threadIdx.x] = (q_row < d && j < w) ? q[q_row * w + j] : 0.0f;
      __syncthreads();
      all += product(left, right, v, u);
      {} __syncthreads();
      s++;
    }
    if (i < h && j < w) { r[i * w + j] = all; }
  }
}
)";

/// Another answer to the same task, which owes the first one nothing.
const std::string honest = R"(
__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile_size][tile_size];
  __shared__ float b_tile[tile_size][tile_size];
  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y;
  const unsigned col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += tile_size) {
    a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] : 0;
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();
    for (unsigned term = 0; term < tile_size; ++term) sum += a_tile[y][term] * b_tile[term][x];
    __syncthreads();
  }
  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
}
)";

}  // namespace

TEST_CASE(
    "identifiers and literals are folded; comments, whitespace and includes are dropped; keywords and "
    "operators stay") {
  CHECK(texts("#include <x.h>\nint a_1 = 0x1Fu + 1.5e-3f; // c\nif (b<<=2) /* d */ s = \"q\\\"q\" 'c';") ==
        "int i = 0 + 0 ; if ( i <<= 0 ) i = s s ;");
  CHECK(texts("k<<<g, b>>>(x->y)") == "i <<< i , i >>> ( i -> i )");
  CHECK(texts("R\"(a \" b)\" z") == "s i");
  CHECK(normalised_tokens("a\n/*\n*/ b \"x\n c")[1].line == 3);
}

TEST_CASE("similarity handles files that are not C++") {
  for (const char* text : {"", "\"", "'\\", "/*", "R\"(", "R\"", "#include", "\xFF\xFE", "1e+", ".", "\\"})
    CHECK_NOTHROW(fingerprints(text));
}

TEST_CASE("a copy with other names, numbers, comments and layout is found, with its lines") {
  std::string copy = program(1, "different");
  for (std::size_t at = 0; (at = copy.find('7', at)) != std::string::npos;) copy[at] = '9';
  const std::vector<Compared> files = {{"ada", program(1)}, {"bob", program(2)}, {"eve", shout + copy}};
  const auto pairs = similar_pairs(files, "", 0.6);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].a == 0);
  CHECK(pairs[0].b == 2);
  CHECK(pairs[0].share == doctest::Approx(1));
  CHECK(pairs[0].a_lines.front().first <= 4);
  CHECK(pairs[0].a_lines.back().last >= 20);
  CHECK(pairs[0].b_lines.front().first == pairs[0].a_lines.front().first + 3);
  const std::string text = similarity_text("tile", files, pairs, 0.6);
  CHECK(text.find("a hint where to look, not a verdict") != std::string::npos);
  CHECK(text.find("100%  ada") != std::string::npos);
}

TEST_CASE("padding a copy with other code does not hide it") {
  const auto pairs =
      similar_pairs({{"ada", program(1)}, {"eve", program(5) + program(1) + program(6)}}, "", 0.6);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].share > 0.95);
}

TEST_CASE("starter code that both files contain does not count as similar") {
  const std::string starter = program(3);
  CHECK(similar_pairs({{"ada", starter}, {"bob", starter}}, starter, 0.1).empty());
  CHECK(similar_pairs({{"ada", starter + program(1)}, {"bob", starter + program(2)}}, starter, 0.6).empty());
  CHECK(similar_pairs({{"ada", starter + program(1)}, {"bob", starter + program(1)}}, starter, 0.6).size() ==
        1);
}

TEST_CASE("code that more than ten students share does not count as similar") {
  std::vector<Compared> files;
  for (int i = 0; i < 10; ++i) files.push_back({"s", program(1)});
  CHECK(similar_pairs(files, "", 0.6).size() == 45);
  files.push_back({"s", program(1)});
  CHECK(similar_pairs(files, "", 0.6).empty());
}

TEST_CASE("a shared run of shared_tokens tokens is found at any position") {
  std::string run;
  for (std::size_t i = 0; i < shared_tokens; ++i)
    run += i % 3 == 0 ? "+ " : i % 5 == 0 ? "if " : i % 7 == 0 ? "[ " : "* ";
  for (unsigned shift = 0; shift < 8; ++shift) {
    const Fingerprints a = fingerprints(std::string(shift, '-') + program(1) + run + program(2));
    const Fingerprints b = fingerprints(program(3) + std::string(shift, '!') + run + program(4));
    bool shared = false;
    for (const auto& [hash, lines] : a) shared = shared || b.count(hash) > 0;
    CHECK(shared);
  }
}

TEST_CASE(
    "a copy with empty statements, loops rewritten and a function split off is found, another answer is "
    "not") {
  const std::vector<Compared> files = {{"ada", tiled}, {"eve", disguised}, {"bob", honest}};
  const auto pairs = similar_pairs(files, "", 0.6);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].a == 0);
  CHECK(pairs[0].b == 1);
  CHECK(pairs[0].share > 0.7);
  // The inner loop, which is in the function that was split off.
  const auto covers = [](const std::vector<Lines>& lines, int line) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const Lines& each) { return each.first <= line && line <= each.last; });
  };
  CHECK(covers(pairs[0].a_lines, 14));
  CHECK(covers(pairs[0].b_lines, 6));
}

TEST_CASE("the pages show both files side by side, the shared lines marked, and no word of them is markup") {
  const std::vector<Compared> files = {{"<b>ada", tiled + "// </pre><script>alert(1)</script>\xFF\n"},
                                       {"eve", disguised}};
  Similarity similarity;
  add_pairs(similarity, "matmul_tile", files, similar_pairs(files, "", 0.6), 0.6);
  add_pairs(similarity, "tile", files, {}, 0.6);
  REQUIRE(similarity.pages.size() == 1);
  const auto& [path, page] = *similarity.pages.begin();
  CHECK(path == "similarity/matmul_tile-001.html");
  const auto has = [](const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  };
  CHECK(has(page, "<span id=\"a14\" class=\"shared\">  14        sum = fmaf("));
  CHECK(has(page, "<span id=\"a1\" class=\"own\">"));
  CHECK(has(page, "&lt;b&gt;ada"));
  CHECK(has(page, "&lt;script&gt;"));
  CHECK_FALSE(has(page, "<script"));
  CHECK_FALSE(has(page, "://"));
  const std::string index = similarity_index(similarity);
  CHECK(has(index, "<a href=\"similarity/matmul_tile-001.html\">"));
  CHECK(has(index, "<h2>tile</h2>\n<p>No pair.</p>"));
  CHECK(has(similarity.text, "matmul_tile: 1 pair of 2 submissions"));
  CHECK(has(similarity.text, "\n\ntile: no pair of 2 submissions"));
}
