internal import ICalendar
package import ListoModel
package import ListoStores

/// Reading again what was surveyed: an input that fails now ends the work, since part of its bytes may be written.
extension SurveyedInput {
  /// - Throws: ``WorkError/store(_:)``, as all below.
  package func open() throws(WorkError) -> InputSource {
    try WorkError.storing { () throws(StoreError) in try input.open() }
  }

  /// An input that is not what it was when it was surveyed ends the work: what was read of it since may be half of each.
  package func requireUnchanged() throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in try input.requireUnchanged(since: version) }
  }

  /// Reads its items to their end, batch by batch.
  ///
  /// - Parameter body: given the batches in their order, each item with the calendar that it stands in.
  /// - Throws: ``WorkError``, and what `body` throws.
  package func forEachBatch(_ body: (SurveyedBatch) throws(WorkError) -> Void) throws(WorkError) {
    var reader = try items()
    while let batch = try next(&reader) { try body(batch) }
  }

  /// Its items, each with the calendar that it stands in, for who takes them one batch after the other: see ``next(_:)``.
  package func items() throws(WorkError) -> SurveyedReader<InputSource> {
    SurveyedReader(try open(), survey: survey, limits: input.limits)
  }

  /// The next items of ``items()``.
  package func next(_ reader: inout SurveyedReader<InputSource>) throws(WorkError) -> SurveyedBatch? {
    do throws(ICalendarError) {
      return try reader.next()
    } catch {
      throw .store(StoreError(input.name, error))
    }
  }

  /// The next bytes of ``open()``, up to a megabyte behind those that are there.
  ///
  /// - Returns: false at the end.
  func read(_ source: inout InputSource, into bytes: inout [UInt8]) throws(WorkError) -> Bool {
    do throws(ICalendarError) {
      let count = bytes.count
      try source.read(1 << 20, into: &bytes)
      return bytes.count > count
    } catch {
      throw .store(StoreError(input.name, error))
    }
  }
}
