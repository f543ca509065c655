import Testing

@testable import ICalendar

@Suite struct HexadecimalTextTests {
  @Test func digitsAreReadAsTheyAreWritten() {
    let bytes: [UInt8] = [0, 0x0F, 0xA5, 0xFF]
    #expect(String(hexadecimal: bytes) == "000fa5ff")
    #expect([UInt8](hexadecimal: "000fA5ff") == bytes)
    #expect([UInt8](hexadecimal: "") == [])
    for text in ["0", "0g", "00 ff", "\u{FF10}\u{FF10}"] {
      #expect([UInt8](hexadecimal: text) == nil, "\(text)")
    }
  }
}
