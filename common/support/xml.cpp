#include "support/xml.hpp"

namespace tutorial::xml {
namespace {

std::string start_of(std::string_view tag, const Attributes& attributes) {
  std::string text = "<" + std::string(tag);
  for (const Attribute& each : attributes) text += " " + each.name + "=\"" + escaped(each.value) + "\"";
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  // Valid UTF-8, and no XML: U+FFFE, U+FFFF.
  for (std::size_t at = 0; (at = out.find("\xEF\xBF", at)) != std::string::npos && at + 2 < out.size();
       at += 3)
    if (static_cast<unsigned char>(out[at + 2]) >= 0xBE) out[at + 2] = '\xBD';
  return out;
}

Attribute::Attribute(std::string_view attribute_name, std::string_view attribute_value)
    : name(attribute_name), value(attribute_value) {}
Attribute::Attribute(std::string_view attribute_name, const char* attribute_value)
    : name(attribute_name), value(attribute_value) {}
Attribute::Attribute(std::string_view attribute_name, const std::string& attribute_value)
    : name(attribute_name), value(attribute_value) {}
Attribute::Attribute(std::string_view attribute_name, long long attribute_value)
    : name(attribute_name), value(std::to_string(attribute_value)) {}
Attribute::Attribute(std::string_view attribute_name, int attribute_value)
    : name(attribute_name), value(std::to_string(attribute_value)) {}
Attribute::Attribute(std::string_view attribute_name, std::size_t attribute_value)
    : name(attribute_name), value(std::to_string(attribute_value)) {}

std::string element(std::string_view tag, const Attributes& attributes) {
  return start_of(tag, attributes) + "/>";
}

std::string element(std::string_view tag, const Attributes& attributes, std::string_view content) {
  return start_of(tag, attributes) + ">" + std::string(content) + "</" + std::string(tag) + ">";
}

}  // namespace tutorial::xml
