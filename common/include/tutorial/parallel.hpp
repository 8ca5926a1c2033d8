#pragma once

/// @file
/// Host loops on all cores, since programs make and check gigabytes of data.

#include <cstdint>
#include <functional>

namespace tutorial {

/// Number of parts that in_parts makes of `count` items of `elements` elements each: one per core, but only one if threads
/// would cost more than they save.
int part_count(std::int64_t count, std::int64_t elements);

/// Splits the items [0, count) into consecutive parts, calls body(part, begin, end) for each of them
/// in its own thread, and returns when all have ended. Without items, calls it once with an empty part.
///
/// @param count     number of items
/// @param elements  the cost of one item, such as the number of columns in a row
/// @param body      gets the part's number (0 to part_count - 1), which can index per-part data, and its range of items
/// @throws the exception of the first part that failed
void in_parts(std::int64_t count, std::int64_t elements,
              const std::function<void(int part, std::int64_t begin, std::int64_t end)>& body);

}  // namespace tutorial
