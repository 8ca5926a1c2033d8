// Objects that a submission makes in place, and the nodes of its lists: reported to the lens, in the submission's name.
#include <cuda_runtime.h>

#include <cerrno>
#include <cstddef>

#include "marking/runner/guest_library.hpp"
#include "sim/lens/guest.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/state.hpp"

namespace {

/// Of std::list.
struct Node {
  Node *next, *previous;
};

void set(Node*& link, Node* to, const void* pc) {
  cudasim::lens::library_accesses(&link, sizeof link, true, pc);
  link = to;
}

}  // namespace

#define CALLER __builtin_return_address(0)

extern "C" {
void* guest__ZnwmPv(std::size_t bytes, void* place) {
  cudasim::lens::library_accesses(place, bytes, true, CALLER);
  return place;
}
void* guest__ZnamPv(std::size_t bytes, void* place) {
  cudasim::lens::library_accesses(place, bytes, true, CALLER);
  return place;
}

/// _M_hook
void guest__ZNSt8__detail15_List_node_base7_M_hookEPS0_(Node* node, Node* before) {
  set(node->next, before, CALLER);
  set(node->previous, before->previous, CALLER);
  set(before->previous->next, node, CALLER);
  set(before->previous, node, CALLER);
}
/// _M_unhook
void guest__ZNSt8__detail15_List_node_base9_M_unhookEv(Node* node) {
  Node *const next = node->next, *const previous = node->previous;
  set(previous->next, next, CALLER);
  set(next->previous, previous, CALLER);
}
/// _M_transfer: the nodes from `first` to the one before `last` come before `node`.
void guest__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(Node* node, Node* first, Node* last) {
  if (node == last) return;
  set(last->previous->next, node, CALLER);
  set(first->previous->next, last, CALLER);
  set(node->previous->next, first, CALLER);
  Node* const before = node->previous;
  set(node->previous, last->previous, CALLER);
  set(last->previous, first->previous, CALLER);
  set(first->previous, before, CALLER);
}
/// _M_reverse
void guest__ZNSt8__detail15_List_node_base10_M_reverseEv(Node* list) {
  Node* node = list;
  do {
    Node* const next = node->next;
    set(node->next, node->previous, CALLER);
    set(node->previous, next, CALLER);
    node = next;
  } while (node != list);
}
/// swap
void guest__ZNSt8__detail15_List_node_base4swapERS0_S1_(Node* a, Node* b) {
  const Node one = *a, other = *b;
  const auto takes = [pc = CALLER](Node* list, const Node& from, Node* was) {
    const bool is_empty = from.next == was;
    set(list->next, is_empty ? list : from.next, pc);
    set(list->previous, is_empty ? list : from.previous, pc);
    if (is_empty) return;
    set(list->next->previous, list, pc);
    set(list->previous->next, list, pc);
  };
  takes(a, other, b);
  takes(b, one, a);
}

/// The submission's own errno: it may not write to the C library's. A value that a function has set is there at the next access.
int* guest___errno_location() {
  static int* const own = static_cast<int*>(guest_malloc(sizeof(int)));
  if (errno != 0) *own = errno;
  errno = 0;
  return own;
}

/// malloc and free in a function for both sides: of the submission's own memory if host code calls it.
void* guest__ZN7cudasim11heap_mallocEm(std::size_t bytes) {
  return cudasim::in_kernel() ? cudasim::kernel_malloc(bytes, __builtin_return_address(0))
                              : guest_malloc(bytes);
}
void guest__ZN7cudasim9heap_freeEPv(void* memory) {
  if (cudasim::in_kernel())
    cudasim::kernel_free(memory, __builtin_return_address(0));
  else
    guest_free(memory);
}

/// grid.sync and cluster.sync: barriers like __syncthreads.
void guest__ZN7cudasim6detail12grid_barrierERKNS_4SiteE(const cudasim::Site& site) {
  cudasim::lens::guest_waits_for_blocks();
  cudasim::detail::grid_barrier(site);
}
void guest__ZN7cudasim6detail15cluster_barrierERKNS_4SiteE(const cudasim::Site& site) {
  cudasim::lens::guest_waits_for_blocks();
  cudasim::detail::cluster_barrier(site);
}

/// __nanosleep and other waits.
void guest__ZN7cudasim6detail5yieldEv() {
  cudasim::lens::guest_rests();
  cudasim::detail::yield();
}
}
