// cuRAND's interface for the host: numbers are made on the host, and copied to the device in the generator's stream.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "curand.h"
#include "curand_kernel.h"
#include "sim/runtime/handles.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/source_line.hpp"

struct curandGenerator_st {
  curandRngType_t type;
  bool of_host;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0;
  unsigned long long offset = 0;  ///< numbers given so far, of each dimension
  unsigned dimensions = 1;
  std::vector<curandStateXORWOW_t> states = {};  ///< empty: to be made from the seed
};

namespace {

using Generator = curandGenerator_st;

cudasim::Handles<Generator>& generators() {
  static auto& table = *new cudasim::Handles<Generator>;
  return table;
}

/// With a message if not: a program that keeps the handle in a variable of a function loses it when the function returns.
bool is_generator(const Generator* g, const char* call) {
  if (generators().contains(g)) return true;
  char line[300];
  cudasim::describe_source_line(line, sizeof line);
  cudasim::report("%s%s: this generator was never created, or it is destroyed", call, line);
  return false;
}

/// Number n of XORWOW is the next one of sequence n % sequences.
constexpr std::size_t sequences = 4096;

/// Direction numbers of S. Joe and F. Kuo (new-joe-kuo-6), from the second dimension on: degree and coefficients of the polynomial, first numbers.
struct Polynomial {
  unsigned degree, coefficients;
  std::uint64_t first[5];
};
constexpr Polynomial polynomials[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
};
constexpr unsigned most_dimensions = 1 + sizeof polynomials / sizeof *polynomials;

bool is_quasi(const Generator& g) { return g.type >= CURAND_RNG_QUASI_DEFAULT; }
bool has_64_bits(const Generator& g) { return g.type == CURAND_RNG_QUASI_SOBOL64; }

/// Word has 32 or 64 bits.
template <class Word>
void direction_vectors(unsigned dimension, Word* v) {
  constexpr unsigned bits = 8 * sizeof(Word);
  for (unsigned k = 0; dimension == 0 && k < bits; ++k) v[k] = Word{1} << (bits - 1 - k);
  if (dimension == 0) return;
  const Polynomial& p = polynomials[dimension - 1];
  for (unsigned k = 0; k < bits; ++k) {
    if (k < p.degree) {
      v[k] = static_cast<Word>(p.first[k]) << (bits - 1 - k);
      continue;
    }
    v[k] = v[k - p.degree] ^ v[k - p.degree] >> p.degree;
    for (unsigned j = 1; j < p.degree; ++j)
      if ((p.coefficients >> (p.degree - 1 - j) & 1) != 0) v[k] ^= v[k - j];
  }
}

template <class Word>
struct VectorsOf {
  Word of[most_dimensions][8 * sizeof(Word)];
  VectorsOf() {
    for (unsigned d = 0; d < most_dimensions; ++d) direction_vectors(d, of[d]);
  }
};
template <class Word>
VectorsOf<Word>& all_vectors() {
  static VectorsOf<Word> made;
  return made;
}

/// Number n of Sobol's sequence: of the bits of n's Gray code.
template <class Word>
Word sobol(unsigned dimension, std::uint64_t n) {
  Word x = 0;
  std::uint64_t gray = n ^ n >> 1;
  for (unsigned k = 0; gray != 0; gray >>= 1, ++k)
    if ((gray & 1) != 0) x ^= all_vectors<Word>().of[dimension][k];
  return x;
}

void make_states(Generator& g) {
  g.states.resize(sequences);
  for (std::size_t i = 0; i < sequences; ++i) curand_init(g.seed, i, g.offset / sequences, &g.states[i]);
}

/// Uniform in (0, 1].
template <class T>
T uniform(std::uint64_t x, unsigned bits) {
  if constexpr (std::is_same<T, float>::value)
    return cudasim::random::uniform(static_cast<unsigned>(bits == 64 ? x >> 32 : x));
  else
    return bits == 64 ? std::fma(static_cast<double>(x >> 11), 0x1p-53, 0x1p-54)
                      : std::fma(static_cast<double>(x), 0x1p-32, 0x1p-33);
}

/// The inverse of the normal distribution: quasirandom numbers must keep their order. Abramowitz and Stegun, 26.2.23, improved by Newton's method.
double normal_of(double p) {
  if (p >= 1) p = 1 - 0x1p-54;
  const double q = p < 0.5 ? p : 1 - p, t = std::sqrt(-2 * std::log(q));
  double x =
      t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int i = 0; i < 4; ++i)
    x -= (q - 0.5 * std::erfc(x / std::sqrt(2.0))) * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
  return p < 0.5 ? -x : x;
}

/// Calls `make(x, bits)` for each quasirandom number: all of the first dimension, then all of the second.
template <class T, class Make>
void fill_quasi(Generator& g, std::vector<T>& numbers, Make make) {
  const std::size_t each = numbers.size() / g.dimensions;
  for (unsigned d = 0; d < g.dimensions; ++d)
    for (std::size_t i = 0; i < each; ++i)
      numbers[d * each + i] = has_64_bits(g) ? make(sobol<std::uint64_t>(d, g.offset + i), 64)
                                             : make(sobol<std::uint32_t>(d, g.offset + i), 32);
  g.offset += each;
}

template <class T, class Draw>
void fill_pseudo(Generator& g, std::vector<T>& numbers, Draw draw) {
  if (g.states.empty()) make_states(g);
  for (T& each : numbers) each = draw(&g.states[g.offset++ % sequences]);
}

curandStatus_t hand_over(const Generator& g, void* to, const void* from, std::size_t bytes) {
  if (g.of_host) {
    std::memcpy(to, from, bytes);
    return CURAND_STATUS_SUCCESS;
  }
  // Pageable memory: the copy is made before the call returns.
  const cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, g.stream);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

template <class T, class Make, class Draw>
curandStatus_t generate(const char* call, Generator* g, T* to, std::size_t count, Make make, Draw draw) {
  if (!is_generator(g, call)) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_quasi(*g) && count % g->dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  std::vector<T> numbers(count);
  if (is_quasi(*g))
    fill_quasi(*g, numbers, make);
  else
    fill_pseudo(*g, numbers, draw);
  return hand_over(*g, to, numbers.data(), count * sizeof(T));
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool of_host) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_QUASI_SOBOL32 &&
      type != CURAND_RNG_QUASI_SOBOL64) {
    cudasim::report("curandCreateGenerator: not simulated, this generator of cuRAND: type %d", type);
    return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = generators().add({type, of_host});
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  generators().remove(generator);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_quasi(*generator)) return CURAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  generator->offset = 0;
  generator->states.clear();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = is_quasi(*generator) ? offset : offset / sequences * sequences;
  generator->states.clear();
  if (is_quasi(*generator)) return CURAND_STATUS_SUCCESS;
  make_states(*generator);
  for (; generator->offset < offset; ++generator->offset)
    curand(&generator->states[generator->offset % sequences]);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  const bool of_quasi = order == CURAND_ORDERING_QUASI_DEFAULT;
  return of_quasi == is_quasi(*generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!is_quasi(*generator)) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions > most_dimensions)
    cudasim::report("curandSetQuasiRandomGeneratorDimensions: not simulated, more than %u dimensions",
                    most_dimensions);
  if (dimensions == 0 || dimensions > most_dimensions) return CURAND_STATUS_OUT_OF_RANGE;
  generator->dimensions = dimensions;
  generator->offset = 0;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (!is_generator(generator, __func__)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!is_quasi(*generator) && generator->states.empty()) make_states(*generator);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* to, std::size_t count) {
  if (generators().contains(generator) && has_64_bits(*generator)) return CURAND_STATUS_TYPE_ERROR;
  return generate(
      __func__, generator, to, count, [](std::uint64_t x, unsigned) { return static_cast<unsigned>(x); },
      [](curandStateXORWOW_t* state) { return curand(state); });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, std::size_t count) {
  return generate(__func__, generator, to, count, uniform<float>,
                  [](curandStateXORWOW_t* state) { return curand_uniform(state); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, std::size_t count) {
  return generate(__func__, generator, to, count, uniform<double>,
                  [](curandStateXORWOW_t* state) { return curand_uniform_double(state); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, std::size_t count, float mean,
                                    float deviation) {
  if (generators().contains(generator) && !is_quasi(*generator) && count % 2 != 0)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return generate(
      __func__, generator, to, count,
      [=](std::uint64_t x, unsigned bits) {
        return static_cast<float>(mean + deviation * normal_of(uniform<double>(x, bits)));
      },
      [=](curandStateXORWOW_t* state) { return mean + deviation * curand_normal(state); });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, std::size_t count,
                                          double mean, double deviation) {
  if (generators().contains(generator) && !is_quasi(*generator) && count % 2 != 0)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return generate(
      __func__, generator, to, count,
      [=](std::uint64_t x, unsigned bits) { return mean + deviation * normal_of(uniform<double>(x, bits)); },
      [=](curandStateXORWOW_t* state) { return mean + deviation * curand_normal_double(state); });
}
