internal import ICalendar

/// Merging collections: of every component the newest version, whole, byte for byte as it came.
///
/// The result is the greatest version under a total order (``VersionOrder``). So it is the same for every
/// order, number and bracketing of the inputs, and merging a result with its inputs changes nothing. Nothing
/// is invented: no field is filled in from another version, no clock is read, and what one input lacks is not
/// taken for deleted.
public enum Merge {
  /// Reads every input once from front to back and decides what the output will be; nothing is written.
  ///
  /// What is kept in memory is about 100 bytes and the UID of each component, the definitions of the zones,
  /// for each decision a few numbers, and the first `heldBytes` of the inputs; other bytes are read again where they
  /// stand when they are written.
  ///
  /// - Parameters:
  ///   - heldBytes: how many bytes of the inputs stay in memory, so that they need not be read again.
  ///   - pipeline: what spreads the work over threads; the plan keeps it for writing.
  /// - Throws: ``MergeError``.
  /// - Complexity: O(n log n) in the number of components, linear in the bytes.
  public static func plan(
    _ inputs: [any MergeInput], options: MergeOptions = MergeOptions(), heldBytes: Int = 22 << 20,
    on pipeline: any Pipeline = SerialPipeline()
  ) throws(MergeError) -> MergePlan {
    // In the order of their names, so that what is told does not depend on the order either.
    let sorted = inputs.sorted { $0.name < $1.name }
    var reading = MergeReading(options: options, heldBytes: heldBytes)
    for (number, input) in sorted.enumerated() {
      try reading.read(input, number: number, on: pipeline)
    }
    reading.finish()
    // Moved, not copied: it is nearly all that a merge keeps in memory.
    var index = reading.takeIndex()
    var zones = try MergedZones(index, lists: reading.lists, inputs: sorted)
    index.resolveRecurrences { zones.zone($0, $1) }
    let bytes = MergeBytes(
      inputs: sorted, places: index.calendars.map(\.input), held: reading.takeHeld())
    var winners = try MergeWinners(MergeChains(index), index, bytes, on: pipeline)
    let order = try MergeOutputOrder(winners.takeWinners(), index, bytes)
    return MergePlan(
      reading: reading, index: index, zones: zones, winners: winners, order: order, bytes: bytes,
      options: options,
      pipeline: pipeline)
  }
}
