// Every awkward way to launch a kernel or to declare shared memory, run for real: prints "all right" or what is wrong.

#include <cstdio>
#include <utility>
#include <vector>

static int failures = 0;
static int* device = nullptr;

static int result(int index = 0) {
  int value = -1;
  cudaMemcpy(&value, device + index, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemset(device, 0xff, 64 * sizeof(int));
  return value;
}

#define EXPECT(wanted)                                                               \
  do {                                                                               \
    const int got_ = result();                                                       \
    if (got_ != (wanted)) ++failures, std::printf("line %d: %d\n", __LINE__, got_);  \
  } while (0)

__global__ void store(int* p, int value) { *p = value; }
__global__ void store_twice(int* p, int value) {
  asm volatile("prefetch.global.L2 [%0];" :: "l"(p + 1));
  *p = 2 * value;
}
template <class T> __global__ void store_size(T* p) { *p = static_cast<T>(sizeof(T)); }
template <class T> __global__ void deduced(T* p, T value) { *p = value; }
__global__ void overloaded(int* p) { *p = 1; }
__global__ void overloaded(int* p, float f) { *p = static_cast<int>(f); }
__global__ void null_arguments(int* p, const int* a, const int* b, void* c) { *p = a == nullptr && b == nullptr && c == nullptr; }
__global__ void modifies(int* p, int n) { while (n < 10) ++n; *p = n; }

namespace outer {
namespace inner {
template <class T, int n, bool big = (n > 4)>
__global__ void numbers(int* p) { *p = n * 10 + big; }
}  // namespace inner
}  // namespace outer

template <class T> struct Wrap { static constexpr int value = 1; };
template <class T> int grid_of(int n) { return (n + 31) / 32; }

struct Holder {
  void (*kernel)(int*, int);
  static const int constant = 17;  // never defined
  unsigned bits : 5;
  void run() { this->kernel<<<1, 1>>>(device, 5); }
};

// Names of kernels and whole launches in macros.
#define KERNEL store
#define PASTE(name) name##_twice<<<1, 1>>>(device, 4)
#define TYPED(T) store_size<T>
#define LAUNCH(K, ...)         \
  do {                         \
    K<<<1, 1>>>(__VA_ARGS__);  \
    cudaDeviceSynchronize();   \
  } while (0)

template <class T>
struct SharedMemory {
  __device__ operator T*() {
    extern __shared__ int raw_memory[];
    return (T*)raw_memory;
  }
};
template <class T>
__global__ void through_class(T* p) {
  T* s = SharedMemory<T>();
  s[threadIdx.x] = static_cast<T>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *p = s[blockDim.x - 1];
}

extern __shared__ float at_file_scope[];
__global__ void file_scope(int* p) {
  int* same = (int*)at_file_scope;
  at_file_scope[threadIdx.x] = 1.0f;
  __syncthreads();
  same[threadIdx.x] = 3;
  __syncthreads();
  if (threadIdx.x == 0) *p = same[blockDim.x - 1] + static_cast<int>(&at_file_scope[2] - at_file_scope);
}

__shared__ int staged[8], step;
struct Steps { int step; };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
__device__ int own(int* staged, int step) { Steps s{step}; int* const last = staged + s.step; return *last * step; }
#pragma GCC diagnostic pop
__global__ void file_scope_static(int* p) {
  if (threadIdx.x == 0) step = 2;
  __syncthreads();
  staged[threadIdx.x * ::step] = 5;
  __syncthreads();
  int local[4] = {1, 2, 3, 4};
  if (threadIdx.x == 0) *p = own(local, 3) * staged[step] + static_cast<int>(&staged[2] - staged) + sizeof(staged);
}

#define SHARED __shared__
#define TILE(T, name, n) __shared__ T name[n]
struct Pair { int a, b; Pair() : a(99), b(99) {} };
template <class T, int n>
__global__ void shared_kinds(int* p) {
  static __shared__ T first[n][n + 1], sum, *pointer;
  volatile __shared__ int flag;
  __shared__ __align__(128) char aligned[3];
  int __shared__ after;
  SHARED Pair pair;
  TILE(typename Wrap<T>::type, none, 1);
  TILE(int, tile, 4);
  __shared__ union { int i; float f; } both;
  extern __shared__ __align__(16) unsigned char dynamic[];
  if (threadIdx.x == 0) {
    flag = 1;
    flag += 2;
    sum = 1, pointer = &first[1][2], *pointer = 2, after = 4, pair.a = 5, tile[3] = none[0] = 6, both.f = 0, both.i = 7;
    *reinterpret_cast<int*>(dynamic) = 8;
  }
  __syncthreads();
  const bool aligned_well = reinterpret_cast<unsigned long long>(aligned) % 128 == 0;
  if (threadIdx.x == 1)
    *p = none[0] - tile[3] + sum + first[1][2] + flag + after + pair.a + tile[3] + both.i + *reinterpret_cast<int*>(dynamic) + 100 * aligned_well;
}
template <> struct Wrap<int> { static constexpr int value = 1; using type = int; };

template <class T>
void from_template(T value) {
  deduced<T><<<1, 1>>>(device, value);
  deduced<<<dim3(1), dim3(1)>>>(device, value);
}

int main() {
  cudaMalloc(&device, 64 * sizeof(int));
  const int n = 40, one = 1;
  result();

  store<<<1, 1>>>(device, 3); EXPECT(3);
  ::store <<< 1, 1, 0, 0 >>> (device, 3); EXPECT(3);
  store<<<dim3(1, 1), {1, 1}>>>(device, 3); EXPECT(3);
  (store)<<<1, 1>>>(device, 3); EXPECT(3);
  store_size<int><<<1, 1>>>(device); EXPECT(4);
  outer::inner::numbers<std::pair<int, std::pair<int, int>>, 1 << 3><<<1, 1>>>(device); EXPECT(81);
  outer::inner::numbers<Wrap<Wrap<int>>, (5 > 3), false><<<1, 1>>>(device); EXPECT(10);
  store<<<Wrap<Wrap<Wrap<int>>>::value, 1>>>(device, 4); EXPECT(4);
  store<<<grid_of<Wrap<Wrap<int>>>(n), n >> 5>>>(device, 4); EXPECT(4);
  store<<<n < 50 ? 1 : 2, n>>5>>>(device, 6); EXPECT(6);
  store<<<
    one,  // a grid >>>
    one   /* a block <<< */
  >>>(
    device,
    7
  ); EXPECT(7);

  // Arguments: literals for pointers, deduced types, values that must be copied, counted evaluations.
  null_arguments<<<1, 1>>>(device, 0, NULL, nullptr); EXPECT(1);
  deduced<<<1, 1>>>(device, 0); EXPECT(0);
  modifies<<<1, 1>>>(device, 2); EXPECT(10);
  int count = 0;
  store<<<2, 2>>>(device, ++count); EXPECT(1);
  Holder holder = {store, 9};
  store<<<1, 1>>>(device, Holder::constant); EXPECT(17);
  store<<<1, 1>>>(device, holder.bits); EXPECT(9);
  store<<<1, 1>>>(device, [&](int a, int b) { return a * b + n; }(2, 3)); EXPECT(46);
  overloaded<<<1, 1>>>(device, 3.5f); EXPECT(3);
  overloaded<<<1, 1>>>(device); EXPECT(1);
  from_template(8); EXPECT(8);

  // The kernel as an expression.
  void (*pointer)(int*, int) = store;
  pointer<<<1, 1>>>(device, 2); EXPECT(2);
  (*pointer)<<<1, 1>>>(device, 2); EXPECT(2);
  (n > 50 ? store : store_twice)<<<1, 1>>>(device, 2); EXPECT(4);
  holder.kernel<<<1, 1>>>(device, 2); EXPECT(2);
  holder.run(); EXPECT(5);
  std::vector<void (*)(int*, int)> kernels = {store, store_twice};
  int i = 1;
  kernels[i--]<<<1, 1>>>(device, 2); EXPECT(4);
  if (i != 0) ++failures, std::printf("evaluated more than once\n");
  store_size<int><<<1, 1>>>(device), void(); EXPECT(4);

  // Macros, and statements without braces.
  KERNEL<<<1, 1>>>(device, 11); EXPECT(11);
  PASTE(store); EXPECT(8);
  TYPED(int)<<<1, 1>>>(device); EXPECT(4);
  LAUNCH(store, device, 12); EXPECT(12);
  LAUNCH((outer::inner::numbers<int, 2>), device); EXPECT(20);
  if (n == 40) store<<<1, 1>>>(device, 13); else store<<<1, 1>>>(device, 14); EXPECT(13);
  for (int k = 0; k < 3; ++k) (store)<<<1, 1>>>(device, k);
  EXPECT(2);
  n > 3 ? store<<<1, 1>>>(device, 15) : store<<<1, 1>>>(device, 16); EXPECT(15);

  // Shared memory.
  through_class<int><<<1, 8, 8 * sizeof(int)>>>(device); EXPECT(7);
  file_scope<<<1, 4, 4 * sizeof(float)>>>(device); EXPECT(5);
  file_scope_static<<<1, 4>>>(device); EXPECT(94);
  shared_kinds<int, 4><<<1, 2, 16>>>(device); EXPECT(136);

  // Through the runtime.
  int value = 18;
  void* arguments[] = {&device, &value};
  cudaLaunchKernel((void*)store, dim3(1), dim3(1), arguments, 0, 0); EXPECT(18);
  cudaLaunchKernel((const void*)&store, 1, 1, arguments, 0, nullptr); EXPECT(18);

  cudaFree(device);
  std::printf("%s\n", failures == 0 && cudaGetLastError() == cudaSuccess ? "all right" : "wrong");
  return failures;
}
