// Accesses of all widths, aggregates, broadcasts, warps that are not full.
#include "tests/lens/counters/counted_runs.hpp"

namespace {

__device__ int thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T>
__global__ void copy(const T* in, T* out) {
  const int i = thread_number();
  out[i] = in[i];
}

template <class T>
__global__ void copy_every_other(const T* in, T* out) {
  const int i = thread_number();
  out[i] = in[2 * i];
}

struct Ten {
  int word[10];
};

struct ThreeDoubles {
  double x, y, z;
};

struct TwoDoubles {
  double x, y;
};

__global__ void copy_from_struct(ThreeDoubles* const* in, ThreeDoubles* out) {
  const int i = thread_number();
  out[i] = (*in)[i];
}

template <class T>
__global__ void reversed_in_shared(const T* in, T* out) {
  __shared__ T tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void brace_in_shared(float4* out, float a) {
  __shared__ float4 tile[32];
  tile[threadIdx.x] = {a, a + 1, a + 2, a + 3};
  __syncwarp();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

__constant__ float weights[64];
__global__ void weigh(float* out, int stride) { out[threadIdx.x] = weights[stride * threadIdx.x]; }

__global__ void offset_copy(const float* in, float* out) {
  const int i = thread_number();
  out[i] = in[i + 1];
}

__global__ void broadcast(const float* in, float* out) {
  __shared__ float word;
  if (threadIdx.x == 0) word = 1;
  __syncthreads();
  out[thread_number()] = in[0] + word;
}

__global__ void first_half(const float* in, float* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = in[threadIdx.x];
}

__global__ void scatter(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i * 7 % 32] = in[i * i * 8];
}

__global__ void all_lanes_one_bank_of_doubles(double* out) {
  __shared__ double cells[32 * 16];
  cells[threadIdx.x * 16] = 1;
  __syncwarp();
  out[threadIdx.x] = cells[threadIdx.x * 16];
}

__global__ void shared_float4(float4* out) {
  __shared__ float4 cells[32];
  cells[threadIdx.x] = float4{1, 2, 3, 4};
  __syncwarp();
  out[threadIdx.x] = cells[31 - threadIdx.x];
}

__global__ void members(const float4* in, float* out) { out[threadIdx.x] = in[threadIdx.x].y; }

}  // namespace

TEST_CASE_TEMPLATE("coalesced accesses of 1 to 16 bytes are one request of as many sectors as they are wide",
                   T, char, short, float, double, float2, float4) {
  const Device<T> in, out;
  cudasim::lens::clear_results();
  copy<<<1, 32>>>(static_cast<const T*>(in), static_cast<T*>(out));
  const auto kernels = cudasim::lens::results();
  REQUIRE(kernels.size() == 1);
  REQUIRE(kernels[0].lines.size() == 2);
  for (const LineResults& line : kernels[0].lines) {
    CHECK(line.sums.requests == 1);
    CHECK(line.sums.sectors == sizeof(T));
    CHECK(line.sums.ideal_sectors == sizeof(T));
    CHECK(line.sums.bytes == 32 * sizeof(T));
    CHECK(line.sums.wide_requests == (sizeof(T) >= 8));
  }
}

TEST_CASE("float3 is three requests of 12 sectors each") {
  const Device<float3> in, out;
  copy<<<1, 32>>>(static_cast<const float3*>(in), static_cast<float3*>(out));
  for (const Sums& sums : {global_loads("copy<float3>"), global_stores("copy<float3>")}) {
    CHECK(sums.requests == 3);
    CHECK(sums.sectors == 3 * 12);
    CHECK(sums.ideal_sectors == 3 * 4);
  }
}

TEST_CASE("a struct is copied word by word, or by the size of its members") {
  const Device<Ten> in, out;
  copy<<<1, 32>>>(static_cast<const Ten*>(in), static_cast<Ten*>(out));
  CHECK(global_loads("copy<Ten>").requests == 10);
  CHECK(global_loads("copy<Ten>").sectors == 10 * 32);
}

TEST_CASE("every other element: twice the sectors") {
  const Device<float> in, out;
  copy_every_other<<<1, 32>>>(static_cast<const float*>(in), static_cast<float*>(out));
  CHECK(global_loads("copy_every_other<float>").sectors == 8);
  CHECK(global_loads("copy_every_other<float>").ideal_sectors == 4);
  CHECK(global_stores("copy_every_other<float>").sectors == 4);
}

TEST_CASE("a row that starts within a sector takes one sector more") {
  const Device<float> in, out;
  offset_copy<<<1, 32>>>(in, out);
  CHECK(global_loads("offset_copy").sectors == 5);
  CHECK(global_loads("offset_copy").ideal_sectors == 4);
}

TEST_CASE("all lanes read one word: one sector, no conflict, a broadcast") {
  const Device<float> in, out;
  broadcast<<<1, 64>>>(in, out);
  const Sums global = global_loads("broadcast");
  CHECK(global.requests == 2);
  CHECK(global.sectors == 2);
  CHECK(global.ideal_sectors == 2);
  CHECK(global.broadcasts == 2);
  const Sums shared = shared_loads("broadcast");
  CHECK(shared.requests == 2);
  CHECK(shared.wavefronts == 2);
  CHECK(shared.conflict_degree == 1);
  CHECK(shared.broadcasts == 2);
  CHECK(shared_stores("broadcast").requests == 1);
  CHECK(shared_stores("broadcast").accesses == 1);
  CHECK(shared_stores("broadcast").broadcasts == 0);
}

TEST_CASE("half a warp: half the sectors, still a request") {
  const Device<float> in, out;
  first_half<<<1, 64>>>(in, out);
  CHECK(global_loads("first_half").requests == 1);
  CHECK(global_loads("first_half").sectors == 2);
  CHECK(global_loads("first_half").accesses == 16);
}

TEST_CASE("addresses without a stride") {
  const Device<float> in, out;
  scatter<<<1, 32>>>(in, out);
  CHECK(global_loads("scatter").requests == 1);
  CHECK(global_loads("scatter").sectors == 32);
  CHECK(global_stores("scatter").requests == 1);
  CHECK(global_stores("scatter").sectors == 4);
}

TEST_CASE("shared memory: 8 and 16 bytes per lane are served in halves and quarters of a warp") {
  const Device<double> doubles;
  all_lanes_one_bank_of_doubles<<<1, 32>>>(doubles);
  CHECK(shared_loads("all_lanes_one_bank_of_doubles").conflict_degree == 16);
  CHECK(shared_loads("all_lanes_one_bank_of_doubles").wavefronts == 32);
  const Device<float4> vectors;
  shared_float4<<<1, 32>>>(vectors);
  CHECK(shared_loads("shared_float4").requests == 1);
  CHECK(shared_loads("shared_float4").conflict_degree == 1);
  CHECK(shared_loads("shared_float4").wavefronts == 4);
}

TEST_CASE("one member of a vector: only that is read") {
  const Device<float4> in;
  const Device<float> out;
  members<<<1, 32>>>(in, out);
  CHECK(global_loads("members").requests == 1);
  CHECK(global_loads("members").bytes == 32 * 4);
  CHECK(global_loads("members").sectors == 16);
}

TEST_CASE("a struct is copied in pieces as wide as it is aligned, where a pointer's type tells it") {
  const Device<ThreeDoubles> in, out;
  copy<<<1, 32>>>(static_cast<const ThreeDoubles*>(in), static_cast<ThreeDoubles*>(out));
  CHECK(global_loads("copy<ThreeDoubles>").requests == 3);
  CHECK(global_stores("copy<ThreeDoubles>").requests == 3);
  CHECK(global_stores("copy<ThreeDoubles>").wide_requests == 3);
  reversed_in_shared<<<1, 32>>>(static_cast<const ThreeDoubles*>(in), static_cast<ThreeDoubles*>(out));
  CHECK(shared_stores("reversed_in_shared<ThreeDoubles>").requests == 3);
  CHECK(shared_loads("reversed_in_shared<ThreeDoubles>").requests == 3);
  CHECK(shared_loads("reversed_in_shared<ThreeDoubles>").conflict_degree == 1);

  // A pointer that lies in memory itself tells nothing: words.
  ThreeDoubles** table = nullptr;
  REQUIRE(cudaMallocManaged(&table, sizeof *table) == cudaSuccess);
  *table = in;
  copy_from_struct<<<1, 32>>>(table, static_cast<ThreeDoubles*>(out));
  CHECK(global_loads("copy_from_struct").requests == 1 + 6);
  CHECK(global_stores("copy_from_struct").requests == 3);
  REQUIRE(cudaFree(table) == cudaSuccess);
}

TEST_CASE("two doubles are two requests; a launch that combines them into vectors has one") {
  const Device<TwoDoubles> in, out;
  copy<<<1, 32>>>(static_cast<const TwoDoubles*>(in), static_cast<TwoDoubles*>(out));
  CHECK(global_loads("copy<TwoDoubles>").requests == 2);
  const Device<double2> vectors, to;
  copy<<<1, 32>>>(static_cast<const double2*>(vectors), static_cast<double2*>(to));
  CHECK(global_loads("copy<double2>").requests == 1);
  // The next launch does not know what one launch was told.
  cudasim::lens::clear_results();
  copy<<<1, 32>>>(reinterpret_cast<const float4*>(static_cast<TwoDoubles*>(in)),
                  reinterpret_cast<float4*>(static_cast<TwoDoubles*>(out)));
  CHECK(global_loads("copy<float4>").requests == 1);
}

#ifdef __clang__
constexpr bool splits_braces = true;  // member by member: common/sim/lens/README.md
#else
constexpr bool splits_braces = false;
#endif

TEST_CASE("a vector made in braces is one store, without conflicts" * doctest::skip(splits_braces)) {
  const Device<float4> out;
  brace_in_shared<<<1, 32>>>(out, 1);
  CHECK(shared_stores("brace_in_shared").requests == 1);
  CHECK(shared_stores("brace_in_shared").wavefronts == 4);
  CHECK(shared_stores("brace_in_shared").conflict_degree == 1);
  CHECK(out.at(0).w == 4);
}

TEST_CASE("constant memory: one word for all, or a turn for each") {
  const float given[64] = {};
  REQUIRE(cudaMemcpyToSymbol(weights, given, sizeof given) ==
          cudaSuccess);  // else a compiler knows that it is zeros
  const Device<float> out;
  weigh<<<1, 32>>>(out, 0);
  CHECK(sums_of("weigh", Space::constant, Op::load).requests == 1);
  CHECK(sums_of("weigh", Space::constant, Op::load).wavefronts == 1);
  CHECK(sums_of("weigh", Space::constant, Op::load).conflict_degree == 1);
  CHECK(global_loads("weigh").requests == 0);
  cudasim::lens::clear_results();
  weigh<<<1, 32>>>(out, 2);
  CHECK(sums_of("weigh", Space::constant, Op::load).wavefronts == 32);
  CHECK(sums_of("weigh", Space::constant, Op::load).conflict_degree == 32);
  CHECK(sums_of("weigh", Space::constant, Op::load).sectors == 0);
}
