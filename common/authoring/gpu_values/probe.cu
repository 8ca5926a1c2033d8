// Prints, as JSON, results of operations that C++ leaves open or a GPU defines differently, so that a GPU's values can be recorded:
//
//   nvcc -arch=native -o probe probe.cu && ./probe > gpu_values.json
//   nvcc -arch=native -fmad=false -o probe probe.cu && ./probe > gpu_values_fmad_false.json
//
// gpu_values.py compares them with what the simulator gives.
#include <cmath>
#include <cstdio>

struct Inputs {
  float floats[8];
  unsigned words[4];
  int shifts[4];
  int zero;
};

struct Results {
  unsigned to_unsigned[8], to_int[8], to_char[8], to_uchar[8], to_short[8];
  unsigned bytes[4], left[4], right[4], arithmetic[4];
  float contracted;
  int quotient, remainder;
};

__global__ void operate(const Inputs* in, Results* out) {
  for (int i = 0; i < 8; ++i) {
    const float value = in->floats[i];
    out->to_unsigned[i] = static_cast<unsigned>(value);
    out->to_int[i] = static_cast<unsigned>(static_cast<int>(value));
    out->to_char[i] = static_cast<unsigned>(static_cast<int>(static_cast<signed char>(value)));
    out->to_uchar[i] = static_cast<unsigned char>(value);
    out->to_short[i] = static_cast<unsigned>(static_cast<int>(static_cast<short>(value)));
  }
  for (int i = 0; i < 4; ++i) {
    out->bytes[i] = __byte_perm(0x000000f0u, 0x7f800000u, in->words[i]);
    out->left[i] = 0x80000001u << in->shifts[i];
    out->right[i] = 0x80000001u >> in->shifts[i];
    out->arithmetic[i] = static_cast<unsigned>(static_cast<int>(0x80000001u) >> in->shifts[i]);
  }
  out->contracted = in->floats[6] * in->floats[6] + in->floats[7];
  out->quotient = 7 / in->zero;
  out->remainder = 7 % in->zero;
}

void print(const char* name, const unsigned* values, int count) {
  std::printf(" \"%s\": [", name);
  for (int i = 0; i < count; ++i) std::printf("%s\"%08x\"", i ? ", " : "", values[i]);
  std::printf("],\n");
}

int main() {
  Inputs* in;
  Results* out;
  if (cudaMallocManaged(&in, sizeof(Inputs)) != cudaSuccess ||
      cudaMallocManaged(&out, sizeof(Results)) != cudaSuccess)
    return 1;
  *in = {{-1.5f, 300.f, 70000.f, 5e9f, -5e9f, NAN, 1.f + 0x1p-12f, -1.f - 0x1p-11f},
         {0x8888, 0x3210, 0xffff, 0x9a04},
         {0, 31, 32, 40},
         0};
  operate<<<1, 1>>>(in, out);
  if (const cudaError_t error = cudaDeviceSynchronize()) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("{\n");
  print("float to unsigned", out->to_unsigned, 8);
  print("float to int", out->to_int, 8);
  print("float to signed char", out->to_char, 8);
  print("float to unsigned char", out->to_uchar, 8);
  print("float to short", out->to_short, 8);
  print("__byte_perm", out->bytes, 4);
  print("shift left", out->left, 4);
  print("shift right", out->right, 4);
  print("arithmetic shift right", out->arithmetic, 4);
  std::printf(" \"a * a + c\": \"%a\",\n \"7 / 0\": \"%08x\",\n \"7 %% 0\": \"%08x\"\n}\n", out->contracted,
              static_cast<unsigned>(out->quotient), static_cast<unsigned>(out->remainder));
  cudaFree(in);
  cudaFree(out);
}
