/// One syntax: a row of the registry that help, completions, the manual, look-up by extension and tests are
/// driven by.
public struct Format: Sendable {
  /// The word for `-f` and `-t`.
  public let name: String
  public let title: String
  /// Without the dot; the first is the usual one.
  public let extensions: [String]
  /// What it holds, in a few words.
  public let holds: String
  public let canRead: Bool
  /// Makes a writer; nil for a format that is only read. iCalendar is written by copying bytes, not by a
  /// writer.
  public let makeWriter: (@Sendable (Losses) -> any FormatWriter)?
  public let canWrite: Bool

  init(
    name: String, title: String, extensions: [String], holds: String, canRead: Bool, canWrite: Bool = true,
    makeWriter: (@Sendable (Losses) -> any FormatWriter)? = nil
  ) {
    (self.name, self.title, self.extensions, self.holds) = (name, title, extensions, holds)
    (self.canRead, self.canWrite, self.makeWriter) = (canRead, canWrite, makeWriter)
  }

  /// The registry, in the order in which it is shown. A new format is a file and a line here.
  public static let all: [Format] = [
    .iCalendar, .json, .jsonLines,
    .html,
  ]

  /// The format with this name, or with this extension, in any case: `ics` and `ndjson` are names too.
  public static func named(_ name: String) -> Format? {
    let lower = name.lowercased()
    return all.first { $0.name == lower } ?? all.first { $0.extensions.contains(lower) }
  }

  /// The format whose extension a file's name has.
  public static func forFileName(_ name: String) -> Format? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return all.first { $0.extensions.contains(ending) }
  }
}

extension Format {
  /// RFC 5545.
  public static let iCalendar = Format(
    name: "icalendar", title: "iCalendar", extensions: ["ics", "ical", "ifb"],
    holds: "everything, byte for byte",
    canRead: true)
}
