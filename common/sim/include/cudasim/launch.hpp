// What a translated `kernel<<<grid, block, shared, stream>>>(arguments)` calls, and the launch functions of
// the runtime API. Launches are synchronous: the kernel has ended when the call returns, unless a graph keeps it.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cudasim/builtins.hpp"
#include "cudasim/driver_types.hpp"
#include "cudasim/dropped_result.hpp"
#include "cudasim/error.hpp"
#include "cudasim/thread_run.hpp"
#include "cudasim/types.hpp"

namespace cudasim {

/// The launch configuration between `<<<` and `>>>`.
struct LaunchConfig {
  LaunchConfig(dim3 grid_size, dim3 block_size, std::size_t dynamic_shared_bytes = 0,
               cudaStream_t on = nullptr)
      : grid(grid_size), block(block_size), shared_bytes(dynamic_shared_bytes), stream(on) {}

  dim3 grid;                 ///< blocks
  dim3 block;                ///< threads per block
  std::size_t shared_bytes;  ///< dynamic shared memory per block
  cudaStream_t stream;       ///< runs immediately, unless it is captured
  bool cooperative = false;  ///< all blocks are resident, so that the grid can be synchronised
  bool overlaps = false;     ///< may start before the preceding kernel in its stream has ended
  dim3 cluster = {0, 0, 0};  ///< blocks of a cluster; 0: the launch does not say, the kernel may
};

namespace detail {

/// The kernel with its arguments, ready to be called once by each device thread.
struct KernelCall {
  const char* name;            ///< as shown in messages
  const void* address;         ///< of the kernel function, null where it is not known
  void (*invoke)(void* data);  ///< for the running thread, and then for those of its run
  void* data;
  const void* const* pointers;  ///< what may be one among the arguments, as far as their types are known
  std::size_t pointer_count;
  void* (*copy)(const void* data) = nullptr;  ///< of kernel and arguments, for a graph to keep
  void (*destroy)(void* copied) = nullptr;
  std::size_t bytes = 0;  ///< of kernel and arguments
  bool may_refer = true;  ///< to variables of the launching function, besides the arguments
};

/// What may be a pointer among a kernel's arguments: pointers, and every word of a structure.
template <class... A>
struct Pointers {
  const void* values[((sizeof(A) / sizeof(void*)) + ... + 1)] = {};
  std::size_t count = 0;

  template <class T>
  void add(const T& argument) {
    if constexpr (std::is_pointer<T>::value || std::is_class<T>::value) {
      const auto* words = reinterpret_cast<const char*>(&argument);
      for (std::size_t i = 0; i + sizeof(void*) <= sizeof(T); i += sizeof(void*))
        __builtin_memcpy(&values[count++], words + i, sizeof(void*));
    }
  }
};

/// Checks the limits, runs the kernel to its end, records the error as the runtime does, and returns it.
cudaError_t run_launch(const KernelCall& call, const LaunchConfig& config);

/// The running thread's block has more threads than its kernel's bound: the launch fails, and no thread goes on.
[[noreturn]] void exceed_launch_bounds(unsigned most_threads);

/// What a kernel with __launch_bounds__ does first.
inline void hold_launch_bounds(unsigned most_threads, unsigned /*blocks*/ = 0, unsigned /*clusters*/ = 0) {
  if (blockDim.x * blockDim.y * blockDim.z > most_threads) exceed_launch_bounds(most_threads);
}

/// The running kernel is the function at this address. If its launch did not know that, its dynamic shared memory is checked now.
void hold_dynamic_shared_limit(const void* kernel);

/// What an instance of a template with dynamic shared memory does first. Of overloaded templates nothing is known.
template <class Address>
void hold_instance(Address address_of) {
  if constexpr (std::is_invocable<Address, int>::value)
    hold_dynamic_shared_limit(reinterpret_cast<const void*>(address_of(0)));
}

/// The body owns what it calls, and the arguments.
template <class Body>
cudaError_t run_body(const char* name, const void* address, Body& body, const LaunchConfig& config,
                     const void* const* pointers = nullptr, std::size_t pointer_count = 0,
                     bool may_refer = true) {
  return run_launch({name, address, invoke<Body>, &body, pointers, pointer_count,
                     [](const void* data) -> void* { return new Body(*static_cast<const Body*>(data)); },
                     [](void* copied) { delete static_cast<Body*>(copied); }, sizeof(Body), may_refer},
                    config);
}

}  // namespace detail

/// A literal 0 or NULL among kernel arguments: converts to whatever parameter takes a literal zero.
struct Zero {
  template <class T, class = std::enable_if_t<std::is_pointer<T>::value || std::is_arithmetic<T>::value>>
  constexpr operator T() const {
    return T{};
  }
};
constexpr Zero zero{};

namespace detail {
template <std::size_t I, class Function>
struct ParameterOf;
template <std::size_t I, class... P>
struct ParameterOf<I, void (*)(P...)> : std::tuple_element<I, std::tuple<std::remove_cv_t<P>...>> {};
template <std::size_t I, class... P>
struct ParameterOf<I, void (**)(P...)> : ParameterOf<I, void (*)(P...)> {};
}  // namespace detail

/// The type of parameter I of the kernel at this address: what a braced argument of its launch makes.
template <std::size_t I, class Function>
using Parameter = typename detail::ParameterOf<I, Function>::type;

namespace detail {
/// An argument of a reference parameter: on a device, too, that is the address of what the host names.
template <class T>
struct Referred {
  T* address;
  operator T&() const { return *address; }
};
}  // namespace detail

/// What the translator makes of an argument for a reference parameter of a template, of which a launch does not know the function.
template <class T>
auto refer(T&& argument) {
  if constexpr (std::is_lvalue_reference<T>::value)
    return detail::Referred<std::remove_reference_t<T>>{__builtin_addressof(argument)};
  else
    return std::forward<T>(argument);
}

/// Hands an argument on to the kernel, which copies it.
template <class T>
constexpr const T& pass(const T& argument) {
  return argument;
}
template <class T>
constexpr T& pass(const detail::Referred<T>& argument) {
  return *argument.address;
}

namespace detail {

template <class... T>
struct List {};

// Chooses for every Zero the type int where the kernel can be called with it (so that templates deduce int),
// and else leaves Zero, which also becomes a null pointer.
template <class Kernel, class Chosen, class... Rest>
struct Resolve;

template <class Kernel, class... Chosen>
struct Resolve<Kernel, List<Chosen...>> : std::is_invocable<const Kernel&, const Chosen&...> {
  using Arguments = std::tuple<Chosen...>;
};

template <class Kernel, class... Chosen, class Next, class... Rest>
struct Resolve<Kernel, List<Chosen...>, Next, Rest...> : Resolve<Kernel, List<Chosen..., Next>, Rest...> {};

template <class Kernel, class... Chosen, class... Rest>
struct Resolve<Kernel, List<Chosen...>, Zero, Rest...>
    : std::conditional_t<Resolve<Kernel, List<Chosen..., int>, Rest...>::value,
                         Resolve<Kernel, List<Chosen..., int>, Rest...>,
                         Resolve<Kernel, List<Chosen..., Zero>, Rest...>> {};

template <class Callee, class Arguments>
struct can_apply;
template <class Callee, class... A>
struct can_apply<Callee, std::tuple<A...>> : std::is_invocable<const Callee&, const A&...> {};
}  // namespace detail

/// A kernel at its launch: its text, a callable that runs it for one thread, and the function if that is
/// known, else null. `Takes` can be called with the arguments that the kernel takes, and with no others.
template <class Call, class Function = std::nullptr_t, class Takes = Call>
struct Kernel {
  const char* name;
  Call call;
  Function function;

  const void* address() const {
    if constexpr (std::is_same<Function, std::nullptr_t>::value)
      return nullptr;
    else
      return reinterpret_cast<const void*>(function);
  }
};

/// A kernel that names one function. The tag makes the expression dependent, so that `kernel` can ask whether
/// it is valid: the name of a template or of an overload set has no address.
template <class Tag, class R, class... A>
auto address(Tag, R (*function)(A...)) -> R (*)(A...) {
  return function;
}

/// `call` is not `takes`: with arguments that the kernel does not take, the compiler then complains of the program's line. And g++ 13 finds
/// no constant of an enclosing lambda in the type of `takes`.
template <class Takes, class Address, class Call>
auto kernel(const char* name, Takes /*takes*/, Address address_of, Call call) {
  if constexpr (std::is_invocable<Address, int>::value) {
    return Kernel<Call, decltype(address_of(0)), Takes>{name, call, address_of(0)};
  } else {
    return Kernel<Call, std::nullptr_t, Takes>{name, call, nullptr};
  }
}

/// A kernel that is the value of an expression: a function pointer or a callable.
template <class Callable>
Kernel<Callable> kernel_value(const char* name, Callable callable) {
  return {name, callable, nullptr};
}

template <class... P>
auto kernel_value(const char* name, void (*function)(P...)) {
  return Kernel<void (*)(P...), void (*)(P...)>{name, function, function};
}

namespace detail {

template <class P>
constexpr bool copies_run_code =
    std::is_class<P>::value &&
    !(std::is_trivially_copy_constructible<P>::value && std::is_trivially_move_constructible<P>::value);

/// A parameter as one device thread gets it: a copy of the bytes, for no constructor or destructor runs on the
/// device. A class that has such is passed by address (Itanium C++ ABI), which `Passed` makes use of.
template <class P, bool = copies_run_code<P>>
struct ThreadCopy {
  using Passed = P;
  explicit ThreadCopy(const P& argument) : value(argument) {}
  P passed() { return value; }
  P value;
};

template <class P>
struct ThreadCopy<P, true> {
  // CUDA guide, virtual functions: no such object may be an argument of a kernel.
  static_assert(
      !std::is_polymorphic<P>::value,
      "a kernel's parameter has virtual functions, whose table is the host's: pass what is not virtual");
  using Passed = void*;
  explicit ThreadCopy(const P& argument) { __builtin_memcpy(bytes, &argument, sizeof(P)); }
  void* passed() { return bytes; }
  alignas(P) unsigned char bytes[sizeof(P)];
};

// The call is of another type than the kernel, on purpose.
#ifdef __clang__
#define CUDASIM_OTHER_TYPE __attribute__((no_sanitize("function")))
#else
#define CUDASIM_OTHER_TYPE
#endif
template <class... P, class Copies, std::size_t... I>
CUDASIM_OTHER_TYPE void call_with_bytes(void (*kernel)(P...), Copies copies, std::index_sequence<I...>) {
  auto passes = reinterpret_cast<void (*)(typename ThreadCopy<std::remove_cv_t<P>>::Passed...)>(kernel);
  asm volatile("" : "+r"(passes));
  passes(std::get<I>(copies).passed()...);
}
#undef CUDASIM_OTHER_TYPE

/// A kernel with the bytes of its arguments.
template <class... P>
struct KernelWithBytes {
  void (*kernel)(P...);
  std::tuple<ThreadCopy<std::remove_cv_t<P>>...> copies;

  void operator()() const { call_with_bytes(kernel, copies, std::index_sequence_for<P...>()); }
};

template <class... P, class... A>
KernelWithBytes<P...> with_bytes(void (*kernel)(P...), const A&... arguments) {
  return {kernel, {ThreadCopy<std::remove_cv_t<P>>(arguments)...}};
}

/// Whether a launch with so many arguments has to hand over bytes. Where default arguments are left out, it cannot.
template <class Function, std::size_t count>
struct NeedsBytes : std::false_type {};
template <class... P, std::size_t count>
struct NeedsBytes<void (*)(P...), count>
    : std::bool_constant<sizeof...(P) == count && (copies_run_code<std::remove_cv_t<P>> || ...)> {};

template <std::size_t I, class T>
struct Argument {
  T value;
};

template <class Function>
struct TakesReferences : std::false_type {};
template <class... P>
struct TakesReferences<void (*)(P...)> : std::bool_constant<(std::is_lvalue_reference<P>::value || ...)> {};

/// The argument of a parameter of type P; what is no variable of its type is copied.
template <class P, class A>
auto argument_of(A&& argument) {
  using Target = std::remove_reference_t<P>;
  if constexpr (std::is_lvalue_reference<P>::value && std::is_lvalue_reference<A>::value &&
                std::is_convertible<std::remove_reference_t<A>*, Target*>::value)
    return Referred<Target>{&argument};
  else
    return std::decay_t<A>(std::forward<A>(argument));
}

/// A tuple without functions of its own: for the lens, each would be one more call that the compiler reports, for every thread.
template <class Callee, class Indices, class... T>
struct Body;
template <class Callee, std::size_t... I, class... T>
struct Body<Callee, std::index_sequence<I...>, T...> : Argument<I, T>... {
  Body(Callee the_callee, std::tuple<T...>&& arguments)
      : Argument<I, T>{std::get<I>(std::move(arguments))}..., callee(the_callee) {}

  CUDASIM_UNREPORTED __attribute__((always_inline)) void operator()() const {
    callee(static_cast<const Argument<I, T>&>(*this).value...);
  }

  Callee callee;
};

template <class Callee, class... T>
auto make_body(Callee callee, std::tuple<T...>&& arguments) {
  return Body<Callee, std::index_sequence_for<T...>, T...>(callee, std::move(arguments));
}

/// Whether a function is called with less ado than through the callable that names it: for the lens that is one more call, which reads
/// the arguments. Pointers to structures go that way, and tell what they lead to (element.hpp).
template <class Arguments>
struct calls_function : std::false_type {};
#ifdef CUDASIM_LENS
template <class T>
struct leads_to_structure : std::false_type {};
template <class T>
struct leads_to_structure<T*> : std::bool_constant<std::is_class<T>::value || std::is_union<T>::value> {};
template <class... T>
struct calls_function<std::tuple<T...>> : std::bool_constant<!(leads_to_structure<T>::value || ...)> {};
#endif

/// What may outlive the launch: a call that refers to the launching function's variables may not.
template <class Arguments, class Call, class Function, class Takes>
const auto& callee(const Kernel<Call, Function, Takes>& kernel) {
  if constexpr ((calls_function<Arguments>::value || !std::is_empty<Call>::value) &&
                std::is_pointer<Function>::value) {
    if constexpr (can_apply<Function, Arguments>::value)
      return kernel.function;
    else
      return kernel.call;
  } else {
    return kernel.call;
  }
}

}  // namespace detail

/// The part before the argument list of a launch.
template <class Call, class Function, class Takes>
class Launcher {
 public:
  Launcher(const Kernel<Call, Function, Takes>& kernel, const LaunchConfig& config, const char* file,
           int line)
      : kernel_(kernel), config_(config), file_(file), line_(line) {}

  /// Copies the arguments once, on the host; every device thread gets its own copy of these.
  template <class... A, class F = Function, std::enable_if_t<!detail::TakesReferences<F>::value, int> = 0>
  void operator()(A... arguments) const {
    start(arguments...);
  }
  template <class... A, class F = Function, std::enable_if_t<detail::TakesReferences<F>::value, int> = 0>
  void operator()(A&&... arguments) const {
    with_references(kernel_.function, std::forward<A>(arguments)...);
  }

 private:
  template <class... P, class... A>
  void with_references(void (*)(P...), A&&... arguments) const {
    const auto start_with = [&](auto... each) { start(each...); };
    if constexpr (sizeof...(P) == sizeof...(A))
      start_with(detail::argument_of<P>(std::forward<A>(arguments))...);
    else
      start_with(std::forward<A>(arguments)...);
  }

  template <class... A>
  void start(A&... arguments) const {
    detail::Pointers<A...> pointers;
    (pointers.add(arguments), ...);
    if constexpr (detail::NeedsBytes<Function, sizeof...(A)>::value) {
      auto body = detail::with_bytes(kernel_.function, arguments...);
      run(body, pointers.values, pointers.count);
    } else {
      using Arguments = typename detail::Resolve<Takes, detail::List<>, A...>::Arguments;
      const auto& callee = detail::callee<Arguments>(kernel_);
      auto body = detail::make_body(callee, Arguments(std::move(arguments)...));
      // As on the device, a kernel is not compiled for the values that one launch gives it.
      asm volatile("" : : "r"(&body) : "memory");
      run(body, pointers.values, pointers.count);
    }
  }

  template <class Body>
  void run(Body& body, const void* const* pointers, std::size_t pointer_count) const {
    // The name of a template has no address, and needs no variables either.
    const bool may_refer = kernel_.address() == nullptr && !std::is_empty<Call>::value;
    drop_launch_error(
        detail::run_body(kernel_.name, kernel_.address(), body, config_, pointers, pointer_count, may_refer),
        kernel_.name, file_, line_);
  }

  const Kernel<Call, Function, Takes>& kernel_;
  const LaunchConfig& config_;
  const char* file_;
  int line_;
};

/// `launch(CUDASIM_KERNEL(K), LaunchConfig(grid, block))(arguments)` is the translation of
/// `K<<<grid, block>>>(arguments)`. The launcher lives no longer than that expression.
template <class Call, class Function, class Takes>
Launcher<Call, Function, Takes> launch(const Kernel<Call, Function, Takes>& kernel,
                                       const LaunchConfig& config, const char* file = __builtin_FILE(),
                                       int line = __builtin_LINE()) {
  return {kernel, config, file, line};
}

namespace detail {

using UntypedLaunch = cudaError_t (*)(const void* kernel, void** arguments, const LaunchConfig& config);
void remember_kernel(const void* kernel, UntypedLaunch launch);

template <class... P, std::size_t... I>
KernelWithBytes<P...> with_arguments_at(void (*kernel)(P...), void** arguments, std::index_sequence<I...>) {
  return with_bytes(kernel, *static_cast<std::remove_cv_t<std::remove_reference_t<P>>*>(arguments[I])...);
}

}  // namespace detail

/// Launches a kernel whose arguments are given by address. Records and returns the error.
template <class... P>
cudaError_t launch_function(void (*kernel)(P...), void** arguments, const LaunchConfig& config) {
  auto body = detail::with_arguments_at(kernel, arguments, std::index_sequence_for<P...>());
  return detail::run_body(nullptr, reinterpret_cast<const void*>(kernel), body, config, nullptr, 0, false);
}

/// The same for a kernel whose type was cast away: works for kernels made known by `register_kernel`, else
/// reports.
cudaError_t launch_function(const void* kernel, void** arguments, const LaunchConfig& config);

/// Makes the parameter types of a kernel known for launches by untyped pointer.
template <class... P>
bool register_kernel(void (*kernel)(P...)) {
  detail::remember_kernel(reinterpret_cast<const void*>(kernel), [](const void* address, void** arguments,
                                                                    const LaunchConfig& config) {
    return launch_function(reinterpret_cast<void (*)(P...)>(const_cast<void*>(address)), arguments, config);
  });
  return true;
}

/// What the translator makes of a cast to `void*` where a kernel may be meant.
template <class... P>
void* untyped(void (*kernel)(P...)) {
  register_kernel(kernel);
  return reinterpret_cast<void*>(kernel);
}
inline void* untyped(const void* pointer) { return const_cast<void*>(pointer); }

}  // namespace cudasim

/// `kernel` is a function pointer, or the address of a registered kernel.
template <class Kernel>
cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return cudasim::launch_function(kernel, arguments,
                                  cudasim::LaunchConfig(grid, block, shared_bytes, stream));
}

/// As `cudaLaunchKernel`, with all blocks resident, so that `grid_group::sync` works.
template <class Kernel>
cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  cudasim::LaunchConfig config(grid, block, shared_bytes, stream);
  config.cooperative = true;
  return cudasim::launch_function(kernel, arguments, config);
}

// Macros, so that a kernel named in a macro's body is shown as it is called after substitution; variadic,
// because template arguments may hold commas.
#define CUDASIM_KERNEL(...)                                                              \
  ::cudasim::kernel(                                                                     \
      #__VA_ARGS__,                                                                      \
      [&](auto&&... cudasim_a) -> decltype(__VA_ARGS__(::cudasim::pass(cudasim_a)...)) { \
        return __VA_ARGS__(::cudasim::pass(cudasim_a)...);                               \
      },                                                                                 \
      [&](auto cudasim_t) -> decltype(::cudasim::address(cudasim_t, __VA_ARGS__)) {      \
        return ::cudasim::address(cudasim_t, __VA_ARGS__);                               \
      },                                                                                 \
      [&](auto&&... cudasim_a) { return __VA_ARGS__(::cudasim::pass(cudasim_a)...); })
#define CUDASIM_INSTANCE(...)                                                      \
  ::cudasim::detail::hold_instance(                                                \
      [](auto cudasim_t) -> decltype(::cudasim::address(cudasim_t, __VA_ARGS__)) { \
        return ::cudasim::address(cudasim_t, __VA_ARGS__);                         \
      })
#define CUDASIM_KERNEL_VALUE(...) ::cudasim::kernel_value(#__VA_ARGS__, __VA_ARGS__)
