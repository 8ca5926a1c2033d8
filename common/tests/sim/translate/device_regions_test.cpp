#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

TEST_CASE("architecture: a kernel's body is not lost for want of __CUDA_ARCH__") {
  CHECK(in_kernel("\n#if __CUDA_ARCH__ >= 700\n *p = 1;\n#endif\n") ==
        "\n#if 900 >= 700\n *p = 1;\n#endif\n");
  CHECK(translated("#if __CUDA_ARCH__ >= 800\n__device__ int sum() { return 1; }\n#endif\n") ==
        "#if 900 >= 800\n__device__ int sum() { return 1; }\n#endif\n");
  CHECK(translated("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 600)\nint n;\n#endif\n") ==
        "#if 1 && (900 >= 600)\nint n;\n#endif\n");
  CHECK(translated("#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 600\nint n;\n#endif\n") ==
        "#if 1 && 900 >= 600\nint n;\n#endif\n");
  CHECK(translated("#if __CUDA_ARCH__ >= 700\nint n;\n#else\n// too old\n#endif\n") ==
        "#if 900 >= 700\nint n;\n#else\n// too old\n#endif\n");
  CHECK(translated("#if __CUDA_ARCH__ >= 700 && FAST\nint n;\n#endif\n") ==
        "#if 900 >= 700 && FAST\nint n;\n#endif\n");
}

TEST_CASE("architecture: shared variables in such a region are rewritten") {
  const std::string text = in_kernel("\n#if __CUDA_ARCH__ >= 700\n__shared__ int n;\n#endif\n");
  CHECK(text.find("__shared__") == std::string::npos);
}

TEST_CASE("architecture: where there is another branch, the portable one is taken") {
  CHECK(unchanged("#if __CUDA_ARCH__ >= 800\nint n;\n#else\nint m;\n#endif\n"));
  CHECK(unchanged("#if __CUDA_ARCH__ >= 800\nint n;\n#elif X\nint m;\n#endif\n"));
  CHECK(unchanged("#if __CUDA_ARCH__ < 600\nint n;\n#endif\n"));
  CHECK(unchanged("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\nint n;\n#endif\n"));
}

TEST_CASE("architecture: a mere question whether it is defined is answered with no") {
  CHECK(unchanged("#ifdef __CUDA_ARCH__\nint n;\n#endif\n"));
  CHECK(unchanged("#if defined(__CUDA_ARCH__)\nint n;\n#endif\n"));
}

TEST_CASE("architecture: regions nested in others, and regions that are wanted for older devices only") {
  CHECK(unchanged("#if 0\n#if __CUDA_ARCH__ >= 900\nint n;\n#else\nint m;\n#endif\n#endif\n"));
  CHECK(unchanged("#if __CUDA_ARCH__ > 900\nint n;\n#endif\n"));
  CHECK(translated("#ifdef X\n#if __CUDA_ARCH__ >= 700\nint n;\n#endif\n#endif\n") ==
        "#ifdef X\n#if 900 >= 700\nint n;\n#endif\n#endif\n");
}
