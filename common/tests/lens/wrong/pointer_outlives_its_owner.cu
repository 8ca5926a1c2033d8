// A function returns the raw pointer of a buffer whose owner frees it on the way out; kernels write and
// read through it.
// expect-hazard: use-after-free a c
// expect-hazard: use-after-free b c
// expect-exit: 1|3
#include "../lens_check.hpp"

class Buffer {
 public:
  explicit Buffer(size_t bytes) { CHECK(cudaMalloc(&pointer_, bytes)); }
  ~Buffer() {
    cudaFree(pointer_);  // @c
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  int* get() const { return static_cast<int*>(pointer_); }

 private:
  void* pointer_ = nullptr;
};

int* make_workspace(int n) {
  const Buffer buffer(n * sizeof(int));
  return buffer.get();
}

__global__ void square(int* work) {
  work[threadIdx.x] = static_cast<int>(threadIdx.x * threadIdx.x);  // @a
}

__global__ void pick(const int* work, int* out) {
  *out = work[5];  // @b
}

int main() {
  int out = 0;
  const Buffer result(sizeof(int));
  int* work = make_workspace(32);
  square<<<1, 32>>>(work);
  pick<<<1, 1>>>(work, result.get());
  CHECK(cudaMemcpy(&out, result.get(), sizeof(int), cudaMemcpyDeviceToHost));
  return out == 25 ? 0 : 1;
}
