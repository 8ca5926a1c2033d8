#pragma once

#include <cstdint>

#include "solver/solver_state.hpp"
#include "sparse/sparse.hpp"

#if TUTORIAL_HAS_CUSPARSE && TUTORIAL_HAS_CUBLAS
#include "sparse/cusparse.hpp"
#include "tutorial/cublas.hpp"
#endif

/// Conjugate gradients of library calls: cuSPARSE multiplies, and cuBLAS does the rest.
namespace ch06 {

#if TUTORIAL_HAS_CUSPARSE && TUTORIAL_HAS_CUBLAS

/// The quotients, where the scalars stay on the device. [0] r . r, [1] p . q or the new r . r, [2] alpha, [3] -alpha, [4] beta, [5] 1
template <typename T>
__global__ void library_alpha(T* scalars) {
  scalars[2] = quotient(scalars[0], scalars[1]);
  scalars[3] = -scalars[2];
}
template <typename T>
__global__ void library_beta(T* scalars) {
  scalars[4] = quotient(scalars[1], scalars[0]);
  scalars[0] = scalars[1];
}

template <typename T>
class LibraryCg {
 public:
  LibraryCg(const Csr<T>& a, DeviceCsr<T>& d_a, SolverState<T>& state)
      : n_(a.rows), s_(state), scalars_(std::vector<T>{0, 0, 0, 0, 0, 1}) {
    CUSPARSE_CHECK(cusparseCreateCsr(&matrix_, a.rows, a.cols, a.count(), d_a.row_start.data(),
                                     d_a.col.data(), d_a.value.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, type));
    CUSPARSE_CHECK(cusparseCreateDnVec(&p_, a.rows, s_.p.data(), type));
    CUSPARSE_CHECK(cusparseCreateDnVec(&q_, a.rows, s_.q.data(), type));
    std::size_t bytes = 0;
    CUSPARSE_CHECK(cusparseSpMV_bufferSize(sparse_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, p_,
                                           &zero, q_, type, algorithm, &bytes));
    scratch_ = tutorial::DeviceBuffer<unsigned char>(bytes);
#if CUSPARSE_VERSION >= 12300  // CUDA 12.4; before it the first product prepares
    CUSPARSE_CHECK(cusparseSpMV_preprocess(sparse_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, p_,
                                           &zero, q_, type, algorithm, scratch_.data()));
#endif
  }
  ~LibraryCg() {
    static_cast<void>(cusparseDestroyDnVec(q_));
    static_cast<void>(cusparseDestroyDnVec(p_));
    static_cast<void>(cusparseDestroySpMat(matrix_));
  }
  LibraryCg(const LibraryCg&) = delete;
  LibraryCg& operator=(const LibraryCg&) = delete;

  /// The scalars come to the host, and the host divides.
  void with_host_scalars(std::int64_t iterations) {
    in_stream(nullptr, CUBLAS_POINTER_MODE_HOST);
    s_.start(nullptr);
    T rr = 0, pq = 0, next = 0;
    dot(s_.r, s_.r, &rr);
    for (std::int64_t k = 0; k < iterations; ++k) {
      multiply();
      dot(s_.p, s_.q, &pq);
      const T alpha = quotient(rr, pq), minus_alpha = -alpha;
      add(&alpha, s_.p, s_.x);
      add(&minus_alpha, s_.q, s_.r);
      dot(s_.r, s_.r, &next);
      const T beta = quotient(next, rr);
      rr = next;
      scale(&beta, s_.p);
      add(&one, s_.r, s_.p);
    }
    CUDA_CHECK(cudaStreamSynchronize(nullptr));
  }

  /// The first r . r stays on the device.
  void start(cudaStream_t stream) {
    in_stream(stream, CUBLAS_POINTER_MODE_DEVICE);
    s_.start(stream);
    dot(s_.r, s_.r, scalars_.data());
  }

  /// One iteration, whose scalars stay there, too: it can be captured.
  void iterate(cudaStream_t stream) {
    T* const scalar = scalars_.data();
    multiply();
    dot(s_.p, s_.q, scalar + 1);
    library_alpha<<<1, 1, 0, stream>>>(scalar);
    CUDA_CHECK_LAUNCH();
    add(scalar + 2, s_.p, s_.x);
    add(scalar + 3, s_.q, s_.r);
    dot(s_.r, s_.r, scalar + 1);
    library_beta<<<1, 1, 0, stream>>>(scalar);
    CUDA_CHECK_LAUNCH();
    scale(scalar + 4, s_.p);
    add(scalar + 5, s_.r, s_.p);
  }

 private:
  using Vector = tutorial::DeviceBuffer<T>;
  static constexpr cudaDataType type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;
  static constexpr cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_CSR_ALG1;
  static constexpr T one = 1;
  static constexpr T zero = 0;

  void in_stream(cudaStream_t stream, cublasPointerMode_t mode) {
    CUSPARSE_CHECK(cusparseSetStream(sparse_, stream));
    CUBLAS_CHECK(cublasSetStream(dense_, stream));
    CUBLAS_CHECK(cublasSetPointerMode(dense_, mode));
  }
  void multiply() {
    CUSPARSE_CHECK(cusparseSpMV(sparse_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, p_, &zero, q_, type,
                                algorithm, scratch_.data()));
  }
  void dot(const Vector& a, const Vector& b, T* result) {
    if constexpr (sizeof(T) == 4)
      CUBLAS_CHECK(cublasSdot(dense_, n_, a.data(), 1, b.data(), 1, result));
    else
      CUBLAS_CHECK(cublasDdot(dense_, n_, a.data(), 1, b.data(), 1, result));
  }
  void add(const T* factor, const Vector& a, Vector& to) {
    if constexpr (sizeof(T) == 4)
      CUBLAS_CHECK(cublasSaxpy(dense_, n_, factor, a.data(), 1, to.data(), 1));
    else
      CUBLAS_CHECK(cublasDaxpy(dense_, n_, factor, a.data(), 1, to.data(), 1));
  }
  void scale(const T* factor, Vector& a) {
    if constexpr (sizeof(T) == 4)
      CUBLAS_CHECK(cublasSscal(dense_, n_, factor, a.data(), 1));
    else
      CUBLAS_CHECK(cublasDscal(dense_, n_, factor, a.data(), 1));
  }

  const int n_;
  SolverState<T>& s_;
  const Cusparse sparse_;
  const tutorial::Cublas dense_;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t p_ = nullptr;
  cusparseDnVecDescr_t q_ = nullptr;
  tutorial::DeviceBuffer<T> scalars_;
  tutorial::DeviceBuffer<unsigned char> scratch_{0};
};

#endif

}  // namespace ch06
