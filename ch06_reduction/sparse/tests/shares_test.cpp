// The shares of spmv_shares: every entry and every row's end in one share, and every cut row with all its carries.

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "sparse/further/shares.hpp"
#include "sparse/matrices.hpp"

namespace {

struct Item {
  ch06::Index row;
  ch06::Index entry;  ///< the next entry; for the end of a row, the first one of the row behind
  bool ends_row;
};

template <typename T>
std::vector<Item> items_of(const ch06::Csr<T>& a) {
  std::vector<Item> items;
  for (ch06::Index r = 0; r < a.rows; ++r) {
    for (ch06::Index e = a.row_start[r]; e < a.row_start[r + 1]; ++e) items.push_back({r, e, false});
    items.push_back({r, a.row_start[r + 1], true});
  }
  return items;
}

void check_shares(const ch06::Csr<float>& a, ch06::Index size) {
  CAPTURE(a.rows);
  CAPTURE(size);
  const ch06::Shares shares = ch06::make_shares(a, size);
  const std::vector<Item> items = items_of(a);
  const auto count = static_cast<std::int64_t>(items.size());
  REQUIRE(shares.items == count);
  REQUIRE(std::ssize(shares.first_row) == std::max<std::int64_t>(1, (count + size - 1) / size) + 1);
  CHECK(shares.first_row.back() == a.rows);

  std::vector<std::vector<ch06::Index>> carriers(
      static_cast<std::size_t>(a.rows));  // of each row, by brute force
  for (std::int64_t share = 0; share * size < count; ++share) {
    const Item& first = items[share * size];
    CHECK(shares.first_row[share] == first.row);
    CHECK(share * size - shares.first_row[share] == first.entry);
    const bool cuts_row = share > 0 && !items[share * size - 1].ends_row;
    if (cuts_row) carriers[first.row].push_back(static_cast<ch06::Index>(share - 1));
  }

  std::int64_t rows_cut = 0;
  for (const auto& carrier : carriers) rows_cut += !carrier.empty();
  CHECK(std::ssize(shares.cuts) == rows_cut);
  for (std::int64_t i = 0; i < std::ssize(shares.cuts); ++i) {
    const ch06::Cut cut = shares.cuts[i];
    REQUIRE(!carriers[cut.row].empty());
    CHECK(cut.begin == carriers[cut.row].front());
    CHECK(cut.end - 1 == carriers[cut.row].back());
    CHECK((cut.end - cut.begin > 16) == (i < shares.many));
  }
}

}  // namespace

TEST_CASE(
    "shares hold every item once, and the carries of a cut row are those of the shares it begins and goes on "
    "in") {
  for (const ch06::Index size : {1, 2, 7, 32, 1000}) {
    for (const int rows : {0, 1, 2, 33, 150}) {
      check_shares(ch06::uneven<float>(rows, 5), size);
      check_shares(ch06::mostly_empty<float>(rows, 5), size);
      check_shares(ch06::few_long<float>(rows, 5), size);
      check_shares(ch06::band<float>(rows, 3, 5), size);
    }
  }
}
