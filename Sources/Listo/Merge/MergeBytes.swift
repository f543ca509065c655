internal import ICalendar

/// The second look at the inputs: bytes by their place.
struct MergeBytes: Sendable {
  let inputs: [any MergeInput]
  /// The input of each calendar.
  let places: [UInt32]
  /// What need not be read again.
  let held: HeldBytes

  private func input(_ entry: MergeIndex.Entry) -> any MergeInput { inputs[Int(places[Int(entry.calendar)])] }

  /// Appends a component as the output has it.
  func append(_ entry: MergeIndex.Entry, to bytes: inout [UInt8]) throws(MergeError) {
    if entry.flags.contains(.rewritten) {
      bytes += try component(entry).bytes
    } else {
      try read(entry, into: &bytes)
    }
  }

  /// A component as the output has it.
  func component(_ entry: MergeIndex.Entry) throws(MergeError) -> Component {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(entry.length))
    try read(entry, into: &bytes)
    guard let component = Component(bytes, returnsEndLines: entry.flags.contains(.returnsEndLines)) else {
      throw .changed(input: input(entry).name)
    }
    return entry.flags.contains(.rewritten) ? MergeIndex.written(component, entry.flags) : component
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
      throw .unreadable(input: input.name, reason: error.reason)
    }
    guard bytes.count - before == Int(entry.length) else { throw .changed(input: input.name) }
  }
}
