import ArgumentParser
import Foundation
import Testing

@testable import Listo
@testable import ListoCommand

/// A file that becomes another one between two passes over it: what was learned in the first does not hold in
/// the second.
@Suite struct ChangingFileTests {
  private static let text =
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:first\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:second\nEND:VTODO\n"
    + "END:VCALENDAR\n"

  enum Change: String, CaseIterable {
    case grown, shrunk, sameSize, replaced, gone, aFolder

    func make(_ file: URL) throws {
      let moment = Date(timeIntervalSince1970: 1_000_000_000)
      switch self {
      case .grown: try (text + text).write(to: file, atomically: false, encoding: .utf8)
      case .shrunk: try String(text.prefix(60)).write(to: file, atomically: false, encoding: .utf8)
      case .sameSize:
        try text.replacing("second", with: "fourth").write(to: file, atomically: false, encoding: .utf8)
        // The clock of a file system may stand still for some milliseconds.
        try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: file.path)
      case .replaced:
        let values = try FileManager.default.attributesOfItem(atPath: file.path)
        try text.write(to: file, atomically: true, encoding: .utf8)
        let date = try #require(values[.modificationDate] as? Date)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
      case .gone: try FileManager.default.removeItem(at: file)
      case .aFolder:
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
    }
  }

  private func withFile(_ body: (URL, Input) throws -> Void) throws {
    let place = try Workplace()
    defer { place.remove() }
    let file = place.folder.appendingPathComponent("a.ics")
    try Self.text.write(to: file, atomically: false, encoding: .utf8)
    try body(file, try #require(InputTree([file.path]).inputs.first))
  }

  private static func isUnreadable(_ error: WorkError?) -> Bool {
    guard case .store(let failure)? = error else { return false }
    return [.missing, .unreadable].contains(failure.code)
  }

  /// Whether it is held or written while it is decided about.
  @Test(arguments: Change.allCases, [false, true])
  func aFilterCopiesNothingElse(_ change: Change, whileDeciding: Bool) throws {
    try withFile { file, input in
      let filter = Filter(
        .test(.title, .contains, .text("second")), context: ViewContext(now: Instant(seconds: 0), zone: .utc))
      let job = FilterJob(filter, FilterJob.PlaceNames(), UnobservedWork())
      let target = file.deletingLastPathComponent().appendingPathComponent("out.ics")
      var decision: FilterJob.Decision? = try job.decide(
        [input], for: .destination(Destination(whileDeciding ? target.path : nil)))
      let decided = try #require(decision?.inputs.first)
      #expect(decided.isWritten == whileDeciding)
      try change.make(file)
      var written = 0
      let failure = #expect(throws: WorkError.self) {
        try job.copy(decided) { bytes throws(StoreError) in written += bytes.count }
      }
      #expect(Self.isUnreadable(failure))
      #expect(written == 0)
      decision = nil
      #expect(!FileManager.default.fileExists(atPath: target.path))
    }
  }

  @Test(arguments: Change.allCases)
  func aConversionEndsWithAnError(_ change: Change) throws {
    try withFile { file, input in
      let inputs = SurveyedInput.all([input], UnobservedWork())
      #expect(inputs.count == 1)
      try change.make(file)
      let target = file.deletingLastPathComponent().appendingPathComponent("out.ics")
      let output = try Output.file(target.path)
      let failure = #expect(throws: WorkError.self) { try CalendarCopy.copy(inputs, to: output) }
      #expect(Self.isUnreadable(failure))
      #expect(!FileManager.default.fileExists(atPath: target.path))
    }
  }

  /// A second pass over other calendars than the survey knows finds no place for them, and does not fall
  /// over.
  @Test func aSurveyOfAnotherFile() throws {
    try withFile { file, input in
      let item = try #require(SurveyedInput.all([input], UnobservedWork()).first)
      try String(repeating: Self.text, count: 50).write(to: file, atomically: false, encoding: .utf8)
      var reader = try item.items()
      var (components, placed) = (0, 0)
      while let batch = try item.next(&reader) {
        batch.forEach { item, calendar, _ in
          guard case .component = item else { return }
          components += 1
          if calendar != nil { placed += 1 }
        }
      }
      #expect(components == 100 && placed == 2)
    }
  }
}

/// Files that change all the while: what comes out is what was there at one time, or an error; never a hang
/// or a crash.
@Suite(.serialized) struct RestlessFileTests {
  private static let item = String(repeating: HostileCalendar.good(1), count: 2000)

  @Test(arguments: ["list", "filter", "check", "convert -t jsonl", "merge"])
  func growing(command: String) throws {
    try withFile { file, folder in
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      let run = try HostileRun(command.split(separator: " ").map(String.init) + [file.path], in: folder) {
        // Slower than it is read: one that outgrows its reader ends with the limit of an input alone.
        try handle.write(contentsOf: Data(HostileCalendar.good(2).utf8))
      }
      #expect(
        !run.wasSignalled && [0, 1, 66, 74].contains(run.status), "\(run.status): \(run.errors.prefix(300))")
    }
  }

  @Test(arguments: ["list", "filter", "check", "convert -t jsonl", "merge"])
  func shrinking(command: String) throws {
    try withFile { file, folder in
      let handle = try FileHandle(forWritingTo: file)
      var size = try handle.seekToEnd()
      let run = try HostileRun(command.split(separator: " ").map(String.init) + [file.path], in: folder) {
        size = size * 3 / 4
        try handle.truncate(atOffset: size)
      }
      #expect(
        !run.wasSignalled && [0, 1, 65, 66, 74].contains(run.status),
        "\(run.status): \(run.errors.prefix(300))")
    }
  }

  private func withFile(_ body: (URL, URL) throws -> Void) throws {
    let place = try Workplace()
    defer { place.remove() }
    let file = place.folder.appendingPathComponent("restless.ics")
    try ("BEGIN:VCALENDAR\r\n" + String(repeating: Self.item, count: 10)).write(
      to: file, atomically: false, encoding: .utf8)
    try body(file, place.folder)
  }
}
