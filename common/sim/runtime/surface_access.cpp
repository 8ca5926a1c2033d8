// Reads and writes of surfaces, where x counts bytes.
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "cudasim/textures.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/texture_objects.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

struct SurfaceAccess {
  const detail::SurfacePlace& place;
  unsigned bytes;
  bool writes;
  const void* pc;
};

/// Of a fixed size: a thread that is abandoned frees nothing.
struct Text {
  char of[200];
};

Text place_text(const TextureObject& surface, const SurfaceAccess& access) {
  const detail::SurfacePlace& place = access.place;
  Text text;
  std::snprintf(text.of, sizeof text.of,
                "at x = %d bytes, y = %d, z = %d of a surface with rows of %zu bytes, %zu rows, %zu planes",
                place.x, place.y, place.z, surface.pitch, surface.rows, surface.planes);
  return text;
}

void tell_miss(TexelFault fault, const SurfaceAccess& access, const Text& where) {
  if (block_observer != nullptr)
    block_observer->texel_missed(fault, {nullptr, access.bytes, access.writes, true, access.pc}, where.of);
}

/// The size is known at compile time, so that the compiler emits no library call, which the lens would attribute to the kernel.
void move(void* to, const void* from, unsigned bytes) {
  switch (bytes) {
    case 1: std::memcpy(to, from, 1); break;
    case 2: std::memcpy(to, from, 2); break;
    case 4: std::memcpy(to, from, 4); break;
    case 8: std::memcpy(to, from, 8); break;
    default: std::memcpy(to, from, 16);
  }
}

std::int64_t clamped(std::int64_t at, std::size_t size) {
  const auto last = static_cast<std::int64_t>(size) - 1;
  return at < 0 ? 0 : at > last ? last : at;
}

/// The bytes of the access, or null if nothing is read or written.
char* address_of(const TextureObject& surface, const SurfaceAccess& access) {
  const detail::SurfacePlace& place = access.place;
  if (shape_of(surface) != place.shape)
    this_worker->launch->fail_thread(
        cudaErrorLaunchFailure, "it accesses a surface with coordinates of another number of dimensions");
  std::int64_t x = place.x, y = place.y, z = place.z;
  if (access.bytes > surface.pitch)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure,
                                     "it accesses %u bytes of a surface with rows of %zu bytes", access.bytes,
                                     surface.pitch);
  const auto last_x = static_cast<std::int64_t>(surface.pitch - access.bytes);
  const bool inside =
      x >= 0 && x <= last_x && y == clamped(y, surface.rows) && z == clamped(z, surface.planes);
  if (!inside && place.mode == cudaBoundaryModeTrap) {
    const Text where = place_text(surface, access);
    tell_miss(TexelFault::surface_out_of_bounds, access, where);
    this_worker->launch->fail_thread(cudaErrorLaunchFailure, "it %s %u bytes %s (cudaBoundaryModeTrap)",
                                     access.writes ? "writes" : "reads", access.bytes, where.of);
  }
  if (!inside && place.mode == cudaBoundaryModeZero) return nullptr;
  x = x < 0 ? 0 : x > last_x ? last_x : x;
  y = clamped(y, surface.rows);
  z = clamped(z, surface.planes);
  if (x % access.bytes != 0) {
    tell_miss(TexelFault::surface_misaligned, access, place_text(surface, access));
    x -= x % access.bytes;
  }
  char* address = surface.begin + z * static_cast<std::int64_t>(surface.slice) +
                  y * static_cast<std::int64_t>(surface.pitch) + x;
  if (block_observer != nullptr)
    block_observer->texel_accessed({address, access.bytes, access.writes, true, access.pc});
  return address;
}

}  // namespace

void detail::read_surface(cudaSurfaceObject_t object, const SurfacePlace& place, void* to, unsigned bytes) {
  const TextureObject& surface = texture_for_thread(object, true);
  const char* from = address_of(surface, {place, bytes, false, __builtin_return_address(0)});
  if (from != nullptr)
    move(to, from, bytes);
  else
    std::memset(to, 0, bytes);
}

void detail::write_surface(cudaSurfaceObject_t object, const SurfacePlace& place, const void* from,
                           unsigned bytes) {
  const TextureObject& surface = texture_for_thread(object, true);
  char* to = address_of(surface, {place, bytes, true, __builtin_return_address(0)});
  if (to != nullptr) move(to, from, bytes);
}

}  // namespace cudasim
