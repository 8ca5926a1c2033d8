// cuBLAS: the common functions for float and double, on the host.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "cublas_v2.h"
#include "cuda_bf16.h"
#include "sim/runtime/library_call.hpp"
#include "sim/runtime/messages.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
};

namespace {

using cudasim::Operand;
using Handle = cublasHandle_t;

/// A scalar of the caller: its value, or where the device has it.
template <class T>
class Scalar {
 public:
  Scalar(Handle handle, const T* at)
      : on_device_(handle != nullptr && handle->mode == CUBLAS_POINTER_MODE_DEVICE ? at : nullptr),
        value_(on_device_ == nullptr && at != nullptr ? *at : T{}) {}
  T get() const { return on_device_ != nullptr ? *on_device_ : value_; }
  /// Of a value that only the device has, assume that it is not zero.
  bool is_zero() const { return on_device_ == nullptr && value_ == T{}; }
  Operand operand(const char* name) const {
    return {name, on_device_, on_device_ != nullptr ? sizeof(T) : 0};
  }

 private:
  const T* on_device_;
  T value_;
};

/// A vector: element i of n, `step` elements apart. With a negative step, it begins at the last one.
template <class T>
struct Vector {
  T* begin;
  int n, step;
  T& operator[](int i) const {
    return begin[(step < 0 ? static_cast<std::ptrdiff_t>(i) - (n - 1) : i) * step];
  }
  Operand operand(const char* name) const {
    const std::size_t pitch = sizeof(T) * static_cast<std::size_t>(std::abs(step));
    const auto count = static_cast<std::size_t>(n);
    if (pitch == sizeof(T)) return {name, begin, count * sizeof(T)};
    return {name, begin, n == 0 ? 0 : sizeof(T), count, pitch};
  }
};
template <class T>
Vector<T> vector(T* begin, int n, int step) {
  return {begin, n, step};
}

/// A matrix as it is stored, and how it is read.
template <class T>
struct Matrix {
  T* begin;
  int rows, columns, ld;
  bool turned = false;
  T& operator()(int i, int k) const {
    return turned ? begin[i * static_cast<std::ptrdiff_t>(ld) + k]
                  : begin[i + k * static_cast<std::ptrdiff_t>(ld)];
  }
  Operand operand(const char* name) const {
    const auto wide = static_cast<std::size_t>(columns);
    const std::size_t bytes = static_cast<std::size_t>(rows) * sizeof(T);
    if (rows == ld) return {name, begin, bytes * wide};
    return {name, begin, bytes, wide, static_cast<std::size_t>(ld) * sizeof(T)};
  }
};
/// op(A) has `rows` and `columns`.
template <class T>
Matrix<T> matrix(T* begin, cublasOperation_t op, int rows, int columns, int ld) {
  const bool turned = op != CUBLAS_OP_N;
  return {begin, turned ? columns : rows, turned ? rows : columns, ld, turned};
}

Operand written(Operand operand, bool is_read_too) {
  operand.is_read = is_read_too;
  operand.is_written = true;
  return operand;
}

bool fits(const char* call, const char* name, int ld, int rows) {
  if (ld >= rows && ld > 0) return true;
  cudasim::report("%s: the leading dimension of %s is %d, and its columns have %d elements", call, name, ld,
                  rows);
  return false;
}

template <class Work>
cublasStatus_t run(Handle handle, const char* name, const void* caller, const std::vector<Operand>& operands,
                   Work work, bool host_waits = false) {
  const cudaError_t error =
      cudasim::run_library_call({name, handle->stream, caller, host_waits}, operands, std::move(work));
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// Of a function with a result, which is the host's or the device's.
template <class R, class Work>
cublasStatus_t run_for_result(Handle handle, const char* name, const void* caller,
                              std::vector<Operand> operands, R* result, Work work) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const bool of_host = handle->mode == CUBLAS_POINTER_MODE_HOST;
  if (!of_host) operands.push_back(written({"result", result, sizeof(R)}, false));
  return run(
      handle, name, caller, operands, [=] { *result = work(); }, of_host);
}

template <class T>
cublasStatus_t copy(Handle handle, const char* name, const void* caller, Vector<const T> x, Vector<T> y) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (x.n <= 0) return CUBLAS_STATUS_SUCCESS;
  return run(handle, name, caller, {x.operand("x"), written(y.operand("y"), false)}, [=] {
    for (int i = 0; i < x.n; ++i) y[i] = x[i];
  });
}

template <class T>
cublasStatus_t swap(Handle handle, const char* name, const void* caller, Vector<T> x, Vector<T> y) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (x.n <= 0) return CUBLAS_STATUS_SUCCESS;
  return run(handle, name, caller, {written(x.operand("x"), true), written(y.operand("y"), true)}, [=] {
    for (int i = 0; i < x.n; ++i) std::swap(x[i], y[i]);
  });
}

template <class T>
cublasStatus_t scal(Handle handle, const char* name, const void* caller, const T* alpha, Vector<T> x) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (x.n <= 0 || x.step <= 0) return CUBLAS_STATUS_SUCCESS;
  const Scalar<T> a(handle, alpha);
  return run(handle, name, caller, {a.operand("alpha"), written(x.operand("x"), true)}, [=] {
    for (int i = 0; i < x.n; ++i) x[i] *= a.get();
  });
}

template <class T>
cublasStatus_t axpy(Handle handle, const char* name, const void* caller, const T* alpha, Vector<const T> x,
                    Vector<T> y) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (x.n <= 0) return CUBLAS_STATUS_SUCCESS;
  const Scalar<T> a(handle, alpha);
  return run(handle, name, caller, {a.operand("alpha"), x.operand("x"), written(y.operand("y"), true)}, [=] {
    const T factor = a.get();
    for (int i = 0; i < x.n; ++i) y[i] += factor * x[i];
  });
}

template <class T>
cublasStatus_t dot(Handle handle, const char* name, const void* caller, Vector<const T> x, Vector<const T> y,
                   T* result) {
  const int n = x.n > 0 ? x.n : 0;
  const std::vector<Operand> operands =
      n == 0 ? std::vector<Operand>{} : std::vector<Operand>{x.operand("x"), y.operand("y")};
  return run_for_result(handle, name, caller, operands, result, [=] {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * y[i];
    return static_cast<T>(sum);
  });
}

/// Of what has no elements, or steps that are not forward, the result is 0.
template <class T, class R, class Work>
cublasStatus_t of_vector(Handle handle, const char* name, const void* caller, Vector<const T> x, R* result,
                         Work work) {
  if (x.n <= 0 || x.step <= 0) return run_for_result(handle, name, caller, {}, result, [] { return R{}; });
  return run_for_result(handle, name, caller, {x.operand("x")}, result,
                        [=] { return static_cast<R>(work(x)); });
}

template <class T>
double norm(Vector<const T> x) {
  double largest = 0, sum = 0;
  for (int i = 0; i < x.n; ++i) largest = std::fmax(largest, std::fabs(x[i]));
  if (largest == 0 || std::isinf(largest)) return largest;
  for (int i = 0; i < x.n; ++i) sum += (x[i] / largest) * (x[i] / largest);
  return largest * std::sqrt(sum);
}

template <class T>
double sum_of_absolutes(Vector<const T> x) {
  double sum = 0;
  for (int i = 0; i < x.n; ++i) sum += std::fabs(x[i]);
  return sum;
}

/// Counted from 1.
template <bool largest, class T>
int extreme(Vector<const T> x) {
  int best = 0;
  for (int i = 1; i < x.n; ++i) {
    const T a = std::fabs(x[i]), b = std::fabs(x[best]);
    if (largest ? a > b : a < b) best = i;
  }
  return best + 1;
}

template <class T>
cublasStatus_t gemv(Handle handle, const char* name, const void* caller, cublasOperation_t op, int m, int n,
                    const T* alpha, const T* A, int lda, const T* x_begin, int incx, const T* beta,
                    T* y_begin, int incy) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || incx == 0 || incy == 0 || alpha == nullptr || beta == nullptr ||
      !fits(name, "A", lda, m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const bool turned = op != CUBLAS_OP_N;
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const Matrix<const T> of{A, m, n, lda, turned};
  const Vector<const T> x{x_begin, turned ? m : n, incx};
  const Vector<T> y{y_begin, turned ? n : m, incy};
  return run(handle, name, caller,
             {a.operand("alpha"), b.operand("beta"), of.operand("A"), x.operand("x"),
              written(y.operand("y"), !b.is_zero())},
             [=] {
               for (int i = 0; i < y.n; ++i) {
                 T sum = 0;
                 for (int k = 0; k < x.n; ++k) sum += of(i, k) * x[k];
                 y[i] = a.get() * sum + (b.get() == 0 ? T{} : b.get() * y[i]);
               }
             });
}

template <class T>
cublasStatus_t ger(Handle handle, const char* name, const void* caller, const T* alpha, Vector<const T> x,
                   Vector<const T> y, T* A, int lda) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (x.n < 0 || y.n < 0 || x.step == 0 || y.step == 0 || alpha == nullptr || !fits(name, "A", lda, x.n))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (x.n == 0 || y.n == 0) return CUBLAS_STATUS_SUCCESS;
  const Scalar<T> a(handle, alpha);
  const Matrix<T> to{A, x.n, y.n, lda};
  return run(handle, name, caller,
             {a.operand("alpha"), x.operand("x"), y.operand("y"), written(to.operand("A"), true)}, [=] {
               for (int k = 0; k < y.n; ++k)
                 for (int i = 0; i < x.n; ++i) to(i, k) += a.get() * x[i] * y[k];
             });
}

template <class T>
struct Product {
  Matrix<const T> a, b;
  Matrix<T> c;
  int k;
};

/// c = alpha a b + beta c, from panels of a's rows that lie together.
template <class T>
void multiply(const Product<T>& of, T alpha, T beta) {
  constexpr int tall = 16;
  std::vector<T> panel(static_cast<std::size_t>(of.k) * tall);
  for (int top = 0; top < of.c.rows; top += tall) {
    const int rows = of.c.rows - top < tall ? of.c.rows - top : tall;
    for (int p = 0; p < of.k; ++p)
      for (int i = 0; i < tall; ++i)
        panel[static_cast<std::size_t>(p) * tall + static_cast<std::size_t>(i)] =
            i < rows ? of.a(top + i, p) : T{};
    for (int j = 0; j < of.c.columns; ++j) {
      T sums[tall] = {};
      const T* at = panel.data();
      for (int p = 0; p < of.k; ++p, at += tall) {
        const T factor = of.b(p, j);
        for (int i = 0; i < tall; ++i) sums[i] += at[i] * factor;
      }
      for (int i = 0; i < rows; ++i) {
        T& to = of.c(top + i, j);
        to = alpha * sums[i] + (beta == 0 ? T{} : beta * to);
      }
    }
  }
}

struct Shape {
  cublasOperation_t a, b;
  int m, n, k;
};

template <class T>
cublasStatus_t gemm(Handle handle, const char* name, const void* caller, const Shape& shape, const T* alpha,
                    const T* A, int lda, long long strideA, const T* B, int ldb, long long strideB,
                    const T* beta, T* C, int ldc, long long strideC, int count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const auto [op_a, op_b, m, n, k] = shape;
  if (m < 0 || n < 0 || k < 0 || count < 0 || alpha == nullptr || beta == nullptr ||
      !fits(name, "A", lda, op_a == CUBLAS_OP_N ? m : k) ||
      !fits(name, "B", ldb, op_b == CUBLAS_OP_N ? k : n) || !fits(name, "C", ldc, m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Scalar<T> a(handle, alpha), b(handle, beta);
  std::vector<Product<T>> products;
  std::vector<Operand> operands = {a.operand("alpha"), b.operand("beta")};
  for (int i = 0; i < count; ++i) {
    products.push_back({matrix(A + i * strideA, op_a, m, k, lda),
                        matrix(B + i * strideB, op_b, k, n, ldb),
                        {C + i * strideC, m, n, ldc},
                        k});
    operands.push_back(products.back().a.operand("A"));
    operands.push_back(products.back().b.operand("B"));
    operands.push_back(written(products.back().c.operand("C"), !b.is_zero()));
  }
  return run(handle, name, caller, operands, [=] {
    for (const Product<T>& each : products) multiply(each, a.get(), b.get());
  });
}

std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_64F: return 8;
    default: return 4;
  }
}

/// A number of such a type, each of which a double holds.
double number(cudaDataType type, const void* from, std::ptrdiff_t i = 0) {
  switch (type) {
    case CUDA_R_8I: return static_cast<const signed char*>(from)[i];
    case CUDA_R_16F: return __half2float(static_cast<const __half*>(from)[i]);
    case CUDA_R_16BF: return __bfloat162float(static_cast<const __nv_bfloat16*>(from)[i]);
    case CUDA_R_32I: return static_cast<const int*>(from)[i];
    case CUDA_R_64F: return static_cast<const double*>(from)[i];
    default: return static_cast<const float*>(from)[i];
  }
}

void store_number(cudaDataType type, void* to, std::ptrdiff_t i, double value) {
  switch (type) {
    case CUDA_R_16F: static_cast<__half*>(to)[i] = __float2half(static_cast<float>(value)); break;
    case CUDA_R_16BF: static_cast<__nv_bfloat16*>(to)[i] = __float2bfloat16(static_cast<float>(value)); break;
    case CUDA_R_32I: static_cast<int*>(to)[i] = static_cast<int>(value); break;
    case CUDA_R_64F: static_cast<double*>(to)[i] = value; break;
    default: static_cast<float*>(to)[i] = static_cast<float>(value);
  }
}

/// A matrix of a type that the call names, in each of the products of a batch.
struct TypedMatrix {
  const void* begin;
  cudaDataType type;
  int rows, columns, ld;  ///< as stored
  long long stride;

  void* of(int product) const {
    const auto bytes = static_cast<std::ptrdiff_t>(bytes_of(type));
    return const_cast<char*>(static_cast<const char*>(begin)) + product * stride * bytes;
  }
  Operand operand(const char* name, int product) const {
    const int bytes = static_cast<int>(bytes_of(type));
    return Matrix<char>{static_cast<char*>(of(product)), rows * bytes, columns, ld * bytes}.operand(name);
  }
  template <class Sum>
  std::vector<Sum> numbers(int product) const {
    std::vector<Sum> result;
    for (int k = 0; k < columns; ++k)
      for (int i = 0; i < rows; ++i)
        result.push_back(
            static_cast<Sum>(number(type, of(product), i + k * static_cast<std::ptrdiff_t>(ld))));
    return result;
  }
};

/// The type of the factors of such a product; none if the types do not fit.
std::optional<cudaDataType> type_of_factors(cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                                            cudaDataType c) {
  const bool is_same = a == b && a == c;
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return is_same && a == CUDA_R_16F ? std::optional(CUDA_R_16F) : std::nullopt;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return is_same && a == CUDA_R_64F ? std::optional(CUDA_R_64F) : std::nullopt;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return a == CUDA_R_8I && b == a && c == CUDA_R_32I ? std::optional(CUDA_R_32I) : std::nullopt;
    default: break;
  }
  const bool is_short = a == CUDA_R_16F || a == CUDA_R_16BF;
  const bool fits = is_short ? is_same || (a == b && c == CUDA_R_32F) : is_same && a == CUDA_R_32F;
  return fits ? std::optional(CUDA_R_32F) : std::nullopt;
}

template <class Sum>
void multiply_typed(const Shape& shape, const TypedMatrix& A, const TypedMatrix& B, const TypedMatrix& C,
                    int product, double alpha, double beta) {
  const std::vector<Sum> a = A.numbers<Sum>(product), b = B.numbers<Sum>(product);
  std::vector<Sum> c =
      beta == 0 ? std::vector<Sum>(static_cast<std::size_t>(C.rows) * static_cast<std::size_t>(C.columns))
                : C.numbers<Sum>(product);
  multiply(Product<Sum>{matrix(a.data(), shape.a, shape.m, shape.k, A.rows),
                        matrix(b.data(), shape.b, shape.k, shape.n, B.rows),
                        {c.data(), shape.m, shape.n, shape.m},
                        shape.k},
           static_cast<Sum>(alpha), static_cast<Sum>(beta));
  for (int k = 0; k < C.columns; ++k)
    for (int i = 0; i < C.rows; ++i)
      store_number(
          C.type, C.of(product), i + k * static_cast<std::ptrdiff_t>(C.ld),
          c[static_cast<std::size_t>(i) + static_cast<std::size_t>(k) * static_cast<std::size_t>(C.rows)]);
}

cublasStatus_t gemm_typed(Handle handle, const char* name, const void* caller, const Shape& shape,
                          const void* alpha, const TypedMatrix& A, const TypedMatrix& B, const void* beta,
                          const TypedMatrix& C, int count, cublasComputeType_t compute) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const auto factors = type_of_factors(compute, A.type, B.type, C.type);
  if (!factors) {
    cudasim::report(
        "%s: not simulated: matrices of the types %d, %d and %d (cudaDataType), with sums of %d "
        "(cublasComputeType_t)",
        name, A.type, B.type, C.type, compute);
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (shape.m < 0 || shape.n < 0 || shape.k < 0 || count < 0 || alpha == nullptr || beta == nullptr ||
      !fits(name, "A", A.ld, A.rows) || !fits(name, "B", B.ld, B.rows) || !fits(name, "C", C.ld, C.rows))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (shape.m == 0 || shape.n == 0) return CUBLAS_STATUS_SUCCESS;
  const bool on_device = handle->mode == CUBLAS_POINTER_MODE_DEVICE;
  const double a = on_device ? 0 : number(*factors, alpha), b = on_device ? 0 : number(*factors, beta);
  std::vector<Operand> operands;
  for (const auto& [factor, at] : {std::pair("alpha", alpha), std::pair("beta", beta)})
    if (on_device) operands.push_back({factor, at, bytes_of(*factors)});
  for (int i = 0; i < count; ++i) {
    operands.push_back(A.operand("A", i));
    operands.push_back(B.operand("B", i));
    operands.push_back(written(C.operand("C", i), on_device || b != 0));
  }
  const bool is_wide = *factors == CUDA_R_64F || *factors == CUDA_R_32I;
  return run(handle, name, caller, operands, [=, type = *factors] {
    const double by = on_device ? number(type, alpha) : a, kept = on_device ? number(type, beta) : b;
    for (int i = 0; i < count; ++i)
      is_wide ? multiply_typed<double>(shape, A, B, C, i, by, kept)
              : multiply_typed<float>(shape, A, B, C, i, by, kept);
  });
}

template <class T>
cublasStatus_t geam(Handle handle, const char* name, const void* caller, cublasOperation_t op_a,
                    cublasOperation_t op_b, int m, int n, const T* alpha, const T* A, int lda, const T* beta,
                    const T* B, int ldb, T* C, int ldc) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || alpha == nullptr || beta == nullptr || !fits(name, "C", ldc, m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const auto from_a = matrix(A, op_a, m, n, lda), from_b = matrix(B, op_b, m, n, ldb);
  const Matrix<T> to{C, m, n, ldc};
  std::vector<Operand> operands = {a.operand("alpha"), b.operand("beta"), written(to.operand("C"), false)};
  // With a factor of 0, the matrix may be missing.
  if (!a.is_zero()) operands.push_back(from_a.operand("A"));
  if (!b.is_zero()) operands.push_back(from_b.operand("B"));
  return run(handle, name, caller, operands, [=] {
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < m; ++i)
        to(i, k) =
            (a.get() == 0 ? T{} : a.get() * from_a(i, k)) + (b.get() == 0 ? T{} : b.get() * from_b(i, k));
  });
}

/// Between the host and the device, which the host waits for. `rows` of `bytes`.
cublasStatus_t transfer(const char* name, const void* caller, bool to_device, const void* from,
                        std::size_t from_pitch, void* to, std::size_t to_pitch, std::size_t bytes,
                        std::size_t rows) {
  if (from == nullptr || to == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const Operand on_device = to_device ? written({"the destination", to, bytes, rows, to_pitch}, false)
                                      : Operand{"the source", from, bytes, rows, from_pitch};
  const cudaError_t error = cudasim::run_library_call({name, nullptr, caller, true}, {on_device}, [=] {
    for (std::size_t i = 0; i < rows; ++i)
      std::memcpy(static_cast<char*>(to) + i * to_pitch, static_cast<const char*>(from) + i * from_pitch,
                  bytes);
  });
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t transfer_vector(const char* name, const void* caller, bool to_device, int n, int bytes,
                               const void* from, int from_step, void* to, int to_step) {
  if (n < 0 || bytes <= 0 || from_step <= 0 || to_step <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto each = static_cast<std::size_t>(bytes), count = static_cast<std::size_t>(n);
  if (from_step == 1 && to_step == 1)
    return transfer(name, caller, to_device, from, 0, to, 0, each * count, 1);
  return transfer(name, caller, to_device, from, each * static_cast<std::size_t>(from_step), to,
                  each * static_cast<std::size_t>(to_step), each, count);
}

cublasStatus_t transfer_matrix(const char* name, const void* caller, bool to_device, int rows, int columns,
                               int bytes, const void* from, int ldfrom, void* to, int ldto) {
  if (rows < 0 || columns < 0 || bytes <= 0 || !fits(name, "the source", ldfrom, rows) ||
      !fits(name, "the destination", ldto, rows))
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto each = static_cast<std::size_t>(bytes);
  return transfer(name, caller, to_device, from, each * static_cast<std::size_t>(ldfrom), to,
                  each * static_cast<std::size_t>(ldto), each * static_cast<std::size_t>(rows),
                  static_cast<std::size_t>(columns));
}

}  // namespace

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) cublasContext;
  return *handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->mode = mode;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (mode == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *mode = handle->mode;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR: return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR: return "CUBLAS_STATUS_LICENSE_ERROR";
  }
  return "an unknown status of cuBLAS";
}
const char* cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

// The line of the program that calls.
#define CALLED __func__, __builtin_return_address(0)

cublasStatus_t cublasSetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step) {
  return transfer_vector(CALLED, true, n, bytes, from, from_step, to, to_step);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step) {
  return transfer_vector(CALLED, false, n, bytes, from, from_step, to, to_step);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* from, int ldfrom, void* to,
                               int ldto) {
  return transfer_matrix(CALLED, true, rows, columns, bytes, from, ldfrom, to, ldto);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* from, int ldfrom, void* to,
                               int ldto) {
  return transfer_matrix(CALLED, false, rows, columns, bytes, from, ldfrom, to, ldto);
}

#define FOR_TYPE(T, S, s)                                                                                    \
  cublasStatus_t cublas##S##copy(Handle handle, int n, const T* x, int incx, T* y, int incy) {               \
    return copy(handle, CALLED, vector(x, n, incx), vector(y, n, incy));                                     \
  }                                                                                                          \
  cublasStatus_t cublas##S##swap(Handle handle, int n, T* x, int incx, T* y, int incy) {                     \
    return swap(handle, CALLED, vector(x, n, incx), vector(y, n, incy));                                     \
  }                                                                                                          \
  cublasStatus_t cublas##S##scal(Handle handle, int n, const T* alpha, T* x, int incx) {                     \
    return scal(handle, CALLED, alpha, vector(x, n, incx));                                                  \
  }                                                                                                          \
  cublasStatus_t cublas##S##axpy(Handle handle, int n, const T* alpha, const T* x, int incx, T* y,           \
                                 int incy) {                                                                 \
    return axpy(handle, CALLED, alpha, vector(x, n, incx), vector(y, n, incy));                              \
  }                                                                                                          \
  cublasStatus_t cublas##S##dot(Handle handle, int n, const T* x, int incx, const T* y, int incy,            \
                                T* result) {                                                                 \
    return dot(handle, CALLED, vector(x, n, incx), vector(y, n, incy), result);                              \
  }                                                                                                          \
  cublasStatus_t cublas##S##nrm2(Handle handle, int n, const T* x, int incx, T* result) {                    \
    return of_vector(handle, CALLED, vector(x, n, incx), result, norm<T>);                                   \
  }                                                                                                          \
  cublasStatus_t cublas##S##asum(Handle handle, int n, const T* x, int incx, T* result) {                    \
    return of_vector(handle, CALLED, vector(x, n, incx), result, sum_of_absolutes<T>);                       \
  }                                                                                                          \
  cublasStatus_t cublasI##s##amax(Handle handle, int n, const T* x, int incx, int* result) {                 \
    return of_vector(handle, CALLED, vector(x, n, incx), result, extreme<true, T>);                          \
  }                                                                                                          \
  cublasStatus_t cublasI##s##amin(Handle handle, int n, const T* x, int incx, int* result) {                 \
    return of_vector(handle, CALLED, vector(x, n, incx), result, extreme<false, T>);                         \
  }                                                                                                          \
  cublasStatus_t cublas##S##gemv(Handle handle, cublasOperation_t trans, int m, int n, const T* alpha,       \
                                 const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy) { \
    return gemv(handle, CALLED, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);                         \
  }                                                                                                          \
  cublasStatus_t cublas##S##ger(Handle handle, int m, int n, const T* alpha, const T* x, int incx,           \
                                const T* y, int incy, T* A, int lda) {                                       \
    return ger(handle, CALLED, alpha, vector(x, m, incx), vector(y, n, incy), A, lda);                       \
  }                                                                                                          \
  cublasStatus_t cublas##S##gemm(Handle handle, cublasOperation_t transa, cublasOperation_t transb, int m,   \
                                 int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,     \
                                 const T* beta, T* C, int ldc) {                                             \
    return gemm(handle, CALLED, {transa, transb, m, n, k}, alpha, A, lda, 0, B, ldb, 0, beta, C, ldc, 0, 1); \
  }                                                                                                          \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                              \
      Handle handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,                \
      const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb, long long strideB,        \
      const T* beta, T* C, int ldc, long long strideC, int count) {                                          \
    return gemm(handle, CALLED, {transa, transb, m, n, k}, alpha, A, lda, strideA, B, ldb, strideB, beta, C, \
                ldc, strideC, count);                                                                        \
  }                                                                                                          \
  cublasStatus_t cublas##S##geam(Handle handle, cublasOperation_t transa, cublasOperation_t transb, int m,   \
                                 int n, const T* alpha, const T* A, int lda, const T* beta, const T* B,      \
                                 int ldb, T* C, int ldc) {                                                   \
    return geam(handle, CALLED, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc);                  \
  }
FOR_TYPE(float, S, s)
FOR_TYPE(double, D, d)
#undef FOR_TYPE

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                          const void* A, cudaDataType typeA, int lda, long long strideA,
                                          const void* B, cudaDataType typeB, int ldb, long long strideB,
                                          const void* beta, void* C, cudaDataType typeC, int ldc,
                                          long long strideC, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t) {
  return gemm_typed(handle, CALLED, {transa, transb, m, n, k}, alpha,
                    {A, typeA, transa == CUBLAS_OP_N ? m : k, transa == CUBLAS_OP_N ? k : m, lda, strideA},
                    {B, typeB, transb == CUBLAS_OP_N ? k : n, transb == CUBLAS_OP_N ? n : k, ldb, strideB},
                    beta, {C, typeC, m, n, ldc, strideC}, count, compute);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                            int n, int k, const void* alpha, const void* A, cudaDataType typeA, int lda,
                            const void* B, cudaDataType typeB, int ldb, const void* beta, void* C,
                            cudaDataType typeC, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return gemm_typed(handle, CALLED, {transa, transb, m, n, k}, alpha,
                    {A, typeA, transa == CUBLAS_OP_N ? m : k, transa == CUBLAS_OP_N ? k : m, lda, 0},
                    {B, typeB, transb == CUBLAS_OP_N ? k : n, transb == CUBLAS_OP_N ? n : k, ldb, 0}, beta,
                    {C, typeC, m, n, ldc, 0}, 1, compute);
}
#undef CALLED
