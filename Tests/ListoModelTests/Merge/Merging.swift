import Foundation
import ICalendar

@testable import ListoModel

/// Merging in memory, and what tests ask of the result.
struct Merging {
  let plan: MergePlan
  let output: [UInt8]

  init(_ inputs: [MemoryInput], options: MergeOptions = .oneList) throws {
    plan = try Merge.plan(inputs, options: options)
    var output: [UInt8] = []
    try plan.write { output += $0 }
    self.output = output
  }

  /// Against a base, which is named `base0`, ….
  init(
    base: [[UInt8]], _ sides: [[UInt8]], options: MergeOptions = .oneList, allowsEmpty: Bool = false
  ) throws {
    let named = { (prefix: String, files: [[UInt8]]) in
      files.enumerated().map { MemoryInput(name: "\(prefix)\($0.offset)", $0.element) }
    }
    plan = try Merge.plan(
      named("", sides),
      base: MergeBase(inputs: named("base", base), sides: Array(sides.indices), allowsEmpty: allowsEmpty),
      options: options)
    var output: [UInt8] = []
    try plan.write { output += $0 }
    self.output = output
  }

  /// Inputs named `0`, `1`, ….
  init(_ inputs: [[UInt8]], options: MergeOptions = .oneList) throws {
    try self.init(
      inputs.enumerated().map { MemoryInput(name: "\($0.offset)", $0.element) }, options: options)
  }

  init(_ inputs: String..., options: MergeOptions = .oneList) throws {
    try self.init(inputs.map { Array($0.utf8) }, options: options)
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  var rejects: [UInt8] {
    get throws {
      var result: [UInt8] = []
      try plan.writeRejects { result += $0 }
      return result
    }
  }

  static func samples(_ devices: String...) throws -> [MemoryInput] {
    try devices.map { device in
      MemoryInput(name: device, try sample("Merge/\(device)/Household.ics"))
    }
  }

  static func sample(_ path: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try [UInt8](Data(contentsOf: root.appendingPathComponent("Samples/" + path)))
  }
}

/// A calendar with CRLF line ends around these lines.
func calendar(_ lines: String...) -> String {
  (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
}

/// A VTODO's lines.
func todo(_ lines: String...) -> String {
  (["BEGIN:VTODO"] + lines + ["END:VTODO"]).joined(separator: "\r\n")
}

extension String {
  /// How often `part` stands in it.
  func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}

extension MergeOptions {
  /// All lists become one, with their own title.
  static let oneList = MergeOptions(lists: .one(title: nil))
}
