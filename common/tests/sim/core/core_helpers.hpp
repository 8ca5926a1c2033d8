// What the tests of the simulator's core share.
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

/// Memory that host and kernels see; freed with the object. The host waits for kernels before it reads.
template <class T>
class Managed {
 public:
  explicit Managed(std::size_t count, T value = T()) : count_(count) {
    cudaMallocManaged(&data_, count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i) data_[i] = value;
  }
  ~Managed() {
    if (cudaFree(data_) != cudaSuccess) cudaGetLastError();  // the device was reset meanwhile
  }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;

  T* get() { return data_; }
  std::size_t size() const { return count_; }
  T& operator[](std::size_t i) { return begin()[i]; }
  T* begin() {
    cudaDeviceSynchronize();
    return data_;
  }
  T* end() { return data_ + count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// What the process writes to standard error while the function runs.
template <class Function>
std::string standard_error_of(Function function) {
  FILE* file = tmpfile();
  const int kept = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  function();
  dup2(kept, STDERR_FILENO);
  close(kept);
  rewind(file);
  std::string text;
  for (int c = fgetc(file); c != EOF; c = fgetc(file)) text += static_cast<char>(c);
  fclose(file);
  return text;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Sets an environment variable for as long as it lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
};

/// Takes the error of the last launch, also one that has made the device unusable, and makes it usable again.
inline cudaError_t take_error() {
  const cudaError_t error = cudaDeviceSynchronize();
  const cudaError_t last = cudaGetLastError();
  if (error != cudaSuccess) cudaDeviceReset();
  cudaGetLastError();
  return error != cudaSuccess ? error : last;
}
