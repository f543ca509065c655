import Foundation
import ListoTestSupport
import Testing

/// Small inputs that once cost minutes: four times as much of one may cost at most eight times the processor
/// time, where comparing each with each would cost sixteen times.
@Suite(
  .serialized,
  .enabled(
    if: Workplace.isRelease && !HostileRun.isSanitized,
    "a debug build is measured by no one: make test-release"))
struct HostileGrowthTests {
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Such as took seconds. An eighth of it tells what a second of the machine is worth.
    let size: Int
    /// Relative to the folder that the command runs in.
    let file: String
    let arguments: @Sendable (_ size: Int) -> [String]
    let text: @Sendable (_ size: Int) -> String
    var status: Int32 = 0
  }

  private static func calendar(_ lines: String) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Hostile//EN\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n"
      + "SUMMARY:x\r\n\(lines)END:VTODO\r\nEND:VCALENDAR\r\n"
  }

  static let shapes = [
    Shape(
      testDescription: "a link and brackets behind it, on the page", size: 160_000, file: "in.ics",
      arguments: { _ in ["convert", "in.ics", "-t", "html"] },
      text: { calendar("DESCRIPTION:http://a/\(String(repeating: ")", count: $0))\r\n") }),
    Shape(
      testDescription: "links that end in stops, on the page", size: 160_000, file: "in.ics",
      arguments: { _ in ["convert", "in.ics", "-t", "html"] },
      text: { calendar("DESCRIPTION:\(String(repeating: "www.a.", count: $0 / 6))\r\n") }),
    Shape(
      testDescription: "addresses, on the page", size: 160_000, file: "in.ics",
      arguments: { _ in ["convert", "in.ics", "-t", "html"] },
      text: { calendar("DESCRIPTION:\(String(repeating: "a@", count: $0 / 2))\r\n") }),
    Shape(
      testDescription: "alarms that ring again and again for a daily reminder", size: 3200, file: "in.ics",
      arguments: { _ in ["alarms", "in.ics", "--now", "2026-11-01T00:00:00Z"] },
      text: { count in
        let alarm =
          "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nREPEAT:2147483647\r\nDURATION:PT1S\r\nEND:VALARM\r\n"
        return calendar(
          "DTSTART:20200101T100000Z\r\nDUE:20200101T110000Z\r\nRRULE:FREQ=DAILY\r\n"
            + String(repeating: alarm, count: count))
      }),
    Shape(
      testDescription: "components in a reminder, compared with libical's reading", size: 12_000,
      file: "in.ics",
      arguments: { _ in ["check", "--as", "libical", "in.ics"] },
      text: { count in
        let alarms = String(repeating: "BEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM\r\n", count: count)
        return calendar(alarms + (0..<count).map { "BEGIN:X-\($0)\r\nEND:X-\($0)\r\n" }.joined())
      }, status: 1),
    Shape(
      testDescription: "a typed line of exclamation marks", size: 120_000, file: "in.ics",
      arguments: { ["add", "--in", "in.ics", "--dry-run", "--", String(repeating: "!", count: $0)] },
      text: { _ in calendar("") }),
    Shape(
      testDescription: "a typed line of words that might be dates", size: 120_000, file: "in.ics",
      arguments: { ["add", "--in", "in.ics", "--dry-run", "--", String(repeating: "mon ", count: $0 / 4)] },
      text: { _ in calendar("") },
      // A day before a day is refused.
      status: 64),
    Shape(
      testDescription: "a chain of subtasks, in Markdown", size: 100_000, file: "in.ics",
      arguments: { _ in ["convert", "in.ics", "-t", "markdown"] },
      text: { count in
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Hostile//EN\r\n"
          + (0..<count).map {
            "BEGIN:VTODO\r\nUID:\($0)\r\nSUMMARY:x\r\nRELATED-TO:\($0 - 1)\r\nEND:VTODO\r\n"
          }.joined() + "END:VCALENDAR\r\n"
      }),
    Shape(
      testDescription: "categories with escaped signs", size: 9000, file: "in.ics",
      arguments: { _ in ["convert", "in.ics", "-t", "csv"] },
      text: { calendar("CATEGORIES:a\(String(repeating: ",a\\;b\\,c", count: $0))\r\n") }),
    Shape(
      testDescription: "a setting's name with dots", size: 720_000, file: ".config/listo/config.toml",
      arguments: { _ in ["sources"] },
      text: { String(repeating: "a.", count: $0 / 2) + "a = 1\n" }, status: 78),
    Shape(
      testDescription: "settings on one line", size: 720_000, file: ".config/listo/config.toml",
      arguments: { _ in ["sources"] },
      text: { "a = [" + String(repeating: "1,", count: $0 / 2) + "]\n" }, status: 78),
  ]

  @Test(arguments: shapes) func timeGrowsAsTheInputDoes(_ shape: Shape) throws {
    let small = try seconds(shape, shape.size / 4)
    // Of less than a fifth of a second most is the start.
    let limit = 8 * max(small, 0.2)
    var large = try seconds(shape, shape.size)
    // On a busy machine the same work took up to three times its processor time.
    if large > limit { large = min(large, try seconds(shape, shape.size)) }
    #expect(large <= limit, "\(small) s, and four times as much takes \(large) s")
  }

  private func seconds(_ shape: Shape, _ size: Int) throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("growth-\(UUID().uuidString)")
    let file = folder.appendingPathComponent(shape.file)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(shape.text(size).utf8).write(to: file)
    let run = try HostileRun(shape.arguments(size), in: folder)
    #expect(
      !run.wasSignalled && run.status == shape.status, "status \(run.status): \(run.errors.prefix(500))")
    if let peak = run.peakMegabytes { #expect(peak <= 300) }
    return run.processorSeconds ?? 0
  }
}
