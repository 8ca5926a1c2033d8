// A block passes a value to another one: fence, then volatile flag; the reader reads the flag, fence,
// then at the value if it may.
// expect-exit: 0
#include "../lens_check.hpp"

struct Mail {
  int value;
  volatile int ready;
};

__global__ void pass_on(Mail* mail, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    mail->value = 42;
    __threadfence();
    mail->ready = 1;
  } else if (mail->ready != 0) {
    __threadfence();
    *seen = mail->value;
  }
}

int main() {
  int seen = -1;
  Mail* d_mail;
  int* d_seen;
  CHECK(cudaMalloc(&d_mail, sizeof(Mail)));
  CHECK(cudaMalloc(&d_seen, sizeof(int)));
  CHECK(cudaMemset(d_mail, 0, sizeof(Mail)));
  CHECK(cudaMemset(d_seen, 0, sizeof(int)));
  pass_on<<<2, 32>>>(d_mail, d_seen);
  CHECK(cudaMemcpy(&seen, d_seen, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_mail));
  CHECK(cudaFree(d_seen));
  return seen == 0 || seen == 42 ? 0 : 1;
}
