import Testing

@testable import Listo

/// The repairs that are proposed for an item that a server refused.
@Suite struct ServerProfilesTests {
  private static func item(_ stamp: String) -> [UInt8] {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:1", "DTSTAMP:" + stamp,
      "SUMMARY:Bread", "END:VTODO", "END:VCALENDAR", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  @Test func aServerThatSaysWhoItIsHasItsRules() {
    #expect(ServerProfiles(server: "Cyrus-HTTP/3.6.1").profiles == [.cyrus])
    #expect(ServerProfiles(server: "").profiles.contains(.radicale))
  }

  @Test(arguments: [("19970901T1300Z", ""), ("19971301T130000Z", " --lossy")])
  func theRepairIsNamed(stamp: String, option: String) {
    let proposals = ServerProfiles(server: "Xandikos/0.4").proposals(for: Self.item(stamp))
    #expect(proposals.first?.hasPrefix("line 6: DTSTAMP is '\(stamp)'") ?? false)
    #expect(
      proposals.last == "to repair: listo check --for xandikos --fix\(option) --in-place; then sync again")
  }

  @Test func whatIsRightHasNone() {
    #expect(ServerProfiles(server: "").proposals(for: Self.item("19970901T130000Z")).isEmpty)
  }
}
