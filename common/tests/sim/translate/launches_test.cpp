#include <doctest/doctest.h>

#include "tests/sim/translate/helpers.hpp"

namespace {

/// The text of a launch of a named kernel.
std::string launch(const std::string& kernel, const std::string& configuration,
                   const std::string& arguments) {
  return "::cudasim::launch(CUDASIM_KERNEL(" + kernel + "), ::cudasim::LaunchConfig(" + configuration +
         "))(" + arguments + ")";
}

/// The same for a kernel that is an expression.
std::string launch_value(const std::string& kernel, const std::string& configuration,
                         const std::string& arguments) {
  return "::cudasim::launch(CUDASIM_KERNEL_VALUE(" + kernel + "), ::cudasim::LaunchConfig(" + configuration +
         "))(" + arguments + ")";
}

}  // namespace

TEST_CASE("launch: the kernel's name, configuration and arguments go where they belong") {
  CHECK(translated("k<<<g, b>>>(a, n);") == launch("k", "g, b", "a, n") + ";");
  CHECK(translated("k<<<g, b, s, st>>>();") == launch("k", "g, b, s, st", "") + ";");
  CHECK(translated("ns::k<<<1, 2>>>(a);") == launch("ns::k", "1, 2", "a") + ";");
  CHECK(translated("return ::ns::k<<<1, 2>>>(a);") == "return " + launch("::ns::k", "1, 2", "a") + ";");
  CHECK(translated("k <<< 1, 3 >>> (a);") ==
        "::cudasim::launch(CUDASIM_KERNEL(k ), ::cudasim::LaunchConfig( 1, 3 )) (a);");
}

TEST_CASE("launch: brackets with blanks in them, as formatters leave them") {
  CHECK(translated("k << <g, b >> > (a);") ==
        "::cudasim::launch(CUDASIM_KERNEL(k ), ::cudasim::LaunchConfig( g, b ))  (a);");
  CHECK(translated("k<T><< < g, b>> >(a);") ==
        "::cudasim::launch(CUDASIM_KERNEL(k<T>), ::cudasim::LaunchConfig(  g, b)) (a);");
  CHECK(translated("#define RUN(a) k << <1, 2 >> >(a)\n").find("::cudasim::launch") != std::string::npos);
  CHECK(unchanged("s << \"<< <1, 2>> >(a)\"; operator<< <T>(s, x); A<B<C<int> > >(n);"));
}

TEST_CASE("launch: template lists before <<< are matched, with shifts and nested lists in them") {
  CHECK(translated("k<float><<<1, 2>>>(a);") == launch("k<float>", "1, 2", "a") + ";");
  CHECK(translated("k<Foo<Bar<Baz<int>>>><<<1, 2>>>(a);") ==
        launch("k<Foo<Bar<Baz<int>>>>", "1, 2", "a") + ";");
  CHECK(translated("k<1 << 3><<<1, 2>>>(a);") == launch("k<1 << 3>", "1, 2", "a") + ";");
  CHECK(translated("k<(4 > 3), 2><<<1, 2>>>(a);") == launch("k<(4 > 3), 2>", "1, 2", "a") + ";");
  CHECK(translated("ns::k<T, N>::template run<3><<<1, 2>>>(a);") ==
        launch("ns::k<T, N>::template run<3>", "1, 2", "a") + ";");
  CHECK(translated("k<decltype(a->b)><<<1, 2>>>(a);") == launch("k<decltype(a->b)>", "1, 2", "a") + ";");
  CHECK(translated("k<T (*)(int, float)><<<1, 2>>>(a);") ==
        launch("k<T (*)(int, float)>", "1, 2", "a") + ";");
}

TEST_CASE("launch: the configuration ends at its own >>>") {
  CHECK(translated("k<<<Foo<Bar<Baz<int>>>::value, 128>>>(p);") ==
        launch("k", "Foo<Bar<Baz<int>>>::value, 128", "p") + ";");
  CHECK(translated("k<<<grid_of<Bar<Baz<int>>>(n), 256>>>(p);") ==
        launch("k", "grid_of<Bar<Baz<int>>>(n), 256", "p") + ";");
  CHECK(translated("k<<<n >> 2, 1 << 8>>>(p);") == launch("k", "n >> 2, 1 << 8", "p") + ";");
  CHECK(translated("k<<<n>>8, 256>>>(p);") == launch("k", "n>>8, 256", "p") + ";");
  CHECK(translated("k<<<n < 5 ? 1 : 2, 256>>>(p);") == launch("k", "n < 5 ? 1 : 2, 256", "p") + ";");
  CHECK(translated("k<<<n > 5 ? 1 : 2, 256>>>(p);") == launch("k", "n > 5 ? 1 : 2, 256", "p") + ";");
  CHECK(translated("k<<<(n + 255) / 256, {8, 8}>>>(p);") ==
        launch("k", "(n + 255) / 256, {8, 8}", "p") + ";");
  CHECK(translated("k<<<g, b, n * sizeof(Pair<int, Pair<int, int>>)>>>(p);") ==
        launch("k", "g, b, n * sizeof(Pair<int, Pair<int, int>>)", "p") + ";");
  CHECK(translated("k<<<[&] { return a >> b; }(), 1>>>(p);") ==
        launch("k", "[&] { return a >> b; }(), 1", "p") + ";");
  CHECK(translated("k<<<1, b>>>(\">>>\", '>', R\"(<<<)\");") ==
        launch("k", "1, b", "\">>>\", '>', R\"(<<<)\"") + ";");
}

TEST_CASE("launch: allowed wherever a statement or an expression is") {
  CHECK(translated("if (x) k<<<1, 2>>>(p); else f<<<3, 4>>>(q);") ==
        "if (x) " + launch("k", "1, 2", "p") + "; else " + launch("f", "3, 4", "q") + ";");
  CHECK(translated("for (;;) (k)<<<1, 2>>>(p);") == "for (;;) " + launch("(k)", "1, 2", "p") + ";");
  CHECK(translated("if (f(x)) (k<int, 2>)<<<1, 2>>>(p);") ==
        "if (f(x)) " + launch("(k<int, 2>)", "1, 2", "p") + ";");
  CHECK(translated("case 1: k<<<1, 2>>>(p);") == "case 1: " + launch("k", "1, 2", "p") + ";");
  CHECK(translated("x ? k<<<1, 2>>>(p) : f<<<1, 2>>>(p);") ==
        "x ? " + launch("k", "1, 2", "p") + " : " + launch("f", "1, 2", "p") + ";");
  CHECK(translated("time([&] { k<<<1, 2>>>(p); }, 3);") ==
        "time([&] { " + launch("k", "1, 2", "p") + "; }, 3);");
  CHECK(translated("k<<<1, 2>>>(make([&](int a, int b) { f<<<3, 4>>>(a, b); return 0; }), n);") ==
        launch("k", "1, 2", "make([&](int a, int b) { " + launch("f", "3, 4", "a, b") + "; return 0; }), n") +
            ";");
  CHECK(translated("#pragma omp parallel\nk<<<1, 2>>>(p);") ==
        "#pragma omp parallel\n" + launch("k", "1, 2", "p") + ";");
}

TEST_CASE("launch: a kernel that is an expression is taken by value") {
  CHECK(translated("(c ? k1 : k2)<<<1, 2>>>(p);") == launch_value("(c ? k1 : k2)", "1, 2", "p") + ";");
  CHECK(translated("x = y; obj.kernel<<<1, 2>>>(p);") ==
        "x = y; " + launch_value("obj.kernel", "1, 2", "p") + ";");
  CHECK(translated("this->fn<<<1, 2>>>(p);") == launch_value("this->fn", "1, 2", "p") + ";");
  CHECK(translated("kernels[i]<<<1, 2>>>(p);") == launch_value("kernels[i]", "1, 2", "p") + ";");
  CHECK(translated("a.b[i++].c(2)->d[3]<<<1, 2>>>(p);") ==
        launch_value("a.b[i++].c(2)->d[3]", "1, 2", "p") + ";");
  CHECK(translated("return get<int>(x)<<<1, 2>>>(p);") ==
        "return " + launch_value("get<int>(x)", "1, 2", "p") + ";");
  CHECK(translated("(*p)<<<1, 2>>>(p);") == launch_value("(*p)", "1, 2", "p") + ";");
  CHECK(translated("else (*table[i])<<<1, 2>>>(p);") ==
        "else " + launch_value("(*table[i])", "1, 2", "p") + ";");
}

TEST_CASE("launch: literal nulls are marked, other arguments are not touched") {
  CHECK(translated("k<<<1, 2>>>(0, NULL, nullptr, 0.f, n - 0);") ==
        launch("k", "1, 2", "::cudasim::zero, ::cudasim::zero, nullptr, 0.f, n - 0") + ";");
  CHECK(translated("k<<<1, 2, 0, 0>>>(f(0), Foo<0, 0, 0>(), p[0]);") ==
        launch("k", "1, 2, 0, 0", "f(0), Foo<0, 0, 0>(), p[0]") + ";");
  CHECK(translated("k<<<1, 2>>>(a < b, 0);") == launch("k", "1, 2", "a < b, ::cudasim::zero") + ";");
}

TEST_CASE("launch: an argument for a template's reference parameter is handed over by its address") {
  const std::string kernel =
      "template <class T> __global__ void k(const T& a, T* b, A<T&> c, void (*d)(T&), T (&e)[2]) {} ";
  CHECK(translated(kernel + "void f() { n::k<<<1, 2>>>(a[0], b, c, d, e); }")
            .find("))(::cudasim::refer(a[0]), b, c, d, ::cudasim::refer(e));") != std::string::npos);
  const std::string by_value = "template <class T> __global__ void k(T a, int* b) {} ";
  for (const std::string& other :
       {std::string("__global__ void k(const int& a, int* b) {} "), by_value + kernel})
    CHECK(translated(other + "void f() { k<int><<<1, 2>>>(a, b); }").find("refer(") == std::string::npos);
}

TEST_CASE("launch: lines stay where they are") {
  CHECK(translated("k<\n int>\n<<<1, // grid >>> (x)\n  2 /* block\n>>> */\n>>>\n(a,\n 0\n);\nnext();") ==
        "::cudasim::launch(CUDASIM_KERNEL(k<\n int>\n), ::cudasim::LaunchConfig(1, // grid >>> (x)\n  2 /* "
        "block\n>>> */\n))\n"
        "(a,\n ::cudasim::zero\n);\nnext();");
  CHECK(translated("k<<<1,\n#ifdef BIG\n  256\n#else\n  32\n#endif\n>>>(a);") ==
        "::cudasim::launch(CUDASIM_KERNEL(k), ::cudasim::LaunchConfig(1,\n#ifdef BIG\n  256\n#else\n  "
        "32\n#endif\n))(a);");
}

TEST_CASE("launch: in macros") {
  CHECK(translated("#define RUN(K, ...) \\\n  K<<<g, b>>>(__VA_ARGS__); \\\n  check()\nRUN(k, 1);\n") ==
        "#define RUN(K, ...) \\\n  " + launch("K", "g, b", "__VA_ARGS__") + "; \\\n  check()\nRUN(k, 1);\n");
  CHECK(translated("#define RUN(n) n##_kernel<<<1, 2>>>(p)\n") ==
        "#define RUN(n) " + launch("n##_kernel", "1, 2", "p") + "\n");
  CHECK(translated("#define RUN(T) do { (k<T, 2>)<<<1, 2>>>(0); } while (0)\n") ==
        "#define RUN(T) do { " + launch("(k<T, 2>)", "1, 2", "::cudasim::zero") + "; } while (0)\n");
  CHECK(translated("KERNEL<<<1, 2>>>(p);") == launch("KERNEL", "1, 2", "p") + ";");
  CHECK(translated("KERNEL(float)<<<1, 2>>>(p);") == launch_value("KERNEL(float)", "1, 2", "p") + ";");
}

TEST_CASE("launch: what only looks like one stays") {
  CHECK(unchanged("// k<<<1, 2>>>(p)\n/* k<<<1, 2>>>(p) */ \"k<<<1, 2>>>(p)\"; R\"x(k<<<1, 2>>>(p))\")x\";"));
  CHECK(unchanged("// spliced \\\n k<<<1, 2>>>(p)\nint x = 1 << 3, y = 8 >> 2; y >>= 1; y <<= 2;"));
  CHECK(unchanged("std::ostream& operator<<<T>(std::ostream&, const T&);"));
  CHECK(unchanged("friend std::ostream& operator<< <>(std::ostream&, const T&);"));
  CHECK(
      unchanged("Foo<Bar<Baz<int>>>(x); bool c = a<b>>>c.d; int q = '<' << 2; char r = '\\''; x = a <=> b;"));
  CHECK(unchanged("#if 0\nk<<<1, 2>>>(p); don't\n#endif\n"));
  CHECK(unchanged("void f() {\n#ifdef __CUDA_ARCH__\nk<<<1>>>;\n#endif\n}\nint n = 1'000'000;"));
  CHECK(unchanged("auto s = u8R\"(\"<<<)\"; auto t = L\"\\\"<<<\";"));
}

TEST_CASE("launch: regions that are compiled are translated") {
  CHECK(translated("#if 0\n#elif 1\nk<<<1, 2>>>(p);\n#else\n<<<\n#endif\n") ==
        "#if 0\n#elif 1\n" + launch("k", "1, 2", "p") + ";\n#else\n<<<\n#endif\n");
  CHECK(translated("void f() {\n#ifndef __CUDA_ARCH__\nk<<<1, 2>>>(p);\n#else\n<<<\n#endif\n}") ==
        "void f() {\n#ifndef __CUDA_ARCH__\n" + launch("k", "1, 2", "p") + ";\n#else\n<<<\n#endif\n}");
  CHECK(translated("#if !defined(__CUDA_ARCH__) || X\nk<<<1, 2>>>(p);\n#endif\n") ==
        "#if !defined(__CUDA_ARCH__) || X\n" + launch("k", "1, 2", "p") + ";\n#endif\n");
  CHECK(unchanged(
      "void f() {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\n<<<\n#else\nint n;\n#endif\n}"));
  CHECK(translated("#if UNKNOWN\nk<<<1, 2>>>(p);\n#endif\n") ==
        "#if UNKNOWN\n" + launch("k", "1, 2", "p") + ";\n#endif\n");
}

TEST_CASE("launch: a braced argument gets the type of the kernel's parameter") {
  CHECK(translated("k<<<1, 2>>>(p, {1, 2}, {});") ==
        launch("k", "1, 2",
               "p, ::cudasim::Parameter<1, decltype(&k)>{1, 2}, ::cudasim::Parameter<2, decltype(&k)>{}") +
            ";");
  CHECK(translated("a::k<T, 3><<<1, 2>>>({q});") ==
        launch("a::k<T, 3>", "1, 2", "::cudasim::Parameter<0, decltype(&a::k<T, 3>)>{q}") + ";");
}

TEST_CASE("launch: mistakes are errors at their line") {
  CHECK(first_error("\n<<<1, 2>>>(p);") == "2: there is no kernel before this <<<");
  CHECK(first_error("\n\nk<<<1, 2>>>;") ==
        "3: this <<< has no >>> followed by the kernel's arguments in brackets");
  CHECK(first_error("k<<<1, 2>>(p);") ==
        "1: this <<< has no >>> followed by the kernel's arguments in brackets");
  CHECK(first_error("k<<<>>>(p);") == "1: a launch needs a grid and a block between <<< and >>>");
  CHECK(first_error("kernels[0]<<<1, 2>>>(p, {1, 2});")
            .starts_with("1: a braced argument of a launch is not simulated"));
  CHECK(first_error("k<<<1, 1::f<<<1, 2>>>(p);") ==
        "1: this <<< has no >>> followed by the kernel's arguments in brackets");
  CHECK(first_error("\nk<<<a[f<<<1, 2>>>(p)], g<<<3>>>(q);").starts_with("2: "));
  CHECK(first_error("#define CONFIG <<<1, 2>>>\n") == "1: there is no kernel before this <<<");
}

TEST_CASE("launch: in device code it needs -rdc=true, in any context") {
  const std::string message =
      "kernel launch from __device__ or __global__ functions requires separate compilation mode: -rdc=true";
  const auto first_error = [](std::string_view source) { return error_without_rdc(source); };
  CHECK(first_error("__global__ void k(int* p) {\n  k<<<1, 2>>>(p);\n}") == "2: " + message);
  CHECK(
      first_error(
          "template <class T, class U = Foo<T>>\n__device__ T f(T* p) {\n  if (p) {\n k<<<1, 2>>>(p);\n}}") ==
      "4: " + message);
  CHECK(first_error("struct S { __device__ void operator()(int) const { k<<<1, 2>>>(1); } };") ==
        "1: " + message);
  CHECK(first_error("int main() { run([=] __device__ (int i) { k<<<1, 2>>>(i); }); }") == "1: " + message);
  CHECK(first_error("extern \"C\" __global__ void __launch_bounds__(256, 2) k(int* p) { k<<<1, 2>>>(p); }") ==
        "1: " + message);
  CHECK(::first_error("__global__ void k(int* p) { k<<<1, 2>>>(p); }") == "");
  CHECK(first_error("__host__ __device__ void f() { k<<<1, 2>>>(); }") == "");
  CHECK(first_error("__global__ void k();\nvoid f() { k<<<1, 2>>>(); }") == "");
  CHECK(first_error("__global__ void k() { if (1) { } }\nnamespace a { void f() { k<<<1, 2>>>(); } }") == "");
  CHECK(first_error("__global__ void k() {\n#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n}\n}\nvoid f() { "
                    "k<<<1, 2>>>(); }") == "");
}

TEST_CASE("launch through the runtime: a cast to void* before the kernel goes") {
  CHECK(translated("cudaLaunchKernel((void*)k<int>, g, b, args, 0, s);") ==
        "cudaLaunchKernel(k<int>, g, b, args, 0, s);");
  CHECK(translated("cudaLaunchCooperativeKernel((const void *) &k, g, b, args);") ==
        "cudaLaunchCooperativeKernel( &k, g, b, args);");
  CHECK(translated("cudaLaunchKernelExC(&config, (void*)k, args);") ==
        "cudaLaunchKernelExC(&config, k, args);");
  CHECK(unchanged("cudaLaunchKernel(k, g, b, args); f((void*)k, g);"));
}

TEST_CASE("launch: a kernel that a graph's node gets keeps its type in mind") {
  CHECK(translated("p.func = (void*)k<int, 2>; q") == "p.func = ::cudasim::untyped(k<int, 2>); q");
  CHECK(translated("p->func = (void *) &k, q") == "p->func = ::cudasim::untyped( &k), q");
  CHECK(translated("S p{.func = (void*)k};") == "S p{.func = ::cudasim::untyped(k)};");
  CHECK(translated("cudaKernelNodeParams p = {(void*)k<1>, 1, g};") ==
        "cudaKernelNodeParams p = {::cudasim::untyped(k<1>), 1, g};");
  CHECK(unchanged("cudaKernelNodeParams p = {}; cudaKernelNodeParams q{0};"));
  CHECK(translated("p.func = reinterpret_cast<void*>(k);") == "p.func = ::cudasim::untyped(k);");
  CHECK(unchanged("func = (void*)k; p.func = nullptr; p.other = (void*)k;"));
}
