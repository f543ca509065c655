import Foundation
import Testing

/// A calendar that is cut off at every byte: what is copied from it is a complete calendar.
@Suite(.serialized) struct CutOffInputTests {
  private static let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:0\r
    END:VEVENT\r
    BEGIN:VTODO\r
    UID:1\r
    SUMMARY:a\r
    BEGIN:VALARM\r
    TRIGGER:-PT5M\r
    END:VALARM\r
    END:VTODO\r
    BEGIN:VTODO\r
    UID:2\r
    SUMMARY:b\r
    END:VTODO\r
    END:VCALENDAR\r

    """

  /// Each BEGIN has its END.
  private func isBalanced(_ text: String) -> Bool {
    var open: [Substring] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("BEGIN:") { open.append(line.dropFirst(6)) }
      if line.hasPrefix("END:"), open.popLast() != line.dropFirst(4) { return false }
    }
    return open.isEmpty
  }

  /// The file, cut off at each byte behind its first line, in a folder: `100.ics` has the first 100 bytes.
  private func place() throws -> Workplace {
    let place = try Workplace()
    let folder = place.folder.appendingPathComponent("cut")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for size in Self.sizes {
      let file = folder.appendingPathComponent("\(size).ics")
      try Data(Self.calendar.utf8.prefix(size)).write(to: file)
    }
    return place
  }

  private static let sizes = 17...calendar.utf8.count
  /// Without END:VCALENDAR.
  private static let cutSizes = sizes.dropLast(3)

  @Test(arguments: [
    "filter cut/*.ics -o out/", "filter cut/*.ics --where 'title = a' -o out/",
    "filter cut/*.ics --where 'title = b' -o out/", "filter cut/*.ics --list 150 --invert -o out/",
    "filter cut/*.ics --where 'not title = b' --in-place", "convert cut/*.ics -o out/",
  ])
  func eachFileIsCompleted(_ command: String) throws {
    let place = try place()
    defer { place.remove() }
    _ = try place.run("listo \(command) 2> told")
    let told = try String(contentsOf: place.folder.appendingPathComponent("told"), encoding: .utf8)
    let lines = told.split(separator: "\n").filter { $0.contains("[missing-end]") }
    #expect(Set(lines.compactMap { $0.split(separator: ":").first }).count == Self.cutSizes.count, "\(told)")
    var seen = 0
    for size in Self.sizes {
      let out = command.hasSuffix("in-place") ? "cut" : "out"
      let file = place.folder.appendingPathComponent("\(out)/\(size).ics")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      seen += 1
      #expect(isBalanced(text), "\(size) bytes: \(text)")
      if command == "convert cut/*.ics -o out/" || command == "filter cut/*.ics -o out/" {
        #expect(text.utf8.starts(with: Self.calendar.utf8.prefix(size)), "\(size) bytes: \(text)")
      }
    }
    #expect(seen > Self.sizes.count / 2, "\(told)")
  }

  @Test(arguments: [
    "filter in.ics -o out.ics", "filter in.ics > out.ics", "filter in.ics in.ics -o out.ics",
    "convert in.ics -t icalendar -o out.ics", "convert in.ics -t icalendar > out.ics",
    "merge in.ics -o out.ics",
    "split in.ics -o folder --by list && cat folder/* > out.ics", "convert - -t icalendar < in.ics > out.ics",
  ])
  func oneFileIsCompleted(_ command: String) throws {
    let place = try place()
    defer { place.remove() }
    // In one shell. The last lines are those that matter.
    let sizes = Self.sizes.suffix(44)
    let script = """
      for size in \(sizes.map(String.init).joined(separator: " ")); do
        rm -rf folder; cp cut/$size.ics in.ics; { listo \(command); } 2> told; mv out.ics $size.out
        test $size -gt \(Self.cutSizes.last ?? 0) || grep -q 'missing-end' told || echo "$size: silent"
      done
      """
    #expect(try place.run(script).isEmpty)
    for size in sizes {
      let file = place.folder.appendingPathComponent("\(size).out")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(isBalanced(text), "\(size) bytes: \(text)")
    }
  }
}
