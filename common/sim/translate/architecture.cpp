#include "sim/translate/architecture.hpp"

#include <algorithm>
#include <optional>

#include "sim/translate/condition.hpp"
#include "sim/translate/conditional_group.hpp"
#include "sim/translate/functions.hpp"

namespace cudasim::translate {
namespace {

/// Which side runs a branch.
enum class Side { both, device, host };

class Planner {
 public:
  Planner(const Source& everything, std::string_view text)
      : code_(everything.code),
        directives_(everything.directives),
        groups_(conditional_groups(everything)),
        scopes_(find_scopes(everything)) {
    const Run run{code_, &scopes_, text, no_macros_, nowhere_, no_edits_, no_errors_};
    functions_ = functions_of(run);
  }

  ArchitecturePlan run() {
    for (const ConditionalGroup& group : groups_) {
      while (!open_.empty() && open_.back().group->end->begin < group.end->begin) open_.pop_back();
      open_.push_back(plan(group));
    }
    write_values();
    return std::move(plan_);
  }

 private:
  struct Planned {
    const ConditionalGroup* group;
    std::set<std::size_t> live;
    std::vector<Side> sides;  ///< One per branch.
  };

  /// The branch that contains a group: which side runs it; nothing if none does.
  std::optional<Side> surroundings(const ConditionalGroup& group) const {
    if (open_.empty()) return Side::both;
    const Planned& outer = open_.back();
    std::size_t branch = 0;
    while (branch + 1 < outer.group->branches.size() &&
           outer.group->branches[branch + 1].directive->begin < group.branches.front().directive->begin)
      ++branch;
    if (!outer.live.contains(branch)) return std::nullopt;
    return outer.sides[branch];
  }

  Planned plan(const ConditionalGroup& group) {
    const auto side = surroundings(group);
    if (!side) return {&group, {}, {}};
    if (!group.asks_for_architecture() || *side == Side::host) return as_written(group, *side);
    return *side == Side::device ? for_device(group) : plan_for_both(group);
  }

  Planned plan_for_both(const ConditionalGroup& group) {
    const auto on_device = group.possible(assumed_architecture), on_host = group.possible(0);
    if (on_device == on_host && on_device.size() == 1) return as_written(group, Side::both);
    switch (scope_of(group)) {
      case Scope::device_function: return in_device_code(group, on_device, on_host);
      case Scope::host_function: return as_written(group, Side::host);
      case Scope::both_function: return test(group, on_device, on_host);
      default: return among_declarations(group, on_device, on_host);
    }
  }

  /// The scope that the group is in. A function whose head has a macro may belong to either side.
  Scope scope_of(const ConditionalGroup& group) const {
    const std::size_t at = group.branches.front().code.begin;
    const Scope scope = at < scopes_.size() ? scopes_[at] : Scope::file;
    if (scope != Scope::host_function) return scope;
    for (const Function& function : functions_) {
      if (function.body.begin <= at && at <= function.body.end && function.understood &&
          function.space == Space::host)
        return scope;
    }
    return Scope::both_function;
  }

  bool any(const ConditionalGroup& group, const std::set<std::size_t>& branches, auto is_so) const {
    return std::any_of(branches.begin(), branches.end(), [&](std::size_t branch) {
      return branch < group.branches.size() && is_so(group.branches[branch]);
    });
  }

  bool has_assembly(const ConditionalGroup& group, const std::set<std::size_t>& branches) const {
    return any(group, branches, [&](const Branch& branch) { return translate::has_assembly(code_, branch); });
  }

  Planned in_device_code(const ConditionalGroup& group, const std::set<std::size_t>& on_device,
                         const std::set<std::size_t>& on_host) {
    const auto has_code = [](const Branch& branch) { return !branch.code.empty(); };
    // After a branch that returns, other code may follow the group.
    const auto returns = [&](const Branch& branch) {
      std::size_t i = branch.code.end;
      if (branch.code.empty() || !code_[i - 1].is(";")) return false;
      while (--i > branch.code.begin && !code_[i - 1].is(";") && !code_[i - 1].is("}")) {
      }
      return code_[i].is("return");
    };
    const bool has_other = any(group, on_host, has_code) || any(group, on_device, returns);
    return has_other && has_assembly(group, on_device) ? as_written(group, Side::device) : for_device(group);
  }

  Planned among_declarations(const ConditionalGroup& group, const std::set<std::size_t>& on_device,
                             const std::set<std::size_t>& on_host) {
    std::set<std::string_view> macros;
    bool device_only = true, nothing_on_device = true, nothing_on_host = true;
    for (std::size_t i = 0; i < group.branches.size(); ++i) {
      if (!on_device.contains(i) && !on_host.contains(i)) continue;
      macros.merge(macros_of(group.branches[i]));
      const Content content = content_of(code_, group.branches[i]);
      device_only = device_only && content != Content::other;
      if (content == Content::nothing || on_device.contains(i) == on_host.contains(i)) continue;
      (on_device.contains(i) ? nothing_on_device : nothing_on_host) = false;
    }
    if (!macros.empty()) {
      const auto user = user_of(group, macros);
      if (user == Side::device && device_only) return for_device(group);
      if (user == Side::host && nothing_on_device) return as_written(group, Side::both);
      return refuse(group, "macro '" + std::string(*macros.begin()) +
                               "' is defined for one of them; write the #if where the macro is used");
    }
    if (nothing_on_device && !device_only) return as_written(group, Side::both);
    if (device_only || nothing_on_host)
      return has_assembly(group, on_device) ? as_written(group, Side::both) : for_device(group);
    if (const auto names = constants_with_two_values(group, on_device, on_host); !names.empty()) {
      plan_.device_constants.insert(names.begin(), names.end());
      plan_.sides.push_back({group.branches.front().directive->begin, group.end->begin, true});
      return for_device(group);
    }
    return refuse(group,
                  "both have declarations of their own; write one __host__ __device__ function with the #if "
                  "in its body");
  }

  /// The constants that both sides define, and the enumerators after them, whose values may depend on theirs.
  std::set<std::string_view> constants_with_two_values(const ConditionalGroup& group,
                                                       const std::set<std::size_t>& on_device,
                                                       const std::set<std::size_t>& on_host) const {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i <= group.branches.size(); ++i) {
      if (!on_device.contains(i) && !on_host.contains(i)) continue;
      const auto of_branch =
          i < group.branches.size() ? constants_of(code_, group.branches[i]) : std::set<std::string_view>();
      if (of_branch.empty() || (!names.empty() && names != of_branch)) return {};
      names = of_branch;
    }
    for (std::size_t i = group.end->code_index; i + 1 < code_.size() && !code_[i].is("}"); ++i) {
      if (code_[i].is(";")) break;
      if (code_[i].is_identifier() && code_[i + 1].is("=")) names.insert(code_[i].text);
    }
    return names;
  }

  /// Which side uses the macros outside of the group; nothing if both do.
  std::optional<Side> user_of(const ConditionalGroup& group, const std::set<std::string_view>& macros) const {
    const Range inside{group.branches.front().code.begin, group.branches.back().code.end};
    std::set<Scope> users;
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if ((i < inside.begin || i >= inside.end) && macros.contains(code_[i].text)) users.insert(scopes_[i]);
    }
    for (const Directive& directive : directives_) {
      const bool outside =
          directive.begin < group.branches.front().directive->begin || directive.begin > group.end->begin;
      const bool names = std::any_of(directive.tokens.begin(), directive.tokens.end(),
                                     [&](const Token& token) { return macros.contains(token.text); });
      if (!outside || !names) continue;
      const bool is_code = !directive.is("define") && directive.code_index < scopes_.size();
      users.insert(is_code ? scopes_[directive.code_index] : Scope::file);
    }
    if (users == std::set{Scope::device_function}) return Side::device;
    if (users == std::set{Scope::host_function}) return Side::host;
    return std::nullopt;
  }

  /// The branches to compile without `__CUDA_ARCH__`.
  static Planned as_written(const ConditionalGroup& group, Side side) {
    return {&group, group.possible(0), std::vector<Side>(group.branches.size(), side)};
  }

  Planned for_device(const ConditionalGroup& group) {
    for (std::size_t i = 0; i < group.branches.size(); ++i) write_architecture(*group.branches[i].directive);
    const auto live = group.possible(assumed_architecture);
    for (std::size_t i = 0; i < group.branches.size(); ++i)
      plan_.live[group.branches[i].directive->tokens.front().offset] = live.contains(i);
    return {&group, live, std::vector<Side>(group.branches.size(), Side::device)};
  }

  /// Both branches, in an `if` that asks which side runs.
  Planned test(const ConditionalGroup& group, const std::set<std::size_t>& on_device,
               const std::set<std::size_t>& on_host) {
    if (on_device.size() != 1 || on_host.size() != 1)
      return refuse(group, "it asks for other macros too: give those an #if of their own");
    const std::size_t at = group.branches.front().code.begin, behind = group.end->code_index;
    const bool begins = at > 0 && (code_[at - 1].is(";") || code_[at - 1].is("{") || code_[at - 1].is("}"));
    if (!begins || (behind < code_.size() && code_[behind].is("else")))
      return refuse(group, "its branches are not whole statements");
    std::set<std::size_t> live{*on_device.begin(), *on_host.begin()};
    live.erase(group.branches.size());
    for (std::size_t i : live) {
      const std::string problem = no_statements(code_, group.branches[i], behind);
      if (!problem.empty()) return refuse(group, problem);
    }
    Planned planned{&group, live, std::vector<Side>(group.branches.size(), Side::host)};
    for (std::size_t i = 0; i < group.branches.size(); ++i) {
      if (on_device.contains(i)) planned.sides[i] = Side::device;
      write_branch(group, planned, i);
    }
    plan_.rewrites.push_back({group.end->begin, group.end->end(), "}"});
    return planned;
  }

  void write_branch(const ConditionalGroup& group, const Planned& planned, std::size_t i) {
    const Directive& directive = *group.branches[i].directive;
    const Directive& next = i + 1 < group.branches.size() ? *group.branches[i + 1].directive : *group.end;
    plan_.live[directive.tokens.front().offset] = planned.live.contains(i);
    if (!planned.live.contains(i)) {
      plan_.rewrites.push_back({directive.begin, next.begin, ""});
      return;
    }
    const bool on_device = planned.sides[i] == Side::device;
    const std::string condition =
        on_device ? "if (::cudasim::on_device()) {" : "if (!::cudasim::on_device()) {";
    plan_.rewrites.push_back(
        {directive.begin, directive.end(), i == *planned.live.begin() ? condition : "} else {"});
    plan_.sides.push_back({directive.end(), next.begin, on_device});
  }

  Planned refuse(const ConditionalGroup& group, const std::string& why) {
    plan_.problems.push_back(
        {group.branches.front().directive->tokens.front().line,
         "device and host code are compiled at once here, and this #if has different text for each: " + why});
    return as_written(group, Side::both);
  }

  /// `#ifdef __CUDA_ARCH__` -> `#if 1`, `#if __CUDA_ARCH__ >= 800` -> `#if 900 >= 800`.
  void write_architecture(const Directive& directive) {
    const Tokens tokens = directive.tokens;
    if (tokens.size() > 1 && tokens[0].text.starts_with("ifdef") && tokens[1].is("__CUDA_ARCH__"))
      plan_.rewrites.push_back({tokens[0].offset, tokens[1].end(), "if 1"});
    if (tokens.size() > 1 && tokens[0].text.starts_with("ifndef") && tokens[1].is("__CUDA_ARCH__"))
      plan_.rewrites.push_back({tokens[0].offset, tokens[1].end(), "if 0"});
    if (!tokens[0].is("if") && !tokens[0].is("elif")) return;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const bool asked = tokens[i].is("defined");
      const std::size_t name = asked && i + 1 < tokens.size() && tokens[i + 1].is("(") ? i + 2 : i + asked;
      if (name >= tokens.size() || !tokens[name].is("__CUDA_ARCH__")) continue;
      const std::size_t last = std::min(name == i + 2 ? i + 3 : name, tokens.size() - 1);
      plan_.rewrites.push_back(
          {tokens[i].offset, tokens[last].end(), asked ? "1" : std::to_string(assumed_architecture)});
      i = last;
    }
  }

  /// Replaces `__CUDA_ARCH__` by its number in code.
  void write_values() {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if (!code_[i].is("__CUDA_ARCH__")) continue;
      const bool on_device =
          scopes_[i] == Scope::device_function ||
          std::any_of(plan_.sides.begin(), plan_.sides.end(), [&](const SideRange& side) {
            return side.on_device && side.begin <= code_[i].offset && code_[i].offset < side.end;
          });
      if (on_device)
        plan_.rewrites.push_back({code_[i].offset, code_[i].end(), std::to_string(assumed_architecture)});
    }
  }

  const Tokens code_;
  const std::vector<Directive>& directives_;
  const std::vector<ConditionalGroup> groups_;
  const std::vector<Scope> scopes_;
  const SharedMacros no_macros_;
  const Outside nowhere_;
  Edits no_edits_;
  std::vector<Problem> no_errors_;
  std::vector<Function> functions_;
  std::vector<Planned> open_;
  ArchitecturePlan plan_;
};

}  // namespace

ArchitecturePlan plan_architecture(const Source& everything, std::string_view text) {
  return Planner(everything, text).run();
}

}  // namespace cudasim::translate
