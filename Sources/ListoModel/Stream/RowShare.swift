/// The reminders of one batch that stand in one calendar: their names, and where they stand, so that one of
/// them can be read again.
struct RowShare: Sendable {
  /// Where a reminder begins: how many bytes behind the beginning of its batch, and on which line.
  struct Place: Sendable {
    let start: UInt32
    let line: UInt32
  }

  /// Which of the input's reminders the first one is.
  let first: Int
  /// Where the batch begins in the input.
  let offset: Int
  /// A carriage return alone ends a line.
  let returnsEndLines: Bool
  /// The hashes of their UIDs.
  var names: [UInt64] = []
  var places: [Place] = []
  /// Where what follows the last one begins, in the batch.
  var end: UInt32 = 0

  /// Where a reminder begins in the input, and the next one, or the next batch.
  func extent(_ index: Int) -> Range<Int> {
    let end = index + 1 < places.count ? places[index + 1].start : end
    return offset + Int(places[index].start)..<offset + Int(end)
  }
}
