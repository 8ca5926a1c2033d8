// A matrix in a file, as a product with a vector or a search of its graph takes it.
#include "sparse/matrix_market.hpp"

#include <cstdlib>
#include <sstream>

#include "sparse/sparse.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

constexpr ch06::Index most_rows = 1 << 16;  // a file may promise 2^31 of them, which take 8 GB

template <typename T>
void read(const std::string& text) {
  std::istringstream in(text);
  try {
    const ch06::Coo<T> coo = ch06::read_matrix_market<T>(in, "m.mtx");
    if (coo.rows > most_rows || coo.cols > most_rows) return;
    const ch06::Csr<T> csr = to_csr(coo);
    if (csr.row_start.back() != csr.count() || csr.count() > std::ssize(coo.value)) std::abort();
  } catch (const tutorial::UsageError&) {
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  read<float>(text);
  read<double>(text);
  return 0;
}
