#include "support/pattern.hpp"

#include <stdexcept>

namespace tutorial {

Pattern::Pattern(const char* expression) {
  if (regcomp(&compiled_, expression, REG_EXTENDED) != 0)
    throw std::invalid_argument(std::string("no regular expression: ") + expression);
}

std::vector<std::string> Pattern::find(const std::string& text) const {
  std::vector<regmatch_t> groups(compiled_.re_nsub + 1);
  std::vector<std::string> found;
  if (regexec(&compiled_, text.c_str(), groups.size(), groups.data(), 0) != 0) return found;
  for (const regmatch_t& group : groups)
    found.push_back(group.rm_so < 0 ? "" : text.substr(group.rm_so, group.rm_eo - group.rm_so));
  return found;
}

std::string Pattern::keep_group(const std::string& text) const {
  std::string kept;
  std::size_t begin = 0;
  regmatch_t groups[2];
  while (regexec(&compiled_, text.c_str() + begin, 2, groups, begin == 0 ? 0 : REG_NOTBOL) == 0 &&
         groups[0].rm_eo > 0) {
    kept += text.substr(begin, groups[0].rm_so);
    kept += text.substr(begin + groups[1].rm_so, groups[1].rm_eo - groups[1].rm_so);
    begin += groups[0].rm_eo;
  }
  return kept + text.substr(begin);
}

}  // namespace tutorial
