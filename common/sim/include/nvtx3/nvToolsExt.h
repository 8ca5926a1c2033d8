// Stand-in: the lens counts launches by the ranges that a thread pushes and pops; all other annotations vanish.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cudasim/range.hpp"

#define NVTX_VERSION 3

using nvtxRangeId_t = std::uint64_t;
using nvtxDomainHandle_t = struct nvtxDomainRegistration_st*;

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2
};
enum nvtxPayloadType_t { NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1 };

struct nvtxEventAttributes_t {
  std::uint16_t version, size;
  std::uint32_t category;
  std::int32_t colorType;
  std::uint32_t color;
  std::int32_t payloadType, reserved0;
  union {
    std::uint64_t ullValue;
    std::int64_t llValue;
    double dValue;
  } payload;
  std::int32_t messageType;
  union {
    const char* ascii;
    const wchar_t* unicode;
  } message;
};
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE (static_cast<std::uint16_t>(sizeof(nvtxEventAttributes_t)))

inline int nvtxRangePushA(const char* name) { return cudasim::push_range(name); }
inline int nvtxRangePushEx(const nvtxEventAttributes_t* of) {
  const bool named = of != nullptr && of->messageType == NVTX_MESSAGE_TYPE_ASCII;
  return cudasim::push_range(named ? of->message.ascii : "");
}
inline int nvtxRangePop() { return cudasim::pop_range(); }
inline nvtxRangeId_t nvtxRangeStartA(const char*) { return 0; }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t) {}
inline void nvtxMarkA(const char*) {}
inline void nvtxMarkEx(const nvtxEventAttributes_t*) {}
inline void nvtxNameOsThreadA(std::uint32_t, const char*) {}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char*) { return nullptr; }
inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) { return 0; }
inline int nvtxDomainRangePop(nvtxDomainHandle_t) { return 0; }
#define nvtxRangePush    nvtxRangePushA
#define nvtxRangeStart   nvtxRangeStartA
#define nvtxMark         nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
