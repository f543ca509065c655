import Testing

@testable import ICalendar

/// A function that reads eight bytes at a time reads none that is not there, in release builds either: it
/// ends the process before.
@Suite struct ByteBoundTests {
  @Test func whatIsThereIsRead() {
    let bytes: [UInt8] = Array("abcdefgh\"é".utf8)
    #expect(ByteSearch.word(in: bytes.span, at: 0) == 0x6867_6665_6463_6261)
    #expect(bytes.span.endOfPlainRun(from: 0, to: bytes.count) == 8)
    #expect(bytes.span.endOfPlainRun(from: 0, to: 5) == 5)
    #expect(ByteSearch.firstNonASCII(in: bytes.span, from: 0, to: bytes.count) == 9)
    #expect(ByteSearch.first(0x22, in: bytes.span, from: 99) == nil)
  }

  @Test func nothingBeyondIs() async {
    await #expect(processExitsWith: .failure) {
      _ = ByteSearch.word(in: [UInt8](repeating: 0x61, count: 12).span, at: 5)
    }
    await #expect(processExitsWith: .failure) {
      _ = ByteSearch.word(in: [UInt8](repeating: 0x61, count: 12).span, at: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = [UInt8](repeating: 0x61, count: 12).span.endOfPlainRun(from: 0, to: 4096)
    }
    await #expect(processExitsWith: .failure) {
      _ = ByteSearch.firstNonASCII(in: [UInt8](repeating: 0x61, count: 12).span, from: -8, to: 4)
    }
    await #expect(processExitsWith: .failure) {
      _ = ByteSearch.first(0x61, in: [UInt8](repeating: 0x61, count: 12).span, from: -8)
    }
  }
}
