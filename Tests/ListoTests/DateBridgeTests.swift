import Foundation
import ListoFoundation
import Testing

/// Foundation's dates and ours say the same, or there is none.
@Suite struct DateBridgeTests {
  private func moment(_ text: String, tzid: String? = nil) throws -> Moment {
    try Moment.decode(Array(text.utf8)[...], tzid: tzid)
  }

  @Test func instantsAreDates() {
    #expect(Date(Instant(seconds: 86_400)) == Date(timeIntervalSince1970: 86_400))
    #expect(Instant(Date(timeIntervalSince1970: 1.9)) == Instant(seconds: 1))
    #expect(Instant(Date(timeIntervalSince1970: -0.5)) == Instant(seconds: -1))
    #expect(Instant(Date(timeIntervalSince1970: .nan)) == nil)
    #expect(Instant(Date(timeIntervalSince1970: 1e30)) == nil)
  }

  @Test(arguments: ["20261201", "20261201T090000", "20261201T090000Z"])
  func momentsAreComponentsAndBack(text: String) throws {
    let moment = try moment(text)
    let components = try #require(DateComponents(moment))
    #expect(Moment(components) == moment)
    #expect((components.hour == nil) == (text.count == 8))
    #expect((components.timeZone == nil) == !text.hasSuffix("Z"))
  }

  @Test func zonesKeepTheirNames() throws {
    let moment = try moment("20261201T090000", tzid: "Europe/Berlin")
    let components = try #require(DateComponents(moment))
    #expect(components.timeZone?.identifier == "Europe/Berlin")
    #expect(Moment(components) == moment)
    #expect(components.date == Date(timeIntervalSince1970: 1_796_112_000))
    // Nothing is guessed: without its zone it would float.
    #expect(DateComponents(try self.moment("20261201T090000", tzid: "Customized Time Zone 1")) == nil)
  }

  @Test func whatIsNoMomentIsNone() {
    #expect(Moment(DateComponents(year: 2026, month: 2, day: 30)) == nil)
    #expect(Moment(DateComponents(month: 2, day: 3)) == nil)
    #expect(Moment(DateComponents(year: 2026, month: 2, day: 3, minute: 5)) == nil)
    #expect(
      Moment(DateComponents(calendar: Calendar(identifier: .hebrew), year: 5786, month: 2, day: 3)) == nil)
    let offset = DateComponents(
      timeZone: TimeZone(secondsFromGMT: 9000), year: 2026, month: 2, day: 3, hour: 4)
    #expect(Moment(offset) == nil)
  }

  @Test func aViewerLooksFromFoundation() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let view = try #require(ViewContext(now: Date(timeIntervalSince1970: 1_796_112_000), timeZone: zone))
    #expect(view.today == Day(year: 2026, month: 12, day: 1))
    #expect(
      view.date(of: try moment("20261201"), zones: .empty) == Date(timeIntervalSince1970: 1_796_079_600))
  }
}
