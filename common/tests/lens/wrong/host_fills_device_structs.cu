// The host initializes an array of structs in device memory, member by member.
// expect-hazard: host-access a c
// expect-exit: 3
#include "../lens_check.hpp"

struct Particle {
  float position;
  float velocity;
};

__global__ void move(const Particle* particles, float* positions) {
  positions[threadIdx.x] = particles[threadIdx.x].position + particles[threadIdx.x].velocity;
}

int main() {
  const int n = 8;
  float positions[n];
  Particle* d_particles;
  float* d_positions;
  CHECK(cudaMalloc(&d_particles, n * sizeof(Particle)));  // @c
  CHECK(cudaMalloc(&d_positions, sizeof(positions)));
  for (int i = 0; i < n; ++i) {
    const float at = static_cast<float>(i);
    d_particles[i] = Particle{at, 0.5f};  // @a
  }
  move<<<1, n>>>(d_particles, d_positions);
  CHECK(cudaMemcpy(positions, d_positions, sizeof(positions), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_particles));
  CHECK(cudaFree(d_positions));
  return positions[0] == 0.5f && positions[7] == 7.5f ? 0 : 1;
}
