import Foundation
import ICalendar
import ListoModel
import Testing

@testable import ListoFormats

/// A piece of iCalendar and the piece of JSCalendar that it is, as the draft's test files and calcard's have
/// them.
struct JSCalendarCase {
  let name: String
  let iCalendar: String
  let json: JSONNode

  /// The calendar around a piece of one.
  static func calendar(_ piece: String) -> [UInt8] {
    let lines = piece.split(whereSeparator: \.isNewline).map(String.init).filter {
      !$0.hasPrefix("...") && !$0.trimmingCharacters(in: .whitespaces).isEmpty
    }
    let text = lines.joined(separator: "\r\n") + "\r\n"
    let before: String
    switch lines.first ?? "" {
    case "BEGIN:VCALENDAR": before = ""
    case "BEGIN:VEVENT", "BEGIN:VTODO": before = "BEGIN:VCALENDAR\r\n"
    default: before = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"
    }
    return Array((before + text).utf8)
  }

  /// A piece of JSON, of an object without its braces perhaps.
  static func node(_ piece: String) -> JSONNode? {
    let text = piece.trimmingCharacters(in: .whitespacesAndNewlines)
    return JSONNode(whole: Array((text.hasPrefix("{") || text.hasPrefix("[") ? text : "{\(text)}").utf8)).map(
      whole)
  }

  /// Without the marks where something is left out.
  private static func whole(_ node: JSONNode) -> JSONNode {
    switch node.content {
    case .object(let members):
      let kept = members.filter { $0.key != "..." }.map {
        JSONNode.Member(key: $0.key, value: whole($0.value))
      }
      return JSONNode(content: .object(kept), line: node.line)
    case .array(let elements): return JSONNode(content: .array(elements.map(whole)), line: node.line)
    default: return node
    }
  }

  /// The expected parts that are missing. An expected entry without a group is compared with the first
  /// entry. Unexpected parts do not matter: the pieces leave much out.
  func missing(in made: JSONNode) -> [String] {
    var actual = made
    if json["@type"]?.string != "Group", let entry = made["entries"]?.elements?.first { actual = entry }
    return Self.missing(json, actual, "")
  }

  private static let collections: Set<String> = [
    "alerts", "links", "locations", "participants", "virtualLocations",
  ]

  private static func missing(_ expected: JSONNode, _ actual: JSONNode, _ path: String) -> [String] {
    if let members = expected.members {
      guard actual.members != nil else { return ["\(path): an object"] }
      return members.flatMap { member -> [String] in
        let path = path + "/" + member.key
        // Types that follow from their position, and members whose value means that they are left out.
        if member.key == "@type" && (path.contains("iCalendar") || path.contains("recurrenceRule")) {
          return []
        }
        if member.value.isNull || (member.key == "showWithoutTime" && member.value.bool == false) {
          return actual[member.key].map { $0.isNull ? [] : ["\(path): null"] } ?? []
        }
        if collections.contains(member.key) {
          return missingElements(member.value, actual[member.key], path)
        }
        guard let value = actual[member.key] else {
          return saysNothing(member) ? [] : ["\(path): \(text(member.value))"]
        }
        if member.key == "properties" || member.key == "components" {
          return missingParts(member.value, value, path)
        }
        // Identifiers are the producer's choice, so paths with one are not told apart.
        if member.key == "convertedProperties" { return missingPaths(member.value, value, path) }
        return missing(member.value, value, path)
      }
    }
    if let elements = expected.elements, let others = actual.elements,
      elements.contains(where: { $0.members != nil })
    {
      // Entries stand in no order.
      return elements.filter { element in !others.contains { missing(element, $0, "").isEmpty } }
        .map { "\(path): \(text($0)), not \(text(actual))" }
    }
    return expected.isSame(as: actual) ? [] : ["\(path): \(text(expected)), not \(text(actual))"]
  }

  /// A side member that only notes VALUE, which the values themselves show.
  private static func saysNothing(_ member: JSONNode.Member) -> Bool {
    if member.key == "convertedProperties" { return missingPaths(member.value, .null, "").isEmpty }
    guard member.key == "iCalendar" else { return false }
    let rest = member.value
    return rest["properties"] == nil && rest["components"] == nil
      && missingPaths(rest["convertedProperties"] ?? .null, .null, "").isEmpty
  }

  /// Elements of a collection, whatever their identifiers.
  private static func missingElements(_ expected: JSONNode, _ actual: JSONNode?, _ path: String) -> [String] {
    (expected.members ?? []).flatMap { member -> [String] in
      let found = (actual?.members ?? []).contains { missing(member.value, $0.value, "").isEmpty }
      return found ? [] : ["\(path): \(text(member.value)), not \(actual.map(text) ?? "nothing")"]
    }
  }

  /// jCal: calcard writes every type as unknown.
  private static func missingParts(_ expected: JSONNode, _ actual: JSONNode, _ path: String) -> [String] {
    let known = (actual.elements ?? []).compactMap { $0.elements?.first?.string }
    return (expected.elements ?? []).compactMap { part in
      guard let name = part.elements?.first?.string, !known.contains(name) else { return nil }
      return "\(path): \(name)"
    }
  }

  private static func missingPaths(_ expected: JSONNode, _ actual: JSONNode, _ path: String) -> [String] {
    let known = (actual.members ?? []).map { ending($0.key) }
    return (expected.members ?? []).compactMap { member in
      // calcard notes VALUE=DATE, which showWithoutTime says already.
      let parameters = member.value["parameters"]?.members?.filter { $0.key != "value" } ?? []
      guard !parameters.isEmpty || member.value["name"] != nil, !known.contains(ending(member.key)) else {
        return nil
      }
      return "\(path): \(member.key)"
    }
  }

  private static func ending(_ path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count == 3 ? "\(parts[0])/\(parts[2])" : path
  }

  private static func text(_ node: JSONNode) -> String {
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
