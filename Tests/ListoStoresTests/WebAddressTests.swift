import Testing

@testable import ListoStores

/// Addresses on the web among the arguments: which they are, and what is told of them.
@Suite struct WebAddressTests {
  @Test(arguments: [
    ("https://example.com/a.ics", "https://example.com/a.ics"),
    ("WebCal://example.com/a", "https://example.com/a"),
    ("http://a", "http://a"), ("https://", nil), ("file:///a", nil), ("a/b://c", nil), ("a.ics", nil),
  ])
  func addressesOnTheWeb(_ text: String, _ url: String?) {
    #expect(WebAddress(text)?.url == url)
    // Nothing fetches it here.
    if url != nil { #expect(InputTree([text]).errors.map(\.code) == [.unreadable]) }
  }

  @Test(arguments: [
    ("https://Example.com:8443/team/Home-2.ics", "https://example.com:8443/team/Home-2.ics", "Home-2.ics"),
    (
      "webcal://example.com/public-calendars/2026/tasks.ics",
      "https://example.com/public-calendars/2026/tasks.ics", "tasks.ics"
    ),
    ("https://example.com", "https://example.com", "calendar"),
    // Addresses with parts that may be secret.
    ("https://example.com/a.ics?key=1", "https://example.com/a.ics/~", "a.ics"),
    ("https://me:pw@example.com/a.ics", "https://example.com/a.ics/~", "a.ics"),
    ("https://example.com/dav/qW3rTz8uIoPaSdF0/", "https://example.com/dav/~", "calendar"),
    (
      "https://example.com/ical/anna%40example.com/private-5f0c/basic.ics",
      "https://example.com/ical/~/basic.ics", "basic.ics"
    ),
    (
      "https://example.com/p/MTIzNDU2/x/0f8fad5bd9cb469fa165.ics", "https://example.com/p/~/x/~",
      "calendar.ics"
    ),
  ])
  func anAddressIsToldWithoutItsSecret(_ text: String, _ shown: String, _ fileName: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.shown.replacing(/~[0-9a-f]{8}/, with: "~") == shown, "\(address.shown)")
    #expect(address.fileName == fileName)
    // Two that look alike are two.
    #expect(WebAddress(text + (shown.contains("~") ? "0" : "?0"))?.shown != address.shown)
  }

  @Test func aFileIsWhatItIsCalled() throws {
    let folder = try TemporaryFolder()
    try folder.write("https:/example.com/a.ics")
    let name = "\(folder.path)/https://example.com/a.ics"
    #expect(InputTree([name]).inputs.map(\.name) == [name])
    #expect(InputTree.name(ofArgument: name) == name)
  }
}
