import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Text is read alike in UTF-8 with the mark of the byte order before it, as editors and PowerShell put it,
/// and in UTF-16.
@Suite struct ByteOrderMarkTests {
  @Test(arguments: Format.all.filter { $0.canRead && $0.canWrite && !$0.isICalendar }.map(\.name))
  func aMarkChangesNothing(name: String) throws {
    let format = try #require(Format.named(name))
    let text = try Conversion(GeneratedReminders(seed: Seed.current, count: 5).bytes, to: format).text
    let plain = try read(Array(text.utf8), format)
    #expect(try read([0xEF, 0xBB, 0xBF] + text.utf8, format) == plain)
    // Without a mark it is known by the zeros beside its first letters.
    let isKnown = text.utf16.prefix(2).allSatisfy { $0 < 0x80 }
    for units in [[0xFEFF] + text.utf16] + (isKnown ? [Array(text.utf16)] : []) {
      #expect(try read(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, format) == plain)
      #expect(try read(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, format) == plain)
    }
  }

  private func read(_ bytes: [UInt8], _ format: Format) throws -> [String] {
    let reading = try format.iCalendar(of: bytes)
    return [String(decoding: reading.bytes, as: UTF8.self)] + reading.problems.map(\.description)
  }
}
