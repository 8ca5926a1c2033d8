#include "marking/hints/mend.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using tutorial::marking::About;
using tutorial::marking::Mend;
using tutorial::marking::mends_of;
using tutorial::marking::Part;
using tutorial::marking::Structure;
using tutorial::marking::Symptoms;

namespace {

std::vector<Mend> mends(const std::string& source, const Symptoms& symptoms) {
  return mends_of(Structure(source), symptoms);
}

/// Where among the mends the source comes with `before` as `after`, about that; -1: nowhere.
int place_of(const std::string& source, const Symptoms& symptoms, About about, const std::string& before,
             const std::string& after) {
  std::string wanted = source;
  wanted.replace(wanted.find(before), before.size(), after);
  const std::vector<Mend> all = mends(source, symptoms);
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Mend& mend) { return mend.about == about && mend.source == wanted; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

const std::string reversal = R"(#include "exercise.hpp"
__global__ void reverse(const int* in, int* out, int count) {
  __shared__ int tile[32][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > count) return;
  tile[0][i] = in[i];  // < is no sign here
  out[i] = tile[0][31 - i];
}
void call(const int* in, int* out, int count) { reverse<<<count / 32, 32>>>(in, out, count); }
)";

}  // namespace

TEST_CASE("a race asks for a barrier between its lines first") {
  const Symptoms race = {.text = "race", .hazards = {"race-shared"}, .lines = {6, 7}};
  const int place =
      place_of(reversal, race, About::barrier, "tile[0][i] = in[i];", "tile[0][i] = in[i]; __syncthreads();");
  CHECK(place >= 0);
  CHECK(place < 4);
}

TEST_CASE("a comparison is reversed, but not a launch or one in a comment") {
  const Symptoms outside = {.hazards = {"out-of-bounds"}, .lines = {6}};
  CHECK(place_of(reversal, outside, About::comparison, "i > count", "i >= count") >= 0);
  for (const Mend& mend : mends(reversal, outside)) {
    CHECK(mend.source.find("// < is no sign here") != std::string::npos);
    CHECK(std::count(mend.source.begin(), mend.source.end(), '\n') ==
          std::count(reversal.begin(), reversal.end(), '\n'));
  }
}

TEST_CASE("a grid that is rounded down gets blocks for the tail") {
  CHECK(place_of(reversal, {}, About::rounding, "count / 32", "(count + 32 - 1) / 32") >= 0);
}

TEST_CASE("one column fixes bank conflicts, and is tried only if the report mentions banks") {
  const Symptoms conflict = {
      .lost = Part::good, .text = "32 lanes need different words of one bank", .lines = {7}};
  CHECK(place_of(reversal, conflict, About::bank, "tile[32][32]", "tile[32][32 + 1]") == 0);
  const Symptoms sectors = {.lost = Part::good, .text = "32 sectors per request", .lines = {7}};
  CHECK(place_of(reversal, sectors, About::bank, "tile[32][32]", "tile[32][32 + 1]") == -1);
}

TEST_CASE("blocks of another size are tried, but not where too many elements were written") {
  const std::string sized = "constexpr int side = 16;\n" + reversal;
  const Symptoms slow = {.lost = Part::good, .text = "30 launches", .lines = {7}};
  CHECK(place_of(sized, slow, About::block_size, "side = 16", "side = 8") >= 0);
  const Symptoms written = {.lost = Part::good, .text = "10816 pixels were written", .lines = {7}};
  CHECK(place_of(sized, written, About::block_size, "side = 16", "side = 8") < 0);
}

TEST_CASE("a barrier inside a branch is moved to after the branch") {
  const std::string branch = R"(__global__ void fill(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    __syncthreads();
  }
}
)";
  const Symptoms diverges = {.hazards = {"early-exit-barrier"}, .lines = {4}};
  CHECK(place_of(branch, diverges, About::reach, "__syncthreads();",
                 "} __syncthreads(); if (threadIdx.x < 32) {") == 0);
}

TEST_CASE("host code gets the missing copy, and the intended number of bytes") {
  const std::string halves = R"(void halve(const float* in, float* out, int count) {
  const std::size_t bytes = count * sizeof(float);
  float* d_in = nullptr;
  cudaMemcpy(d_in, in, count, cudaMemcpyHostToDevice);
  halve_kernel<<<1, count>>>(d_in, count);
}
)";
  CHECK(place_of(halves, {}, About::size_of, "d_in, in, count,", "d_in, in, bytes,") >= 0);
  CHECK(place_of(halves, {}, About::copied, "(d_in, count);",
                 "(d_in, count); cudaMemcpy(out, d_in, bytes, cudaMemcpyDeviceToHost);") >= 0);
}

TEST_CASE("loops are made to start earlier, to continue, and to skip a thread's own element") {
  const std::string search = R"(__global__ void find(const int* in, int* out, int count) {
  const int own = threadIdx.x;
  for (int other = own + 1; other < count; ++other) {
    if (in[other] < in[own]) out[own] = other;
  }
  for (int other = 0; other < count; ++other) {
    if (in[other] == in[own]) out[own] = other;
  }
  if (const int i = threadIdx.x; i < count) out[i] = 0;
}
)";
  CHECK(place_of(search, {}, About::begins, "= own + 1;", "= 0;") >= 0);
  CHECK(place_of(search, {}, About::itself, "== in[own])", "== in[own] && other != own)") >= 0);
  CHECK(place_of(search, {}, About::walks, "if (const int i = threadIdx.x; i < count)",
                 "for (int i = threadIdx.x; i < count; i += blockDim.x)") >= 0);
}

TEST_CASE("rows and columns change places in a whole statement") {
  const std::string turned = R"(__global__ void turn(float* out, unsigned rows, unsigned cols) {
  const unsigned row = threadIdx.y, unused = 0;
  const unsigned col = threadIdx.x;
  out[row * cols + col] = 1;
}
)";
  CHECK(place_of(turned, {}, About::turned, "row * cols + col", "col * rows + row") >= 0);
}

TEST_CASE("any text can be parsed, even if it contains no function") {
  for (const char* odd :
       {"", "}", "{", "__global__ void f(", "void f() { if (", "void f() { for (;;", "if if ( ) else", ") {",
        "void f(int* p) { int* d; cudaMemcpy(,,,); std::min(,); k<<<>>>(); a = ; b = ; int bytes = ; }",
        "__global__ void f(int n) { for (int i = ; ; ) { a[0] = [ ; } if (int i = 0; ) ; __shared__ int a[; "
        "}"})
    CHECK_NOTHROW(mends(odd, {.hazards = {"race-shared", "out-of-bounds"}, .lines = {1}}));
}
