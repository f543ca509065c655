import ListoTestSupport

/// Folders of files with so few names that they collide, and some of them broken.
enum Collisions {
  static func folders(seed: UInt64) -> [TestFolder] {
    var random = SplitMix64(seed: seed)
    return (0..<3).map { _ in
      let path = ["/s/a", "/s/b", "/t/a", "/s/a/x"].pick(using: &random)
      return TestFolder(
        path, (0..<Int.random(in: 1...6, using: &random)).map { .init("\($0).ics", file(&random)) })
    }
  }

  static func file(_ random: inout SplitMix64) -> String {
    let count = [0, 1, 1, 1, 1, 2].pick(using: &random)
    return (0..<count).map { _ in calendar(&random) }.joined()
  }

  private static func calendar(_ random: inout SplitMix64) -> String {
    let names = ["NAME:N", "X-WR-RELCALID:R", "UID:R", "X-A:1", "junk"]
    let header = (0..<Int.random(in: 0...1, using: &random)).map { _ in names.pick(using: &random) }
    let components = (0..<Int.random(in: 0...4, using: &random)).map { _ in component(&random) }
    switch Int.random(in: 0...9, using: &random) {
    case 0: return components.joined()
    case 1: return String(Make.calendar(header, components).dropLast(Int.random(in: 1...60, using: &random)))
    case 2: return Make.calendar(header, components).replacing("\r\n", with: "\n")
    default: return Make.calendar(header, components)
    }
  }

  private static func component(_ random: inout SplitMix64) -> String {
    let uid = ["UID:1", "UID:1", "UID:2", "UID:ü", "SUMMARY:none", "UID:"].pick(using: &random)
    let other = [
      "SUMMARY:a", "RECURRENCE-ID:20260101T080000Z", "junk", "STATUS:COMPLETED", "DUE;VALUE=DATE:20260101",
      "DUE;TZID=Europe/Berlin:20260329T023000", "STATUS:completed", "PERCENT-COMPLETE:100", "CATEGORIES:a,b",
    ].pick(using: &random)
    switch Int.random(in: 0...9, using: &random) {
    case 0: return "BEGIN:VEVENT\r\n\(uid)\r\nEND:VEVENT\r\n"
    case 1: return "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE\r\n"
    case 2: return "\r\nX-BETWEEN:1\r\n"
    default: return Make.todo(uid, other)
    }
  }
}
