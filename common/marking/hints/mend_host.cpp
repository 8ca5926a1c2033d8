// Copies that are missing, too short or of another array, results that are never cleared, limits and types that are too small.
#include <algorithm>
#include <array>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;

bool is_pointer(const Variable& variable) { return variable.type.ends_with(" *"); }

std::string pointee(const Variable& variable) { return variable.type.substr(0, variable.type.size() - 2); }

/// The statement that launches a kernel; none if there is none, or several.
const Statement* launch_of(const Structure& source, const Function& function) {
  const Statement* launch = nullptr;
  for (const Statement& statement : function.statements) {
    if (statement.kind != Statement::Kind::simple) continue;
    for (std::size_t i = statement.begin; i < statement.end; ++i) {
      if (!source.is(i, "<<<")) continue;
      if (launch != nullptr && launch != &statement) return nullptr;
      launch = &statement;
    }
  }
  return launch;
}

/// Bytes of a copy, as other copies here have it, or as a variable is named.
std::string bytes_in(const Structure& source, const Function& function) {
  for (const Variable& local : function.variables_at(function.end))
    if (local.name == "bytes") return local.name;
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (!source.is(i, "cudaMemcpy") || !source.is(i + 1, "(")) continue;
    const auto given = cudasim::translate::items(source.tokens(), i + 1, source.close_of(i + 1));
    if (given.size() == 4) return std::string(source.words(given[2].begin, given[2].end));
  }
  return "";
}

/// Host arrays are parameters, device arrays pointers that the function declares itself.
void missing_copies(Mends& mends, const Function& function, const Statement& launch) {
  const Structure& source = mends.structure();
  const std::string bytes = bytes_in(source, function);
  for (const Variable& host : function.parameters)
    for (const Variable& device : function.locals) {
      const bool alike = is_pointer(host) && is_pointer(device) && pointee(host) == pointee(device);
      if (!alike || bytes.empty() || device.declared > launch.begin) continue;
      Edits there, instead, back;
      const std::string copy =
          "cudaMemcpy(" + device.name + ", " + host.name + ", " + bytes + ", cudaMemcpyHostToDevice); ";
      there.insert(source.at(launch.begin).offset, copy);
      mends.add(About::copied, 0, launch.begin, there);
      for (std::size_t i = launch.begin; i < launch.end; ++i)
        if (source.is(i, host.name)) {
          instead.insert(source.at(launch.begin).offset, copy);
          instead.replace(source.at(i).offset, source.at(i).end(), device.name);
          mends.add(About::copied, -0.1, launch.begin, instead);
        }
      back.insert(source.at(launch.end - 1).end(), " cudaMemcpy(" + host.name + ", " + device.name + ", " +
                                                       bytes + ", cudaMemcpyDeviceToHost);");
      mends.add(About::copied, 0.1, launch.begin, back);
    }
}

/// All copies, or one, take `bytes`; and the arrays of one.
void other_copies(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first = 0;
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (!source.is(i, "cudaMemcpy") || !source.is(i + 1, "(")) continue;
    const auto given = cudasim::translate::items(source.tokens(), i + 1, source.close_of(i + 1));
    if (given.size() != 4 || given[2].empty()) continue;
    for (const Variable& size : function.variables_at(i)) {
      if (size.name != "bytes") continue;
      Edits one;
      for (Edits* edits : {&one, &all})
        edits->replace(source.at(given[2].begin).offset, source.at(given[2].end - 1).end(), size.name);
      mends.add(About::size_of, 0, i, one);
      if (first == 0) first = i;
    }
    for (std::size_t side = 0; side < 2; ++side)
      for (const Variable& array : function.locals) {
        if (!is_pointer(array) || array.declared > i || given[side].end != given[side].begin + 1) continue;
        Edits edits;
        edits.replace(source.at(given[side].begin).offset, source.at(given[side].begin).end(), array.name);
        mends.add(About::stands_for, 0.2, i, edits);
      }
  }
  if (first != 0) mends.add(About::size_of, 0.1, first, all);
}

/// What a result begins with, where the function is to store it.
void never_cleared(Mends& mends, const Function& function, const Statement& launch) {
  const Structure& source = mends.structure();
  for (const Variable& result : function.parameters) {
    if (!is_pointer(result) || source.is(result.declared - 3, "const")) continue;
    Edits edits;
    edits.insert(source.at(launch.begin).offset,
                 "cudaMemset(" + result.name + ", 0, sizeof *" + result.name + "); ");
    mends.add(About::cleared, 0.5, launch.begin, edits);
  }
}

/// `std::min<…>(a, b)` becomes `a`.
void limits(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (!source.is(i, "min") && !source.is(i, "max")) continue;
    std::size_t open = i + 1;
    if (source.is(open, "<")) {
      const auto angle = cudasim::translate::closing_angle(source.tokens(), open);
      if (!angle) continue;
      open = *angle + 1;
    }
    if (!source.is(open, "(")) continue;
    const std::size_t close = source.close_of(open);
    const auto given = cudasim::translate::items(source.tokens(), open, close);
    if (given.size() != 2 || given[0].empty()) continue;
    const std::size_t begin = source.is(i - 1, "::") ? i - 2 : i;
    Edits edits;
    edits.replace(source.at(begin).offset, source.at(close).end(),
                  "(" + std::string(source.words(given[0].begin, given[0].end)) + ")");
    mends.add(About::limit, 0, i, edits);
  }
}

/// A statement's `unsigned`, `int` and `float` become wider.
void wider_types(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (const Statement& statement : function.statements) {
    bool casts = false;
    Edits edits;
    for (std::size_t i = statement.begin; i < statement.end; ++i) {
      casts = casts || source.is(i, "static_cast");
      const bool integer = source.is(i, "unsigned") || source.is(i, "int");
      if (!integer && !source.is(i, "float")) continue;
      edits.replace(source.at(i).offset, source.at(i).end(), integer ? "long long" : "double");
    }
    if (statement.kind == Statement::Kind::simple && casts && !edits.empty())
      mends.add(About::range, 0, statement.begin, edits);
  }
}

/// As many threads as elements, where a kernel divides its index by something: by that, too.
void more_threads(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (const Variable& threads : function.locals) {
    const std::size_t value = threads.declared + 2;
    if (!threads.is_integer() || !source.at(value).is_identifier() || !source.is(value + 1, ";")) continue;
    for (std::size_t i = 1; i < source.tokens().size(); ++i) {
      if (!source.is(i - 1, "%") || !source.at(i).is_identifier()) continue;
      Edits edits;
      edits.insert(source.at(value).end(), " * " + std::string(source.at(i).text));
      mends.add(About::launch, 0.2, threads.declared, edits);
    }
  }
}

}  // namespace

void mend_host(Mends& mends) {
  const Structure& source = mends.structure();
  if (mends.symptoms().lost == Part::good) return;
  for (const Function& function : source.functions()) {
    if (function.on_device) continue;
    limits(mends, function);
    wider_types(mends, function);
    more_threads(mends, function);
    other_copies(mends, function);
    const Statement* const launch = launch_of(source, function);
    if (launch == nullptr) continue;
    missing_copies(mends, function, *launch);
    never_cleared(mends, function, *launch);
  }
}

}  // namespace tutorial::marking
