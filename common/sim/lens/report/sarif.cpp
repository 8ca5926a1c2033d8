#include "sim/lens/report/sarif.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/lens/report/kinds.hpp"
#include "sim/lens/report/lines.hpp"

namespace cudasim::lens {
namespace {

using Json = nlohmann::ordered_json;

/// A kind of hazard with what HAZARDS.md says of it.
struct Rule {
  std::string kind;
  std::string first_sentence;
  std::string page;
};

/// The names before the colon of "`kind`, `kind`: …"; none of another line.
std::vector<std::string> kinds_before_colon(const std::string& line) {
  std::vector<std::string> kinds;
  std::size_t at = 0;
  while (at < line.size() && line[at] == '`') {
    const std::size_t end = line.find('`', at + 1);
    if (end == line.npos) return {};
    kinds.push_back(line.substr(at + 1, end - at - 1));
    if (line.compare(end + 1, 2, ": ") == 0) return kinds;
    if (line.compare(end + 1, 2, ", ") != 0) return {};
    at = end + 3;
  }
  return {};
}

std::string first_sentence(const std::string& line) {
  const std::size_t begin = line.find("`: ") + 3;
  std::string sentence = line.substr(begin, line.find_first_of(".:;", begin) - begin) + ".";
  sentence[0] = static_cast<char>(std::toupper(sentence[0]));
  return sentence;
}

/// The page's parts that begin with a line "`kind`: …", a rule for each kind.
std::vector<Rule> rules_of(const std::string& page) {
  std::vector<Rule> rules;
  std::size_t open = 0;  // of the last rules, those that share the part
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> kinds = kinds_before_colon(line);
    if (!kinds.empty() || line.starts_with("## ")) open = kinds.size();
    for (const std::string& kind : kinds) rules.push_back({kind, first_sentence(line), ""});
    for (std::size_t i = rules.size() - open; i < rules.size(); ++i) rules[i].page += line + "\n";
  }
  for (Rule& rule : rules) rule.page.erase(rule.page.find_last_not_of('\n') + 1);
  return rules;
}

Json rule_json(const Rule& rule) {
  return {{"id", rule.kind},
          {"shortDescription", {{"text", rule.first_sentence}}},
          {"help", {{"text", rule.page}, {"markdown", rule.page}}},
          {"defaultConfiguration", {{"level", is_note(rule.kind) ? "note" : "warning"}}}};
}

std::string uri_of(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    char escaped[4];
    std::snprintf(escaped, sizeof escaped, "%%%02X", static_cast<unsigned char>(c));
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string("/-._~").find(c) != std::string::npos;
    uri += plain ? std::string(1, c) : escaped;
  }
  return uri;
}

Json location_json(const HazardPlace& place) {
  const std::string path = path_from_here(place.file);
  Json file;
  if (path.starts_with('/'))
    file = {{"uri", "file://" + uri_of(path)}};
  else
    file = {{"uri", uri_of(path)}, {"uriBaseId", "%SRCROOT%"}};
  return {{"physicalLocation",
           {{"artifactLocation", file}, {"region", {{"startLine", place.line}, {"startColumn", 1}}}}}};
}

/// The text of a line, without the blanks round it.
std::string code_at(const HazardPlace& place) {
  std::ifstream file(place.file);
  std::string line;
  for (int i = 0; i < place.line; ++i)
    if (!std::getline(file, line)) return "";
  line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
  return line.erase(line.find_last_not_of(" \t\r") + 1);
}

/// The same for as long as the lines read the same, wherever they stand, and whichever of them was first.
std::string fingerprint_of(const Hazard& hazard) {
  std::string sides[] = {code_at(hazard.first), code_at(hazard.second)};
  if (sides[1] < sides[0]) std::swap(sides[0], sides[1]);
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  const std::string file = hazard.first.file.substr(hazard.first.file.rfind('/') + 1);
  for (const std::string& part : {hazard.kind, hazard.kernel, file, sides[0], sides[1]})
    for (const char c : part + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

class Results {
 public:
  explicit Results(const std::vector<Rule>& rules) : rules_(rules) {}

  void add(const Hazard& hazard) {
    const std::string fingerprint = fingerprint_of(hazard);
    Json result = {{"ruleId", hazard.kind},
                   {"level", is_note(hazard.kind) ? "note" : "warning"},
                   {"message", {{"text", hazard.text}}},
                   {"locations", Json::array()},
                   {"occurrenceCount", hazard.times},
                   {"partialFingerprints",
                    {{"hazardLines/v1", fingerprint + ":" + std::to_string(++times_[fingerprint])}}}};
    const auto rule = std::find_if(rules_.begin(), rules_.end(),
                                   [&](const Rule& each) { return each.kind == hazard.kind; });
    if (rule != rules_.end()) result["ruleIndex"] = rule - rules_.begin();
    if (hazard.first.line != 0) {
      Json place = location_json(hazard.first);
      if (!hazard.kernel.empty())
        place["logicalLocations"] = Json::array({{{"name", hazard.kernel}, {"kind", "function"}}});
      result["locations"].push_back(place);
    }
    if (hazard.second.line != 0) {
      Json other = location_json(hazard.second);
      other["message"] = {{"text", "the other place"}};
      result["relatedLocations"] = Json::array({other});
    }
    results_.push_back(std::move(result));
  }

  const Json& all() const { return results_; }

 private:
  const std::vector<Rule>& rules_;
  std::map<std::string, unsigned> times_;
  Json results_ = Json::array();
};

}  // namespace

std::string sarif_report(const std::vector<Hazard>& hazards, const std::vector<Hazard>& notes,
                         bool incomplete) {
  const std::vector<Rule> rules = rules_of(hazards_page);
  Json all_rules = Json::array();
  for (const Rule& rule : rules) all_rules.push_back(rule_json(rule));
  Results results(rules);
  for (const auto* list : {&hazards, &notes})
    for (const Hazard& hazard : *list) results.add(hazard);
  Json run = {{"tool", {{"driver", {{"name", "cudasim lens"}, {"rules", all_rules}}}}},
              {"columnKind", "unicodeCodePoints"},
              {"results", results.all()}};
  if (incomplete) run["invocations"] = Json::array({{{"executionSuccessful", false}}});
  char here[4096];
  if (getcwd(here, sizeof here - 1) != nullptr) {
    const std::string root = std::string("file://") + uri_of(here);
    run["originalUriBaseIds"] = {{"%SRCROOT%", {{"uri", root + (root.ends_with('/') ? "" : "/")}}}};
  }
  const Json report = {
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({run})}};
  return report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudasim::lens
