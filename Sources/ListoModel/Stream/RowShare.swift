/// The reminders of one batch that stand in one calendar: their names, and where they stand, so that one of
/// them can be read again.
struct RowShare: Sendable {
  /// The start of a reminder: its offset in the batch, in bytes, and its line.
  struct Place: Sendable {
    let start: UInt32
    let line: UInt32
  }

  /// The number of the first one among the input's reminders.
  let first: Int
  /// The offset of the batch in the input.
  let offset: Int
  /// A carriage return alone ends a line.
  let returnsEndLines: Bool
  /// The hashes of their UIDs.
  var names: [UInt64] = []
  var places: [Place] = []
  /// The offset, in the batch, of what follows the last one.
  var end: UInt32 = 0

  /// So few of some reminders are read again, or held, that it takes less than to read or hold all.
  static func areFew(_ number: Int, of count: Int) -> Bool { number <= max(1000, count / 4) }

  /// The bytes of the input from a reminder to the next one, or to the end of the share.
  func extent(_ index: Int) -> Range<Int> {
    let end = index + 1 < places.count ? places[index + 1].start : end
    return offset + Int(places[index].start)..<offset + Int(end)
  }
}
