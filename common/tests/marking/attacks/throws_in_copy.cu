// An argument's constructor leaves the launch by an exception.
// says: copied or written by the host|did not end within
#include "exercise.hpp"
struct Arg {
  const float3* p;
  float3* m;
  int n;
  float3 s;
  mutable int copies = 0;
  Arg(const float3* a, float3* b, int c, float3 d) : p(a), m(b), n(c), s(d) {}
  Arg(const Arg& o) : p(o.p), m(o.m), n(o.n), s(o.s) {
    if (++o.copies == 1 && bad) throw 1;
  }
  static inline bool bad = false;
};
__global__ void k(Arg a) {
  if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < a.n)
    a.m[i] = make_float3(a.p[i].x + a.s.x, a.p[i].y + a.s.y, a.p[i].z + a.s.z);
}
void move_points(const float3* p, float3* m, int n, float3 s) {
  if (!n) return;
  Arg a(p, m, n, s);
  Arg::bad = true;
  try {
    k<<<(n + 255) / 256, 256>>>(a);
  } catch (int) {
  }
  Arg::bad = false;
  for (int i = 0; i < n; ++i) m[i] = make_float3(p[i].x + s.x, p[i].y + s.y, p[i].z + s.z);
}
