import Foundation
import Listo
import Testing

/// A calendar with something in its middle that means harm, and a good reminder on either side.
struct HostileCalendar: CustomTestStringConvertible, Sendable {
  let name: String
  /// Written piece by piece, so that the test itself takes no memory.
  let middle: @Sendable (_ write: (String) throws -> Void) throws -> Void
  /// The code of the diagnostic that Listo gives; nil where nothing is wrong with the calendar.
  let code: Diagnostic.Code?
  /// Only the check says it.
  var isFoundByCheckAlone = false
  /// The memory that a command may take.
  var megabytes = 256
  var commands: [Command] = [.list, .json, .filter, .convert, .check, .show, .merge]
  /// Applied to all that is written.
  var encode: @Sendable (String) -> [UInt8] = { Array($0.utf8) }

  var testDescription: String { name }

  enum Command {
    case list, json, filter, convert, check, show, merge, unite
    /// The occurrences of a year.
    case expand
    case taskwarrior, xcal, alarms
  }

  func write(to file: URL) throws {
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var buffer: [UInt8] = []
    func write(_ text: String) throws {
      buffer += encode(text)
      guard buffer.count > 1 << 20 else { return }
      try handle.write(contentsOf: buffer)
      buffer = []
    }
    try write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Hostile//EN\r\n" + Self.good(1))
    try middle(write)
    try write(Self.good(2) + "END:VCALENDAR\r\n")
    try handle.write(contentsOf: buffer)
  }

  static func good(_ number: Int) -> String {
    "BEGIN:VTODO\r\nUID:good-\(number)\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Good \(number)\r\nEND:VTODO\r\n"
  }

  /// A reminder with these lines, of which `piece` comes `count` times.
  static func todo(_ lines: String = "", repeating piece: String = "", _ count: Int = 0, _ end: String = "")
    -> @Sendable (_ write: (String) throws -> Void) throws -> Void
  {
    { write in
      try write("BEGIN:VTODO\r\nUID:bad\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Bad\r\n" + lines)
      try Self.repeating(piece, count, write)
      try write(end + "END:VTODO\r\n")
    }
  }

  static func repeating(_ piece: String, _ count: Int, _ write: (String) throws -> Void) throws {
    let bundle = max(1, min(count, 4096 / max(1, piece.utf8.count)))
    let pieces = String(repeating: piece, count: bundle)
    for _ in 0..<(count / bundle) { try write(pieces) }
    try write(String(repeating: piece, count: count % bundle))
  }

  /// A time zone with one observance, and a reminder that is due in it.
  static func zone(
    start: String = "19700101T000000", end: String = "END:STANDARD\r\nEND:VTIMEZONE\r\n",
    _ lines: @escaping @Sendable (_ write: (String) throws -> Void) throws -> Void
  ) -> @Sendable (_ write: (String) throws -> Void) throws -> Void {
    { write in
      try write(
        "BEGIN:VTIMEZONE\r\nTZID:Bomb\r\nBEGIN:STANDARD\r\nDTSTART:\(start)\r\n"
          + "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n")
      try lines(write)
      try write(end)
      try todo("DUE;TZID=Bomb:20261201T100000\r\n")(write)
    }
  }

  // MARK: What must hold

  /// Runs the commands on it: each ends, says what is wrong, takes no more memory than it may, and has the
  /// good reminders.
  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("in.ics")
    try write(to: file)
    for command in commands { try run(command, file, in: folder) }
  }

  private func run(_ command: Command, _ file: URL, in folder: URL) throws {
    let result = folder.appendingPathComponent("out.ics")
    _ = try? FileManager.default.removeItem(at: result)
    let arguments: [String] =
      switch command {
      case .list: ["list", file.path, "--all", "--now", "2026-11-01T00:00:00Z"]
      case .json: ["list", file.path, "--json"]
      case .filter: ["filter", file.path, "-o", result.path]
      case .convert: ["convert", file.path, "-t", "jsonl"]
      case .check: ["check", file.path]
      case .show: ["show", "good-2", file.path, "--now", "2026-11-01T00:00:00Z"]
      case .merge: ["merge", file.path, "-o", result.path]
      case .expand:
        ["list", file.path, "--expand", "2026-01-01..2027-01-01", "--now", "2026-11-01T00:00:00Z"]
      case .taskwarrior: ["convert", file.path, "-t", "taskwarrior"]
      case .xcal: ["convert", file.path, "-t", "xcal"]
      case .alarms: ["alarms", file.path, "--now", "2026-11-01T00:00:00Z"]
      case .unite: ["merge", "--union-sets", file.path, "-o", result.path]
      }
    let run = try HostileRun(arguments, in: folder)
    let place: Comment = "\(name): listo \(command), status \(run.status): \(run.errors.prefix(500))"
    try #require(!run.wasSignalled, place)
    if !HostileRun.isSanitized, let peak = run.peakMegabytes { #expect(peak <= megabytes, place) }
    let findsSomething = command == .check && code != nil
    #expect(run.status == (findsSomething ? 1 : 0), place)
    switch command {
    case .list, .json, .convert, .expand, .taskwarrior, .xcal:
      #expect(run.prints("Good 1") && run.prints("Good 2"), place)
    case .show: #expect(run.prints("Good 2"), place)
    case .check, .alarms: break
    case .filter:
      #expect(FileManager.default.contentsEqual(atPath: file.path, andPath: result.path), place)
    case .merge, .unite:
      let merged = try Data(contentsOf: result)
      #expect(
        merged.range(of: Data("good-1".utf8)) != nil && merged.range(of: Data("good-2".utf8)) != nil, place)
    }
    guard let code else { return }
    let line = "[\(code.rawValue)]"
    if command == .check {
      #expect(run.prints(line), place)
    } else if !isFoundByCheckAlone && command != .merge && command != .unite {
      #expect(run.errors.contains(line), place)
    }
    // Bounded, whatever there is to say.
    #expect(run.errors.utf8.count < 20_000, place)
  }
}
