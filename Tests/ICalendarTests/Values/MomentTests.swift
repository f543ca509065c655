import ICalendar
import ListoTestSupport
import Testing

func bytes(_ text: String) -> ArraySlice<UInt8> { ArraySlice(Array(text.utf8)) }

@Suite struct MomentTests {
  @Test func formsOfRFC5545() throws {
    #expect(try Moment.parse(bytes("20261201")).description == "2026-12-01")
    #expect(try Moment.parse(bytes("20261201T101500")).description == "2026-12-01T10:15:00")
    #expect(try Moment.parse(bytes("20261201T101500Z")).description == "2026-12-01T10:15:00Z")
    let zoned = try Moment.parse(bytes("20261201T101500"), tzid: "Europe/Berlin")
    #expect(zoned.description == "2026-12-01T10:15:00[Europe/Berlin]")
    #expect(zoned.iCalendarText == "20261201T101500")
  }

  @Test func whatStandsBesideTheValue() throws {
    #expect(
      try Moment.parse(bytes("20261201T101500Z"), tzid: "Europe/Berlin").description == "2026-12-01T10:15:00Z"
    )
    #expect(try Moment.parse(bytes("20261201"), tzid: "Europe/Berlin").description == "2026-12-01")
    #expect(try Moment.parse(bytes("20261201T101500"), tzid: "").description == "2026-12-01T10:15:00")
    #expect(try Moment.parse(bytes("20261201"), valueIsDate: true).description == "2026-12-01")
    for (text, isDate) in [("20261201", false), ("20261201T101500", true), ("20261201T101500Z", true)] {
      let error = try #require(throws: ValueError.self) {
        try Moment.parse(bytes(text), valueIsDate: isDate)
      }
      #expect(throws: error) { try Moment.decode(bytes(text), valueIsDate: isDate) }
    }
    for tzid in [nil, "", "Europe/Berlin"] {
      for text in ["20261201", "20261201T101500", "20261201T101500Z"] {
        #expect(try Moment.decode(bytes(text), tzid: tzid) == Moment.parse(bytes(text), tzid: tzid))
      }
    }
  }

  /// RFC 5545's strings are case-insensitive (RFC 5234 §2.3).
  @Test(arguments: ["20261201t101500", "20261201T101500z", "20261201t101500z"])
  func lowerCaseIsTheSame(_ text: String) throws {
    let moment = try Moment.parse(bytes(text.uppercased()))
    #expect(try Moment.parse(bytes(text)) == moment)
    #expect(try Moment.decode(bytes(text)) == moment)
    let digits = Array(text.utf8)
    #expect(DigitMoment(digits.span, digits.indices) == DigitMoment(moment))
    #expect(try CalendarDuration.parse(bytes("-pt15m")) == CalendarDuration.parse(bytes("-PT15M")))
  }

  /// The first eight are read by libical without complaint.
  @Test(arguments: [
    "20260231", "20261301", "20260101T250000", "20260101T106000", "2026-01-01", "2026-01-01T10:00:00Z",
    " 2026010",
    "20260101T1-1000", "+2026101", "20260101T100061", "20260100", "20260001", "", "notadate",
    "20261201T101500X", "20261201T1015", "20261201 ", "20261201T101500Z ", "2026120\u{0}",
    "2026120１",
  ])
  func refused(_ text: String) throws {
    let error = try #require(throws: ValueError.self) { try Moment.parse(bytes(text)) }
    #expect(error.code == .date)
    #expect(throws: error) { try Moment.decode(bytes(text)) }
  }

  /// An independent reading of the bytes gives the same answer, over digits that are often just wrong.
  @Test func agreesWithAnIndependentReading() throws {
    var random = SplitMix64(seed: 3_305)
    let alphabet = Array("0123456789TZ -+".utf8)
    for _ in 0..<5000 {
      var text = Array(
        "\(Int.random(in: 0...9, using: &random))\(Int.random(in: 0...9, using: &random))".utf8)
      func two(_ range: ClosedRange<Int>) {
        let number = Int.random(in: range, using: &random)
        text += [48 + UInt8(number / 10), 48 + UInt8(number % 10)]
      }
      two(0...99)
      two(0...14)
      two(0...33)
      if Bool.random(using: &random) {
        text.append(84)
        two(0...25)
        two(0...61)
        two(0...61)
        if Bool.random(using: &random) { text.append(90) }
      }
      if Int.random(in: 0..<5, using: &random) == 0, let letter = alphabet.randomElement(using: &random) {
        text[Int.random(in: 0..<text.count, using: &random)] = letter
      }
      let mine = reading(text)
      let typed = try? Moment.parse(text[...])
      #expect(typed?.iCalendarText == mine, "\(String(decoding: text, as: UTF8.self)), seed \(random.seed)")
      #expect(typed == (try? Moment.decode(text[...])), "seed \(random.seed)")
      if let typed { #expect(Array(typed.iCalendarText.utf8) == text) }
    }
  }

  /// The text itself if it is a value, read without any of the code under test.
  private func reading(_ text: [UInt8]) -> String? {
    let string = String(decoding: text, as: UTF8.self)
    let pattern = /([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})([0-9]{2})Z?)?/
    guard let match = string.wholeMatch(of: pattern), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3)
    else { return nil }
    let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
    let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard month >= 1, month <= 12, day >= 1, day <= lengths[month - 1] else { return nil }
    if let hour = match.4, let minute = match.5, let second = match.6 {
      guard hour < "24", minute < "60", second <= "60" else { return nil }
    }
    return string
  }
}
