import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// JSCalendar (its second version) against the test files of draft-ietf-calext-jscalendar-icalendar and of
/// calcard, both ways.
struct JSCalendarCorpusTests {
  private func folder(_ name: String) throws -> String { try #require(Corpus.folder) + "/" + name }

  private func read(_ path: String) throws -> String {
    String(decoding: try Corpus.bytes(path), as: UTF8.self)
  }

  // MARK: The draft

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func theDraftsFilesBothWays() throws {
    let folder = try folder("rsto+draft-ietf-calext-jscalendar")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".partial.ics")
    }.sorted()
    var counts = (cases: 0, forth: 0, back: 0)
    for name in names {
      let stem = String(name.dropLast(".partial.ics".count))
      guard let json = try? read("\(folder)/\(stem).partial.json"), let node = JSCalendarCase.node(json)
      else { continue }
      counts.cases += 1
      let one = JSCalendarCase(name: stem, iCalendar: try read("\(folder)/\(name)"), json: node)
      if try check(forth: one, JSCalendarDifferences.draft) { counts.forth += 1 }
      if try check(back: one, JSCalendarDifferences.draft) { counts.back += 1 }
    }
    print(
      "JSCalendar, the draft's files: \(counts.cases); as they say: \(counts.forth) forth, \(counts.back) back"
    )
    #expect(counts.cases > 80)
  }

  // MARK: calcard

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func calcardsFilesBothWays() throws {
    let folder = try folder("stalwartlabs+calcard")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.contains("__jscalendar__")
    }.sorted()
    var counts = (cases: 0, done: 0)
    for name in names {
      for test in try read("\(folder)/\(name)").components(separatedBy: "> test").dropFirst() {
        var pieces = test.components(separatedBy: "> convert")
        let title = String(pieces.removeFirst().prefix { !$0.isNewline })
        let first = String(test[test.index(test.startIndex, offsetBy: title.count)...])
          .components(separatedBy: "> convert")
        var given = first[0]
        for piece in first.dropFirst() {
          // A title may stand behind `> convert`.
          let next =
            piece.hasPrefix("\n") || piece.hasPrefix("\r") ? piece : String(piece.drop { !$0.isNewline })
          counts.cases += 1
          if try check("\(name) \(title)", given, next) { counts.done += 1 }
          given = next
        }
      }
    }
    print("JSCalendar, calcard's cases: \(counts.cases); as they say: \(counts.done)")
    #expect(counts.cases >= 100)
  }

  private func isJSON(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.hasPrefix("{") || text.hasPrefix("\"")
  }

  private func check(_ name: String, _ given: String, _ expected: String) throws -> Bool {
    switch (isJSON(given), isJSON(expected)) {
    case (false, true):
      guard let node = JSCalendarCase.node(expected) else {
        Issue.record("\(name): the expectation is no JSON")
        return false
      }
      return try check(
        forth: JSCalendarCase(name: name, iCalendar: given, json: node), JSCalendarDifferences.calcard)
    case (true, false):
      guard let node = JSCalendarCase.node(given) else { return false }
      return try check(
        back: JSCalendarCase(name: name, iCalendar: expected, json: node), JSCalendarDifferences.calcard)
    default: return true
    }
  }

  // MARK: Both ways

  private func check(forth one: JSCalendarCase, _ differences: [JSCalendarDifferences.Row]) throws -> Bool {
    let made = try convert(JSCalendarCase.calendar(one.iCalendar))
    let missing = one.missing(in: made)
    if missing.isEmpty { return true }
    let explained = differences.contains { one.name.contains($0.name) && $0.way != .back }
    #expect(explained, "\(one.name), forth: \(missing.joined(separator: "\n"))")
    return false
  }

  private func check(back one: JSCalendarCase, _ differences: [JSCalendarDifferences.Row]) throws -> Bool {
    var json = JSONText()
    var object = JSObject(one.json)
    if object["@type"] == nil {
      object["@type"] = .text(object["due"] != nil || object["progress"] != nil ? "Task" : "Event")
    }
    json.node(object.node)
    let back = try Format.jsCalendar.iCalendar(of: json.bytes).bytes
    let missing = try Self.lines(JSCalendarCase.calendar(one.iCalendar)).subtracting(Self.lines(back))
      .sorted()
    if missing.isEmpty { return true }
    let explained = differences.contains { one.name.contains($0.name) && $0.way != .forth }
    #expect(
      explained,
      "\(one.name), back: \(missing.joined(separator: "\n"))\nin\n\(String(decoding: back, as: UTF8.self))")
    return false
  }

  private func convert(_ bytes: [UInt8]) throws -> JSONNode {
    let conversion = try Conversion(bytes, to: .jsCalendar, options: FormatOptions(names: ["bis"]))
    return try #require(JSONNode(whole: conversion.output))
  }

  /// Every property with the components that it stands in.
  private static func lines(_ bytes: [UInt8]) throws -> Set<String> {
    var result: Set<String> = []
    func walk(_ component: Component, _ path: String) {
      for property in component.properties {
        guard let line = SameMeaning.line(property) else { continue }
        // Identifiers are the producer's choice.
        if property.name == "JSID" { continue }
        for value in property.id == .categories
          ? line.dropFirst(11).split(separator: "|").map({ "CATEGORIES:\($0)" }) : [line]
        {
          result.insert(path + value.replacing(/;JSID=[^;:]*/, with: ""))
        }
      }
      for child in component.children { walk(child, path + child.name + "/") }
    }
    var reader = ItemReader(bytes)
    while let item = try reader.next() {
      switch item {
      case .open(let header), .properties(let header): walk(header, "")
      case .component(let component): walk(component, component.name + "/")
      default: continue
      }
    }
    return result
  }
}
