// The rule of spmv_choice: what it picks at its edges.

#include <doctest/doctest.h>

#include "sparse/matrices.hpp"

// The rule is in the program.
#define main static __attribute__((unused)) spmv_choice_main
#include "sparse/further/10_spmv_choice.cu"
#undef main

namespace {

constexpr std::int64_t l2_bytes = 50'000'000;

// Neither full blocks nor scattered columns, and a small x, if not said otherwise.
Shape shape(std::int64_t rows, std::int64_t entries, std::int64_t longest_row) {
  return {.rows = rows,
          .cols = rows,
          .entries = entries,
          .longest_row = longest_row,
          .x_bytes = 4000,
          .places_an_entry = 8,
          .pages_an_entry = 0.1};
}

Choice choose(std::int64_t rows, std::int64_t entries, std::int64_t longest_row) {
  return ::choose(shape(rows, entries, longest_row), l2_bytes);
}

bool picks(const Choice& choice, int lanes, int in_flight) {
  return choice.format == Format::rows && choice.lanes == lanes && choice.in_flight == in_flight;
}

}  // namespace

TEST_CASE("even rows: a quarter of the mean in lanes, a power of two from 1 to 32") {
  CHECK(picks(choose(1000, 7'999, 8), 1, 8));
  CHECK(picks(choose(1000, 8'000, 8), 2, 4));
  CHECK(picks(choose(1000, 15'999, 16), 2, 4));
  CHECK(picks(choose(1000, 33'000, 33), 8, 4));
  CHECK(picks(choose(1000, 127'999, 128), 16, 4));
  CHECK(picks(choose(1000, 128'000, 128), 32, 4));
  CHECK(picks(choose(1000, 1'000'000, 1000), 32, 4));
}

TEST_CASE("one lane has its mean row in flight, from 1 to 8 entries") {
  CHECK(picks(choose(1000, 900, 1), 1, 1));
  CHECK(picks(choose(1000, 1'400, 2), 1, 2));
  CHECK(picks(choose(4096LL * 4096, 5LL * 4096 * 4096 - 4 * 4096, 5), 1, 5));
}

TEST_CASE("a row longer than 1.5 times the mean selects pages") {
  CHECK(choose(1000, 10'000, 15).format == Format::rows);
  CHECK(choose(1000, 10'000, 16).format == Format::pages);
  CHECK(choose(1'000'000, 3'000'000, 1 << 20).format == Format::pages);
}

TEST_CASE("scattered columns select panels if x is large and read often, otherwise equal shares") {
  Shape scattered = shape(1000, 8'000, 16);
  scattered.pages_an_entry = 0.26;
  scattered.x_bytes = l2_bytes / 8 + 1;
  CHECK(::choose(scattered, l2_bytes).format == Format::panels);
  Shape changed = scattered;
  changed.pages_an_entry = 0.25;
  CHECK(::choose(changed, l2_bytes).format == Format::pages);
  changed = scattered;
  changed.x_bytes = l2_bytes / 8;
  CHECK(::choose(changed, l2_bytes).format == Format::shares);
  changed = scattered;
  changed.entries = 7'999;
  CHECK(::choose(changed, l2_bytes).format == Format::shares);
}

TEST_CASE("full blocks are taken as blocks, unless one row would keep a warp at work alone") {
  Shape full = shape(1000, 10'000, 80);
  full.places_an_entry = 1.5;
  CHECK(::choose(full, l2_bytes).format == Format::blocks);
  Shape changed = full;
  changed.places_an_entry = 1.51;
  CHECK(::choose(changed, l2_bytes).format == Format::pages);
  changed = full;
  changed.longest_row = 81;
  CHECK(::choose(changed, l2_bytes).format == Format::pages);
}

TEST_CASE("the matrices of the chapter are what they are called") {
  CHECK(shape_of(ch06::blocks<float>(4000, 3)).places_an_entry == 1);
  CHECK(shape_of(ch06::band<float>(4000, 16, 3)).places_an_entry < most_places_an_entry);
  CHECK(shape_of(ch06::band_with_hubs<float>(4000, 3)).places_an_entry > most_places_an_entry);
  CHECK(shape_of(ch06::band_with_hubs<float>(40'000, 3)).pages_an_entry < most_pages_an_entry);
  CHECK(shape_of(ch06::scattered_with_long<float>(400'000, 3)).pages_an_entry > most_pages_an_entry);
}

TEST_CASE("every format multiplies every kind") {
  for (const char* data : {"poisson", "uneven", "empty", "hubs", "blocks", "random"}) {
    ch06::SpmvOptions options{.matrix = "", .data = data, .grid = 41, .x = "integer"};
    ch06::Spmv<float> product(options, 1);
    const ch06::DeviceCsr<float> a(product.a);
    for (const Choice choice : {Choice{.lanes = 1, .in_flight = 5}, Choice{.lanes = 8, .in_flight = 4},
                                Choice{.format = Format::shares}, Choice{.format = Format::blocks},
                                Choice{.format = Format::pages}, Choice{.format = Format::panels}}) {
      CAPTURE(data);
      CAPTURE(choice.text());
      ChosenProduct<float> chosen(product.a, choice);
      product.y.poison();
      chosen.launch(a, product.x.data(), product.y.data());
      CUDA_CHECK(cudaDeviceSynchronize());
      CHECK(product.check().ok);
    }
  }
}

TEST_CASE("a matrix without rows or entries has a choice too, and the rule has its words") {
  CHECK(picks(choose(0, 0, 0), 1, 1));
  CHECK(picks(choose(7, 0, 0), 1, 1));
  CHECK(::choose(shape_of(ch06::poisson<float>(0, 0)), l2_bytes).format == Format::rows);
  const Shape empty = shape(7, 0, 0);
  CHECK(reason(empty, ::choose(empty, l2_bytes)) == "no entries: 1 lane per row, 1 entry in flight");
  const Shape uneven = shape(10, 30, 20);
  CHECK(reason(uneven, ::choose(uneven, l2_bytes)) ==
        "the longest row is 6.7 times the mean; 8.0 places an entry in blocks, 0.1 pages an entry: "
        "pages of columns");
}
