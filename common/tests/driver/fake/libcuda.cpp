// The NVIDIA driver of a machine that has none: one GPU named $FAKE_GPU, as an H200 else.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {

int cuInit(unsigned) { return 0; }

int cuDriverGetVersion(int* version) {
  *version = 13000;
  return 0;
}

int cuDeviceGetCount(int* count) {
  *count = 1;
  return 0;
}

int cuDeviceGetName(char* name, int size, int) {
  std::snprintf(name, static_cast<std::size_t>(size), "%s", std::getenv("FAKE_GPU"));
  return 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 16: *value = 132; return 0;
    case 38: *value = 60 << 20; return 0;
    case 75: *value = 9; return 0;
    case 76: *value = 0; return 0;
    case 81: *value = 228 << 10; return 0;
    default: return 1;
  }
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = std::size_t{141} << 30;
  return 0;
}

int cuDeviceGetPCIBusId(char* text, int size, int) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:3B:00.0");
  return 0;
}
}
