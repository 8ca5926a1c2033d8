// Alternative tokens of C++: words and digraphs, for keyboards without brackets.
%:include "exercise.hpp"

__global__ void number(int* out) <%
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out<:i:> = static_cast<int>(i bitor 0u);
%>

void number_all(int* out, int blocks, int threads) <% number<<<blocks, threads>>>(out); %>
