#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sparse/further/shares.hpp"

namespace ch06 {

/// Columns of a page: neighbors, from any column on.
constexpr Index page_width = 32;

/// Items of a share at most: so few that 16 bits could say column and page of each entry if every one had a page of its own.
constexpr Index paged_share = 65536 / page_width;

/// A matrix in shares that list the pages of columns which they touch. An entry's column is a page of its share's list, and
/// a place in it:
///
///     columns of a share   3 5 1000 4 6 1001     pages   3, 1000      page and place   0:0 0:2 1:0 0:1 0:3 1:1
///
/// The entries of a share begin with a full quad: four neighbors that a thread loads at once.
template <typename T>
struct Pages {
  Shares shares = {};
  std::vector<Index> share_quad = {
      0};  ///< the first quad of each share; after the last: the number of all quads
  std::vector<Index> share_page = {0};  ///< the same of the pages
  std::vector<Index> first_col = {};    ///< of each page
  std::vector<std::uint16_t> col = {};  ///< page_width * page + place of each entry
  std::vector<T> value = {};            ///< of each entry; 0 where a quad is not full
};

/// @throws tutorial::UsageError for more quads than Index can count
template <typename T>
Pages<T> make_pages(const Csr<T>& a);

/// How many pages an entry has, from a sample of the shares: close to 1 where columns are scattered, close to 0 where rows
/// that lie together share their columns. 0 without entries.
template <typename T>
double pages_an_entry(const Csr<T>& a, const Shares& shares);

/// The same on the device, with room for a carry of each share.
template <typename T>
struct DevicePages {
  explicit DevicePages(const Pages<T>& made)
      : shares(made.shares),
        share_quad(made.share_quad),
        share_page(made.share_page),
        first_col(made.first_col),
        col(made.col),
        value(made.value) {}

  DeviceShares<T> shares;
  tutorial::DeviceBuffer<Index> share_quad;
  tutorial::DeviceBuffer<Index> share_page;
  tutorial::DeviceBuffer<Index> first_col;
  tutorial::DeviceBuffer<std::uint16_t> col;
  tutorial::DeviceBuffer<T> value;
};

}  // namespace ch06
