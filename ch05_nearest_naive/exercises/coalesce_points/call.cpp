#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  const int n = static_cast<int>(a.number("n"));
  const std::size_t bytes = 3 * sizeof(float) * static_cast<std::size_t>(n);
  float* arranged = a.host_output<float>("arranged");
  arrange(a.host_input<float3>("points"), arranged, n);
  // No result: what the host has arranged may be copied there.
  float* layout = nullptr;
  cudaMalloc(&layout, bytes);
  if (n > 0) cudaMemcpy(layout, arranged, bytes, cudaMemcpyHostToDevice);
  const float3 centre = make_float3(static_cast<float>(a.real("x")), static_cast<float>(a.real("y")),
                                    static_cast<float>(a.real("z")));
  distances(layout, centre, a.output<float>("distance"), n);
  cudaFree(layout);
}
