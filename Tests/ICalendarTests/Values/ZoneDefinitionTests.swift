import ICalendar
import Testing

/// Definitions that are made of the system's time zone data.
@Suite struct ZoneDefinitionTests {
  /// 2038-01-01T00:00:00Z.
  private static let end = Instant(seconds: 2_145_916_800)

  @Test func everyZoneOfTheSystem() throws {
    let names = Zone.systemNames
    #expect(names.count > 300)
    for name in names {
      let zone = try #require(Zone.system(named: name))
      let component = try #require(Component(zone.vtimezone(tzid: name)))
      let made = try Zone(vtimezone: component)
      let (wanted, found) = (Self.offsets(zone), Self.offsets(made))
      #expect(wanted == found, "\(name)")
      #expect(component.isComplete && component.children.allSatisfy { $0.first(.tzoffsetto) != nil })
    }
  }

  private static func offsets(_ zone: Zone) -> [Zone.OffsetChange] {
    zone.canonicalOffsets.filter { $0.instant < end }
  }

  @Test func itIsShortWhereARuleSaysIt() throws {
    let zone = try #require(Zone.system(named: "Europe/Berlin"))
    let text = String(decoding: zone.vtimezone(tzid: "Europe/Berlin"), as: UTF8.self)
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n"))
    #expect(text.utf8.count < 1600)
    #expect(zone.equivalentOffsets(to: try Zone(vtimezone: #require(Component(Array(text.utf8))))))
  }
}
