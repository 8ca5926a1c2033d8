#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/sim/api/fresh_device.hpp"

// Expected values are the formulas of the CUDA programming guide's appendix on texture fetching.
namespace {

constexpr cudaTextureDesc settings(cudaTextureAddressMode address, cudaTextureFilterMode filter,
                                   bool normalized = false,
                                   cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc made{};
  for (auto& mode : made.addressMode) mode = address;
  made.filterMode = filter;
  made.readMode = read;
  made.normalizedCoords = normalized;
  return made;
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc made{};
  made.resType = cudaResourceTypeArray;
  made.res.array.array = array;
  return made;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
  cudaTextureObject_t made = 0;
  CHECK(cudaCreateTextureObject(&made, &resource, &description, nullptr) == cudaSuccess);
  return made;
}

template <class T>
cudaArray_t array_of(const std::vector<T>& texels, std::size_t width, std::size_t height = 0,
                     unsigned flags = 0) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t made = nullptr;
  REQUIRE(cudaMallocArray(&made, &format, width, height, flags) == cudaSuccess);
  const std::size_t row = width * sizeof(T), rows = height == 0 ? 1 : height;
  CHECK(cudaMemcpy2DToArray(made, 0, 0, texels.data(), row, row, rows, cudaMemcpyHostToDevice) ==
        cudaSuccess);
  return made;
}

template <class T>
__global__ void fetch_line(cudaTextureObject_t texture, const float* x, T* out) {
  out[threadIdx.x] = tex1D<T>(texture, x[threadIdx.x]);
}
template <class T>
__global__ void fetch_plane(cudaTextureObject_t texture, float x, float y, T* out) {
  *out = tex2D<T>(texture, x, y);
}
__global__ void fetch_box(cudaTextureObject_t texture, float x, float y, float z, float* out) {
  tex3D(out, texture, x, y, z);
}
__global__ void fetch_layer(cudaTextureObject_t texture, float x, float y, int layer, float* out) {
  *out = tex2DLayered<float>(texture, x, y, layer);
}
template <class T>
__global__ void fetch_element(cudaTextureObject_t texture, int first, T* out) {
  out[threadIdx.x] = tex1Dfetch<T>(texture, first + static_cast<int>(threadIdx.x));
}

/// Runs `launch(out)`, where out has room for n elements, and returns them.
template <class T, class Launch>
std::vector<T> results(std::size_t n, Launch launch) {
  T* out = nullptr;
  REQUIRE(cudaMalloc(&out, n * sizeof(T)) == cudaSuccess);
  launch(out);
  std::vector<T> found(n);
  CHECK(cudaMemcpy(found.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaFree(out) == cudaSuccess);
  return found;
}

std::vector<float> fetched(cudaTextureObject_t texture, const std::vector<float>& x) {
  float* device_x = nullptr;
  REQUIRE(cudaMalloc(&device_x, x.size() * sizeof(float)) == cudaSuccess);
  CHECK(cudaMemcpy(device_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
  const auto n = static_cast<unsigned>(x.size());
  auto found =
      results<float>(x.size(), [&](float* out) { fetch_line<float><<<1, n>>>(texture, device_x, out); });
  CHECK(cudaFree(device_x) == cudaSuccess);
  return found;
}

const std::vector<float> line = {1, 2, 4, 8};

void check_line(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool normalized,
                const std::vector<float>& x, const std::vector<float>& expected) {
  cudaTextureDesc description = settings(address, filter, normalized);
  description.borderColor[0] = 100;
  cudaArray_t array = array_of(line, line.size());
  const cudaTextureObject_t texture = texture_of(resource_of(array), description);
  const std::vector<float> found = fetched(texture, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(x[i]);
    CHECK(found[i] == expected[i]);
  }
  CHECK(cudaDestroyTextureObject(texture) == cudaSuccess);
  CHECK(cudaFreeArray(array) == cudaSuccess);
}

}  // namespace

TEST_CASE_FIXTURE(FreshDevice, "textures: the nearest texel, by each address mode") {
  const std::vector<float> x = {-1.5f, -0.25f, 0, 0.99f, 1, 3.75f, 4, 5.5f};
  const std::vector<float> clamped = {1, 1, 1, 1, 2, 8, 8, 8};
  check_line(cudaAddressModeClamp, cudaFilterModePoint, false, x, clamped);
  check_line(cudaAddressModeBorder, cudaFilterModePoint, false, x, {100, 100, 1, 1, 2, 8, 100, 100});
  check_line(cudaAddressModeWrap, cudaFilterModePoint, false, x, clamped);    // needs normalized coordinates
  check_line(cudaAddressModeMirror, cudaFilterModePoint, false, x, clamped);  // likewise
  std::vector<float> parts;
  for (const float each : x) parts.push_back(each / 4);
  check_line(cudaAddressModeClamp, cudaFilterModePoint, true, parts, clamped);
  check_line(cudaAddressModeBorder, cudaFilterModePoint, true, parts, {100, 100, 1, 1, 2, 8, 100, 100});
  check_line(cudaAddressModeWrap, cudaFilterModePoint, true, parts, {4, 8, 1, 1, 2, 8, 1, 2});
  check_line(cudaAddressModeMirror, cudaFilterModePoint, true, parts, {2, 1, 1, 1, 2, 8, 8, 4});
}

TEST_CASE_FIXTURE(FreshDevice, "textures: linear filtering has weights of 8 bits behind the point") {
  // frac(x - 0.5): 0.25 of 2 and 4; 0.7 is 179/256; 0.999 is 1; 0.001 is 0.
  const float between = 2 * (1 - 179 / 256.0f) + 4 * (179 / 256.0f);
  check_line(cudaAddressModeClamp, cudaFilterModeLinear, false,
             {0.5f, 1.75f, 2.2f, 2.499f, 2.501f, 0.25f, -3, 3.75f, 9}, {1, 2.5f, between, 4, 4, 1, 1, 8, 8});
  check_line(cudaAddressModeBorder, cudaFilterModeLinear, false, {0.25f, 0, 3.75f, -0.5f, 4.5f, 2},
             {25.75f, 50.5f, 31, 100, 100, 3});
  check_line(cudaAddressModeWrap, cudaFilterModeLinear, true, {0.0625f, 0, 1, -0.9375f, 0.375f},
             {2.75f, 4.5f, 4.5f, 2.75f, 2});
  check_line(cudaAddressModeMirror, cudaFilterModeLinear, true, {0.0625f, 0, 1, -0.0625f, 1.25f, 0.25f},
             {1, 1, 8, 1, 6, 1.5f});
}

TEST_CASE_FIXTURE(FreshDevice, "textures: two and three dimensions, filtered") {
  const std::vector<float> texels = {1, 2, 3, 10, 20, 30};  // two rows
  cudaArray_t array = array_of(texels, 3, 2);
  const auto linear = settings(cudaAddressModeClamp, cudaFilterModeLinear);
  const cudaTextureObject_t plane = texture_of(resource_of(array), linear);
  const auto at = [&](float x, float y) {
    return results<float>(1, [&](float* out) { fetch_plane<float><<<1, 1>>>(plane, x, y, out); })[0];
  };
  CHECK(at(1.5f, 0.5f) == 2);
  CHECK(at(1.75f, 0.75f) == 0.75f * 0.75f * 2 + 0.25f * 0.75f * 3 + 0.75f * 0.25f * 20 + 0.25f * 0.25f * 30);
  CHECK(at(0.25f, 1) == 5.5f);

  const cudaExtent extent = make_cudaExtent(3, 2, 2);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  for (const unsigned flags : {unsigned{cudaArrayDefault}, unsigned{cudaArrayLayered}}) {
    cudaArray_t solid = nullptr;
    REQUIRE(cudaMalloc3DArray(&solid, &format, extent, flags) == cudaSuccess);
    float values[12];
    for (int i = 0; i < 12; ++i) values[i] = static_cast<float>(i * i);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(values, 3 * sizeof(float), 3, 2);
    copy.dstArray = solid;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    const cudaTextureObject_t texture = texture_of(resource_of(solid), linear);
    const bool layered = flags == cudaArrayLayered;
    const auto found = results<float>(1, [&](float* out) {
      if (layered) fetch_layer<<<1, 1>>>(texture, 1, 1.5f, 1, out);
      if (!layered) fetch_box<<<1, 1>>>(texture, 1, 1.5f, 1.25f, out);
    });
    const float first = (3 * 3 + 4 * 4) / 2.0f, second = (9 * 9 + 10 * 10) / 2.0f;
    CHECK(found[0] == (layered ? second : 0.25f * first + 0.75f * second));
    CHECK(cudaFreeArray(solid) == cudaSuccess);
  }
}

TEST_CASE_FIXTURE(FreshDevice, "textures: elements of several components, and integers as numbers up to 1") {
  const std::vector<uchar4> colours = {{0, 51, 255, 102}, {1, 2, 3, 4}};
  const cudaResourceDesc resource = resource_of(array_of(colours, 2, 1));
  const auto whole = texture_of(resource, settings(cudaAddressModeClamp, cudaFilterModePoint));
  const auto second =
      results<uchar4>(1, [&](uchar4* out) { fetch_plane<uchar4><<<1, 1>>>(whole, 1, 0, out); })[0];
  CHECK((second.x == 1 && second.y == 2 && second.z == 3 && second.w == 4));
  const auto part = texture_of(
      resource, settings(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat));
  const auto first =
      results<float4>(1, [&](float4* out) { fetch_plane<float4><<<1, 1>>>(part, 0, 0, out); })[0];
  CHECK((first.x == 0 && first.y == 0.2f && first.z == 1 && first.w == 0.4f));

  const std::vector<short> numbers = {-32768, -32767, 32767, 0};
  const auto signed_parts =
      texture_of(resource_of(array_of(numbers, 4)),
                 settings(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat));
  CHECK(fetched(signed_parts, {0, 1, 2, 3}) == std::vector<float>{-1, -1, 1, 0});

  const std::vector<float2> pairs = {{1, 2}, {3, 5}};
  const auto mixed =
      texture_of(resource_of(array_of(pairs, 2, 1)), settings(cudaAddressModeClamp, cudaFilterModeLinear));
  const auto middle =
      results<float2>(1, [&](float2* out) { fetch_plane<float2><<<1, 1>>>(mixed, 1, 0, out); })[0];
  CHECK((middle.x == 2 && middle.y == 3.5f));
}

TEST_CASE_FIXTURE(FreshDevice, "textures: of linear memory and of pitched memory") {
  const std::vector<int> values = {5, -6, 7, 8};
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 1024) == cudaSuccess);
  CHECK(cudaMemcpy(memory, values.data(), 16, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 16;
  cudaTextureDesc plain{};
  const auto texture = texture_of(resource, plain);
  const auto found = results<int>(6, [&](int* out) { fetch_element<int><<<1, 6>>>(texture, -1, out); });
  CHECK(found == std::vector<int>{0, 5, -6, 7, 8, 0});  // 0 where there is none
  cudaResourceDesc told{};
  CHECK(cudaGetTextureObjectResourceDesc(&told, texture) == cudaSuccess);
  CHECK(told.res.linear.devPtr == memory);
  // A texture that is longer than its memory ends with it.
  resource.res.linear.sizeInBytes = 2048;
  const auto longer = texture_of(resource, plain);
  const auto of_longer = results<int>(2, [&](int* out) { fetch_element<int><<<1, 2>>>(longer, 255, out); });
  CHECK(of_longer[1] == 0);
  resource.res.linear.sizeInBytes = 16;
  cudaTextureObject_t other = 0;
  resource.res.linear.devPtr = memory + 1;  // not aligned
  CHECK(cudaCreateTextureObject(&other, &resource, &plain, nullptr) == cudaErrorInvalidValue);
  resource.res.linear.devPtr = const_cast<int*>(values.data());
  CHECK(cudaCreateTextureObject(&other, &resource, &plain, nullptr) == cudaErrorInvalidValue);

  float* rows = nullptr;
  std::size_t pitch = 0;
  const float image[6] = {1, 2, 3, 4, 5, 6};
  REQUIRE(cudaMallocPitch(&rows, &pitch, 3 * sizeof(float), 2) == cudaSuccess);
  CHECK(cudaMemcpy2D(rows, pitch, image, 12, 12, 2, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaResourceDesc pitched{};
  pitched.resType = cudaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = rows;
  pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  pitched.res.pitch2D.width = 3;
  pitched.res.pitch2D.height = 2;
  pitched.res.pitch2D.pitchInBytes = pitch;
  const auto plane = texture_of(pitched, settings(cudaAddressModeClamp, cudaFilterModeLinear));
  CHECK(results<float>(1, [&](float* out) { fetch_plane<float><<<1, 1>>>(plane, 2, 1, out); })[0] == 4);
  pitched.res.pitch2D.pitchInBytes = 12;  // no multiple of texturePitchAlignment
  CHECK(cudaCreateTextureObject(&other, &pitched, &plain, nullptr) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "textures: what cannot be made, and a handle that is gone") {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  CHECK(cudaMallocArray(&array, &format, 0, 4) == cudaErrorInvalidValue);
  CHECK(cudaMallocArray(&array, &format, 200000, 4) == cudaErrorInvalidValue);
  CHECK(cudaMallocArray(&array, nullptr, 4, 4) == cudaErrorInvalidValue);
  format.y = 16;
  CHECK(cudaMallocArray(&array, &format, 4, 4) == cudaErrorInvalidChannelDescriptor);
  format = cudaCreateChannelDesc<double>();
  CHECK(format.f == cudaChannelFormatKindNone);
  CHECK(cudaMallocArray(&array, &format, 4, 4) == cudaErrorInvalidChannelDescriptor);
  format = cudaCreateChannelDesc<int>();
  REQUIRE(cudaMallocArray(&array, &format, 4, 4) == cudaSuccess);
  cudaTextureObject_t texture = 0;
  const cudaResourceDesc resource = resource_of(array);
  cudaTextureDesc filtered = settings(cudaAddressModeClamp, cudaFilterModeLinear);
  CHECK(cudaCreateTextureObject(&texture, &resource, &filtered, nullptr) == cudaErrorInvalidFilterSetting);
  CHECK(cudaCreateTextureObject(&texture, nullptr, &filtered, nullptr) == cudaErrorInvalidValue);
  cudaSurfaceObject_t surface = 0;
  CHECK(cudaCreateSurfaceObject(&surface, &resource) ==
        cudaErrorInvalidValue);  // no cudaArraySurfaceLoadStore
  cudaTextureDesc plain = settings(cudaAddressModeClamp, cudaFilterModePoint);
  CHECK(cudaCreateTextureObject(&texture, &resource, &plain, nullptr) == cudaSuccess);
  CHECK(cudaDestroySurfaceObject(texture) == cudaErrorInvalidValue);
  CHECK(cudaDestroyTextureObject(texture) == cudaSuccess);
  CHECK(cudaDestroyTextureObject(texture) == cudaErrorInvalidValue);
  cudaTextureDesc told{};
  CHECK(cudaGetTextureObjectTextureDesc(&told, texture) == cudaErrorInvalidValue);
  CHECK(cudaFreeArray(array) == cudaSuccess);
  CHECK(cudaFreeArray(array) == cudaErrorInvalidValue);
  CHECK(cudaCreateTextureObject(&texture, &resource, &plain, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaFreeArray(nullptr) == cudaSuccess);
  int* out = nullptr;
  CHECK(cudaMalloc(&out, sizeof *out) == cudaSuccess);
  fetch_plane<int><<<1, 1>>>(texture, 0, 0, out);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
}

TEST_CASE_FIXTURE(FreshDevice,
                  "textures: a fetch of another type or with other coordinates stops the kernel") {
  float* out = nullptr;
  const auto check_fails = [&](auto launch) {
    cudaDeviceReset();
    CHECK(cudaMalloc(&out, sizeof(float4)) == cudaSuccess);
    const auto texture = texture_of(resource_of(array_of(std::vector<int>{1, 2, 3, 4}, 4)),
                                    settings(cudaAddressModeClamp, cudaFilterModePoint));
    launch(texture);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  };
  check_fails([&](cudaTextureObject_t t) { fetch_line<float><<<1, 1>>>(t, out, out); });
  check_fails(
      [&](cudaTextureObject_t t) { fetch_plane<int><<<1, 1>>>(t, 0, 0, reinterpret_cast<int*>(out)); });
  check_fails(
      [&](cudaTextureObject_t t) { fetch_element<int><<<1, 1>>>(t, 0, reinterpret_cast<int*>(out)); });
}

namespace {

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int size) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  float value;
  surf2Dread(&value, from, x * 4, y);
  surf2Dwrite(value + 1, to, (size - 1 - x) * 4, y);
}
__global__ void read_beyond(cudaSurfaceObject_t surface, cudaSurfaceBoundaryMode mode, float* out) {
  out[0] = surf2Dread<float>(surface, -4, 0, mode);
  out[1] = surf2Dread<float>(surface, 16, 1, mode);
  out[2] = surf2Dread<float>(surface, 4, 9, mode);
  surf2Dwrite(50.0f, surface, 16, 0, mode);
}
__global__ void trapped(cudaSurfaceObject_t surface) { surf1Dwrite(make_int2(1, 2), surface, 32); }

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  const cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t made = 0;
  CHECK(cudaCreateSurfaceObject(&made, &resource) == cudaSuccess);
  return made;
}

std::vector<float> contents(cudaArray_t array, std::size_t width, std::size_t height) {
  std::vector<float> found(width * height);
  CHECK(cudaMemcpy2DFromArray(found.data(), width * 4, array, 0, 0, width * 4, height,
                              cudaMemcpyDeviceToHost) == cudaSuccess);
  return found;
}

}  // namespace

TEST_CASE_FIXTURE(FreshDevice, "surfaces: read and written by bytes, with each boundary mode") {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
  cudaArray_t from = array_of(values, 4, 2, cudaArraySurfaceLoadStore);
  cudaArray_t to = array_of(values, 4, 2, cudaArraySurfaceLoadStore);
  const auto source = surface_of(from), target = surface_of(to);
  turn<<<1, dim3(4, 2)>>>(source, target, 4);
  CHECK(contents(to, 4, 2) == std::vector<float>{5, 4, 3, 2, 9, 8, 7, 6});
  const auto beyond = [&](cudaSurfaceBoundaryMode mode) {
    return results<float>(3, [&](float* out) { read_beyond<<<1, 1>>>(source, mode, out); });
  };
  CHECK(beyond(cudaBoundaryModeZero) == std::vector<float>{0, 0, 0});
  CHECK(contents(from, 4, 2) == values);  // nothing was written
  CHECK(beyond(cudaBoundaryModeClamp) == std::vector<float>{1, 8, 6});
  CHECK(contents(from, 4, 2)[3] == 50);
  cudaArray_t pairs = array_of(std::vector<int2>(4), 4, 0, cudaArraySurfaceLoadStore);
  trapped<<<1, 1>>>(surface_of(pairs));
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
}

TEST_CASE_FIXTURE(FreshDevice, "arrays: copies of parts, and what does not fit") {
  const std::vector<float> zeros(12), values = {1, 2, 3, 4};
  cudaArray_t array = array_of(zeros, 4, 3);
  CHECK(cudaMemcpy2DToArray(array, 4, 1, values.data(), 8, 8, 2, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(contents(array, 4, 3) == std::vector<float>{0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0});
  CHECK(cudaMemcpyToArray(array, 12, 0, values.data(), 16, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(contents(array, 4, 3) == std::vector<float>{0, 0, 0, 1, 2, 3, 4, 0, 0, 3, 4, 0});
  float back[2];
  CHECK(cudaMemcpyFromArray(back, array, 12, 0, 8, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK((back[0] == 1 && back[1] == 2));
  cudaArray_t other = array_of(zeros, 4, 3);
  CHECK(cudaMemcpy2DArrayToArray(other, 0, 0, array, 4, 1, 8, 2) == cudaSuccess);
  CHECK(contents(other, 4, 3) == std::vector<float>{3, 4, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0});

  const auto to_array = [&](std::size_t x, std::size_t y, std::size_t pitch, std::size_t width,
                            std::size_t height, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpy2DToArray(array, x, y, zeros.data(), pitch, width, height, kind);
  };
  CHECK(to_array(4, 0, 16, 16, 1) == cudaErrorInvalidValue);
  CHECK(to_array(0, 2, 16, 16, 2) == cudaErrorInvalidValue);
  CHECK(to_array(0, 0, 8, 16, 1) == cudaErrorInvalidPitchValue);
  CHECK(to_array(0, 0, 16, 16, 1, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToArray(array, 0, 2, zeros.data(), 20, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);

  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 9;
  CHECK(cudaArrayGetInfo(&format, &extent, &flags, array) == cudaSuccess);
  CHECK((format.x == 32 && format.y == 0 && format.f == cudaChannelFormatKindFloat));
  CHECK((extent.width == 4 && extent.height == 3 && extent.depth == 0 && flags == 0));
  CHECK(cudaFreeArray(array) == cudaSuccess);
  CHECK(to_array(0, 0, 16, 16, 1) == cudaErrorInvalidResourceHandle);
}

#ifdef CUDASIM_TRANSLATED
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

texture<float, 1, cudaReadModeElementType> reference_line;
texture<uchar2, cudaTextureType2D, cudaReadModeNormalizedFloat> reference_plane;
texture<float, 2> reference_array;

namespace {

__global__ void fetch_references(float* out) {
  out[0] = tex1Dfetch(reference_line, 2);
  const float2 pair = tex2D(reference_plane, 1.5f, 1.5f);
  out[1] = pair.x;
  out[2] = pair.y;
  out[3] = tex2D(reference_array, 1.0f, 0.5f);
}

}  // namespace

TEST_CASE_FIXTURE(FreshDevice,
                  "texture references fetch from the memory and the array that they are bound to") {
  float* line = nullptr;
  unsigned char* plane = nullptr;
  float* out = nullptr;
  REQUIRE(cudaMallocManaged(&line, 1024) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&plane, 1024) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&out, 4 * sizeof(float)) == cudaSuccess);
  for (int i = 0; i < 256; ++i) line[i] = static_cast<float>(i);
  plane[512 + 2] = 255;
  plane[512 + 3] = 51;
  std::size_t offset = 9;
  CHECK(cudaBindTexture(&offset, reference_line, line, 1024) == cudaSuccess);
  CHECK(offset == 0);
  CHECK(cudaBindTexture2D(&offset, reference_plane, plane, 2, 2, 512) == cudaSuccess);
  reference_array.filterMode = cudaFilterModeLinear;
  CHECK(cudaBindTextureToArray(reference_array, array_of<float>({2, 4}, 2, 1)) == cudaSuccess);
  fetch_references<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK((out[0] == 2 && out[1] == 1 && out[2] == 0.2f && out[3] == 3));

  // Again, to the middle of the memory, by the address of the reference.
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaBindTexture(nullptr, reference_line, line + 1) == cudaErrorInvalidValue);
  CHECK(cudaBindTexture(&offset, &reference_line, line + 130, &format, 16) == cudaSuccess);
  CHECK(offset == 8);
  fetch_references<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 130);
  CHECK(cudaUnbindTexture(reference_line) == cudaSuccess);
  fetch_references<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
}
#endif
