public import ICalendar
public import ListoFormats
public import ListoModel
internal import ListoStores

extension Conversion {
  /// A format's bytes, and what was lost and noticed on the way to them.
  public struct Converted: Sendable {
    /// The output, in UTF-8.
    public let bytes: [UInt8]
    /// The data that the format cannot hold.
    public let losses: Losses
    /// The problems of the input, with line numbers.
    public let problems: [Diagnostic]

    /// The output as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Converts bytes in memory. Nothing is read from files or written to them.
  ///
  ///     let csv = try Conversion(to: .csv).convert(bytes)
  ///     print(csv.text, csv.losses.counts)
  ///
  /// - Parameters:
  ///   - bytes: the content of a file in any format that Listo reads.
  ///   - format: the format of `bytes`; nil to detect it by the content.
  ///   - name: the file name, for problems and for the list's title.
  /// - Throws: ``WorkError/store(_:)`` if the format is not known or cannot be read,
  ///   ``WorkError/noCalendar(hadInputs:)`` if iCalendar has no calendar, ``WorkError/lossy(_:to:)`` if
  ///   ``refusesLosses``.
  /// - Complexity: linear in the bytes.
  public func convert(
    _ bytes: [UInt8], from format: Format? = nil, named name: String = "-"
  ) throws(WorkError) -> Converted {
    try convert(bytes, from: format, named: name, meter: nil)
  }

  /// Converts bytes in memory on another thread. If the task is cancelled, the conversion ends soon.
  ///
  /// - Parameters:
  ///   - bytes: the content of a file in any format that Listo reads.
  ///   - format: the format of `bytes`; nil to detect it by the content.
  ///   - name: the file name, for problems and for the list's title.
  ///   - progress: called on any thread with the share that is read, from 0 to 1.
  /// - Throws: as ``convert(_:from:named:)``; ``WorkError/cancelled``.
  public func convert(
    _ bytes: [UInt8], from format: Format? = nil, named name: String = "-",
    progress: @escaping @Sendable (_ fraction: Double) -> Void
  ) async throws(WorkError) -> Converted {
    let conversion = self
    return try await BackgroundWork.run(progress) { (meter) throws(WorkError) in
      try conversion.convert(bytes, from: format, named: name, meter: meter)
    }
  }

  private func convert(
    _ bytes: [UInt8], from format: Format?, named name: String, meter: ReadingMeter?
  ) throws(WorkError) -> Converted {
    let tree = InputTree(memory: [(name, bytes)], format: format.map { FormatChoice($0) }, meter: meter)
    if let error = tree.errors.first { throw .store(error) }
    let output = Output.memory()
    let notes = WorkNotes()
    let result = try run(tree, to: Destination(nil) { output }, notes)
    return Converted(bytes: output.bytes, losses: result.losses, problems: tree.problems + notes.problems)
  }

  /// Converts a catalog, or some of its reminders, in memory.
  ///
  /// - Parameters:
  ///   - catalog: the reminders.
  ///   - ids: the reminders to write; nil for everything, with events and other components.
  /// - Throws: ``WorkError/lossy(_:to:)`` if ``refusesLosses``.
  public func convert(
    _ catalog: Catalog, only ids: Set<ModelIdentifier>? = nil
  ) throws(WorkError) -> Converted {
    try convert(catalog.iCalendar(of: ids), from: .iCalendar)
  }
}

extension Catalog {
  /// Reads the content of a file from memory.
  ///
  /// - Parameters:
  ///   - bytes: the content of a file in any format that Listo reads.
  ///   - format: the format of `bytes`; nil to detect it by the content.
  ///   - name: the file name, for problems and for the list's title.
  /// - Returns: the catalog and the problems, with line numbers.
  /// - Throws: ``WorkError/store(_:)`` if the format is not known or cannot be read.
  public static func read(
    _ bytes: [UInt8], from format: Format? = nil, named name: String = "-"
  ) throws(WorkError) -> OpenedPlaces {
    let tree = InputTree(memory: [(name, bytes)], format: format.map { FormatChoice($0) })
    if let error = tree.errors.first { throw .store(error) }
    let notes = WorkNotes()
    let catalog = try CatalogReading.catalog(tree, notes)
    return OpenedPlaces(catalog: catalog, problems: tree.problems + notes.problems, failures: notes.failures)
  }
}
