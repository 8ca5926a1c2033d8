// Ways to write an access to memory, one a kernel, of one warp. forms.txt says what each is for a GPU, and for the lens.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstring>

struct FourFloats {
  float a, b, c, d;
};
struct alignas(16) AlignedFloats {
  float a, b, c, d;
};
struct TwoDoubles {
  double a, b;
};
struct ThreeDoubles {
  double a, b, c;
};
struct DoubleFirst {
  double a;
  float b, c;
};
struct DoubleInside {
  float a;
  double b;
  float c;
};
struct ShortAndByte {
  short a;
  char b;
};
struct ByteAndInt {
  char a;
  int b;
};
struct VectorAndFloat {
  float4 a;
  float b;
};
struct ThreeShorts {
  short a, b, c;
};
struct FourBytes {
  unsigned char a, b, c, d;
};
struct TenWords {
  int word[10];
};
struct PaddedAtTheEnd {
  double a[3];
  float b[3];
};

#define LANE threadIdx.x

template <class T>
__global__ void copy(const T* in, T* out) {
  out[LANE] = in[LANE];
}
template <class T>
__global__ void through_shared(const T* in, T* out) {
  __shared__ T tile[32];
  tile[LANE] = in[LANE];
  __syncthreads();
  out[LANE] = tile[31 - LANE];
}

// ---- vectors and structures, made where they are stored ----
__global__ void brace_float4(float4* out, float a) { out[LANE] = {a, a + 1, a + 2, a + 3}; }
__global__ void brace_float2(float2* out, float a) { out[LANE] = {a, a + 1}; }
__global__ void brace_float3(float3* out, float a) { out[LANE] = {a, a + 1, a + 2}; }
__global__ void brace_nothing(float4* out) { out[LANE] = {}; }
__global__ void made_float4(float4* out, float a) { out[LANE] = make_float4(a, a + 1, a + 2, a + 3); }
__global__ void typed_float4(float4* out, float a) { out[LANE] = float4{a, a + 1, a + 2, a + 3}; }
__global__ void brace_four_floats(FourFloats* out, float a) { out[LANE] = {a, a + 1, a + 2, a + 3}; }
__global__ void brace_aligned(AlignedFloats* out, float a) { out[LANE] = {a, a + 1, a + 2, a + 3}; }
__global__ void brace_in_shared(float4* out, float a) {
  __shared__ float4 tile[32];
  tile[LANE] = {a, a + 1, a + 2, a + 3};
  __syncthreads();
  out[LANE] = tile[31 - LANE];
}
__global__ void scaled(const float4* in, float4* out, float s) {
  const float4 v = in[LANE];
  out[LANE] = {s * v.x, s * v.y, s * v.z, s * v.w};
}
__global__ void one_member_changed(float4* data) {
  float4 v = data[LANE];
  v.y = 1;
  data[LANE] = v;
}
__global__ void reinterpreted(const float* in, float* out) {
  reinterpret_cast<float4*>(out)[LANE] = reinterpret_cast<const float4*>(in)[LANE];
}
__global__ void scalars_in_a_row(float* out, float a) {
  out[4 * LANE] = a;
  out[4 * LANE + 1] = a + 1;
  out[4 * LANE + 2] = a + 2;
  out[4 * LANE + 3] = a + 3;
}
__global__ void member_by_member(float4* out, float a) {
  float4& v = out[LANE];
  v.x = a;
  v.y = a + 1;
  v.z = a + 2;
  v.w = a + 3;
}
__global__ void two_members_read(const float4* in, float* out) { out[LANE] = in[LANE].x + in[LANE].z; }
__global__ void one_member_read(const float4* in, float* out) { out[LANE] = in[LANE].z; }
__global__ void one_member_of_a_copy(const FourFloats* in, float* out) {
  const FourFloats v = in[LANE];
  out[LANE] = v.b;
}

// ---- memcpy, memset ----
__global__ void memcpy_float4(const float4* in, float4* out) {
  memcpy(&out[LANE], &in[LANE], sizeof(float4));
}
__global__ void memcpy_word(const float* in, int* out) {
  int bits;
  memcpy(&bits, &in[LANE], sizeof bits);
  out[LANE] = bits;
}
__global__ void memcpy_to_shared(const float4* in, float4* out) {
  __shared__ float4 tile[32];
  memcpy(&tile[LANE], &in[LANE], sizeof(float4));
  __syncthreads();
  out[LANE] = tile[31 - LANE];
}
__global__ void memset_float4(float4* out) { memset(&out[LANE], 0, sizeof(float4)); }

// ---- one access, whatever the condition ----
__global__ void index_chosen(const float* in, float* out, int n) {
  const int i = LANE;
  out[i] = in[i < n ? i : i + 32];
}
__global__ void index_of_a_store(float* out, int n) {
  const int i = LANE;
  out[i < n ? i : i + 32] = 1;
}
__global__ void vector_chosen(const float4* in, float4* out, int n) {
  const int i = LANE;
  out[i] = in[i < n ? i : i + 32];
}
__global__ void pointer_chosen(const float* in, const float* other, float* out, int n) {
  const int i = LANE;
  out[i] = *(i < n ? in + i : other + i);
}
__global__ void index_in_shared(const float* in, float* out, int n) {
  __shared__ float tile[64];
  const int i = LANE;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[i < n ? i : 31 - i];
}
__global__ void neighbours(const float* in, float* out, int n) {
  const int i = LANE;
  out[i] = in[i > 0 ? i - 1 : 0] + in[i < n - 1 ? i + 1 : n - 1];
}
__global__ void loaded_or_not(const float* in, float* out, int n) {
  const int i = LANE;
  out[i] = i < n ? in[i] : 0.0f;
}
__global__ void element_chosen(const float* in, float* out, int n) {
  const int i = LANE;
  out[i] = i < n ? in[i] : in[i + 1];
}
__global__ void store_in_both_branches(float* out, float a, int n) {
  const int i = LANE;
  if (i < n)
    out[i] = a;
  else
    out[i + 1] = a + 1;
}

// ---- constant memory and other variables ----
__constant__ float constant_words[64];
__constant__ float4 constant_vectors[4];
__constant__ const float fixed_words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ float variable_words[64];
__global__ void constant_word(float* out, int k) { out[LANE] = constant_words[k]; }
__global__ void constant_vector(float4* out, int k) { out[LANE] = constant_vectors[k]; }
__global__ void constant_of_const(float* out, int k) { out[LANE] = fixed_words[k]; }
__global__ void device_variable(float* out) { out[LANE] = variable_words[LANE]; }

// ---- asynchronous copies ----
template <class T>
__global__ void async(const T* in, T* out) {
  __shared__ T tile[32];
  __pipeline_memcpy_async(&tile[LANE], &in[LANE], sizeof(T));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[LANE] = tile[31 - LANE];
}
__global__ void async_cleared(const float4* in, float4* out) {
  __shared__ float4 tile[32];
  __pipeline_memcpy_async(&tile[LANE], &in[LANE], sizeof(float4), sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[LANE] = tile[31 - LANE];
}

// ---- others ----
__global__ void read_only(const float4* in, float4* out) { out[LANE] = __ldg(&in[LANE]); }
__global__ void streamed(const float2* in, float2* out) { __stcs(&out[LANE], __ldcs(&in[LANE])); }
__global__ void volatile_word(volatile int* data) { data[LANE] = data[LANE + 32]; }
__global__ void incremented(int* data) { data[LANE]++; }
__global__ void added(int* sum) { atomicAdd(sum, static_cast<int>(LANE)); }
__global__ void exchanged(unsigned* data, unsigned* out) { out[LANE] = atomicExch(&data[LANE], 1u); }

#define INSTANCE(kernel, ...) template __global__ void kernel<__VA_ARGS__>(const __VA_ARGS__*, __VA_ARGS__*);
#define COPIED(use)                                                                                        \
  use(copy, char) use(copy, short) use(copy, float) use(copy, double) use(copy, uchar4) use(copy, short2)  \
      use(copy, short4) use(copy, float2) use(copy, float3) use(copy, float4) use(copy, double2)           \
          use(copy, double3) use(copy, double4_16a) use(copy, double4_32a) use(copy, longlong4_32a)        \
              use(copy, FourFloats) use(copy, AlignedFloats) use(copy, TwoDoubles) use(copy, ThreeDoubles) \
                  use(copy, DoubleFirst) use(copy, DoubleInside) use(copy, ShortAndByte)                   \
                      use(copy, ByteAndInt) use(copy, VectorAndFloat) use(copy, ThreeShorts)               \
                          use(copy, FourBytes) use(copy, TenWords) use(copy, PaddedAtTheEnd)               \
                              use(through_shared, float3) use(through_shared, ThreeDoubles)                \
                                  use(through_shared, double4_16a) use(async, float) use(async, float2)    \
                                      use(async, float4)
COPIED(INSTANCE)
