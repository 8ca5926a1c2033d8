// cuFFT, against sums of sines and cosines.
#include <cufftXt.h>
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <vector>

namespace {

using Numbers = std::vector<std::complex<double>>;

Numbers some(std::size_t count) {
  Numbers result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = {static_cast<double>(i * 7 % 13) - 5, static_cast<double>(i * 5 % 11) - 3};
  return result;
}

/// Of one line, by the definition.
Numbers transformed(const Numbers& x, double sign) {
  Numbers result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t i = 0; i < x.size(); ++i)
      result[k] += x[i] * std::polar(1.0, sign * 2 * M_PI * static_cast<double>(i * k % x.size()) /
                                              static_cast<double>(x.size()));
  return result;
}

double difference(const Numbers& a, const Numbers& b) {
  double largest = a.size() == b.size() ? 0 : 1e9;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    largest = std::fmax(largest, std::abs(a[i] - b[i]));
  return largest;
}

template <class T>
class Device {
 public:
  explicit Device(const std::vector<T>& values) : count_(values.size()) {
    REQUIRE(cudaMalloc(&data_, count_ * sizeof(T)) == cudaSuccess);
    REQUIRE(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~Device() { cudaFree(data_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  template <class As>
  As* as() const {
    return static_cast<As*>(data_);
  }
  std::vector<T> values() const {
    std::vector<T> result(count_);
    REQUIRE(cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    return result;
  }

 private:
  void* data_ = nullptr;
  std::size_t count_;
};

}  // namespace

TEST_CASE("a transform of any size is its definition's, in both directions and in place") {
  for (const int n : {1, 2, 8, 12, 17, 30}) {
    CAPTURE(n);
    const Numbers x = some(static_cast<std::size_t>(n));
    const Device<std::complex<double>> data(x);
    cufftHandle plan = 0;
    REQUIRE(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1) == CUFFT_SUCCESS);
    auto* at = data.as<cufftDoubleComplex>();
    REQUIRE(cufftExecZ2Z(plan, at, at, CUFFT_FORWARD) == CUFFT_SUCCESS);
    CHECK(difference(data.values(), transformed(x, -1)) < 1e-10);
    REQUIRE(cufftExecZ2Z(plan, at, at, CUFFT_INVERSE) == CUFFT_SUCCESS);
    Numbers scaled = x;
    for (auto& each : scaled) each *= n;
    CHECK(difference(data.values(), scaled) < 1e-9);
    CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
  }
}

TEST_CASE("two dimensions and a batch with its own distances") {
  constexpr std::size_t rows = 3, columns = 4;
  const Numbers x = some(rows * columns);
  Numbers wanted = x;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto line = transformed(Numbers(&x[i * columns], &x[i * columns] + columns), -1);
    for (std::size_t k = 0; k < columns; ++k) wanted[i * columns + k] = line[k];
  }
  // The rows alone are a batch.
  const Device<std::complex<double>> batch(x), both(x);
  cufftHandle plan = 0;
  int n = columns, one_row[] = {static_cast<int>(columns)};
  REQUIRE(cufftPlanMany(&plan, 1, &n, one_row, 1, columns, one_row, 1, columns, CUFFT_Z2Z, rows) ==
          CUFFT_SUCCESS);
  REQUIRE(cufftExecZ2Z(plan, batch.as<cufftDoubleComplex>(), batch.as<cufftDoubleComplex>(), CUFFT_FORWARD) ==
          CUFFT_SUCCESS);
  CHECK(difference(batch.values(), wanted) < 1e-10);
  cufftDestroy(plan);
  // The same as a plan of the extensions, back again.
  long long length = columns, batch_size = rows;
  REQUIRE(cufftCreate(&plan) == CUFFT_SUCCESS);
  REQUIRE(cufftXtMakePlanMany(plan, 1, &length, nullptr, 1, 1, CUDA_C_64F, nullptr, 1, 1, CUDA_C_64F,
                              batch_size, nullptr, CUDA_C_64F) == CUFFT_SUCCESS);
  CHECK(cufftXtMakePlanMany(plan, 1, &length, nullptr, 1, 1, CUDA_R_64F, nullptr, 1, 1, CUDA_R_64F,
                            batch_size, nullptr, CUDA_C_64F) == CUFFT_NOT_SUPPORTED);
  REQUIRE(cufftExecZ2Z(plan, batch.as<cufftDoubleComplex>(), batch.as<cufftDoubleComplex>(), CUFFT_INVERSE) ==
          CUFFT_SUCCESS);
  Numbers scaled = x;
  for (auto& each : scaled) each *= columns;
  CHECK(difference(batch.values(), scaled) < 1e-10);
  cufftDestroy(plan);
  for (std::size_t k = 0; k < columns; ++k) {
    Numbers line(rows);
    for (std::size_t i = 0; i < rows; ++i) line[i] = wanted[i * columns + k];
    line = transformed(line, -1);
    for (std::size_t i = 0; i < rows; ++i) wanted[i * columns + k] = line[i];
  }
  REQUIRE(cufftPlan2d(&plan, rows, columns, CUFFT_Z2Z) == CUFFT_SUCCESS);
  REQUIRE(cufftExecZ2Z(plan, both.as<cufftDoubleComplex>(), both.as<cufftDoubleComplex>(), CUFFT_FORWARD) ==
          CUFFT_SUCCESS);
  CHECK(difference(both.values(), wanted) < 1e-10);
  cufftDestroy(plan);
}

TEST_CASE("real numbers have half a spectrum, which gives them back, packed and in padded rows in place") {
  constexpr int rows = 2, columns = 5, half = columns / 2 + 1;
  std::vector<float> x(rows * columns), padded(rows * 2 * half);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < columns; ++k)
      x[static_cast<std::size_t>(i * columns + k)] = padded[static_cast<std::size_t>(i * 2 * half + k)] =
          static_cast<float>((i * 3 + k * k) % 7);
  const Device<float> real(x), in_place(padded), spectrum(std::vector<float>(rows * 2 * half)),
      back(std::vector<float>(rows * columns));
  cufftHandle forward = 0, inverse = 0;
  REQUIRE(cufftPlan2d(&forward, rows, columns, CUFFT_R2C) == CUFFT_SUCCESS);
  REQUIRE(cufftPlan2d(&inverse, rows, columns, CUFFT_C2R) == CUFFT_SUCCESS);
  REQUIRE(cufftExecR2C(forward, real.as<float>(), spectrum.as<cufftComplex>()) == CUFFT_SUCCESS);
  REQUIRE(cufftExecR2C(forward, in_place.as<float>(), in_place.as<cufftComplex>()) == CUFFT_SUCCESS);
  CHECK(in_place.values() == spectrum.values());
  float sum = 0;
  for (const float each : x) sum += each;
  CHECK(spectrum.values()[0] == doctest::Approx(sum));
  REQUIRE(cufftExecC2R(inverse, spectrum.as<cufftComplex>(), back.as<float>()) == CUFFT_SUCCESS);
  const auto got = back.values();
  for (std::size_t i = 0; i < x.size(); ++i)
    CHECK(got[i] == doctest::Approx(rows * columns * x[i]).epsilon(1e-5));
  cufftDestroy(forward);
  cufftDestroy(inverse);
}

TEST_CASE("wrong plans, types and memory are errors") {
  const Device<float> data(std::vector<float>(16));
  cufftHandle plan = 0;
  CHECK(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
  REQUIRE(cufftPlan1d(&plan, 16, CUFFT_C2C, 1) == CUFFT_SUCCESS);
  auto* at = data.as<cufftComplex>();
  CHECK(cufftExecC2C(plan, at, at, CUFFT_FORWARD) == CUFFT_EXEC_FAILED);  // 8 complex numbers
  CHECK(cufftExecR2C(plan, data.as<float>(), at) == CUFFT_INVALID_TYPE);
  CHECK(cufftExecC2C(plan, at, at, 0) == CUFFT_INVALID_VALUE);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
  CHECK(cufftExecC2C(plan, at, at, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  static_cast<void>(cudaGetLastError());
}

TEST_CASE("results that only CUDA 12 has are named, so that code for it compiles") {
  CHECK(CUFFT_INCOMPLETE_PARAMETER_LIST == 10);
  CHECK(CUFFT_PARSE_ERROR == 12);
  CHECK(CUFFT_LICENSE_ERROR == 15);
}
