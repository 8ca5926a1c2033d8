// NCCL's element types and the operations on them.
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cudasim/bf16.hpp"
#include "cudasim/half.hpp"
#include "sim/libraries/nccl_communicator.hpp"

namespace cudasim::nccl {
namespace {

/// Calls `body` with a null pointer of the element type.
template <class Body>
void with_type(ncclDataType_t type, Body body) {
  switch (type) {
    case ncclInt8: return body(static_cast<std::int8_t*>(nullptr));
    case ncclUint8: return body(static_cast<std::uint8_t*>(nullptr));
    case ncclInt32: return body(static_cast<std::int32_t*>(nullptr));
    case ncclUint32: return body(static_cast<std::uint32_t*>(nullptr));
    case ncclInt64: return body(static_cast<std::int64_t*>(nullptr));
    case ncclUint64: return body(static_cast<std::uint64_t*>(nullptr));
    case ncclFloat16: return body(static_cast<__half*>(nullptr));
    case ncclFloat32: return body(static_cast<float*>(nullptr));
    case ncclFloat64: return body(static_cast<double*>(nullptr));
    case ncclBfloat16: return body(static_cast<__nv_bfloat16*>(nullptr));
    default: return;
  }
}

/// The type in which two elements are combined: small integers wrap, small floats are rounded after each step.
template <class T>
auto wide(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::make_unsigned_t<T>>(value);
  else if constexpr (sizeof(T) == 2)
    return static_cast<float>(value);
  else
    return value;
}

template <class T>
T combined(T a, T b, ncclRedOp_t op) {
  switch (op) {
    case ncclProd: return static_cast<T>(wide(a) * wide(b));
    case ncclMax: return b < a ? a : b;
    case ncclMin: return b < a ? b : a;
    default: return static_cast<T>(wide(a) + wide(b));
  }
}

}  // namespace

std::size_t size_of(ncclDataType_t type) {
  std::size_t bytes = 0;
  with_type(type, [&](auto* element) { bytes = sizeof *element; });
  return bytes;
}

void combine(void* into, const void* from, std::size_t count, ncclDataType_t type, ncclRedOp_t op) {
  with_type(type, [&](auto* element) {
    using T = std::remove_pointer_t<decltype(element)>;
    T* const to = static_cast<T*>(into);
    for (std::size_t i = 0; i < count; ++i) to[i] = combined(to[i], static_cast<const T*>(from)[i], op);
  });
}

void divide(void* values, std::size_t count, ncclDataType_t type, int by) {
  with_type(type, [&](auto* element) {
    using T = std::remove_pointer_t<decltype(element)>;
    T* const to = static_cast<T*>(values);
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (std::is_integral_v<T>)
        to[i] = static_cast<T>(to[i] / static_cast<T>(by));
      else
        to[i] = static_cast<T>(wide(to[i]) / static_cast<decltype(wide(T{}))>(by));
    }
  });
}

const char* text_of(ncclDataType_t type) {
  static constexpr const char* names[] = {"ncclInt8",    "ncclUint8",   "ncclInt32",   "ncclUint32",
                                          "ncclInt64",   "ncclUint64",  "ncclFloat16", "ncclFloat32",
                                          "ncclFloat64", "ncclBfloat16"};
  return type >= 0 && type < ncclNumTypes ? names[type] : "an unknown type";
}

const char* text_of(ncclRedOp_t op) {
  static constexpr const char* names[] = {"ncclSum", "ncclProd", "ncclMax", "ncclMin", "ncclAvg"};
  return op >= 0 && op < ncclNumOps ? names[op] : "an unknown reduction";
}

const char* text_of(Call call) {
  static constexpr const char* names[] = {"ncclReduce",        "ncclBroadcast", "ncclAllReduce",
                                          "ncclReduceScatter", "ncclAllGather", "ncclSend",
                                          "ncclRecv"};
  return call <= Call::receive ? names[static_cast<int>(call)] : "no call";
}

}  // namespace cudasim::nccl
