// Arguments in one structure with room for more operands than there are: the rest of it is never read.
#include "exercise.hpp"

constexpr int most = 24;

struct Operands {
  const float* data[most];
  float factor[most];
  int count;
};

__global__ void combine(Operands operands, float* out, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    float sum = 0;
    for (int k = 0; k < operands.count; ++k) sum += operands.factor[k] * operands.data[k][i];
    out[i] = sum;
  }
}

static void add_operand(Operands& to, const float* data, float factor) {
  to.data[to.count] = data;
  to.factor[to.count] = factor;
  ++to.count;
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  Operands operands;
  operands.count = 0;
  add_operand(operands, x, alpha);
  add_operand(operands, y, 1.0f);
  combine<<<blocks, block_size>>>(operands, z, n);
}
