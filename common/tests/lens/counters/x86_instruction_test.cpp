#include "sim/lens/trace/x86_instruction.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

namespace cudasim::lens {
namespace {

X86Instruction of(std::initializer_list<unsigned char> code) {
  std::vector<unsigned char> bytes(code);
  bytes.resize(16);
  std::uint64_t registers[16] = {};
  for (unsigned i = 0; i < 16; ++i) registers[i] = 0x1000 * i;
  return x86_instruction(bytes.data(), registers);
}

TEST_CASE("arithmetic of floating-point numbers has its type, its sources and its target") {
  const X86Instruction sum = of({0xf3, 0x0f, 0x58, 0xc1});  // addss xmm0, xmm1
  CHECK(sum.work == Work::fp32);
  CHECK(sum.is_sum);
  CHECK(sum.target == 16);
  CHECK(sum.source[0] == 17);
  const X86Instruction product = of({0xf2, 0x44, 0x0f, 0x59, 0xc1});  // mulsd xmm8, xmm1
  CHECK(product.work == Work::fp64);
  CHECK(product.is_product);
  CHECK(product.target == 24);
  CHECK(of({0xf3, 0x0f, 0x5e, 0xc1}).work == Work::special);  // divss
  CHECK(of({0xf3, 0x0f, 0x5e, 0xc1}).is_division);
  CHECK(of({0xf3, 0x0f, 0x51, 0xc1}).is_root);                // sqrtss
  CHECK(of({0xf3, 0x0f, 0x2a, 0xc1}).work == Work::integer);  // cvtsi2ss
  CHECK(of({0x0f, 0x57, 0xc0}).is_zero);                      // xorps xmm0, xmm0
}

TEST_CASE("memory operands have their address") {
  const X86Instruction load = of({0x8b, 0x44, 0x8b, 0x10});  // mov eax, [rbx + rcx * 4 + 16]
  CHECK(load.reads_memory);
  CHECK(load.work == Work::move);
  CHECK(load.address == 0x3000 + 4 * 0x1000 + 16);
  CHECK(load.bytes == 4);
  const X86Instruction store = of({0xf3, 0x41, 0x0f, 0x11, 0x04, 0x24});  // movss [r12], xmm0
  CHECK(store.writes_memory);
  CHECK_FALSE(store.reads_memory);
  CHECK(store.address == 0xc000);
  CHECK(store.source[0] == 16);
}

TEST_CASE("compares, addresses, jumps and calls") {
  const X86Instruction compare = of({0x48, 0x39, 0xd8});  // cmp rax, rbx
  CHECK(compare.work == Work::integer);
  CHECK(compare.target == X86Instruction::none);
  CHECK(compare.constant == 0);
  CHECK(of({0x83, 0xf8, 0x20}).constant == 32);                // cmp eax, 32
  CHECK(of({0x3d, 0x00, 0x10, 0x00, 0x00}).constant == 4096);  // cmp eax, 4096
  CHECK(of({0x83, 0xf8, 0x00}).constant == 0);                 // cmp eax, 0
  CHECK(of({0x48, 0x8d, 0x04, 0x0b}).work == Work::integer);   // lea rax, [rbx + rcx]
  CHECK(of({0x48, 0x8d, 0x43, 0x08}).work == Work::move);      // lea rax, [rbx + 8]
  CHECK(of({0x75, 0xf0}).work == Work::branch);                // jne
  CHECK(of({0x75, 0xf0}).distance == -16);
  CHECK(of({0x72, 0xf0}).is_unsigned);                          // jb
  CHECK(of({0x0f, 0x86, 0x00, 0x01, 0x00, 0x00}).is_unsigned);  // jbe
  CHECK_FALSE(of({0x7c, 0xf0}).is_unsigned);                    // jl
  CHECK(of({0x7c, 0xf0}).is_conditional);
  CHECK_FALSE(of({0xeb, 0xf0}).is_conditional);  // jmp
  const X86Instruction call = of({0xe8, 0x00, 0x01, 0x00, 0x00});
  CHECK(call.work == Work::call);
  CHECK(call.distance == 256);
  CHECK(call.length == 5);
  CHECK(of({0xc3}).work == Work::give_back);
}

TEST_CASE("products of integers are distinguished from other integer operations") {
  CHECK(of({0x0f, 0xaf, 0xc3}).is_integer_product);                    // imul eax, ebx
  CHECK(of({0x69, 0xc3, 0x01, 0x02, 0x03, 0x04}).is_integer_product);  // imul eax, ebx, 0x4030201
  CHECK(of({0x6b, 0xc3, 0x07}).is_integer_product);                    // imul eax, ebx, 7
  CHECK(of({0xf7, 0xe3}).is_integer_product);                          // mul ebx
  CHECK_FALSE(of({0xf7, 0xf3}).is_integer_product);                    // div ebx
  CHECK_FALSE(of({0xf7, 0xd3}).is_integer_product);                    // not ebx
  CHECK_FALSE(of({0x01, 0xd8}).is_integer_product);                    // add eax, ebx
  CHECK_FALSE(of({0x63, 0xc3}).is_integer_product);                    // movsxd eax, ebx
}

}  // namespace
}  // namespace cudasim::lens
