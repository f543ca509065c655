internal import ICalendar

extension SplitPlan {
  /// Bytes of an input that were looked at before.
  package typealias Reading =
    @Sendable (
      _ input: Int, _ count: Int, _ offset: Int, _ bytes: inout [UInt8]
    ) throws -> Void

  /// How many bytes are read at a time at the most, but for a component that has more.
  private static let chunk = 1 << 20
  /// How many bytes a thread is given at a time, about.
  private static let share = 1 << 18

  /// Writes a part: for each calendar that it has something of, its own lines, the zones that are used, and
  /// the components as they came.
  ///
  /// - Parameters:
  ///   - read: appends bytes of an input; called on any thread.
  ///   - pipeline: what spreads the reading over threads.
  ///   - sink: gets the bytes in order, in pieces.
  /// - Throws: what they throw.
  package func write(
    _ part: Part, read: @escaping Reading, on pipeline: some Pipeline = SerialPipeline(),
    to sink: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    for (number, run) in part.runs.enumerated() {
      let calendar = survey.calendars[run.calendar]
      var head = calendar.header(isItem: way == .uid)
      if number > 0, head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
      for zone in zones(of: run).sorted().compactMap({ calendar.zones[$0] }) {
        head += zone.standingAlone().bytes
      }
      try sink(head[...])
      try write(pieces(of: run), read, on: pipeline, to: sink)
      try sink(calendar.end(isItem: way == .uid)[...])
    }
  }

  /// Bytes that are read at once.
  private struct Piece {
    let entry: SplitSurvey.Entry
    var length: Int
  }

  /// Components that stand side by side are one piece, up to a bound.
  private func pieces(of run: Run) -> [Piece] {
    var pieces: [Piece] = []
    for number in run.entries {
      let entry = survey.entries[number]
      if let last = pieces.last, !entry.flags.contains(.rewritten), !last.entry.flags.contains(.rewritten),
        last.entry.input == entry.input, last.entry.offset + last.length == entry.offset,
        last.length + Int(entry.length) <= Self.chunk
      {
        pieces[pieces.count - 1].length += Int(entry.length)
      } else {
        pieces.append(Piece(entry: entry, length: Int(entry.length)))
      }
    }
    return pieces
  }

  private func write(
    _ pieces: [Piece], _ read: @escaping Reading, on pipeline: some Pipeline,
    to sink: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var rest = pieces[...]
    try pipeline.run { () throws(any Error) -> ArraySlice<Piece>? in
      guard !rest.isEmpty else { return nil }
      var length = 0
      let share = rest.prefix { piece in
        defer { length += piece.length }
        return length < Self.share
      }
      rest = rest.dropFirst(share.count)
      return share
    } transform: { share in
      Result { () throws(any Error) in try bytes(of: share, read) }
    } consume: { (result: Result<[UInt8], any Error>) throws(any Error) in
      try sink(result.get()[...])
    }
  }

  /// The bytes to write for pieces, one behind the other.
  private func bytes(of pieces: ArraySlice<Piece>, _ read: Reading) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.length })
    for piece in pieces {
      let flags = piece.entry.flags
      guard flags.contains(.rewritten) else {
        try read(Int(piece.entry.input), piece.length, piece.entry.offset, &bytes)
        continue
      }
      var own: [UInt8] = []
      try read(Int(piece.entry.input), piece.length, piece.entry.offset, &own)
      if let component = Component(own, returnsEndLines: flags.contains(.returnsEndLines)) {
        bytes += (way == .origin ? component.withoutOrigins : component).standingAlone().bytes
      } else {
        bytes += own
      }
    }
    return bytes
  }

  /// The zones that the components of a run name.
  private func zones(of run: Run) -> Set<String> {
    var seen: Set<UInt32> = []
    var names: Set<String> = []
    var last: UInt32?
    for number in run.entries {
      let zones = survey.entries[number].zones
      // Most name what the one before them does.
      guard zones != last else { continue }
      last = zones
      if seen.insert(zones).inserted { names.formUnion(survey.zones[Int(zones)]) }
    }
    return names
  }
}
