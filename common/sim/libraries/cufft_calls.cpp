// cuFFT: transforms on the host, in double precision.
#include <cmath>
#include <complex>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "cufft.h"
#include "cufftXt.h"
#include "sim/runtime/library_call.hpp"

namespace {

using cudasim::Operand;
using Number = std::complex<double>;

/// How one side of a plan lies in memory: element (i, j, k) of transform b is at b * distance + ((i * embed[1] + j) * embed[2] + k) * step.
struct Layout {
  long long embed[3];
  long long step, distance;
};

struct Plan {
  cudaStream_t stream = nullptr;
  cufftType type = CUFFT_C2C;
  int n[3] = {1, 1, 1};  ///< the last is contiguous
  int batch = 0;         ///< 0: nothing planned yet
  bool is_packed = true;
  Layout in = {}, out = {};  ///< if it is not packed
};

struct Plans {
  std::mutex mutex;
  std::map<int, Plan> by_number;
  int next = 1;
};
Plans& plans() {
  static Plans& made = *new Plans;
  return made;
}

void fft_of_power_of_two(Number* a, std::size_t n, double sign) {
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; (j & bit) != 0; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  std::vector<Number> turns(n / 2);
  for (std::size_t i = 0; i < n / 2; ++i)
    turns[i] = std::polar(1.0, sign * 2 * M_PI * static_cast<double>(i) / static_cast<double>(n));
  for (std::size_t half = 1; half < n; half *= 2)
    for (std::size_t begin = 0; begin < n; begin += 2 * half)
      for (std::size_t i = 0; i < half; ++i) {
        const Number turn = turns[i * (n / 2 / half)], b = a[begin + half + i];
        const Number odd = {b.real() * turn.real() - b.imag() * turn.imag(),
                            b.real() * turn.imag() + b.imag() * turn.real()};
        a[begin + half + i] = a[begin + i] - odd;
        a[begin + i] += odd;
      }
}

/// Of any size: Bluestein's algorithm makes a convolution of it, of a power of two.
void fft(Number* a, std::size_t n, double sign) {
  if ((n & (n - 1)) == 0) return fft_of_power_of_two(a, n, sign);
  std::size_t size = 1;
  while (size < 2 * n - 1) size *= 2;
  std::vector<Number> chirp(n), x(size), y(size);
  for (std::size_t i = 0; i < n; ++i)
    chirp[i] = std::polar(1.0, sign * M_PI * static_cast<double>(i * i % (2 * n)) / static_cast<double>(n));
  for (std::size_t i = 0; i < n; ++i) x[i] = a[i] * chirp[i];
  for (std::size_t i = 0; i < n; ++i) y[i] = y[(size - i) % size] = std::conj(chirp[i]);
  fft_of_power_of_two(x.data(), size, -1);
  fft_of_power_of_two(y.data(), size, -1);
  for (std::size_t i = 0; i < size; ++i) x[i] *= y[i];
  fft_of_power_of_two(x.data(), size, 1);
  for (std::size_t i = 0; i < n; ++i) a[i] = x[i] * chirp[i] / static_cast<double>(size);
}

/// Along each of the dimensions.
void fft(std::vector<Number>& a, const int* n, double sign) {
  std::size_t step = 1;
  for (int d = 3; d-- > 0;) {
    const auto length = static_cast<std::size_t>(n[d]);
    std::vector<Number> line(length);
    for (std::size_t begin = 0; length > 1 && begin < a.size(); ++begin) {
      if (begin / step % length != 0) continue;
      for (std::size_t i = 0; i < length; ++i) line[i] = a[begin + i * step];
      fft(line.data(), length, sign);
      for (std::size_t i = 0; i < length; ++i) a[begin + i * step] = line[i];
    }
    step *= length;
  }
}

bool in_single(cufftType type) { return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R; }
bool from_real(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool to_real(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

/// Rows of `pitch` elements, one after another.
Layout packed(const Plan& plan, long long pitch) {
  return {{plan.n[0], plan.n[1], pitch}, 1, plan.n[0] * static_cast<long long>(plan.n[1]) * pitch};
}

/// One side of a transform: its numbers in memory.
struct Side {
  void* data;
  Layout layout;
  int width;  ///< numbers per row
  bool is_real, in_single;

  std::size_t bytes_each() const { return (in_single ? sizeof(float) : sizeof(double)) * (is_real ? 1 : 2); }
  long long index(int b, int i, int j, int k) const {
    return b * layout.distance + ((i * layout.embed[1] + j) * layout.embed[2] + k) * layout.step;
  }
  Operand operand(const char* name, const Plan& plan) const {
    const long long last = index(plan.batch - 1, plan.n[0] - 1, plan.n[1] - 1, width - 1);
    return {name, data, static_cast<std::size_t>(last + 1) * bytes_each()};
  }
  Number get(long long at) const {
    if (in_single) {
      const auto* numbers = static_cast<const float*>(data);
      return is_real ? Number(numbers[at]) : Number(numbers[2 * at], numbers[2 * at + 1]);
    }
    const auto* numbers = static_cast<const double*>(data);
    return is_real ? Number(numbers[at]) : Number(numbers[2 * at], numbers[2 * at + 1]);
  }
  template <class T>
  void put(long long at, Number value) const {
    auto* numbers = static_cast<T*>(data);
    numbers[is_real ? at : 2 * at] = static_cast<T>(value.real());
    if (!is_real) numbers[2 * at + 1] = static_cast<T>(value.imag());
  }
  void put(long long at, Number value) const { in_single ? put<float>(at, value) : put<double>(at, value); }
};

/// Calls `what(i, j, k, place in the transform's own array)` for each number of a row's first `width`.
template <class What>
void for_each(const int* n, int width, What what) {
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < width; ++k)
        what(i, j, k,
             (static_cast<std::size_t>(i) * static_cast<std::size_t>(n[1]) + static_cast<std::size_t>(j)) *
                     static_cast<std::size_t>(n[2]) +
                 static_cast<std::size_t>(k));
}

void transform(const Plan& plan, const Side& in, const Side& out, int direction) {
  const int* n = plan.n;
  std::vector<Number> a(static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) *
                        static_cast<std::size_t>(n[2]));
  for (int b = 0; b < plan.batch; ++b) {
    for_each(n, n[2], [&](int i, int j, int k, std::size_t at) {
      // Half of what becomes real is not in memory: it is conjugate to the other half.
      const bool missing = k >= in.width;
      a[at] = missing ? std::conj(in.get(in.index(b, (n[0] - i) % n[0], (n[1] - j) % n[1], n[2] - k)))
                      : in.get(in.index(b, i, j, k));
    });
    fft(a, n, direction);
    for_each(n, out.width,
             [&](int i, int j, int k, std::size_t at) { out.put(out.index(b, i, j, k), a[at]); });
  }
}

cufftResult execute(const char* name, const void* caller, cufftHandle number, cufftType type, void* in,
                    void* out, int direction) {
  Plan plan;
  {
    const std::lock_guard lock(plans().mutex);
    const auto found = plans().by_number.find(number);
    if (found == plans().by_number.end() || found->second.batch == 0) return CUFFT_INVALID_PLAN;
    plan = found->second;
  }
  if (plan.type != type) return CUFFT_INVALID_TYPE;
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
  const int half = plan.n[2] / 2 + 1;
  // In place, a row of real numbers has room for the complex ones.
  const int real_pitch = in == out ? 2 * half : plan.n[2];
  const auto side = [&](void* data, bool is_real, bool has_half, const Layout& given) {
    const int width = has_half ? half : plan.n[2];
    return Side{data, plan.is_packed ? packed(plan, is_real ? real_pitch : width) : given, width, is_real,
                in_single(type)};
  };
  const Side from = side(in, from_real(type), to_real(type), plan.in);
  const Side to = side(out, to_real(type), from_real(type), plan.out);
  Operand written = to.operand("the output", plan);
  written.is_read = false;
  written.is_written = true;
  const cudaError_t error =
      cudasim::run_library_call({name, plan.stream, caller}, {from.operand("the input", plan), written},
                                [=] { transform(plan, from, to, direction); });
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult make(cufftHandle number, const Plan& wanted) {
  if (wanted.n[0] < 1 || wanted.n[1] < 1 || wanted.n[2] < 1 || wanted.batch < 1) return CUFFT_INVALID_SIZE;
  const std::lock_guard lock(plans().mutex);
  const auto found = plans().by_number.find(number);
  if (found == plans().by_number.end()) return CUFFT_INVALID_PLAN;
  const cudaStream_t stream = found->second.stream;
  found->second = wanted;
  found->second.stream = stream;
  return CUFFT_SUCCESS;
}

cufftResult create_and_make(cufftHandle* number, const Plan& wanted) {
  if (const cufftResult error = cufftCreate(number)) return error;
  const cufftResult error = make(*number, wanted);
  if (error != CUFFT_SUCCESS) cufftDestroy(*number);
  return error;
}

Plan planned(cufftType type, int nx, int ny, int nz, int batch) {
  Plan plan;
  plan.type = type;
  plan.n[0] = nx, plan.n[1] = ny, plan.n[2] = nz;
  plan.batch = batch;
  return plan;
}

template <class Int>
Layout layout_of(int rank, const Int* embed, Int step, Int distance) {
  Layout layout = {{1, 1, 1}, step, distance};
  for (int d = 0; d < rank; ++d) layout.embed[3 - rank + d] = embed[d];
  return layout;
}

template <class Int>
bool planned_many(Plan& plan, int rank, const Int* n, const Int* inembed, Int istride, Int idist,
                  const Int* onembed, Int ostride, Int odist, cufftType type, Int batch) {
  if (rank < 1 || rank > 3 || n == nullptr) return false;
  const auto size = [&](int d) { return rank > d ? static_cast<int>(n[rank - 1 - d]) : 1; };
  plan = planned(type, size(2), size(1), size(0), static_cast<int>(batch));
  plan.is_packed = inembed == nullptr || onembed == nullptr;
  if (plan.is_packed) return true;
  plan.in = layout_of(rank, inembed, istride, idist);
  plan.out = layout_of(rank, onembed, ostride, odist);
  return true;
}

bool type_of(cudaDataType input, cudaDataType output, cufftType& type) {
  constexpr struct {
    cudaDataType input, output;
    cufftType type;
  } types[] = {{CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
               {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
               {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};
  for (const auto& each : types) {
    type = each.type;
    if (each.input == input && each.output == output) return true;
  }
  return false;
}

cufftResult no_area(size_t* bytes, cufftResult result) {
  if (bytes != nullptr) *bytes = 0;
  return result;
}

}  // namespace

cufftResult cufftCreate(cufftHandle* plan) {
  if (plan == nullptr) return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(plans().mutex);
  *plan = plans().next++;
  plans().by_number[*plan] = {};
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
  const std::lock_guard lock(plans().mutex);
  return plans().by_number.erase(plan) == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  const std::lock_guard lock(plans().mutex);
  const auto found = plans().by_number.find(plan);
  if (found == plans().by_number.end()) return CUFFT_INVALID_PLAN;
  found->second.stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int* version) {
  if (version == nullptr) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return create_and_make(plan, planned(type, 1, 1, nx, batch));
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return create_and_make(plan, planned(type, 1, nx, ny, 1));
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return create_and_make(plan, planned(type, nx, ny, nz, 1));
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
  Plan wanted;
  if (!planned_many(wanted, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch))
    return CUFFT_INVALID_VALUE;
  return create_and_make(plan, wanted);
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* bytes) {
  return no_area(bytes, make(plan, planned(type, 1, 1, nx, batch)));
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* bytes) {
  return no_area(bytes, make(plan, planned(type, 1, nx, ny, 1)));
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* bytes) {
  return no_area(bytes, make(plan, planned(type, nx, ny, nz, 1)));
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist,
                              int* onembed, int ostride, int odist, cufftType type, int batch,
                              size_t* bytes) {
  Plan wanted;
  if (!planned_many(wanted, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch))
    return CUFFT_INVALID_VALUE;
  return no_area(bytes, make(plan, wanted));
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType input, long long* onembed,
                                long long ostride, long long odist, cudaDataType output, long long batch,
                                size_t* bytes, cudaDataType) {
  cufftType type;
  Plan wanted;
  if (!type_of(input, output, type)) return CUFFT_NOT_SUPPORTED;
  if (!planned_many(wanted, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch))
    return CUFFT_INVALID_VALUE;
  return no_area(bytes, make(plan, wanted));
}
cufftResult cufftGetSize(cufftHandle, size_t* bytes) { return no_area(bytes, CUFFT_SUCCESS); }
cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return execute(__func__, __builtin_return_address(0), plan, CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return execute(__func__, __builtin_return_address(0), plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return execute(__func__, __builtin_return_address(0), plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  return execute(__func__, __builtin_return_address(0), plan, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return execute(__func__, __builtin_return_address(0), plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return execute(__func__, __builtin_return_address(0), plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
