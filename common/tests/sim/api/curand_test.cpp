// cuRAND's interface for the host.
#include <curand.h>
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace {

struct Generator {
  explicit Generator(curandRngType_t type) {
    REQUIRE(curandCreateGeneratorHost(&handle, type) == CURAND_STATUS_SUCCESS);
  }
  ~Generator() { curandDestroyGenerator(handle); }
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  curandGenerator_t handle = nullptr;
};

struct Moments {
  double mean, variance;
};

template <class T>
Moments moments_of(const std::vector<T>& numbers) {
  double sum = 0, squares = 0;
  for (const T each : numbers) sum += each, squares += static_cast<double>(each) * each;
  const double mean = sum / static_cast<double>(numbers.size());
  return {mean, squares / static_cast<double>(numbers.size()) - mean * mean};
}

}  // namespace

TEST_CASE("curandGenerateUniform fills device memory with numbers in (0, 1], the same for the same seed") {
  constexpr std::size_t count = 20000;
  float* device = nullptr;
  REQUIRE(cudaMalloc(&device, count * sizeof(float)) == cudaSuccess);
  std::vector<float> numbers(count), again(count);
  for (std::vector<float>* each : {&numbers, &again}) {
    curandGenerator_t generator = nullptr;
    REQUIRE(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
    REQUIRE(curandSetPseudoRandomGeneratorSeed(generator, 7) == CURAND_STATUS_SUCCESS);
    REQUIRE(curandGenerateUniform(generator, device, count) == CURAND_STATUS_SUCCESS);
    REQUIRE(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
    REQUIRE(cudaMemcpy(each->data(), device, count * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess);
  }
  CHECK(numbers == again);
  for (const float each : numbers) CHECK((each > 0 && each <= 1));
  CHECK(moments_of(numbers).mean == doctest::Approx(0.5).epsilon(0.02));
  CHECK(moments_of(numbers).variance == doctest::Approx(1.0 / 12).epsilon(0.03));
  CHECK(cudaFree(device) == cudaSuccess);
}

TEST_CASE("numbers continue from call to call, and from an offset") {
  std::vector<unsigned> at_once(10000), in_parts(10000), late(300);
  Generator a(CURAND_RNG_PSEUDO_XORWOW), b(CURAND_RNG_PSEUDO_XORWOW), c(CURAND_RNG_PSEUDO_XORWOW);
  REQUIRE(curandGenerate(a.handle, at_once.data(), 10000) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandGenerate(b.handle, in_parts.data(), 37) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandGenerate(b.handle, in_parts.data() + 37, 9963) == CURAND_STATUS_SUCCESS);
  CHECK(at_once == in_parts);
  REQUIRE(curandSetGeneratorOffset(c.handle, 9700) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandGenerate(c.handle, late.data(), 300) == CURAND_STATUS_SUCCESS);
  CHECK(late == std::vector<unsigned>(at_once.end() - 300, at_once.end()));
}

TEST_CASE("normal numbers have the mean and deviation that are asked for") {
  for (const curandRngType_t type :
       {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SOBOL64}) {
    CAPTURE(type);
    Generator generator(type);
    std::vector<double> numbers(40000);
    REQUIRE(curandGenerateNormalDouble(generator.handle, numbers.data(), numbers.size(), 3, 2) ==
            CURAND_STATUS_SUCCESS);
    CHECK(moments_of(numbers).mean == doctest::Approx(3).epsilon(0.02));
    CHECK(moments_of(numbers).variance == doctest::Approx(4).epsilon(0.03));
    std::vector<float> floats(40000);
    REQUIRE(curandGenerateNormal(generator.handle, floats.data(), floats.size(), -1, 0.5F) ==
            CURAND_STATUS_SUCCESS);
    CHECK(moments_of(floats).mean == doctest::Approx(-1).epsilon(0.02));
  }
}

TEST_CASE("Sobol's numbers are those of Joe and Kuo, the dimensions one after the other") {
  Generator generator(CURAND_RNG_QUASI_SOBOL32);
  REQUIRE(curandSetQuasiRandomGeneratorDimensions(generator.handle, 3) == CURAND_STATUS_SUCCESS);
  std::vector<unsigned> numbers(24);
  REQUIRE(curandGenerate(generator.handle, numbers.data(), numbers.size()) == CURAND_STATUS_SUCCESS);
  // In eighths, in the order of the Gray code: the table of the authors' page.
  const unsigned eighths[] = {0, 4, 6, 2, 3, 7, 5, 1, 0, 4, 2, 6, 3, 7, 1, 5, 0, 4, 2, 6, 5, 1, 7, 3};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    CAPTURE(i);
    CHECK(numbers[i] == eighths[i] << 29);
  }
  CHECK(curandGenerate(generator.handle, numbers.data(), 4) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
}

TEST_CASE("every dimension of Sobol's sequence has each of 1024 intervals once") {
  Generator generator(CURAND_RNG_QUASI_SOBOL64);
  REQUIRE(curandSetQuasiRandomGeneratorDimensions(generator.handle, 10) == CURAND_STATUS_SUCCESS);
  std::vector<double> numbers(10 * 1024);
  REQUIRE(curandGenerateUniformDouble(generator.handle, numbers.data(), numbers.size()) ==
          CURAND_STATUS_SUCCESS);
  for (std::size_t dimension = 0; dimension < 10; ++dimension) {
    CAPTURE(dimension);
    std::vector<int> hits(1024);
    for (std::size_t i = 0; i < 1024; ++i)
      ++hits[static_cast<std::size_t>(numbers[dimension * 1024 + i] * 1024)];
    CHECK(hits == std::vector<int>(1024, 1));
  }
}

TEST_CASE("cuRAND's calls refuse wrong arguments") {
  curandGenerator_t none = nullptr;
  CHECK(curandCreateGenerator(&none, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandDestroyGenerator(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  Generator pseudo(CURAND_RNG_PSEUDO_XORWOW), quasi(CURAND_RNG_QUASI_SOBOL32);
  CHECK(curandSetQuasiRandomGeneratorDimensions(pseudo.handle, 2) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetQuasiRandomGeneratorDimensions(quasi.handle, 11) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetPseudoRandomGeneratorSeed(quasi.handle, 1) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(pseudo.handle, CURAND_ORDERING_QUASI_DEFAULT) ==
        CURAND_STATUS_OUT_OF_RANGE);
  float one = 0;
  CHECK(curandGenerateNormal(pseudo.handle, &one, 1, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
}

TEST_CASE("cuRAND's calls refuse a generator that was never created, and one that is destroyed") {
  curandGenerator_t destroyed = nullptr;
  REQUIRE(curandCreateGeneratorHost(&destroyed, CURAND_RNG_PSEUDO_XORWOW) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandDestroyGenerator(destroyed) == CURAND_STATUS_SUCCESS);
  std::vector<double> not_a_generator(100, 1.0);
  float to[2] = {};
  for (curandGenerator_t each : {destroyed, reinterpret_cast<curandGenerator_t>(not_a_generator.data())}) {
    CHECK(curandGenerateUniform(each, to, 2) == CURAND_STATUS_NOT_INITIALIZED);
    CHECK(curandGenerateNormal(each, to, 2, 0, 1) == CURAND_STATUS_NOT_INITIALIZED);
    CHECK(curandSetStream(each, nullptr) == CURAND_STATUS_NOT_INITIALIZED);
    CHECK(curandDestroyGenerator(each) == CURAND_STATUS_NOT_INITIALIZED);
  }
}
