#include "sparse/spmv.hpp"

#include <cmath>
#include <limits>

#include "sparse/matrices.hpp"
#include "sparse/matrix_market.hpp"
#include "tutorial/elements.hpp"

namespace ch06 {

void add_spmv_options(tutorial::Program& program, SpmvOptions& options, bool chooses_block) {
  program.size("--grid", options.grid, "N: the matrix has N * N rows",
               {.gpu = 4096, .simulator = 96, .quick = 32});
  program.choice(
      "--data", options.data,
      "poisson: the 5-point matrix of an N x N grid; uneven: row lengths follow a power law; empty: 15 "
      "rows of 16; long: 3 entries per row, 4 rows full; band: 33 neighbours a row; near: 2049; hubs: 17 "
      "neighbours a row, and one of 64 hubs, whose rows are long; blocks: of 8 x 8, 1 to 15 in a row of "
      "blocks; "
      "random: 8 entries a row anywhere, one row of 4096 with 8192",
      {"poisson", "uneven", "empty", "long", "band", "near", "hubs", "blocks", "random"});
  program.text("--matrix", options.matrix, "Matrix Market file to use in place of --grid and --data", "");
  program.choice("--x", options.x,
                 "the vector: integers up to 8; real numbers below 1; cancel: 2^20 and a little, so that "
                 "Poisson rows cancel; denormal",
                 {"integer", "real", "cancel", "denormal"});
  if (!chooses_block) program.block_sizes({64, 128, 256, 512, 1024}, 256);
}

std::string SpmvOptions::size_text() const {
  const std::string side = tutorial::count_text(grid);
  if (!matrix.empty()) return matrix.substr(matrix.find_last_of('/') + 1);
  if (data == "poisson") return "poisson " + side + " x " + side;
  return data + ", " + tutorial::count_text(grid * grid) + " rows";
}

template <typename T>
Csr<T> spmv_matrix(const SpmvOptions& options, std::uint64_t seed) {
  if (!options.matrix.empty()) return to_csr(read_matrix_market<T>(options.matrix));
  if (options.data == "poisson") return poisson<T>(options.grid, options.grid);
  tutorial::Program::require(options.grid <= 46'340,
                             "--grid must not exceed 46340: a matrix may have 2^31 - 1 rows");
  const std::int64_t rows = options.grid * options.grid;
  if (options.data == "uneven") return uneven<T>(rows, seed);
  if (options.data == "empty") return mostly_empty<T>(rows, seed);
  if (options.data == "long") return few_long<T>(rows, seed);
  if (options.data == "hubs") return band_with_hubs<T>(rows, seed);
  if (options.data == "blocks") return blocks<T>(rows, seed);
  if (options.data == "random") return scattered_with_long<T>(rows, seed);
  return band<T>(rows, options.data == "band" ? 16 : 1024, seed);
}

template <typename T>
std::vector<T> spmv_vector(const SpmvOptions& options, std::size_t count, std::uint64_t seed) {
  const std::string& kind = options.x;
  const tutorial::Random random(seed + 2);
  std::vector<T> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    const T integer = static_cast<T>(static_cast<int>(random.below(17, i)) - 8);
    if (kind == "integer") x[i] = integer;
    // 48 random bits: a double that was a float on its way shows.
    if (kind == "real")
      x[i] =
          2 * static_cast<T>(random.uniform(i)) - 1 + T(0x1p-24) * static_cast<T>(random.uniform(count + i));
    if (kind == "cancel") x[i] = T(0x1p20) + static_cast<T>(random.uniform(i));
    if (kind == "denormal") x[i] = integer * std::numeric_limits<T>::denorm_min();
  }
  return x;
}

template <typename T>
SpmvReference<T> spmv_reference(const SpmvOptions& options, const Csr<T>& a, const std::vector<T>& x) {
  using Wide = typename SpmvReference<T>::Wide;
  const std::string& kind = options.x;
  SpmvReference<T> reference;
  const bool integer_x = kind == "integer" || kind == "denormal";
  const Wide grain = kind == "denormal" ? std::numeric_limits<T>::denorm_min() : T{1};
  const Wide most_exact = std::ldexp(grain, std::numeric_limits<T>::digits);
  reference.want.reserve(static_cast<std::size_t>(a.rows));
  reference.allowed.reserve(static_cast<std::size_t>(a.rows));
  for (Index r = 0; r < a.rows; ++r) {
    Wide sum = 0;
    Wide magnitude = 0;
    bool integer = integer_x;
    for (auto e = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r)]);
         e < static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r) + 1]); ++e) {
      const Wide product = static_cast<Wide>(a.value[e]) * x[static_cast<std::size_t>(a.col[e])];
      sum += product;
      magnitude += std::abs(product);
      integer = integer && a.value[e] == std::floor(a.value[e]);
    }
    const double length = a.length(r);
    if (magnitude > std::numeric_limits<T>::max() / 2 || length * tutorial::unit_roundoff<T> >= 0.5) {
      throw tutorial::UsageError("row " + std::to_string(r + 1) +
                                 " of the matrix is too much for the type: its products may overflow, or it "
                                 "is so long that rounding may change every digit");
    }
    const bool exact = magnitude == 0 || (integer && magnitude <= most_exact);
    reference.exact_rows += exact;
    reference.want.push_back(sum);
    reference.allowed.push_back(
        exact ? Wide{0}
              : magnitude * (tutorial::growth(length * tutorial::unit_roundoff<T>) +
                             tutorial::growth(length *
                                              static_cast<double>(std::numeric_limits<Wide>::epsilon()))) +
                    length * static_cast<Wide>(std::numeric_limits<T>::denorm_min()));
  }
  return reference;
}

template Csr<float> spmv_matrix(const SpmvOptions&, std::uint64_t);
template Csr<double> spmv_matrix(const SpmvOptions&, std::uint64_t);
template std::vector<float> spmv_vector(const SpmvOptions&, std::size_t, std::uint64_t);
template std::vector<double> spmv_vector(const SpmvOptions&, std::size_t, std::uint64_t);
template SpmvReference<float> spmv_reference(const SpmvOptions&, const Csr<float>&,
                                             const std::vector<float>&);
template SpmvReference<double> spmv_reference(const SpmvOptions&, const Csr<double>&,
                                              const std::vector<double>&);

}  // namespace ch06
