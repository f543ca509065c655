import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoModel

/// The part of a large file that is held for a view, beside the whole file.
struct SelectionTrial {
  /// Nil where the input has to be read whole.
  let held: Catalog?
  let whole: Catalog

  /// - Parameter selection: nil where all reminders are needed.
  init(_ bytes: [UInt8], _ selection: CatalogSelection?, _ random: inout SplitMix64) throws {
    try self.init(bytes, selection, ReadingLimits(blockBytes: [300, 1 << 18].pick(using: &random)))
  }

  init(_ bytes: [UInt8], _ selection: CatalogSelection?, _ limits: ReadingLimits = ReadingLimits()) throws {
    whole = Self.catalog(try CalendarFile(reading: MemorySource(bytes), file: "Home.ics", limits: limits))
    held = try selection.flatMap { try Self.read(bytes, $0, limits) }.map(Self.catalog)
  }

  private static func read(
    _ bytes: [UInt8], _ selection: CatalogSelection, _ limits: ReadingLimits
  ) throws -> CalendarFile? {
    var reading = SelectedReading(
      selection, file: "Home.ics", fileName: "Home.ics", in: folder, limits: limits, zones: ZoneCache())
    guard try reading.read(MemorySource(bytes), on: ThreadPipeline()) else { return nil }
    guard reading.readParents(on: ThreadPipeline(), { Array(bytes[$0]) }) else { return nil }
    return reading.finish()
  }

  private static let folder = CatalogBuilder.Folder(
    parent: Source(identifier: "/s", title: "s", kind: .folder),
    source: Source(identifier: "/s/f", title: "f", kind: .folder), name: "f", path: "/s/f")

  private static func catalog(_ file: CalendarFile) -> Catalog {
    var builder = CatalogBuilder()
    builder.add(file, fileName: "Home.ics", in: folder)
    return builder.catalog()
  }

  /// Runs a comparison on generated calendars, and on small files of others.
  ///
  /// - Parameters:
  ///   - compare: given the bytes, and what to say of them; 1, or 0 where the input has to be read whole.
  static func run(
    times: Int, calendar: (inout SplitMix64) -> String,
    _ compare: ([UInt8], inout SplitMix64, String) throws -> Int
  ) throws {
    var random = SplitMix64(seed: Seed.current)
    var read = 0
    for _ in 0..<times {
      let text = calendar(&random)
      read += try compare(Array(text.utf8), &random, "seed \(random.seed)\n\(text)")
    }
    #expect(read > times / 2, "seed \(random.seed)")
    read = 0
    for (path, bytes) in try Corpus.small(Corpus.own + Corpus.others, below: 1 << 15) {
      read += try compare(bytes, &random, "\(path), seed \(random.seed)")
    }
    #expect(read > 5)
  }
}
