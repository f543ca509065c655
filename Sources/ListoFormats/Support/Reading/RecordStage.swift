/// Threads that do work beside the one that asks for it.
package protocol RecordThreads: Sendable {
  /// How many pieces of work are done side by side.
  var count: Int { get }

  /// Begins a piece of work.
  ///
  /// - Parameter work: called on any thread.
  /// - Returns: what waits for it, and gives what came of it; to be called once.
  func begin<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> @Sendable () -> Output
}

/// The results that a reader makes of the records of its input, each by itself: made in batches, side by side
/// with reading on, and given back in the order of the records.
///
/// So many batches are under way that the cores have work; each is of 256 records, or of a quarter of a
/// megabyte, or one record.
struct RecordStage<Record: Sendable, Made: Sendable> {
  private let threads: (any RecordThreads)?
  private let make: @Sendable (Record) -> Made
  private var batch: [Record] = []
  /// How many bytes the batch holds.
  private var size = 0
  private var underWay: [@Sendable () -> [Made]] = []
  private static var largest: Int { 1 << 18 }
  private static var most: Int { 256 }

  /// - Parameters:
  ///   - threads: nil where all is made on the calling thread.
  ///   - make: called on any thread.
  init(_ threads: (any RecordThreads)?, _ make: @escaping @Sendable (Record) -> Made) {
    (self.threads, self.make) = (threads, make)
  }

  /// Takes the next record.
  ///
  /// - Parameter size: the bytes that it holds.
  /// - Returns: what was made of records before, or of this one, as far as it is there.
  mutating func take(_ record: Record, size: Int) -> [Made] {
    guard let threads else { return [make(record)] }
    batch.append(record)
    self.size += size
    guard batch.count == Self.most || self.size >= Self.largest else { return [] }
    underWay.append(threads.begin { [batch, make] in batch.map(make) })
    (batch, self.size) = ([], 0)
    return underWay.count > 2 * threads.count ? underWay.removeFirst()() : []
  }

  /// Takes a record that is as large as a batch, or ends one.
  mutating func take(batch record: Record) -> [Made] { take(record, size: Self.largest) }

  /// The results of the records that were taken and not given back.
  mutating func finish() -> [Made] {
    defer { (underWay, batch, size) = ([], [], 0) }
    let last = batch.map(make)
    return underWay.flatMap { $0() } + last
  }
}
