internal import ICalendar

extension SplitPlan {
  /// Bytes of an input that were looked at before.
  public typealias Reading = (_ input: Int, _ count: Int, _ offset: Int, _ bytes: inout [UInt8]) throws ->
    Void

  /// How many bytes are read at a time, about.
  private static let chunk = 1 << 20

  /// Writes a part: for each calendar that it has something of, its own lines, the zones that are used, and the components as they
  /// came.
  ///
  /// - Parameters:
  ///   - read: appends bytes of an input.
  ///   - sink: gets the bytes in order, in pieces.
  /// - Throws: what they throw.
  public func write(_ part: Part, read: Reading, to sink: (ArraySlice<UInt8>) throws -> Void) throws {
    for (number, run) in part.runs.enumerated() {
      let sheet = survey.sheets[run.sheet]
      var head = sheet.header(isItem: way == .uid)
      if number > 0, head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
      let names = try zones(of: run, sheet, read)
      for zone in names.sorted().compactMap({ sheet.zones[$0] }) { head += zone.standingAlone().bytes }
      try sink(head[...])
      for piece in pieces(of: run) { try write(piece, read, to: sink) }
      try sink(sheet.end(isItem: way == .uid)[...])
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
    _ piece: Piece, _ read: Reading, to sink: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    try read(Int(piece.entry.input), piece.length, piece.entry.offset, &bytes)
    guard piece.entry.flags.contains(.rewritten) else { return try sink(bytes[...]) }
    guard
      let component = Component(bytes, returnsEndLines: piece.entry.flags.contains(.returnsEndLines))
    else { return try sink(bytes[...]) }
    try sink((way == .origin ? component.withoutOrigins : component).standingAlone().bytes)
  }

  /// The zones that the components of a run name, of those that their calendar defines.
  private func zones(of run: Run, _ sheet: SplitSheet, _ read: Reading) throws -> Set<String> {
    guard !sheet.zones.isEmpty else { return [] }
    var names: Set<String> = []
    for number in run.entries where names.count < sheet.zones.count {
      let entry = survey.entries[number]
      var bytes: [UInt8] = []
      try read(Int(entry.input), Int(entry.length), entry.offset, &bytes)
      let component = Component(bytes, returnsEndLines: entry.flags.contains(.returnsEndLines))
      if let component { names.formUnion(ZoneDifferences.names(of: component)) }
    }
    return names
  }
}
