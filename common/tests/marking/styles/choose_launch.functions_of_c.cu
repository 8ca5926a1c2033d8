// C's lldiv gives quotient and remainder in one call, and the error check prints with sprintf, strerror and perror.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "exercise.hpp"

#define CHECK(call)                                                                   \
  do {                                                                                \
    const cudaError_t status = (call);                                                \
    if (status != cudaSuccess) {                                                      \
      char text[200];                                                                 \
      sprintf(text, "%s:%d: %.100s", __FILE__, __LINE__, cudaGetErrorString(status)); \
      if (errno != 0) fprintf(stderr, "%s\n", strerror(errno));                       \
      perror(text);                                                                   \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

__global__ void square_each(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}

Launch launch_for(std::int64_t n) {
  const lldiv_t parts = lldiv(n, 512);
  return {parts.quot + (parts.rem != 0), 512};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (launch.blocks == 0) return;
  square_each<<<static_cast<unsigned>(launch.blocks), launch.threads>>>(square, n);
  CHECK(cudaGetLastError());
}
