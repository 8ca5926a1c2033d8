#pragma once

/// @file
/// Loops of the host on all cores: gigabytes of data are made and checked.

#include <cstdint>
#include <functional>

namespace tutorial {

/// How many parts in_parts makes of `count` items of `elements` elements each: one a core, but only one where threads
/// would cost more than they save.
int part_count(std::int64_t count, std::int64_t elements);

/// Calls body(part, begin, end) for consecutive parts of the items [0, count) that together are all of them, each part
/// in a thread of its own, and returns when all have ended. Without items: once, with an empty part.
///
/// @param count     items
/// @param elements  what an item weighs, such as the columns of a row
/// @param body      gets the part's number, from 0 to part_count - 1, for what each part keeps to itself, and its items
/// @throws what the body of the first part that failed has thrown
void in_parts(std::int64_t count, std::int64_t elements,
              const std::function<void(int part, std::int64_t begin, std::int64_t end)>& body);

}  // namespace tutorial
