#include "sparse/further/pages.hpp"

#include "tutorial/parallel.hpp"

namespace ch06 {
namespace {

/// The first columns of the pages that hold all columns of a share, in order.
template <typename T>
std::vector<Index> pages_of(const Csr<T>& a, const Shares& shares, std::int64_t share) {
  std::vector<Index> cols(a.col.begin() + first_entry(shares, share),
                          a.col.begin() + first_entry(shares, share + 1));
  std::sort(cols.begin(), cols.end());
  std::vector<Index> pages;
  for (const Index col : cols) {
    if (pages.empty() || col - pages.back() >= page_width) pages.push_back(col);
  }
  return pages;
}

/// Stores the entries of share `share` after its first quad.
template <typename T>
void fill_share(const Csr<T>& a, std::int64_t share, Pages<T>& made) {
  const auto pages = made.first_col.begin() + made.share_page[static_cast<std::size_t>(share)];
  const auto end = made.first_col.begin() + made.share_page[static_cast<std::size_t>(share) + 1];
  auto to = quad_size * static_cast<std::size_t>(made.share_quad[static_cast<std::size_t>(share)]);
  for (std::int64_t e = first_entry(made.shares, share); e < first_entry(made.shares, share + 1); ++e, ++to) {
    const Index col = a.col[static_cast<std::size_t>(e)];
    const auto page = std::upper_bound(pages, end, col) - 1;
    made.col[to] = static_cast<std::uint16_t>(page_width * (page - pages) + col - *page);
    made.value[to] = a.value[static_cast<std::size_t>(e)];
  }
}

}  // namespace

template <typename T>
Pages<T> make_pages(const Csr<T>& a) {
  Pages<T> made{.shares = make_shares(a, paged_share)};
  const std::int64_t shares = std::ssize(made.shares.first_row) - 1;
  std::vector<std::vector<Index>> pages(static_cast<std::size_t>(shares));
  tutorial::in_parts(shares, paged_share, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t share = begin; share < end; ++share)
      pages[static_cast<std::size_t>(share)] = pages_of(a, made.shares, share);
  });

  std::int64_t quads = 0;
  for (std::int64_t share = 0; share < shares; ++share) {
    quads +=
        (first_entry(made.shares, share + 1) - first_entry(made.shares, share) + quad_size - 1) / quad_size;
    refuse_more_entries(quad_size * quads);
    const std::vector<Index>& own = pages[static_cast<std::size_t>(share)];
    made.first_col.insert(made.first_col.end(), own.begin(), own.end());
    made.share_quad.push_back(static_cast<Index>(quads));
    made.share_page.push_back(static_cast<Index>(made.first_col.size()));
  }

  made.col.resize(static_cast<std::size_t>(quad_size * quads));
  made.value.resize(static_cast<std::size_t>(quad_size * quads));
  tutorial::in_parts(shares, paged_share, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t share = begin; share < end; ++share) fill_share(a, share, made);
  });
  return made;
}

template <typename T>
double pages_an_entry(const Csr<T>& a, const Shares& shares) {
  std::int64_t pages = 0;
  std::int64_t entries = 0;
  for (const std::int64_t share : sample(std::ssize(shares.first_row) - 1)) {
    pages += std::ssize(pages_of(a, shares, share));
    entries += first_entry(shares, share + 1) - first_entry(shares, share);
  }
  return entries == 0 ? 0 : static_cast<double>(pages) / static_cast<double>(entries);
}

template double pages_an_entry(const Csr<float>&, const Shares&);
template double pages_an_entry(const Csr<double>&, const Shares&);
template Pages<float> make_pages(const Csr<float>&);
template Pages<double> make_pages(const Csr<double>&);

}  // namespace ch06
