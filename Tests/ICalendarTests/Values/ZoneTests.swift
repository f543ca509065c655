import Foundation
import ListoTestSupport
import Testing

@testable import ICalendar

@Suite struct ZoneTests {
  /// The offsets and times of 24 zones as Python's zoneinfo gives them; see zones.py.
  struct Expectation: Sendable, CustomTestStringConvertible {
    var name: String
    var file: [UInt8] = []
    var instants: [(seconds: Int64, offset: Int, abbreviation: String)] = []
    var walls: [(clock: Int64, seconds: Int64)] = []
    var testDescription: String { name }
  }

  static let expectations: [Expectation] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/zones.txt")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
    var all: [Expectation] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "zone": all.append(Expectation(name: words[1]))
      case "tzif": all[all.count - 1].file = Array(Data(base64Encoded: words[1]) ?? Data())
      case "i": all[all.count - 1].instants.append((Int64(words[1]) ?? 0, Int(words[2]) ?? 0, words[3]))
      default: all[all.count - 1].walls.append((Int64(words[1]) ?? 0, Int64(words[2]) ?? 0))
      }
    }
    return all
  }()

  @Test func thereAreExpectations() {
    #expect(Self.expectations.count == 24)
    #expect(Self.expectations.allSatisfy { $0.instants.count >= 20 && $0.walls.count >= 10 })
  }

  @Test(arguments: expectations)
  func readsSystemFilesAsPythonDoes(_ expected: Expectation) throws {
    let zone = try #require(TZif.zone(name: expected.name, expected.file))
    for (seconds, offset, abbreviation) in expected.instants {
      let instant = Instant(seconds: seconds)
      #expect(zone.offset(at: instant) == offset, "\(instant)")
      #expect(zone.abbreviation(at: instant) == abbreviation, "\(instant)")
      #expect(Instant(utc: zone.local(of: instant)).seconds == seconds + Int64(offset))
    }
    for (clock, seconds) in expected.walls {
      let local = LocalDateTime(clockSeconds: clock)
      #expect(zone.instant(of: local).seconds == seconds, "\(local)")
    }
  }

  /// No file, however damaged, does more than be refused or misread.
  @Test func damagedFilesAreHarmless() throws {
    var random = SplitMix64(seed: 8536)
    let files = Self.expectations.map(\.file)
    for _ in 0..<3000 {
      var file = try #require(files.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { file.removeLast(Int.random(in: 0..<file.count, using: &random)) }
      _ = TZif.zone(name: "x", file)?.offset(at: Instant(seconds: 0))
    }
    #expect(TZif.zone(name: "x", []) == nil)
  }

  @Test func systemZones() throws {
    let berlin = try #require(Zone.system(named: "Europe/Berlin"))
    #expect(berlin === Zone.system(named: "Europe/Berlin"))
    let summer = try #require(Instant(iso: "2020-07-01T12:00:00Z"))
    #expect(berlin.local(of: summer).description == "2020-07-01T14:00:00")
    #expect(berlin.abbreviation(at: summer) == "CEST")
    #expect(Zone.system(named: "UTC")?.transitions.isEmpty == true)
    #expect(berlin.transitions.last?.instant.utc.day.year == 2100)
  }

  @Test(arguments: [
    "../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin", "./Europe/Berlin",
    "Europe/Berlin/",
    "", "Europe/Berlin\u{0}", "Europe\\Berlin", ".", "..", "Europe", "tzdata.zi", "zone.tab", "leapseconds",
    String(repeating: "a/", count: 60) + "a",
  ])
  func namesThatAreNone(_ name: String) {
    #expect(Zone.system(named: name) == nil)
    #expect(Zone.resolve(tzid: name) == nil)
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin", Zone.Origin.system),
    ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin", .vendor),
    ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "Europe/Berlin", .vendor),
    ("/citadel.org/20210210_1/America/New_York", "America/New_York", .vendor),
    ("/mozilla.org/20050126_1/Antarctica/McMurdo", "Antarctica/McMurdo", .vendor),
    ("/softwarestudio.org/Olson_20011030_5/Pacific/Auckland", "Pacific/Auckland", .vendor),
    ("/any.org/1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires", .vendor),
    ("/any.org/1/UTC", "UTC", .vendor),
    ("W. Europe Standard Time", "Europe/Berlin", .windows),
    ("Pacific Standard Time", "America/Los_Angeles", .windows),
    ("New Zealand Standard Time", "Pacific/Auckland", .windows),
    ("Eastern Standard Time 1", "America/New_York", .windows),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin", .windows),
    ("(GMT-05:00) Eastern Time (US and Canada)", "America/New_York", .windows),
    ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London", .windows),
    ("tzone://Microsoft/Utc", "Etc/UTC", .windows),
    ("(UTC) Coordinated Universal Time", "Etc/UTC", .windows),
    ("europe/berlin", "Europe/Berlin", .system), ("AMERICA/NEW_YORK", "America/New_York", .system),
    ("America/New York", "America/New_York", .system), (" Europe/Berlin ", "Europe/Berlin", .system),
    ("utc", "UTC", .system),
  ])
  func resolves(_ tzid: String, _ name: String, _ origin: Zone.Origin) throws {
    let resolution = try #require(Zone.resolve(tzid: tzid))
    #expect(resolution.zone.name == name)
    #expect(resolution.origin == origin)
  }

  @Test func theFilesOwnZoneComesFirst() throws {
    let own = Zone(name: "Europe/Berlin", fixedOffset: try #require(UTCOffset(seconds: 60)))
    let resolution = try #require(Zone.resolve(tzid: "Europe/Berlin") { $0 == own.name ? own : nil })
    #expect(resolution.zone === own)
    #expect(resolution.origin == .file)
  }

  @Test(arguments: [
    "Customized Time Zone 1", "/example.org/1/EST", "US-Eastern", "/a/b", "(UTC+01:00) Berlin", " ",
    "tzone://Microsoft/Custom", "Eastern Standard Time 1a", "Eastern Standard Time -1", "Europe / Berlin",
    "(UTC+01:00)", "(UTCx) Perth", "Perth", "europe", "zone tab", "1",
  ])
  func nothingIsGuessed(_ tzid: String) { #expect(Zone.resolve(tzid: tzid) == nil) }

  /// The names that Outlook shows lead to names that Windows has.
  @Test func displayedNamesAreNamesOfWindows() {
    let names = ["Hawaii", "Perth", "Taipei", "Kathmandu", "Jerusalem", "Newfoundland", "Arizona"]
    for name in names {
      #expect(Zone.windowsName(displayed: "(UTC+01:00) \(name)").map { Zone.windowsZones[$0] != nil } == true)
    }
  }

  /// All but names that this system's data may lack, since some systems keep the old ones in another package.
  @Test func windowsNamesLeadToZones() {
    let missing = Zone.windowsZones.values.filter { Zone.system(named: $0) == nil }
    #expect(Zone.windowsZones.count == 139)
    #expect(missing.count < 10, "\(missing)")
  }

  @Test func equivalence() throws {
    let berlin = try #require(Zone.system(named: "Europe/Berlin"))
    let london = try #require(Zone.system(named: "Europe/London"))
    #expect(berlin.equivalentOffsets(to: berlin))
    #expect(!berlin.equivalentOffsets(to: london))
    #expect(Zone.utc.equivalentOffsets(to: try #require(Zone.system(named: "Etc/UTC"))))
    #expect(Zone.utc.canonicalOffsets == [.init(instant: Instant(seconds: 0), offset: 0)])
  }
}
