internal import ICalendar

/// A piece of a JSON text, as a reader gets it.
enum JSONPiece: Sendable {
  /// A value that was read.
  case value(JSONNode)
  /// Values that are not read yet.
  case passage(JSONPassage)
  /// The pieces before this are to be settled.
  case end
}

/// The results that a reader makes of the values of its input, each by itself: made in batches, side by side
/// with reading on, and given back in the order of the values.
///
/// A batch is a passage, which is read where something is made of it; or up to 256 values that were read, of
/// a quarter of a megabyte of the input, or one value.
struct JSONStage<Context: Sendable, Made: Sendable> {
  enum Result: Sendable {
    case made([Made])
    /// These are to be read token by token, one behind the other. What was made of them is dropped.
    case unread([JSONPassage])
  }

  private struct Batch {
    let passage: JSONPassage?
    /// Waits for the results; nil for a passage that is to be read token by token.
    let wait: @Sendable () -> [Made]?
  }

  private let threads: (any RecordThreads)?
  private let accepts: @Sendable (JSONNode, JSONPassage) -> Bool
  private let make: @Sendable ([JSONNode], Context) -> [Made]
  private var batch: [JSONNode] = []
  /// How many bytes of the input the batch holds, and what it stands in.
  private var size = 0
  private var context: Context?
  /// A passage that was not handed on yet: where it is the only one, another thread would only take time to
  /// be woken.
  private var last: JSONPassage?
  private var underWay: [Batch] = []
  private static var largest: Int { 1 << 18 }
  private static var most: Int { 256 }

  /// - Parameters:
  ///   - threads: nil where all is made on the calling thread.
  ///   - accepts: a value of a passage needs no look by the one who reads token by token.
  ///   - make: called on any thread, with what the values stand in.
  init(
    _ threads: (any RecordThreads)?, accepts: @escaping @Sendable (JSONNode, JSONPassage) -> Bool,
    _ make: @escaping @Sendable ([JSONNode], Context) -> [Made]
  ) {
    (self.threads, self.accepts, self.make) = (threads, accepts, make)
  }

  /// Takes what comes next.
  ///
  /// - Parameters:
  ///   - size: the bytes of the input that a value holds.
  ///   - context: the same until the end of what was taken before.
  /// - Returns: what was made of what came before, or of this, as far as it is there.
  mutating func take(_ piece: JSONPiece, size: Int, in context: Context) -> [Result] {
    self.context = context
    switch piece {
    case .value(let node):
      batch.append(node)
      self.size += size
      guard threads == nil || batch.count == Self.most || self.size >= Self.largest else { return [] }
      begin(context)
    case .passage(let passage):
      begin(context)
      last = passage
      if threads == nil { begin(context) }
    case .end: return finish()
    }
    guard let threads else { return finish() }
    return underWay.count > 2 * threads.count ? [next()] : []
  }

  /// Hands on what was gathered.
  private mutating func begin(_ context: Context) {
    guard let work = work(context) else { return }
    underWay.append(Batch(passage: last, wait: threads?.begin(work) ?? work))
    (batch, size, last) = ([], 0, nil)
  }

  /// The work on the gathered values; nil where there are none.
  private func work(_ context: Context) -> (@Sendable () -> [Made]?)? {
    guard last != nil || !batch.isEmpty else { return nil }
    return { [batch, last, accepts, make] in
      guard let last else { return make(batch, context) }
      guard let values = last.values(), values.allSatisfy({ accepts($0, last) }) else { return nil }
      return make(values, context)
    }
  }

  private mutating func next() -> Result {
    let first = underWay.removeFirst()
    if let made = first.wait() { return .made(made) }
    let unread =
      [first.passage].compactMap { $0 } + underWay.compactMap(\.passage) + (last.map { [$0] } ?? [])
    drop()
    return .unread(unread)
  }

  /// The results of pieces that were taken and not given back.
  mutating func finish() -> [Result] {
    // The last is done on the calling thread.
    if let context, let work = work(context) {
      let made = work()
      underWay.append(Batch(passage: last, wait: { made }))
      (batch, size, last) = ([], 0, nil)
    }
    var results: [Result] = []
    while !underWay.isEmpty { results.append(next()) }
    return results
  }

  /// Drops what is under way.
  private mutating func drop() {
    for batch in underWay { _ = batch.wait() }
    (underWay, batch, size, last) = ([], [], 0, nil)
  }
}

extension Array {
  /// Hands on what was made, in order.
  ///
  /// - Returns: what is to be read token by token.
  func forEachMade<Context, Made>(
    _ body: (Made) throws(ICalendarError) -> Void
  ) throws(ICalendarError) -> [JSONPassage] where Element == JSONStage<Context, Made>.Result {
    for result in self {
      switch result {
      case .made(let values): for value in values { try body(value) }
      case .unread(let passages): return passages
      }
    }
    return []
  }
}
