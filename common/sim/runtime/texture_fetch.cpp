// Fetches from textures, by the formulas in the programming guide's appendix on texture fetching.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "cudasim/half.hpp"
#include "cudasim/textures.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/texture_objects.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

unsigned bits_of(float value) {
  unsigned bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
float float_of(unsigned bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

bool reads_floats(const TextureObject& texture) {
  return texture.normalized_floats || texture.format.kind == cudaChannelFormatKindFloat;
}

/// Normalizes an 8- or 16-bit integer: the largest becomes 1, the two smallest of a signed type become -1.
float normalized(const ElementFormat& format, unsigned bits) {
  const unsigned width = 8 * format.component_bytes;
  if (format.kind == cudaChannelFormatKindUnsigned)
    return static_cast<float>(bits) / static_cast<float>((1u << width) - 1);
  const float value =
      static_cast<float>(static_cast<int>(bits)) / static_cast<float>((1u << (width - 1)) - 1);
  return value < -1.0f ? -1.0f : value;
}

template <class Unsigned, class Signed>
unsigned extended(const char* from, bool is_signed) {
  Unsigned value;
  std::memcpy(&value, from, sizeof value);
  return is_signed ? static_cast<unsigned>(static_cast<int>(static_cast<Signed>(value)))
                   : static_cast<unsigned>(value);
}

/// One component as 32 bits.
unsigned component_at(const TextureObject& texture, const char* from) {
  const bool is_signed = texture.format.kind == cudaChannelFormatKindSigned;
  unsigned bits = 0;
  if (texture.format.component_bytes == 1)
    bits = extended<std::uint8_t, std::int8_t>(from, is_signed);
  else if (texture.format.component_bytes == 2)
    bits = extended<std::uint16_t, std::int16_t>(from, is_signed);
  else
    std::memcpy(&bits, from, sizeof bits);
  if (texture.normalized_floats) return bits_of(normalized(texture.format, bits));
  if (texture.format.kind == cudaChannelFormatKindFloat && texture.format.component_bytes == 2)
    return bits_of(__half2float(__ushort_as_half(static_cast<unsigned short>(bits))));
  return bits;
}

/// Missing components are 0.
Texel texel_at(const TextureObject& texture, const char* element, const void* pc) {
  const auto bytes = static_cast<unsigned>(texture.format.bytes());
  if (block_observer != nullptr) block_observer->texel_accessed({element, bytes, false, false, pc});
  Texel texel{};
  for (unsigned i = 0; i < texture.format.components; ++i)
    texel.bits[i] = component_at(texture, element + std::size_t{i} * texture.format.component_bytes);
  return texel;
}

Texel border_of(const TextureObject& texture) {
  Texel texel{};
  for (unsigned i = 0; i < texture.format.components; ++i)
    texel.bits[i] = bits_of(texture.settings.borderColor[i]);
  return texel;
}

/// One coordinate of a fetch: one texel, or two with a linear filter.
struct Along {
  std::int64_t first;  ///< -1: outside, if there is a border.
  std::int64_t second;
  double weight;  ///< of the second
};

cudaTextureAddressMode mode_of(const TextureObject& texture, unsigned dimension) {
  const cudaTextureAddressMode mode = texture.settings.addressMode[dimension];
  const bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return repeats && texture.settings.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
}

/// The texel for this index, or -1.
std::int64_t resolve(std::int64_t index, std::int64_t size, cudaTextureAddressMode mode) {
  const auto remainder = [](std::int64_t a, std::int64_t n) { return (a % n + n) % n; };
  switch (mode) {
    case cudaAddressModeWrap: return remainder(index, size);
    case cudaAddressModeMirror: {
      const std::int64_t in_two = remainder(index, 2 * size);
      return in_two < size ? in_two : 2 * size - 1 - in_two;
    }
    case cudaAddressModeBorder: return index < 0 || index >= size ? -1 : index;
    case cudaAddressModeClamp: break;
  }
  return index < 0 ? 0 : index >= size ? size - 1 : index;
}

/// The coordinate in texels.
float in_texels(float x, std::size_t size, cudaTextureAddressMode mode, bool normalized) {
  constexpr float far = 1 << 24;  // outside of every texture
  if (!(x == x)) return 0;
  if (normalized) {
    const float whole = std::floor(x);
    if (mode == cudaAddressModeWrap) x -= whole;
    if (mode == cudaAddressModeMirror) x = std::fmod(whole, 2.0f) == 0 ? x - whole : 1 - (x - whole);
    x *= static_cast<float>(size);
  }
  return x < -far ? -far : x > far ? far : x;
}

Along along(const TextureObject& texture, unsigned dimension, float x, std::size_t size) {
  const cudaTextureAddressMode mode = mode_of(texture, dimension);
  const float at = in_texels(x, size, mode, texture.settings.normalizedCoords != 0);
  const auto count = static_cast<std::int64_t>(size);
  if (texture.settings.filterMode == cudaFilterModePoint)
    return {resolve(static_cast<std::int64_t>(std::floor(at)), count, mode), 0, 0};
  const float shifted = at - 0.5f, whole = std::floor(shifted);
  const auto index = static_cast<std::int64_t>(whole);
  // 9 bits, 8 of them fractional: the weight can be 1.
  const double weight = std::floor(double{shifted - whole} * 256 + 0.5) / 256;
  return {resolve(index, count, mode), resolve(index + 1, count, mode), weight};
}

struct Sum {
  double of[4] = {};

  void add(const Texel& texel, double weight) {
    for (unsigned i = 0; i < 4; ++i) of[i] += weight * double{float_of(texel.bits[i])};
  }
  Texel texel() const {
    Texel texel;
    for (unsigned i = 0; i < 4; ++i) texel.bits[i] = bits_of(static_cast<float>(of[i]));
    return texel;
  }
};

Texel sample(const TextureObject& texture, const Along (&of)[3], std::size_t layer, const void* pc) {
  const auto texel = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (x < 0 || y < 0 || z < 0) return border_of(texture);
    return texel_at(texture,
                    texture.element(static_cast<std::size_t>(x), static_cast<std::size_t>(y),
                                    layer + static_cast<std::size_t>(z)),
                    pc);
  };
  if (texture.settings.filterMode == cudaFilterModePoint) return texel(of[0].first, of[1].first, of[2].first);
  Sum sum;
  for (unsigned corner = 0; corner < 8; ++corner) {
    double weight = 1;
    std::int64_t at[3];
    for (unsigned i = 0; i < 3; ++i) {
      const bool second = (corner >> i & 1) != 0;
      weight *= second ? of[i].weight : 1 - of[i].weight;
      at[i] = second ? of[i].second : of[i].first;
    }
    if (weight != 0) sum.add(texel(at[0], at[1], at[2]), weight);
  }
  return sum.texel();
}

void check_type(const TextureObject& texture, bool as_float) {
  if (as_float == reads_floats(texture)) return;
  this_worker->launch->fail_thread(
      cudaErrorLaunchFailure,
      "it fetches %s from a texture of %s (cudaReadModeNormalizedFloat reads integers as floats)",
      as_float ? "floats" : "integers", as_float ? "integers" : "floats");
}

const char* text_of(Shape shape) {
  static constexpr const char* texts[] = {"one dimension", "two dimensions", "three dimensions",
                                          "layers of one dimension", "layers of two dimensions"};
  return texts[static_cast<unsigned>(shape)];
}

void check_shape(const TextureObject& texture, Shape shape) {
  if (texture.linear)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure,
                                     "it fetches by coordinates from a texture of linear memory, of which "
                                     "tex1Dfetch reads elements");
  if (shape_of(texture) != shape)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure, "it fetches with %s from a texture of %s",
                                     text_of(shape), text_of(shape_of(texture)));
}

}  // namespace

Texel detail::fetch_linear(cudaTextureObject_t object, bool as_float, int x) {
  const void* pc = __builtin_return_address(0);
  const TextureObject& texture = texture_for_thread(object, false);
  if (!texture.linear)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure,
                                     "it calls tex1Dfetch on a texture that is not of linear memory: tex1D, "
                                     "tex2D or tex3D fetches from it");
  check_type(texture, as_float);
  if (x >= 0 && static_cast<std::size_t>(x) < texture.width)
    return texel_at(texture, texture.element(static_cast<std::size_t>(x), 0, 0), pc);
  if (block_observer != nullptr) {
    char where[100];
    std::snprintf(where, sizeof where, "element %d of a texture of %zu elements", x, texture.width);
    block_observer->texel_missed(TexelFault::fetch_out_of_range,
                                 {nullptr, static_cast<unsigned>(texture.format.bytes()), false, false, pc},
                                 where);
  }
  return Texel{};
}

Texel detail::fetch(Shape shape, cudaTextureObject_t object, bool as_float, float x, float y, float z,
                    int layer) {
  const void* pc = __builtin_return_address(0);
  const TextureObject& texture = texture_for_thread(object, false);
  check_shape(texture, shape);
  check_type(texture, as_float);
  constexpr Along none = {0, 0, 0};
  const Along of[3] = {along(texture, 0, x, texture.width),
                       texture.dimensions > 1 ? along(texture, 1, y, texture.rows) : none,
                       texture.dimensions > 2 ? along(texture, 2, z, texture.planes) : none};
  const auto last = static_cast<std::int64_t>(texture.planes) - 1;
  const std::int64_t chosen = layer < 0 ? 0 : layer > last ? last : layer;
  return sample(texture, of, texture.layered ? static_cast<std::size_t>(chosen) : 0, pc);
}

}  // namespace cudasim
