// The reference of the heat programs against what is known about heat, and the check against wrong plates.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <vector>

#include "heat/further/beyond.cuh"
#include "heat/plate_on_device.hpp"

namespace {

using heat::Options;

std::vector<float> end_of(const Options& options) {
  return heat::reference(options, heat::make_plate(options, 1));
}

double total(const std::vector<float>& plate) { return std::accumulate(plate.begin(), plate.end(), 0.0); }

}  // namespace

TEST_CASE("heat reference: where all cells are alike nothing changes, not in one bit") {
  for (const char* boundary : {"fixed", "insulated", "periodic"}) {
    for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 2}, {31, 33}}) {
      const Options options = {rows, cols, 7, boundary, "equal"};
      CHECK(end_of(options) == heat::make_plate(options, 1));
    }
  }
}

TEST_CASE("heat reference: no heat is lost on an insulated and on a periodic plate") {
  for (const char* boundary : {"insulated", "periodic"}) {
    for (const auto& [rows, cols] : {std::pair{1, 40}, {40, 1}, {31, 33}}) {
      const Options options = {rows, cols, 50, boundary, "spots"};
      const double before = total(heat::make_plate(options, 1));
      CHECK(total(end_of(options)) == doctest::Approx(before).epsilon(1e-6));
    }
  }
}

TEST_CASE("heat reference: a wave on a periodic plate fades by the factor that theory gives") {
  const Options options = {24, 40, 20, "periodic", "spots"};
  const double turn = 2 * std::numbers::pi;
  const double row_wave = turn * 2 / 24;
  const double col_wave = turn * 3 / 40;
  std::vector<float> plate;
  for (int row = 0; row < 24; ++row) {
    for (int col = 0; col < 40; ++col) {
      plate.push_back(static_cast<float>(std::cos(row_wave * row + col_wave * col)));
    }
  }
  const double factor = 1 + heat::rate * (2 * std::cos(row_wave) + 2 * std::cos(col_wave) - 4);
  const std::vector<float> end = heat::reference(options, plate);
  for (std::size_t i = 0; i < plate.size(); ++i) {
    CHECK(std::abs(end[i] - plate[i] * std::pow(factor, 20)) < 1e-5);
  }
}

TEST_CASE("heat reference: a fixed edge stays, its heat spreads, and a corner has no part in it") {
  const Options options = {4, 5, 1, "fixed", "spots"};
  std::vector<float> plate(20, 0.0f);
  plate[0] = 100;  // a corner
  plate[2] = 10;   // the edge above row 1, column 2
  std::vector<float> want = plate;
  want[7] = heat::rate * 10;
  CHECK(heat::reference(options, plate) == want);
}

TEST_CASE("heat reference: a large plate, which threads share, is no different from its part") {
  const Options large = {1100, 1000, 3, "insulated", "spots"};
  const std::vector<float> begin = heat::make_plate(large, 1);
  const std::vector<float> end = heat::reference(large, begin);
  // The upper half of the rows alone: right but for the rows that the cut reaches in three steps.
  const Options part = {550, 1000, 3, "insulated", "spots"};
  const std::vector<float> part_end = heat::reference(part, {begin.begin(), begin.begin() + 550'000});
  CHECK(std::equal(part_end.begin(), part_end.begin() + 547'000, end.begin()));
}

TEST_CASE("heat check: the plate must have taken all steps, and every cell must be right") {
  for (const std::int64_t steps : {0, 1, 2, 3}) {
    const auto exit_code = [&](auto&& spoil) {
      tutorial::Program program;
      char name[] = "heat";
      char* arguments[] = {name, nullptr};
      return program.run(1, arguments, [&] {
        heat::Problem plate({9, 7, steps, "periodic", "spots"}, 1);
        std::int64_t step = 0;
        plate.measure(program, "on the host", [&](const float*, float* to) {
          ++step;
          std::vector<float> state = end_of({9, 7, step, "periodic", "spots"});
          if (!spoil(step, state)) return;
          CUDA_CHECK(cudaMemcpy(to, state.data(), state.size() * sizeof(float), cudaMemcpyHostToDevice));
        });
      });
    };
    CHECK(exit_code([](std::int64_t, std::vector<float>&) { return true; }) == tutorial::exit_right);
    if (steps == 0) continue;
    const auto last_not_written = [&](std::int64_t step, std::vector<float>&) { return step < steps; };
    CHECK(exit_code(last_not_written) == tutorial::exit_wrong);
    const auto one_unit_off = [&](std::int64_t step, std::vector<float>& state) {
      if (step == steps) state[20] = std::nextafter(state[20], 1e9f);
      return true;
    };
    CHECK(exit_code(one_unit_off) == tutorial::exit_wrong);
  }
}

TEST_CASE("heat passes: as few as there can be of 1, 2, 4 or 8 steps, and together all steps") {
  const auto passes = [](std::int64_t left, int most) {
    std::vector<int> steps;
    for (; left > 0; left -= steps.back()) steps.push_back(heat::pass_steps(left, most));
    return steps;
  };
  CHECK(passes(0, 8).empty());
  CHECK(passes(15, 8) == std::vector{8, 4, 2, 1});
  CHECK(passes(17, 8) == std::vector{8, 8, 1});
  CHECK(passes(7, 2) == std::vector{2, 2, 2, 1});
  CHECK(passes(3, 1) == std::vector{1, 1, 1});
}

TEST_CASE("heat beyond the edge: the plate goes on, or its mirror image does, any number of plates away") {
  using heat::Boundary;
  for (const int count : {1, 2, 3, 7}) {
    for (int i = -40; i <= 40; ++i) {
      // The same by steps of one cell.
      int periodic = 0;
      int mirrored = 0;
      int direction = 1;
      for (int step = 0; step != i; step += i < 0 ? -1 : 1) {
        const int one = i < 0 ? -1 : 1;
        periodic = (periodic + one + count) % count;
        const int next = mirrored + one * direction;
        if (next < 0 || next >= count) {
          direction = -direction;
        } else {
          mirrored = next;
        }
      }
      CHECK(heat::place_of(i, count, Boundary::periodic).index == periodic);
      for (const Boundary boundary : {Boundary::insulated, Boundary::fixed}) {
        const heat::Place place = heat::place_of(i, count, boundary);
        CHECK(place.index == mirrored);
        CHECK(place.mirrored == (direction < 0));
      }
    }
  }
}

TEST_CASE("heat beyond the edge: a walk down the rows meets the row that stands for each") {
  using heat::Boundary;
  constexpr int cols = 5;
  for (const int rows : {1, 2, 7}) {
    const std::vector<float> plate(static_cast<std::size_t>(rows * cols));
    for (const Boundary boundary : {Boundary::fixed, Boundary::insulated, Boundary::periodic}) {
      for (const int begin : {-17, -8, -1, 0, rows - 1}) {
        heat::RowWalk walk(plate.data() + 3, begin, rows, cols, boundary);
        for (int row = begin; row < rows + 20; ++row, walk.next()) {
          CHECK(walk.cell() - plate.data() == 3 + heat::place_of(row, rows, boundary).index * cols);
        }
      }
    }
  }
}

TEST_CASE("heat shape: what is too large is refused without overflow") {
  const std::int64_t side = std::int64_t{1} << 31;
  CHECK_THROWS_AS(heat::Problem({side, 1, 1, "fixed", "spots"}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(heat::Problem({side - 1, side - 1, 1, "fixed", "spots"}, 1), tutorial::UsageError);
}
