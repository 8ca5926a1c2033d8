// A program that does not compile is no caught mutant.
// expect-exit: 2
__global__ void turn() { __syncthreads(); }
int main() { return undeclared; }
