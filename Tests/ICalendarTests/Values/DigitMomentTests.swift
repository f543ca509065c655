import ICalendar
import ListoTestSupport
import Testing

@Suite struct DigitMomentTests {
  /// A time is one where its value is read as one.
  @Test func digitsAreTimesThatAreRead() throws {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<20_000 {
      func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
      func pick(_ last: Int) -> String { digits(Int.random(in: 0...last, using: &random)) }
      var text = pick(99) + pick(99) + pick(13) + pick(32)
      if Bool.random(using: &random) {
        text += ["T", "t"][Int.random(in: 0...1, using: &random)] + pick(25) + pick(61) + pick(61)
      }
      if Bool.random(using: &random) { text += ["Z", "z"][Int.random(in: 0...1, using: &random)] }
      let bytes = Array(text.utf8)
      let moment = try? Moment.decode(bytes[...])
      for lastSecond in [59, 60] {
        let found = DigitMoment(bytes.span, bytes.indices, lastSecond: lastSecond)
        let isTime = moment != nil && moment?.local?.second ?? 0 <= lastSecond
        #expect((found != nil) == isTime, "\(text)")
        if let found, let local = moment?.local { #expect(found.local == local, "\(text)") }
      }
    }
  }
}
