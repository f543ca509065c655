internal import ICalendar

/// The second look at the inputs: bytes by their place.
struct MergeBytes: Sendable {
  let inputs: [any MergeInput]
  /// The input of each calendar.
  let places: [UInt32]
  /// The bytes that need not be read again.
  let held: HeldBytes
  /// The components that were read together for the decisions being made.
  var ahead: MergePassages?
  /// The list of each calendar, and what TZIDs mean in it and are called in the output.
  var lists: [UInt32] = []
  var zones: MergedZones?
  /// The recipes of entries that no input has as they stand, and the entries that go into the recipes.
  var recipes: [MergeRecipe] = []
  var entries: [MergeIndex.Entry] = []

  /// Where components came from, if the output is to say it.
  var origins: MergeOrigins?
  /// The scheduling messages that the merge applies.
  var messages: [MergeMessage] = []
  /// Which side each input is of; -1 for the base's.
  var sides: [Int] = []

  /// The function that finds the zone of a TZID in a list; nil without ``zones``.
  func zone(ofList list: UInt32) -> ((String) -> Zone?)? {
    zones.map { zones in { zones.zone(list, $0) } }
  }

  private func input(_ entry: MergeIndex.Entry) -> any MergeInput { inputs[Int(place(entry))] }

  /// Appends a component as the output has it.
  func append(_ entry: MergeIndex.Entry, to bytes: inout [UInt8]) throws(MergeError) {
    if entry.flags.contains(.made), entry.offset & 0xFF == 0,
      let held = recipes[entry.offset >> 8].outcome.bytes
    {
      bytes += held
    } else if !entry.flags.isDisjoint(with: [.rewritten, .rezoned, .made, .originated]) {
      bytes += try component(entry).bytes
    } else {
      try read(entry, into: &bytes)
    }
  }

  /// A component as the output has it.
  func component(_ entry: MergeIndex.Entry) throws(MergeError) -> Component {
    if entry.flags.contains(.made) {
      guard let component = try made(entry) else { throw .changed(input: input(entry).name) }
      return component
    }
    let known = ahead?.component(at: entry.offset, ofInput: place(entry))
    let component = if let known { known } else { try readComponent(entry) }
    var written = entry.flags.contains(.rewritten) ? MergeIndex.written(component, entry.flags) : component
    if entry.flags.contains(.originated) { written = written.withoutOrigins }
    guard entry.flags.contains(.rezoned), let zones else { return written }
    return zones.renamed(written, ofCalendar: entry.calendar)
  }

  private func readComponent(_ entry: MergeIndex.Entry) throws(MergeError) -> Component {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(entry.length))
    try read(entry, into: &bytes)
    guard let component = Component(bytes, returnsEndLines: entry.flags.contains(.returnsEndLines)) else {
      throw .changed(input: input(entry).name)
    }
    return component
  }

  private func place(_ entry: MergeIndex.Entry) -> UInt32 { places[Int(entry.calendar)] }

  private func read(_ entry: MergeIndex.Entry, into bytes: inout [UInt8]) throws(MergeError) {
    try read(Int(entry.length), at: entry.offset, ofInput: Int(place(entry)), into: &bytes)
  }

  /// Appends bytes of an input as they stand.
  func read(
    _ count: Int, at offset: Int, ofInput number: Int, into bytes: inout [UInt8]
  ) throws(MergeError) {
    if held.append(count, at: offset, ofInput: number, to: &bytes) { return }
    let input = inputs[number]
    let before = bytes.count
    do throws(ICalendarError) {
      try input.read(count, at: offset, into: &bytes)
    } catch {
      throw .unreadable(input: input.name, error)
    }
    guard bytes.count - before == count else { throw .changed(input: input.name) }
  }

  /// The same, with components that are likely to be asked for read ahead.
  func readingAhead(_ entries: [MergeIndex.Entry], _ index: MergeIndex) -> MergeBytes {
    guard entries.count > 1 else { return self }
    var bytes = self
    bytes.ahead = MergePassages(entries, index, self)
    return bytes
  }
}

/// The bytes of the inputs as they were read, as far as there is room: reading a component again where it
/// stands costs as much as all else that is done with it.
struct HeldBytes: Sendable {
  private struct Piece: Sendable {
    let offset: Int
    let bytes: [UInt8]
    /// Where in `bytes` it begins.
    let start: Int
  }

  /// The pieces of each input, in the order of the inputs.
  private var pieces: [[Piece]] = []
  private var room: Int

  /// - Parameter room: how many bytes are held.
  init(room: Int) { self.room = room }

  mutating func take(_ batch: ItemBatch, ofInput number: Int) {
    let bytes = batch.bytes
    guard room >= bytes.capacity else { return }
    room -= bytes.capacity
    while pieces.count <= number { pieces.append([]) }
    pieces[number].append(Piece(offset: batch.offset, bytes: bytes, start: batch.content.lowerBound))
  }

  /// Lets the bytes of an input go.
  mutating func drop(input number: Int) {
    guard number < pieces.count else { return }
    room += pieces[number].reduce(0) { $0 + $1.bytes.capacity }
    pieces[number] = []
  }

  /// Appends the bytes at a place of an input; false where they are not held.
  ///
  /// - Complexity: logarithmic in the pieces.
  func append(_ count: Int, at offset: Int, ofInput number: Int, to bytes: inout [UInt8]) -> Bool {
    guard number < pieces.count else { return false }
    let behind = pieces[number].partitionPoint { $0.offset <= offset }
    guard behind > 0 else { return false }
    let piece = pieces[number][behind - 1]
    let start = piece.start + offset - piece.offset
    guard start + count <= piece.bytes.count else { return false }
    bytes += piece.bytes[start..<start + count]
    return true
  }
}
