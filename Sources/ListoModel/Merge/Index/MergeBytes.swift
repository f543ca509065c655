internal import ICalendar

/// The second look at the inputs: bytes by their place.
struct MergeBytes: Sendable {
  let inputs: [any MergeInput]
  /// The input of each calendar.
  let places: [UInt32]
  /// What need not be read again.
  let held: HeldBytes
  /// The list of each calendar, and what TZIDs mean in it and are called in the output.
  var lists: [UInt32] = []
  var zones: MergedZones?
  /// What entries are made of that are no input's as they stand, and the entries that go into them.
  var recipes: [MergeRecipe] = []
  var entries: [MergeIndex.Entry] = []

  /// Where components came from, if the output is to say it.
  var origins: MergeOrigins?
  /// What messages ask for.
  var messages: [MergeMessage] = []
  /// Which side each input is of; -1 for the base's.
  var sides: [Int] = []

  /// What TZIDs mean in a list; nil where nobody asks.
  func zone(ofList list: UInt32) -> ((String) -> Zone?)? {
    zones.map { zones in { zones.zone(list, $0) } }
  }

  private func input(_ entry: MergeIndex.Entry) -> any MergeInput { inputs[Int(places[Int(entry.calendar)])] }

  /// Appends a component as the output has it.
  func append(_ entry: MergeIndex.Entry, to bytes: inout [UInt8]) throws(MergeError) {
    if !entry.flags.isDisjoint(with: [.rewritten, .rezoned, .made, .originated]) {
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(entry.length))
    try read(entry, into: &bytes)
    guard let component = Component(bytes, returnsEndLines: entry.flags.contains(.returnsEndLines)) else {
      throw .changed(input: input(entry).name)
    }
    var written = entry.flags.contains(.rewritten) ? MergeIndex.written(component, entry.flags) : component
    if entry.flags.contains(.originated) { written = written.withoutOrigins }
    guard entry.flags.contains(.rezoned), let zones else { return written }
    return zones.renamed(written, ofCalendar: entry.calendar)
  }

  private func read(_ entry: MergeIndex.Entry, into bytes: inout [UInt8]) throws(MergeError) {
    if held.append(
      Int(entry.length), at: entry.offset, ofInput: Int(places[Int(entry.calendar)]), to: &bytes)
    {
      return
    }
    let input = self.input(entry)
    let before = bytes.count
    do throws(ICalendarError) {
      try input.read(Int(entry.length), at: entry.offset, into: &bytes)
    } catch {
      throw .unreadable(input: input.name, error)
    }
    guard bytes.count - before == Int(entry.length) else { throw .changed(input: input.name) }
  }
}
