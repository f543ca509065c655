import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Reminders of several lists, one a line: each stands in the list that it says, whichever came before it.
struct ReminderListTests {
  /// The members of a line that name its list, and the key that follows from them.
  private static let places: [(json: String, key: String)] = [
    ("", ""), (#""list":"A","#, "/A"), (#""list":"B","#, "/B"), (#""list":"A","source":"s","#, "s/A"),
    (#""id":"x/l/u","#, "/l"), (#""id":"x/l/u","list":"A","#, "/l"), (#""id":"x/l~2/u","list":"A","#, "/l 2"),
    (#""id":"y/l/other","list":"A","#, "/l"), (#""id":"x/%6C/u","list":"A","#, "/l"),
    (#""id":"x/l/u","source":"s","list":"C","#, "s/l"), (#""source":"s","#, ""),
    (#""id":"x","list":"A","#, "/A"),
  ]

  @Test func eachStandsInItsOwn() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      var (lines, keys, expected) = ("", [] as [String], [:] as [String: [String]])
      for number in 0..<Int.random(in: 1...30, using: &random) {
        let place = Self.places.pick(using: &random)
        lines += "{\(place.json)\"uid\":\"u\(number)\",\"title\":\"t\"}\n"
        if expected[place.key] == nil { keys.append(place.key) }
        expected[place.key, default: []].append("u\(number)")
      }
      let made = try Format.jsonLines.iCalendar(of: Array(lines.utf8)).bytes
      var found: [[String]] = []
      for line in String(decoding: made, as: UTF8.self).split(separator: "\r\n") {
        if line == "BEGIN:VCALENDAR" { found.append([]) }
        if line.hasPrefix("UID:") { found[found.count - 1].append(String(line.dropFirst(4))) }
      }
      #expect(found == keys.map { expected[$0] ?? [] }, "seed \(seed): \(lines)")
    }
  }

  /// A list is called what the first reminder says that has a name for it.
  @Test func theFirstNameCounts() throws {
    let lines = [
      #"{"id":"x/l/1","title":"t"}"#, #"{"id":"x/l/2","title":"t"}"#,
      #"{"id":"x/l/3","list":"A","title":"t"}"#,
      #"{"id":"x/l/4","list":"B","title":"t"}"#,
    ]
    let made = try Format.jsonLines.iCalendar(of: Array(lines.joined(separator: "\n").utf8)).bytes
    let text = String(decoding: made, as: UTF8.self)
    #expect(text.contains("X-WR-CALNAME:A\r\n") && !text.contains("X-WR-CALNAME:B"), "\(text)")
  }

  /// So many values are held by number.
  @Test func keysHaveSmallNumbers() {
    #expect(ReminderKey.allCases.count <= 32 && AlarmKey.allCases.count <= 32)
  }
}
