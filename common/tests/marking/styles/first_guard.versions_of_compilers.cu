// Looks at compilers' versions, as headers that must work everywhere do, and has a swap of [[likely]] by a macro.
#include "exercise.hpp"

#if defined(__clang_major__) && __clang_major__ >= 12 || \
    defined(__GNUC__) && __GNUC__ * 100 + __GNUC_MINOR__ >= 900
#define LIKELY [[likely]]
#else
#define LIKELY
#endif
#if defined(__has_cpp_attribute) && __has_cpp_attribute(nodiscard) >= 201603L
#define NODISCARD [[nodiscard]]
#else
#define NODISCARD
#endif

constexpr int side = 16;

struct Pixel {
  int x, y;
  NODISCARD __device__ bool inside(int width, int height) const { return x < width && y < height; }
};

__global__ void invert_kernel(const int* in, int* out, int width, int height) {
  const Pixel p{int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
  if (p.inside(width, height)) LIKELY {
      out[p.y * width + p.x] = 255 - in[p.y * width + p.x];
    }
}

void invert(const int* in, int* out, int width, int height) {
  if (width == 0 || height == 0) return;
  invert_kernel<<<dim3((width + side - 1) / side, (height + side - 1) / side), dim3(side, side)>>>(
      in, out, width, height);
}
