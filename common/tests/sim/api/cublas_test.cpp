// cuBLAS: the common functions for float and double, against loops.
#include <cublas_v2.h>
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace {

struct Handle {
  Handle() { REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS); }
  ~Handle() { cublasDestroy(handle); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator cublasHandle_t() const { return handle; }
  cublasHandle_t handle = nullptr;
};

template <class T>
class Device {
 public:
  explicit Device(const std::vector<T>& values) : count_(values.size()) {
    REQUIRE(cudaMalloc(&data, count_ * sizeof(T)) == cudaSuccess);
    REQUIRE(cudaMemcpy(data, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~Device() { cudaFree(data); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  std::vector<T> values() const {
    std::vector<T> result(count_);
    REQUIRE(cudaMemcpy(result.data(), data, count_ * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    return result;
  }
  T* data = nullptr;

 private:
  std::size_t count_;
};

template <class T>
std::vector<T> numbers(int count, int step) {
  std::vector<T> result(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = static_cast<T>(i * step % 11 - 4);
  return result;
}

}  // namespace

TEST_CASE("gemm multiplies for each pair of transpositions, with leading dimensions") {
  const Handle handle;
  constexpr int m = 19, n = 5, k = 7, ld = 23;
  const auto a = numbers<double>(ld * ld, 3), b = numbers<double>(ld * ld, 5), c = numbers<double>(ld * n, 7);
  const double alpha = 2, beta = -1;
  for (const cublasOperation_t op_a : {CUBLAS_OP_N, CUBLAS_OP_T})
    for (const cublasOperation_t op_b : {CUBLAS_OP_N, CUBLAS_OP_C}) {
      const Device<double> on_a(a), on_b(b), on_c(c);
      REQUIRE(cublasDgemm(handle, op_a, op_b, m, n, k, &alpha, on_a.data, ld, on_b.data, ld, &beta, on_c.data,
                          ld) == CUBLAS_STATUS_SUCCESS);
      const auto got = on_c.values();
      int wrong = 0;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < ld; ++i) {
          const auto at = static_cast<std::size_t>(i + j * ld);
          double sum = 0;
          for (int p = 0; p < k; ++p)
            sum += a[static_cast<std::size_t>(op_a == CUBLAS_OP_N ? i + p * ld : p + i * ld)] *
                   b[static_cast<std::size_t>(op_b == CUBLAS_OP_N ? p + j * ld : j + p * ld)];
          wrong += got[at] != (i < m ? alpha * sum + beta * c[at] : c[at]);
        }
      CHECK(wrong == 0);
    }
}

TEST_CASE("gemmStridedBatched with beta 0 does not read what it overwrites") {
  const Handle handle;
  const Device<float> a({1, 2, 3, 4, 5, 6, 7, 8}), b({1, 0, 0, 1, 0, 1, 1, 0}),
      c(std::vector<float>(8, std::nanf("")));
  const float one = 1, zero = 0;
  REQUIRE(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a.data, 2, 4, b.data, 2,
                                    4, &zero, c.data, 2, 4, 2) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<float>{1, 2, 3, 4, 7, 8, 5, 6});
}

TEST_CASE("GemmEx multiplies matrices of short types, with sums of another one") {
  const Handle handle;
  std::vector<__half> halves;
  for (const float each : {1.f, 2.f, 3.f, 4.f}) halves.push_back(__float2half(each));
  const Device<__half> a(halves), c(halves);
  const Device<float> sums({1, 1, 1, 1});
  const float one = 1, two = 2;
  const auto product = [&](void* to, cudaDataType type, auto compute) {
    return cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &two, a.data, CUDA_R_16F, 2, a.data,
                        CUDA_R_16F, 2, &one, to, type, 2, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
  };
  REQUIRE(product(sums.data, CUDA_R_32F, CUBLAS_COMPUTE_32F) == CUBLAS_STATUS_SUCCESS);
  CHECK(sums.values() == std::vector<float>{11, 23, 23, 51});
  REQUIRE(product(c.data, CUDA_R_16F, CUDA_R_32F) == CUBLAS_STATUS_SUCCESS);
  CHECK(__half2float(c.values()[3]) == 54);
  CHECK(product(c.data, CUDA_R_64F, CUBLAS_COMPUTE_32F) == CUBLAS_STATUS_NOT_SUPPORTED);
  const __half factor = halves[0], none = __float2half(0);
  REQUIRE(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 1, 2, &factor, a.data, 2, a.data, 2, &none, c.data,
                      2) == CUBLAS_STATUS_SUCCESS);
  CHECK(__half2float(c.values()[1]) == 10);
}

TEST_CASE("GemmStridedBatchedEx adds products of bytes as integers, with factors on the device") {
  const Handle handle;
  const Device<signed char> a({1, -2, 100, 100}), b({3, 4, 127, 127});
  const Device<int> c({5, 6}), factors({2, 1});
  REQUIRE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, factors.data, a.data,
                                     CUDA_R_8I, 1, 2, b.data, CUDA_R_8I, 2, 2, factors.data + 1, c.data,
                                     CUDA_R_32I, 1, 1, 2, CUBLAS_COMPUTE_32I,
                                     CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<int>{2 * (3 - 8) + 5, 2 * 25400 + 6});
}

TEST_CASE("gemv and ger take steps, also negative ones") {
  const Handle handle;
  const Device<float> a({1, 2, 3, 4, 5, 6}), x({1, 0, 10, 0, 100}), y({1, 1, 1});
  const float one = 1;
  REQUIRE(cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &one, a.data, 2, x.data, 2, &one, y.data, -2) ==
          CUBLAS_STATUS_SUCCESS);
  CHECK(y.values() == std::vector<float>{643, 1, 532});
  const float two = 2;
  REQUIRE(cublasSger(handle, 2, 3, &two, y.data + 1, 0 + 1, x.data, -2, a.data, 2) == CUBLAS_STATUS_SUCCESS);
  CHECK(a.values() == std::vector<float>{201, 106402, 23, 10644, 7, 1070});
}

TEST_CASE("vectors: axpy, scal, copy, swap, dot, nrm2, asum, extremes counted from 1") {
  const Handle handle;
  const Device<double> x({3, -4, 0}), y({1, 2, 3});
  const double two = 2;
  double result = 0;
  int index = 0;
  REQUIRE(cublasDaxpy(handle, 3, &two, x.data, 1, y.data, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(y.values() == std::vector<double>{7, -6, 3});
  REQUIRE(cublasDdot(handle, 3, x.data, 1, y.data, 1, &result) == CUBLAS_STATUS_SUCCESS);
  CHECK(result == 45);
  REQUIRE(cublasDnrm2(handle, 3, x.data, 1, &result) == CUBLAS_STATUS_SUCCESS);
  CHECK(result == doctest::Approx(5));
  REQUIRE(cublasDasum(handle, 2, x.data, 2, &result) == CUBLAS_STATUS_SUCCESS);
  CHECK(result == 3);
  REQUIRE(cublasIdamax(handle, 3, x.data, 1, &index) == CUBLAS_STATUS_SUCCESS);
  CHECK(index == 2);
  REQUIRE(cublasIdamin(handle, 3, x.data, 1, &index) == CUBLAS_STATUS_SUCCESS);
  CHECK(index == 3);
  REQUIRE(cublasDswap(handle, 3, x.data, 1, y.data, 1) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cublasDscal(handle, 3, &two, x.data, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(x.values() == std::vector<double>{14, -12, 6});
  REQUIRE(cublasDcopy(handle, 3, x.data, 1, y.data, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(y.values() == x.values());
}

TEST_CASE("geam transposes; a matrix whose factor is 0 may be missing") {
  const Handle handle;
  const Device<float> a({1, 2, 3, 4, 5, 6}), c(std::vector<float>(6));
  const float one = 1, zero = 0;
  REQUIRE(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, a.data, 2, &zero, nullptr, 3, c.data,
                      3) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<float>{1, 3, 5, 2, 4, 6});
}

TEST_CASE("scalars on the device are read when the work is done, also in a graph") {
  const Handle handle;
  const Device<float> alpha({3}), x({1, 2}), result({0});
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  REQUIRE(cublasSscal(handle, 2, alpha.data, x.data, 1) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cublasSdot(handle, 2, x.data, 1, x.data, 1, result.data) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(x.values() == std::vector<float>{1, 2});
  REQUIRE(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
  for (int i = 0; i < 2; ++i) REQUIRE(cudaGraphLaunch(ready, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(x.values() == std::vector<float>{9, 18});
  CHECK(result.values() == std::vector<float>{405});
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST_CASE("SetMatrix and GetVector copy parts of matrices") {
  const Device<float> a(std::vector<float>(6, 9));
  const float host[] = {1, 2, 3, 4, 5, 6};
  float row[2] = {};
  REQUIRE(cublasSetMatrix(2, 2, sizeof(float), host, 3, a.data, 3) == CUBLAS_STATUS_SUCCESS);
  CHECK(a.values() == std::vector<float>{1, 2, 9, 4, 5, 9});
  REQUIRE(cublasGetVector(2, sizeof(float), a.data + 1, 3, row, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(row[0] == 2);
  CHECK(row[1] == 5);
}

TEST_CASE("host memory, too little memory and bad leading dimensions are errors") {
  const Handle handle;
  const Device<float> x({1, 2, 3, 4});
  const float one = 1;
  float host[4] = {};
  CHECK(cublasSaxpy(handle, 4, &one, host, 1, x.data, 1) == CUBLAS_STATUS_EXECUTION_FAILED);
  CHECK(cublasSaxpy(handle, 100, &one, x.data, 1, x.data, 1) == CUBLAS_STATUS_EXECUTION_FAILED);
  CHECK(cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, x.data, 1, x.data, 1, &one, x.data, 1) ==
        CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasSscal(nullptr, 4, &one, x.data, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(x.values() == std::vector<float>{1, 2, 3, 4});
  static_cast<void>(cudaGetLastError());
}
