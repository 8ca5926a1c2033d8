// What goes between the marker and the process that runs a submission: cases in, records out, each a plain string of bytes.
// Included on both sides, and by exercise authors through check.hpp and call.hpp; needs nothing but the standard library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tutorial::wire {

/// The submission's process finds these descriptors open, and has no other but the three that every program has.
constexpr int input_descriptor = 3;   ///< the cases, to be read to its end
constexpr int result_descriptor = 4;  ///< takes records

/// Random bytes that come with the cases and must come back with each record.
using Token = std::array<char, 16>;

enum class Kind : std::uint8_t { number, real, input, in_out, output };

/// With what an output is filled before the call. It follows from the type, so inputs have one too.
enum class Poison : std::uint8_t { bytes, nan32, nan64 };

constexpr unsigned char poison_byte = 0xA5;

/// One argument of a case: a number, or an array of `count` elements of `element` bytes.
struct Argument {
  Kind kind = Kind::number;
  std::string name;
  std::int64_t number = 0;
  double real = 0;
  std::uint64_t element = 1;
  std::uint64_t count = 0;
  Poison poison = Poison::bytes;
  bool comes_back = false;  ///< its bytes are wanted after the call
  std::string data;         ///< before the call; empty for outputs

  std::uint64_t bytes() const { return element * count; }
};

struct CaseInput {
  std::string name;
  std::uint64_t earlier_calls =
      0;  ///< with the same arguments, by a function that keeps something from call to call
  std::vector<Argument> arguments;
};

enum class SharedLoads : std::uint8_t { ignored, recorded, replaced };

struct Input {
  Token token = {};
  SharedLoads shared_loads = SharedLoads::ignored;
  std::string recorded;  ///< what shared loads are replaced by: the payload of another run's record
  std::vector<CaseInput> cases;
};

/// What `bytes` of an output are before the call.
inline std::string poisoned(Poison poison, std::size_t bytes) {
  std::string result(bytes, static_cast<char>(poison_byte));
  const std::uint32_t nan32 = 0x7FC0A5A5U;
  const std::uint64_t nan64 = 0x7FF8A5A5A5A5A5A5U;
  if (poison == Poison::nan32)
    for (std::size_t i = 0; i + sizeof nan32 <= bytes; i += sizeof nan32)
      std::memcpy(&result[i], &nan32, sizeof nan32);
  if (poison == Poison::nan64)
    for (std::size_t i = 0; i + sizeof nan64 <= bytes; i += sizeof nan64)
      std::memcpy(&result[i], &nan64, sizeof nan64);
  return result;
}

enum class RecordKind : std::uint8_t {
  case_begins,
  array,    ///< payload: name, bytes
  failure,  ///< payload: words for the learner: an error of the CUDA runtime
  author,   ///< payload: words for the exercise's author: call.cpp asks for what the case does not have
  lens,     ///< payload: the lens's JSON of this case, or of all after the last
  seconds,  ///< payload: a double: the median time of one call on the GPU
  case_ends,
  end,           ///< all cases were run
  steps,         ///< payload: the steps of this case as the lens has recorded them, where they were asked for
  shared_loads,  ///< after all cases, where they were asked for
};

/// A record has the token, its kind, the case's index and its payload.
struct Record {
  RecordKind kind = RecordKind::end;
  std::uint64_t index = 0;
  std::string payload;
};

/// Appends values to a string of bytes.
class Writer {
 public:
  template <class T>
  void value(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    value<std::uint64_t>(text.size());
    bytes_.append(text);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads them again. @throws std::runtime_error where there is less than it should be
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T value() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(value<std::uint64_t>())); }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) throw std::runtime_error("cut short");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

inline std::string written(const Input& input) {
  Writer writer;
  writer.value(input.token);
  writer.value(input.shared_loads);
  writer.text(input.recorded);
  writer.value<std::uint64_t>(input.cases.size());
  for (const CaseInput& each : input.cases) {
    writer.text(each.name);
    writer.value(each.earlier_calls);
    writer.value<std::uint64_t>(each.arguments.size());
    for (const Argument& argument : each.arguments) {
      writer.value(argument.kind);
      writer.text(argument.name);
      writer.value(argument.number);
      writer.value(argument.real);
      writer.value(argument.element);
      writer.value(argument.count);
      writer.value(argument.poison);
      writer.value<char>(argument.comes_back);
      writer.text(argument.data);
    }
  }
  return writer.bytes();
}

/// @throws std::runtime_error
inline Input read_input(std::string_view bytes) {
  Reader reader(bytes);
  Input input;
  input.token = reader.value<Token>();
  input.shared_loads = reader.value<SharedLoads>();
  input.recorded = reader.text();
  input.cases.resize(reader.value<std::uint64_t>());
  for (CaseInput& each : input.cases) {
    each.name = reader.text();
    each.earlier_calls = reader.value<std::uint64_t>();
    each.arguments.resize(reader.value<std::uint64_t>());
    for (Argument& argument : each.arguments) {
      argument.kind = reader.value<Kind>();
      argument.name = reader.text();
      argument.number = reader.value<std::int64_t>();
      argument.real = reader.value<double>();
      argument.element = reader.value<std::uint64_t>();
      argument.count = reader.value<std::uint64_t>();
      argument.poison = reader.value<Poison>();
      argument.comes_back = reader.value<char>() != 0;
      argument.data = reader.text();
    }
  }
  return input;
}

inline std::string written(const Token& token, const Record& record) {
  Writer writer;
  writer.value(token);
  writer.value(record.kind);
  writer.value(record.index);
  writer.text(record.payload);
  return writer.bytes();
}

/// The records before the first broken one or one with another token.
inline std::vector<Record> read_records(const Token& token, std::string_view bytes) {
  std::vector<Record> records;
  Reader reader(bytes);
  try {
    while (!reader.at_end()) {
      if (reader.value<Token>() != token) break;
      Record record;
      record.kind = reader.value<RecordKind>();
      record.index = reader.value<std::uint64_t>();
      record.payload = reader.text();
      records.push_back(std::move(record));
    }
  } catch (const std::runtime_error&) {
    // the process ended in the middle of a record
  }
  return records;
}

}  // namespace tutorial::wire
