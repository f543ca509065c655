import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct HTMLPageTests {
  /// Two sources' worth of hostile and of ordinary reminders.
  static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    X-WR-CALNAME:Grün & <b>Co</b>
    COLOR:green
    BEGIN:VTODO
    UID:one/%2F?#&"'<>ü
    SUMMARY:<script>window.pwned=true</script><img src=x onerror="window.pwned=true">
    DESCRIPTION:</p></section><style>body{display:none}</style>\\n"quoted' & more
    URL:javascript:window.pwned=true
    LOCATION:<iframe src=//example.org>
    CATEGORIES:"><script>window.pwned=true</script>
    DUE;VALUE=DATE:20261130
    PRIORITY:1
    END:VTODO
    BEGIN:VTODO
    UID:child
    SUMMARY:Grüne Bohnen
    RELATED-TO:parent
    DUE:20261201T101500
    URL:https://example.org/?a=1&b=2
    RRULE:FREQ=WEEKLY;BYDAY=MO,FR
    END:VTODO
    BEGIN:VTODO
    UID:parent
    SUMMARY:Shopping
    DUE:20261201T061500Z
    END:VTODO
    BEGIN:VTODO
    UID:finished
    SUMMARY:Done already
    STATUS:COMPLETED
    COMPLETED:20261130T101500Z
    END:VTODO
    BEGIN:VTODO
    UID:vain
    SUMMARY:Orphan
    DTSTART;VALUE=DATE:20261101
    RELATED-TO:nowhere
    URL:JaVaScRiPt:alert(1)
    END:VTODO
    END:VCALENDAR

    """

  private func page(_ calendar: String = Self.calendar, now: String? = nil) throws -> String {
    let text = try Conversion(calendar, to: .html).text
    return now.map {
      text.replacingOccurrences(of: "<html lang=\"en\">", with: "<html lang=\"en\" data-now=\"\($0)\">")
    }
      ?? text
  }

  @Test func textOfRemindersIsNeverMarkup() throws {
    let text = try page()
    #expect(!text.contains("<script>window") && !text.contains("<img") && !text.contains("<iframe"))
    #expect(text.contains("&lt;script&gt;window.pwned=true&lt;/script&gt;"))
    #expect(!text.lowercased().contains("href=\"javascript"))
    #expect(text.contains("href=\"https://example.org/?a=1&amp;b=2\""))
    #expect(text.contains("Grün &amp; &lt;b&gt;Co&lt;/b&gt;"))
    // Nothing that would be loaded, and one script.
    #expect(text.components(separatedBy: "<script").count == 2)
    for word in [" src=\"", "@import", "url(", "<link", "<base", "<form", "http-equiv=\"refresh"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func anchorsAreModelIdentifiersWithoutTheirSource() throws {
    let conversion = try Conversion(Self.calendar, to: .html)
    for uid in ["one/%2F?#&\"'<>ü", "child", "parent", "finished", "vain"] {
      let identifier = ModelIdentifier(
        source: "/home/ann/tasks", list: ModelIdentifier.Name("house.ics"), uid: ModelIdentifier.Name(uid))
      let anchor = identifier.withinSource
      #expect("\(identifier)" == "%2Fhome%2Fann%2Ftasks/" + anchor)
      #expect(conversion.text.contains("<li id=\"\(anchor)\""), "\(anchor)")
      #expect(conversion.text.contains("href=\"#\(anchor)\""), "\(anchor)")
    }
    #expect(conversion.text.contains("id=\"house.ics/\""))
    // Where the files were is nobody's business.
    #expect(!conversion.text.contains("%2Fhome") && !conversion.text.contains("/home"))
  }

  @Test func subtasksStandInsideWhateverTheOrder() throws {
    let text = try page()
    let parent = try #require(text.range(of: ">Shopping</a>"))
    let child = try #require(text.range(of: ">Grüne Bohnen</a>"))
    #expect(text[parent.upperBound..<child.lowerBound].contains("<ul>"))
    #expect(text.components(separatedBy: "<li ").count == text.components(separatedBy: "</li>").count)
    #expect(text.components(separatedBy: "<ul>").count == text.components(separatedBy: "</ul>").count)
    #expect(
      text.components(separatedBy: "<section ").count == text.components(separatedBy: "</section>").count)
  }

  @Test func nothingOfThePageDependsOnTheClock() throws {
    let text = try page()
    #expect(try page() == text)
    #expect(!text.contains("data-now"))
    #expect(text.contains("datetime=\"2026-11-30\">Mon 30 Nov 2026</time>"))
    #expect(text.contains("datetime=\"2026-12-01T10:15:00\">Tue 1 Dec 2026, 10:15</time>"))
    #expect(text.contains("datetime=\"2026-12-01T06:15:00Z\">Tue 1 Dec 2026, 06:15 UTC</time>"))
  }

  @Test(arguments: [
    ("TRIGGER:-PT1H30M", "1 hour 30 minutes before it starts"),
    ("TRIGGER;RELATED=END:PT0S", "when it is due"),
    ("X-APPLE-PROXIMITY:CONNECT", "on getting into the car"),
    ("X-APPLE-PROXIMITY:DISCONNECT", "on getting out of the car"),
    ("X-APPLE-PROXIMITY:DEPART\nX-APPLE-STRUCTURED-LOCATION;X-TITLE=Home:geo:1,2", "on leaving Home"),
    (
      "X-APPLE-PROXIMITY:ARRIVE\nX-APPLE-STRUCTURED-LOCATION;X-ADDRESS=Am Anger 3:geo:1,2",
      "on arriving at Am Anger 3"
    ),
  ]) func alarmsAreInWords(lines: String, words: String) throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\n\(lines)\nEND:VALARM"
    let text = try Conversion(Conversion.calendar("UID:1\nSUMMARY:A\n" + alarm), to: .html).text
    #expect(text.contains("◷ \(words)</span>"))
  }

  @Test func whatThePageDoesNotShowIsCounted() throws {
    let conversion = try Conversion(
      Conversion.calendar(
        "UID:1\nSUMMARY:A\nCREATED:20261101T140000Z\nX-FOO:bar\nATTACH:https://example.org/x"),
      to: .html, keepingEntries: true)
    #expect(
      conversion.losses.counts == [
        "creation date": 1, "property": 1, "attachment": 1, "calendar property": 1,
      ])
  }

  @Test func aChainOfManyLevelsStaysWithinWhatBrowsersNest() throws {
    var calendar = "BEGIN:VCALENDAR\nVERSION:2.0\n"
    for level in 0..<1000 {
      calendar += "BEGIN:VTODO\nUID:\(level)\nSUMMARY:Level \(level)\nRELATED-TO:\(level - 1)\nEND:VTODO\n"
    }
    let conversion = try Conversion(calendar + "END:VCALENDAR\n", to: .html)
    #expect(conversion.text.components(separatedBy: "<ul>").count - 1 == 101)
    #expect(conversion.text.contains("Level 999"))
    #expect(conversion.losses.counts["parent"] == 900)
  }

  /// Web addresses alone, without what ends the sentence that they stand in.
  @Test(arguments: [
    (
      "See http://x.example/#a.",
      "See <a rel=\"noreferrer noopener\" href=\"http://x.example/#a\">http://x.example/#a</a>."
    ),
    (
      "(https://x.example/a?b=1&c)",
      "(<a rel=\"noreferrer noopener\" href=\"https://x.example/a?b=1&amp;c\">https://x.example/a?b=1&amp;c</a>)"
    ),
    (
      "https://de.wikipedia.org/wiki/Esel_(Tier)!",
      "<a rel=\"noreferrer noopener\" href=\"https://de.wikipedia.org/wiki/Esel_(Tier)\">https://de.wikipedia.org/wiki/Esel_(Tier)</a>!"
    ),
    (
      "javascript://x.example/%0Aalert(1) xhttp://y http:// ://",
      "javascript://x.example/%0Aalert(1) xhttp://y http:// ://"
    ),
    ("a\"b", "a&quot;b"),
  ]) func addressesInNotesAreLinks(text: String, html: String) {
    let notes = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.append(inRoomOf: 1000) { HTMLText.append(linking: notes.span, notes.indices, to: &$0) }
    #expect(String(decoding: bytes, as: UTF8.self) == html)
  }

  @Test func theHashIsThatOfItsText() {
    // `printf abc | openssl dgst -sha256 -binary | base64`
    #expect(HTMLPage.hash("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  @Test(
    .enabled(if: Tool.path("chromium") != nil, "chromium is not installed"),
    .enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
  func aBrowserShowsFiltersAndFindsAgain() throws {
    let (browser, python) = (try #require(Tool.path("chromium")), try #require(Tool.path("python3")))
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = folder.appending(path: "a page.html")
    let second = folder.appending(path: "newer.html")
    try page(now: "2026-12-01T12:00:00").write(to: first, atomically: true, encoding: .utf8)
    let added = Self.calendar.replacingOccurrences(
      of: "BEGIN:VTODO\nUID:parent",
      with: "BEGIN:VTODO\nUID:new\nSUMMARY:New one\nEND:VTODO\nBEGIN:VTODO\nUID:parent")
    try page(added).write(to: second, atomically: true, encoding: .utf8)
    let child = "house.ics/child"
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser/browse.py")
    let pictures = ProcessInfo.processInfo.environment["LISTO_PICTURES"].map { [$0] } ?? []
    let output = try Tool.run(
      python, [script.path, browser, first.path, second.path, child] + pictures,
      environment: ["TZ": "Europe/Berlin"])
    let seen = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output)")
    func texts(_ key: String) -> [String] { seen[key] as? [String] ?? ["?"] }

    let evil = "<script>window.pwned=true</script><img src=x onerror=\"window.pwned=true\">"
    #expect(seen["pwned"] as? Bool == false)
    #expect(seen["scripts"] as? Int == 1)
    #expect(texts("links") == ["https:"])
    #expect(texts("visible") == [evil, "Shopping", "Grüne Bohnen", "Orphan"])
    #expect(
      texts("due") == [
        "1 day overdue · 30 Nov", "4 hours overdue · 1 Dec 07:15", "1 hour overdue · 1 Dec 10:15",
      ])
    #expect(texts("starts") == ["from 1 November"], "a date, and not \"from 4 weeks ago\"")
    #expect(texts("counts").last == "4 open · 3 overdue · 1 done")
    #expect(seen["asOf"] as? String == "As of Tuesday 1 December 2026, 12:00")
    #expect(seen["printed"] as? String == "Printed on Tuesday 1 December 2026")
    #expect(texts("small") == [], "targets have at least 24 px (WCAG 2.2 §2.5.8)")
    #expect(texts("levels") == ["h1", "h2", "h3"])
    #expect(texts("rank") == [evil])
    #expect(
      (seen["tagged"] as? [Any])?.last as? String == "#\"><script>window.pwned=true</script>")
    #expect((seen["tagged"] as? [Any])?.first as? [String] == [evil])
    #expect(texts("cleared").count == 5)
    #expect(texts("groupCounts") == ["3", "1", "1"])
    #expect(seen["unlabelled"] as? Int == 0 && seen["repeated"] as? Int == 0)
    #expect(seen["wide"] as? Bool == false)

    // The list is called Grün, and accents do not count: all fit.
    #expect(texts("filtered").count == 4)
    #expect(seen["said"] as? String == "4 reminders")
    #expect(seen["focused"] as? String == evil)
    let chosen = try #require(seen["chosen"] as? String)
    #expect(chosen.hasPrefix("house.ics/one%2F%252F"))
    #expect(texts("withDone").count == 5)
    // Groups with the due reminders first, filters for them, and the lists in their written order.
    #expect(texts("groups") == ["Overdue", "Without a due date", "Done"])
    #expect(texts("late") == [evil, "Shopping", "Grüne Bohnen"])
    #expect((seen["week"] as? [Any])?.last as? String == "No reminder matches.")
    #expect((seen["week"] as? [Any])?.first as? [String] == [])
    #expect(texts("undated") == ["Orphan"])
    #expect(texts("all") == [evil, "Shopping", "Grüne Bohnen", "Orphan", "Done already"])
    #expect(texts("byList") == [evil, "Shopping", "Grüne Bohnen", "Done already", "Orphan"])
    #expect(texts("headings") == ["Grün & <b>Co</b>"])
    #expect(texts("afterReload") == [chosen])
    for key in ["opened", "inNewer", "withSource", "encodedTwice", "decodedOnce", "moved"] {
      #expect(texts(key) == [child], "\(key)")
    }
    #expect(seen["inView"] as? Bool == true)
    #expect((seen["gone"] as? [Any])?.last as? String == "The selected reminder is not on this page.")
    #expect(texts("withoutScript").count == 5)
    #expect(texts("requests") == [])
  }

  /// Times of the browser: 20,000 reminders take at most three times as long as 10,000, and bounded times
  /// that a busy machine meets.
  @Test(
    .enabled(if: Tool.path("chromium") != nil, "chromium is not installed"),
    .enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
  func changesOfAPageTakeLinearTime() throws {
    let (browser, python) = (try #require(Tool.path("chromium")), try #require(Tool.path("python3")))
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = try [10_000, 20_000].map { count in
      let page = folder.appending(path: "\(count).html")
      try self.page(Self.manyReminders(count)).write(to: page, atomically: true, encoding: .utf8)
      return page.path
    }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser/times.py")
    let output = try Tool.run(python, [script.path, browser] + pages, environment: ["TZ": "Europe/Berlin"])
    let times = try output.split(separator: "\n").map {
      try JSONDecoder().decode([String: Double].self, from: Data($0.utf8))
    }
    let (half, whole) = (try #require(times.first), try #require(times.last))
    #expect(half.keys == whole.keys && whole.count > 10)
    // Of all together, since one change alone takes few frames.
    let total = { (times: [String: Double]) in times.values.reduce(0, +) }
    #expect(total(whole) <= 3 * total(half), "\(half), then \(whole)")
    for (name, seconds) in whole { #expect(seconds < (name == "ready" ? 15 : 3), "\(name): \(seconds) s") }
  }

  private static func manyReminders(_ count: Int) -> String {
    var calendar = "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Work\n"
    for number in 0..<count {
      calendar += "BEGIN:VTODO\nUID:\(number)\nSUMMARY:Call number \(number)\nPRIORITY:\(number % 10)\n"
      calendar += "CATEGORIES:errand,number \(number % 7)\n"
      if number % 4 > 0 { calendar += "DUE:2026\(10 + number % 3)\(10 + number % 20)T091500\n" }
      if number % 3 == 0 { calendar += "DESCRIPTION:Some words about it: https://example.org/\(number)\n" }
      if number % 10 == 9 { calendar += "RELATED-TO:\(number - 1)\n" }
      if number % 8 == 0 { calendar += "STATUS:COMPLETED\n" }
      calendar += "END:VTODO\n"
    }
    return calendar + "END:VCALENDAR\n"
  }

  /// Only what mail programs may take from a page is a link: none that has them attach a file of the
  /// reader's.
  @Test(arguments: [
    ("mailto:a@example.org", true), ("mailto:a@example.org?subject=x&body=y", true),
    ("mailto:a@example.org?attach=/etc/passwd", false),
    ("MAILTO:a@example.org?subject=x&Attach=/etc/passwd", false),
    ("mailto:a@example.org?subject=x&attachment=/etc/passwd", false), ("mailto:?%61ttach=/etc/passwd", false),
    ("mailto:a@example.org?subject=x;attach=/etc/passwd", false), ("https://example.org/?attach=x", true),
    ("mailto:a@b.c&attach=/etc/passwd", false), ("mailto:a@b.c?subject=x,attachment='/etc/passwd'", false),
    ("mailto:a@b.c%3Fattach=/etc/passwd", false), ("mailto:a@b.c%26attach=/etc/passwd", false),
    ("mailto:a@b.c%253Fattach=x", false), ("mailto:a@b.c,attachment=/etc/passwd", false),
    ("mailto:'a@b.c',attachment='/etc/passwd'", false), ("mailto:a@b.c?subject=x?attach=y", false),
    ("mailto:a@b.c?subject=x&", false), ("mailto:a@b.c?subject", false), ("mailto:a@b.c?subject=%zz", false),
    ("mailto:a@b.c?subject=x%0AAttach:y", false), ("mailto:a@b.c?body=x%0D%0Ay", true),
    ("mailto:a.b+c@example.org?SUBJECT=Hello%2C%20%26%20you&cc=d@example.org", true),
    ("mailto:a%2Bb@b.c", true),
    ("https://example.org/\u{202E}gro.elpmaxe", false), ("https://example.org/\u{2067}x", false),
    ("mailto:?to=a@b.c", true), ("MAILTO:jörg@example.org", true),
  ])
  func aLinkToMailAttachesNothing(address: String, isLink: Bool) throws {
    let text = try Conversion(Conversion.calendar("UID:1\nSUMMARY:x\nURL:\(address)"), to: .html).text
    let shown = address.replacing("&", with: "&amp;").replacing("'", with: "&#39;")
    #expect(text.contains("href=\"" + shown) == isLink)
    #expect(text.contains(shown))
  }

  /// WCAG 2.2: check boxes and the rims of dots, which have the lists' colours, have 3 : 1 to what they stand
  /// on, and text, which has none, has 4.5 : 1; light and dark, whatever the colour.
  @Test func contrasts() throws {
    func colors(_ css: Substring) -> [String: [Double]] {
      css.matches(of: /--([a-z]+):#([0-9a-f]{3,6})\b/).reduce(into: [:]) { colors, match in
        let digits = match.output.2.compactMap { $0.hexDigitValue.map(Double.init) }
        colors[String(match.output.1)] =
          digits.count == 3
          ? digits.map { $0 * 17 } : stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
      }
    }
    func luminance(_ color: [Double]) -> Double {
      let parts = color.map { $0 <= 10 ? $0 / 255 / 12.92 : pow(($0 / 255 + 0.055) / 1.055, 2.4) }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    func contrast(_ one: [Double], _ other: [Double]) -> Double {
      let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
      return (high + 0.05) / (low + 0.05)
    }
    let css = PageStyle.css
    let dark = try #require(css.firstRange(of: "prefers-color-scheme:dark")).lowerBound
    let end = try #require(css.firstRange(of: "*{box-sizing")).lowerBound
    let share = try #require(
      css.firstMatch(of: /--ring:color-mix\(in srgb,var\(--c,#8e8e93\) ([0-9]+)%,var\(--ink\)\)/))
    let part = try #require(Double(share.output.1)) / 100
    #expect(!css.contains("color:var(--c") && !css.contains("color:var(--ring"))
    for scheme in [colors(css[..<dark]), colors(css[dark..<end])] {
      func color(_ name: String) throws -> [Double] { try #require(scheme[name], "\(name)") }
      let (ink, card) = (try color("ink"), try color("card"))
      for text in ["ink", "soft", "late"] {
        for ground in ["card", "paper"] {
          #expect(try contrast(color(text), color(ground)) >= 4.5, "\(text)")
        }
      }
      for red in stride(from: 0.0, through: 255, by: 51) {
        for green in stride(from: 0.0, through: 255, by: 51) {
          for blue in stride(from: 0.0, through: 255, by: 51) {
            let ring = zip([red, green, blue], ink).map { part * $0 + (1 - part) * $1 }
            #expect(contrast(ring, card) >= 3, "\(red) \(green) \(blue)")
            #expect(try contrast(ring, color("pick")) >= 3, "\(red) \(green) \(blue)")
          }
        }
      }
    }
  }
}
