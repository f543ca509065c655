import Foundation
import Listo
import ListoTestSupport
import Testing

/// Calendars whose bytes are none that a calendar should have.
@Suite(.serialized) struct HostileBytesTests {
  private typealias Calendar = HostileCalendar

  static let calendars: [HostileCalendar] = [
    Calendar(name: "NUL bytes", middle: Calendar.todo("X-A:a\0b\r\n\0\0\r\n"), code: .nulByte),
    Calendar(
      name: "carriage returns alone", middle: Calendar.todo("X-A:1\r\n"), code: nil,
      encode: { Array($0.replacing("\r\n", with: "\r").utf8) }),
    Calendar(
      name: "mixed line ends",
      middle: { write in
        try Calendar.todo("X-A:a\rb\r\nLOCATION:x\r\n")({ try write($0.replacing("\r\n", with: "\n")) })
        try write("\n\r\n")
      }, code: nil),
    Calendar(
      name: "a byte order mark in the middle",
      middle: { write in
        try write("\u{FEFF}")
        try Calendar.todo("\u{FEFF}X-A:1\r\n")(write)
      }, code: nil),
    Calendar(
      name: "Latin-1", middle: Calendar.todo("LOCATION;CHARSET=ISO-8859-1:K\u{E4}se\r\n"), code: .invalidUTF8,
      encode: { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }),
    Calendar(
      name: "UTF-8 that a fold splits", middle: Calendar.todo("LOCATION:K\u{C3}\r\n \u{A4}se\r\n"), code: nil,
      encode: { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }),
    Calendar(
      name: "invalid UTF-8 that a fold splits", middle: Calendar.todo("LOCATION:K\u{C3}\r\n \u{FF}se\r\n"),
      code: .invalidUTF8, encode: { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }),
  ]

  @Test(arguments: calendars) func bytes(_ calendar: HostileCalendar) throws { try calendar.run() }

  /// In UTF-32 nothing can be read of it; the file beside it still is.
  @Test(arguments: [String.Encoding.utf32, .utf32LittleEndian, .utf32BigEndian])
  func otherEncodings(_ encoding: String.Encoding) throws {
    let place = try Workplace()
    defer { place.remove() }
    let text = "BEGIN:VCALENDAR\r\n\(HostileCalendar.good(1))END:VCALENDAR\r\n"
    let bytes = try #require(text.data(using: encoding))
    try bytes.write(to: place.folder.appendingPathComponent("wide.ics"))
    for command in ["list", "check", "filter", "convert -t jsonl"] {
      let alone = try place.run("listo \(command) wide.ics")
      #expect(alone.contains("[not-utf-8]") && alone.contains("[exit 65]"), "\(command): \(alone)")
      let both = try place.run("listo \(command) wide.ics Samples/iCloud/Home.ics")
      #expect(both.contains("[not-utf-8]"), "\(command): \(both)")
      if command != "check" { #expect(both.contains("dentist") && !both.contains("[exit"), "\(both)") }
    }
  }

  /// The files that once broke libical, all in one folder with a good file, through every command.
  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func corpus() throws {
    // Also those without a calendar: they broke libical all the same.
    let root = try #require(Corpus.folder)
    let names = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
    let files = names.filter { $0.contains("fuzz") || $0.contains("__poc") }.sorted().map { "\(root)/\($0)" }
    #expect(files.count > 30)
    try expectEndings(files)
  }

  /// The same of the repository's own.
  @Test func ownFiles() throws {
    let files = Corpus.own.filter { $0.contains("/Tests/Corpus/") }
    #expect(files.count > 30)
    try expectEndings(files)
  }

  private func expectEndings(_ files: [String]) throws {
    let place = try Workplace()
    defer { place.remove() }
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("in"), withIntermediateDirectories: false)
    for (number, name) in files.enumerated() {
      try Data(contentsOf: URL(filePath: name))
        .write(to: place.folder.appendingPathComponent("in/\(number).ics"))
    }
    try "BEGIN:VCALENDAR\r\n\(HostileCalendar.good(2))END:VCALENDAR\r\n".write(
      to: place.folder.appendingPathComponent("in/good.ics"), atomically: false, encoding: .utf8)
    for command in [
      ["check"], ["list", "--all"], ["list", "--json"], ["show", "good-2"], ["filter"],
      ["filter", "--text", "good"],
      ["filter", "--in-place"], ["merge"], ["convert", "-t", "jsonl"], ["convert", "-o", "out/"],
      ["calendars"],
    ] {
      let run = try HostileRun(command + ["in"], in: place.folder)
      let comment: Comment = "\(command): \(run.status) \(run.errors.prefix(300))"
      #expect(!run.wasSignalled && (command == ["check"] ? [1] : [0, 2]).contains(run.status), comment)
      if let peak = run.peakMegabytes, !HostileRun.isSanitized { #expect(peak <= 256, comment) }
      let shows =
        !["check", "calendars"].contains(command[0]) && !command.contains("--in-place")
        && command[0] != "merge"
      if shows && !command.contains("-o") && run.status == 0 {
        #expect(run.prints("Good 2") || run.prints("good-2"), comment)
      }
    }
    // Neither filtering in place nor converting changed a byte; what is cut off got the END lines that it
    // lacks.
    for (number, name) in files.enumerated() {
      let data = try Data(contentsOf: URL(filePath: name))
      let filtered = try Data(contentsOf: place.folder.appendingPathComponent("in/\(number).ics"))
      #expect(Self.is(filtered, completing: data), "\(name)")
      let copy = place.folder.appendingPathComponent("out/\(number).ics")
      if FileManager.default.fileExists(atPath: copy.path) {
        #expect(Self.is(try Data(contentsOf: copy), completing: data), "\(name)")
      }
    }
  }

  /// They are the same bytes, and END lines behind them.
  private static func `is`(_ copy: Data, completing data: Data) -> Bool {
    guard copy.starts(with: data) else { return false }
    // The first line may be the rest of one that is cut off.
    let lines = copy.dropFirst(data.count).split(separator: 0x0A).dropFirst()
    return lines.allSatisfy { $0.starts(with: Array("END:".utf8)) }
  }
}
