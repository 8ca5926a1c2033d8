#include "sim/lens/trace/x86_instruction.hpp"

#include <cstring>

#include "sim/lens/trace/x86_forms.hpp"

namespace cudasim::lens {
namespace {

constexpr unsigned vector_registers = 16;

/// Reads one instruction from front to back.
class Reader {
 public:
  Reader(const unsigned char* code, const std::uint64_t (&registers)[16])
      : code_(code), registers_(registers) {}

  X86Instruction read() {
    prefixes();
    const unsigned char op = code_[at_++];
    if (op != 0x0f) {
      one_byte(op);
    } else if (const unsigned char second = code_[at_++]; second == 0x38 || second == 0x3a) {
      ++at_;
      vector();
    } else {
      two_bytes(second);
    }
    return result_;
  }

 private:
  void prefixes() {
    for (;; ++at_) {
      const unsigned char byte = code_[at_];
      if (byte == 0x66)
        narrow_ = true;
      else if (byte == 0xf2 || byte == 0xf3)
        repeat_ = byte;
      else if ((byte & 0xf0) == 0x40)
        rex_ = byte;
      else if (byte == 0x64 || byte == 0x65)
        result_.in_segment = true;
      else if (byte != 0x2e && byte != 0x3e && byte != 0xf0)
        return;
    }
  }

  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, code_ + at_, bytes);
    at_ += bytes;
    const unsigned unused = 64 - 8 * bytes;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
  }

  /// The byte that names a register and a register or an address.
  void operands() {
    const unsigned char byte = code_[at_++];
    const unsigned mode = byte >> 6;
    field_ = (byte >> 3 & 7) | (rex_ & 4u) << 1;
    other_ = (byte & 7) | (rex_ & 1u) << 3;
    if (mode == 3) return;
    result_.has_memory = true;
    std::uint64_t address = 0;
    unsigned base = byte & 7;
    if (base == 4) {
      const unsigned char scaled = code_[at_++];
      const unsigned index = (scaled >> 3 & 7) | (rex_ & 2u) << 2;
      base = scaled & 7;
      if (index != 4) {
        result_.index = index;
        address += registers_[index] << (scaled >> 6);
      }
    } else if (base == 5 && mode == 0) {
      result_.address = number(4) + reinterpret_cast<std::uintptr_t>(code_ + at_);
      return;
    }
    if (base == 5 && mode == 0) {
      address += number(4);
    } else {
      result_.base = base | (rex_ & 1u) << 3;
      address += registers_[result_.base];
      if (mode != 0) address += number(mode == 1 ? 1 : 4);
    }
    result_.address = address;
  }

  void from_other(unsigned shift = 0) {
    if (result_.has_memory)
      result_.reads_memory = true;
    else
      result_.source[0] = other_ + shift;
  }
  void to_other(unsigned shift = 0) {
    if (result_.has_memory)
      result_.writes_memory = true;
    else
      result_.target = other_ + shift;
  }

  void integer(Work work = Work::integer) { result_.work = work; }

  /// or, and, xor of the operations that are numbered from add to cmp.
  static bool is_bitwise(unsigned number) { return number == 1 || number == 4 || number == 6; }

  /// add, or, …, cmp by two operands.
  void arithmetic(unsigned char op) {
    operands();
    result_.bytes = (op & 1) == 0 ? 1 : rex_ & 8 ? 8 : 4;
    integer();
    const bool compares = op >> 3 == 7, to_field = (op & 2) != 0;
    from_other();
    result_.source[1] = field_;
    result_.is_zero = op >> 3 == 6 && !result_.has_memory && field_ == other_;
    if (result_.is_zero) result_.work = Work::move;
    result_.is_bitwise = is_bitwise(op >> 3);
    if (compares) return;
    if (to_field)
      result_.target = field_;
    else
      to_other();
  }

  void one_byte(unsigned char op) {
    result_.bytes = (op & 1) == 0 ? 1 : rex_ & 8 ? 8 : 4;
    if (op < 0x40 && (op & 7) < 4) return arithmetic(op);
    if (op < 0x40 && (op & 7) < 6) {
      result_.constant = static_cast<std::uint32_t>(number((op & 1) == 0 ? 1 : narrow_ ? 2 : 4));
      result_.is_bitwise = is_bitwise(op >> 3);
      return accumulator(op >> 3 == 7);
    }
    if (op >= 0x70 && op < 0x80) return conditional(op, 1);
    if (op >= 0xb8 && op < 0xc0) return constant(op);
    if (op >= 0xc0 && op < 0xd4 && (op < 0xc2 || op >= 0xd0)) return shift(op);
    if (const Form* known = form_of(one_byte_forms, op)) {
      result_.is_integer_product = op == 0x69 || op == 0x6b;
      return form(*known);
    }
    switch (op) {
      case 0x80:
      case 0x81:
      case 0x83:
        form({op, Work::integer, Shape::changed});
        if ((field_ & 7) == 7) result_.target = X86Instruction::none, result_.writes_memory = false;
        result_.constant = static_cast<std::uint32_t>(number(op == 0x81 ? (narrow_ ? 2 : 4) : 1));
        result_.is_bitwise = is_bitwise(field_ & 7);
        return;
      case 0x8d: return address();
      case 0xa8:
      case 0xa9: return accumulator(true);
      case 0xf6:
      case 0xf7: return unary();
      case 0xfe:
      case 0xff: return more();
      case 0xe9: return jump(4);
      case 0xeb: return jump(1);
      case 0xe8: return call();
      case 0xc3: result_.work = Work::give_back; return;
      default: return;
    }
  }

  /// Half of eight bytes is a register of its own on the device.
  void shift(unsigned char op) {
    form({op, Work::integer, Shape::changed});
    result_.is_bitwise = (field_ & 5) == 5;  // to the right
    if (op == 0xc1 && number(1) == 32) result_.work = Work::move;
  }

  void constant(unsigned char op) {
    result_.is_zero = true;
    result_.target = (op & 7u) | (rex_ & 1u) << 3;
  }

  void call() {
    result_.work = Work::call;
    result_.distance = static_cast<std::int64_t>(number(4));
    result_.length = static_cast<std::uint8_t>(at_);
  }

  void accumulator(bool compares) {
    integer();
    result_.source[0] = 0;
    if (!compares) result_.target = 0;
  }

  void jump(unsigned bytes) {
    result_.work = Work::branch;
    result_.distance = static_cast<std::int64_t>(number(bytes));
    result_.length = static_cast<std::uint8_t>(at_);
  }

  void conditional(unsigned char op, unsigned bytes) {
    const unsigned condition = op & 15;
    result_.is_conditional = true;
    result_.is_unsigned = condition == 2 || condition == 3 || condition == 6 || condition == 7;
    jump(bytes);
  }

  // An address of a base and a distance is part of the access on the device.
  void address() {
    operands();
    result_.has_memory = false;
    result_.target = field_;
    result_.source[0] = result_.base;
    result_.source[1] = result_.index;
    if (result_.index != X86Instruction::none) integer();
  }

  void unary() {
    constexpr std::uint8_t of_a_division = 20;  // what the device's own takes, about
    operands();
    integer();
    from_other();
    const unsigned which = field_ & 7;
    if (which < 2) return;
    if (which < 4) return to_other();
    result_.source[1] = 0;
    result_.target = 0;
    result_.is_integer_product = which < 6;
    if (which >= 6) result_.count = of_a_division;
  }

  void more() {
    operands();
    const unsigned which = field_ & 7;
    from_other();
    if (which < 2) {
      integer();
      to_other();
    } else if (which == 2) {
      result_.work = Work::call;
      result_.length = static_cast<std::uint8_t>(at_);
    } else if (which == 4) {
      result_.work = Work::branch;
    }
  }

  void vector() {
    operands();
    integer();
    from_other(vector_registers);
    result_.source[1] = result_.target = field_ + vector_registers;
    result_.bytes = 16;
  }

  /// On the device each part is a register of its own.
  void shuffle() {
    vector();
    result_.work = Work::move;
  }

  std::uint8_t scalar_bytes() const { return repeat_ == 0xf3 ? 4 : repeat_ == 0xf2 ? 8 : 16; }
  Work floating() const { return repeat_ == 0xf2 || (repeat_ == 0 && narrow_) ? Work::fp64 : Work::fp32; }

  void two_bytes(unsigned char op) {
    if (op >= 0x80 && op < 0x90) return conditional(op, 4);
    result_.reads_flags = (op >= 0x40 && op < 0x50) || (op >= 0x90 && op < 0xa0);
    if (op >= 0x40 && op < 0x50) return form({op, Work::integer, Shape::joined});
    if (op >= 0x90 && op < 0xa0) return operands(), to_other();
    result_.bytes = scalar_bytes();
    if (op == 0x7e && repeat_ == 0xf3) return form({op, Work::move, Shape::vector_loaded});
    if (const Form* known = form_of(two_byte_forms, op)) {
      form(*known);
      if (op == 0x6e || op == 0x7e || op == 0xaf) result_.bytes = rex_ & 8 ? 8 : 4;
      result_.is_integer_product = op == 0xaf;
      return;
    }
    switch (op) {
      case 0x51:
      case 0x52:
      case 0x53:
      case 0x58:
      case 0x59:
      case 0x5c:
      case 0x5d:
      case 0x5e:
      case 0x5f: return floating_point(op);
      case 0x54:
      case 0x55:
      case 0x56:
      case 0x57:
      case 0xef: return logic();
      case 0x2e:
      case 0x2f:
        vector();
        result_.target = X86Instruction::none;
        result_.bytes = narrow_ ? 8 : 4;
        return;
      case 0x14:
      case 0x15:
      case 0x60:
      case 0x61:
      case 0x62:
      case 0x6c:
      case 0x70:
      case 0xc6: return shuffle();
      case 0x1e:
      case 0x1f:
      case 0x0b:
      case 0x05: return;
      default: return vector();
    }
  }

  /// An instruction of a common shape.
  void form(const Form& known) {
    operands();
    result_.work = known.work;
    const bool vectors = known.shape == Shape::vector_loaded || known.shape == Shape::vector_stored;
    const unsigned field =
        field_ + (vectors || known.shape == Shape::to_vector || known.shape == Shape::from_vector
                      ? vector_registers
                      : 0);
    switch (known.shape) {
      case Shape::loaded:
      case Shape::to_vector:
      case Shape::vector_loaded:
        from_other(vectors ? vector_registers : 0);
        result_.target = field;
        break;
      case Shape::stored:
      case Shape::from_vector:
      case Shape::vector_stored:
        result_.source[0] = field;
        to_other(vectors ? vector_registers : 0);
        break;
      case Shape::changed: from_other(), to_other(); break;
      case Shape::compared: from_other(), result_.source[1] = field; break;
      case Shape::joined: from_other(), result_.source[1] = result_.target = field; break;
      case Shape::constant: result_.is_zero = true, to_other(); break;
      case Shape::vector_to_general: from_other(vector_registers), result_.target = field; break;
    }
  }

  // On the device minima are made where integers are; roots and quotients start from an approximation.
  void floating_point(unsigned char op) {
    vector();
    result_.bytes = scalar_bytes();
    result_.work = op == 0x5d || op == 0x5f                  ? Work::integer
                   : op == 0x5e || (op >= 0x51 && op < 0x54) ? Work::special
                                                             : floating();
    if (repeat_ == 0) result_.count = narrow_ ? 2 : 4;
    result_.is_product = op == 0x59;
    result_.is_sum = op == 0x58 || op == 0x5c;
    result_.is_division = op == 0x5e;
    result_.is_root = op == 0x51;
    if (op >= 0x51 && op < 0x54) result_.source[1] = X86Instruction::none;
  }

  void logic() {
    operands();
    from_other(vector_registers);
    result_.source[1] = result_.target = field_ + vector_registers;
    result_.is_zero = !result_.has_memory && field_ == other_;
    result_.bytes = 16;
  }

  const unsigned char* code_;
  const std::uint64_t (&registers_)[16];
  std::size_t at_ = 0;
  unsigned char rex_ = 0, repeat_ = 0;
  bool narrow_ = false;
  unsigned field_ = 0, other_ = 0;
  X86Instruction result_;
};

}  // namespace

X86Instruction x86_instruction(const unsigned char* code, const std::uint64_t (&registers)[16]) {
  return Reader(code, registers).read();
}

}  // namespace cudasim::lens
