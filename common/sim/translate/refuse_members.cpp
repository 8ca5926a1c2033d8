// Calls of member functions and function objects, and constructions, that nvcc refuses because they are on the wrong side. The class is
// known if a declaration names one that the file defines; for a template parameter of a kernel, the launches tell.
#include <algorithm>
#include <optional>
#include <string>

#include "sim/translate/classes.hpp"
#include "sim/translate/file_names.hpp"

namespace cudasim::translate {
namespace {

class MemberCalls {
 public:
  MemberCalls(const Run& run, const FileNames& names) : run_(run), names_(names), classes_(run) {}

  void check() const {
    for (const Function& caller : names_.functions()) {
      const bool host = caller.space == Space::host && caller.understood;
      const bool device = caller.on_device() && (caller.understood || caller.space == Space::global);
      for (std::size_t i = caller.body.begin; (host || device) && i < caller.body.end; ++i) {
        if (host && run_.scope(i) != Scope::host_function) continue;
        check_call(caller, i, device ? MemberSide::host : MemberSide::device);
        if (device) check_construction(caller, i);
      }
    }
  }

 private:
  void refuse(std::size_t i, std::string_view of, std::string_view member, MemberSide side,
              const Function& caller) const {
    if (classes_.side_of(of, member) != side) return;
    refuse_call(run_, i, side == MemberSide::host ? "__host__" : "__device__",
                std::string(of) + "::" + std::string(member), caller);
  }

  bool names_object(std::size_t i) const {
    return run_.tokens[i].is_identifier() && !is_keyword(run_.tokens[i]) &&
           (i == 0 || !(run_.at(i - 1, ".") || run_.at(i - 1, "->") || run_.at(i - 1, "::")));
  }

  /// `x.f(…)`, `x(…)`, `C().f(…)`, `C{}(…)`, `C::f(…)`
  void check_call(const Function& caller, std::size_t i, MemberSide side) const {
    if (!names_object(i)) return;
    const std::string_view word = run_.tokens[i].text;
    if (classes_.contains(word)) {
      const bool made = run_.at(i + 1, "(") || run_.at(i + 1, "{");
      const Index close = made ? closing(run_.tokens, i + 1) : std::nullopt;
      if (close && run_.at(*close + 1, ".") && run_.at(*close + 3, "("))
        refuse(*close + 2, word, run_.tokens[*close + 2].text, side, caller);
      if (close && run_.at(*close + 1, "(")) refuse(*close + 1, word, "operator ()", side, caller);
      if (run_.at(i + 1, "::") && run_.at(i + 3, "("))
        refuse(i + 2, word, run_.tokens[i + 2].text, side, caller);
      return;
    }
    const bool member = (run_.at(i + 1, ".") || run_.at(i + 1, "->")) && run_.at(i + 3, "(");
    if (!member && !is_call(run_, i)) return;
    for (const std::string_view of : classes_of(caller, word))
      refuse(member ? i + 2 : i, of, member ? run_.tokens[i + 2].text : "operator ()", side, caller);
  }

  /// `C v;`, `C v(1, 2);`, `C{1, 2}`: if a host constructor has exactly that many parameters. A single argument may be another C.
  void check_construction(const Function& caller, std::size_t i) const {
    const std::string_view word = run_.tokens[i].text;
    if (!names_object(i) || !classes_.contains(word) || i == 0) return;
    const bool begins =
        run_.at(i - 1, ";") || run_.at(i - 1, "{") || run_.at(i - 1, "}") || run_.at(i - 1, ")");
    const bool names_one = begins && i + 1 < run_.tokens.size() && run_.tokens[i + 1].is_identifier();
    const std::size_t open = names_one ? i + 2 : i + 1;
    if (names_one && run_.at(open, ";")) return refuse_construction(i, word, 0, caller);
    const Index close = run_.at(open, "(") || run_.at(open, "{") ? closing(run_.tokens, open) : std::nullopt;
    if (!close) return;
    const std::size_t count = items(run_.tokens, open, *close).size();
    const bool literal = *close == open + 2 && run_.tokens[open + 1].kind == TokenKind::number;
    if (count == 1 && !literal) return;
    if (count == 0 && names_one && run_.at(open, "(")) return;
    refuse_construction(i, word, count, caller);
  }

  void refuse_construction(std::size_t i, std::string_view of, std::size_t count,
                           const Function& caller) const {
    if (classes_.is_built_by_host(of, count))
      refuse_call(run_, i, "__host__", std::string(of) + "::" + std::string(of), caller);
  }

  /// The class of the variable; for a template parameter of a kernel, the classes that its launches pass.
  std::vector<std::string_view> classes_of(const Function& function, std::string_view variable) const {
    const std::string_view word = classes_.type_word(function, variable);
    if (classes_.contains(word)) return {word};
    const bool parameter =
        function.space == Space::global && !word.empty() &&
        (contains(run_, function.head, "typename") || contains(run_, function.head, "class")) &&
        contains(run_, function.head, word);
    const auto is_named = [&](const Function& each) { return each.name == function.name; };
    const auto& functions = names_.functions();
    if (!parameter || std::count_if(functions.begin(), functions.end(), is_named) != 1) return {};
    const auto all = items(run_.tokens, function.parameters.begin - 1, function.parameters.end);
    const auto place = std::find_if(all.begin(), all.end(), [&](const Range& each) {
      return !each.empty() && run_.at(each.end - 1, variable);
    });
    std::vector<std::string_view> found;
    if (place == all.end()) return found;
    for (std::size_t i = 0; i + 1 < run_.tokens.size(); ++i)
      if (run_.at(i, function.name))
        if (const auto of = passed(i, static_cast<std::size_t>(place - all.begin()))) found.push_back(*of);
    return found;
  }

  /// The class of an argument of the launch whose kernel is named at `i`.
  std::optional<std::string_view> passed(std::size_t i, std::size_t number) const {
    const Index list = run_.at(i + 1, "<") ? closing_angle(run_.tokens, i + 1) : Index(i);
    std::size_t at = list ? *list + 1 : i + 1;
    if (!run_.at(at, "<<<")) return std::nullopt;
    const auto ends = [&](std::size_t k) {
      return run_.at(k, ">") && run_.at(k + 1, ">") && run_.at(k + 2, ">");
    };
    while (at < run_.tokens.size() && !ends(at) && !run_.at(at, ";")) ++at;
    const std::size_t open = at + 3;
    const Index close = ends(at) && run_.at(open, "(") ? closing(run_.tokens, open) : std::nullopt;
    if (!close) return std::nullopt;
    const auto arguments = items(run_.tokens, open, *close);
    if (number >= arguments.size() || arguments[number].empty()) return std::nullopt;
    const Range argument = arguments[number];
    const std::string_view word = run_.tokens[argument.begin].text;
    const bool made = run_.at(argument.begin + 1, "(") || run_.at(argument.begin + 1, "{");
    if (classes_.contains(word) && made &&
        closing(run_.tokens, argument.begin + 1) == Index(argument.end - 1))
      return word;
    if (argument.end != argument.begin + 1) return std::nullopt;
    for (const Function& function : names_.functions())
      if (i >= function.body.begin && i < function.body.end)
        if (const auto of = classes_.class_of(function, word); !of.empty()) return of;
    return std::nullopt;
  }

  const Run& run_;
  const FileNames& names_;
  Classes classes_;
};

}  // namespace

void refuse_members(const Run& run, const FileNames& names) { MemberCalls(run, names).check(); }

}  // namespace cudasim::translate
