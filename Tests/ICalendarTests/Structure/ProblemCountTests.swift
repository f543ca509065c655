import Testing

@testable import ICalendar

/// Problems of components that are made of so few bytes that there is one in six: they are counted, and take
/// no memory.
@Suite struct ProblemCountTests {
  /// Calendars of one line, too.
  @Test func calendarsWithoutEndAreHandedOut() throws {
    let bytes = Array(String(repeating: "BEGIN:VCALENDAR\nVERSION:2.0\n", count: 40_000).utf8)
    var reader = BatchReader(MemorySource(bytes))
    var (read, opened, unended): ([UInt8], Int, Int) = ([], 0, 0)
    while let batch = try reader.next() {
      #expect(batch.content.count <= 1 << 19)
      for item in batch {
        read += item.bytes
        switch item {
        case .open: opened += 1
        case .problem(let problem): unended += problem.count
        default: break
        }
      }
    }
    #expect(read == bytes && opened == 40_000 && unended == 40_000)
  }

  @Test(arguments: ["", "END:VTODO\n"]) func problemsOfABatchAreCounted(end: String) throws {
    let count = 30_000
    let bytes = Array(String(repeating: "BEGIN:VTODO\n" + end, count: count).utf8)
    var reader = BatchReader(MemorySource(bytes))
    var (read, told, components): ([UInt8], Int, Int) = ([], 0, 0)
    var counts: [Diagnostic.Code: Int] = [:]
    while let batch = try reader.next() {
      var toldOfBatch = 0
      for item in batch {
        read += item.bytes
        switch item {
        case .problem(let problem):
          toldOfBatch += 1
          counts[problem.code, default: 0] += problem.count
        case .component: components += 1
        default: break
        }
      }
      #expect(toldOfBatch < 4100)
      #expect(batch.content.count <= 1 << 19, "without END they are items all the same")
      told += toldOfBatch
    }
    #expect(read == bytes && components == count)
    #expect(counts[.bareComponent] == count && counts[.missingEnd] == (end.isEmpty ? count : nil))
    #expect(told < counts.values.reduce(0, +))
  }
}
