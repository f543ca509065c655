public import ICalendar
public import ListoModel
internal import ListoStores
internal import Platform

/// An iCalendar file that is read, changed and saved; everything that is not changed keeps its bytes.
///
///     var document = try CalendarDocument("Home.ics")
///     try document.change(identifier) { $0.title = "Water the plants" }
///     try document.save()
public struct CalendarDocument: Sendable {
  /// The content of the file, with the changes.
  public private(set) var catalog: Catalog
  /// The problems of the file.
  public let problems: [Diagnostic]
  /// The file, as it was named.
  public let path: String
  private let input: Input
  /// The version of the bytes that stand in the file.
  private var version: Input.Version?
  private var bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Throws: ``WorkError/store(_:)`` if the file cannot be read,
  ///   ``WorkError/notReplaceable(input:format:)`` if it has another format or is not a regular file,
  ///   ``WorkError/decoded(input:)`` if it is UTF-16, and ``WorkError/noCalendar(hadInputs:)`` if it has no
  ///   calendar.
  public init(_ path: String, limits: ReadingLimits = ReadingLimits()) throws(WorkError) {
    let tree = InputTree([path], limits: limits)
    if let error = tree.errors.first { throw .store(error) }
    guard tree.inputs.count == 1, let input = tree.inputs.first else { throw .noCalendar(hadInputs: false) }
    try input.requireReplaceable()
    version = input.version
    var bytes: [UInt8] = []
    var source = try WorkError.storing { () throws(StoreError) in try input.open() }
    do throws(ICalendarError) {
      var count = -1
      while bytes.count > count {
        count = bytes.count
        try source.read(1 << 20, into: &bytes)
      }
    } catch {
      throw .store(StoreError(path, error))
    }
    try input.requireUndecoded()
    (self.path, self.input, self.bytes) = (path, input, bytes)
    (catalog, problems) = try Self.read(bytes, input)
  }

  /// Changes a reminder.
  ///
  /// - Returns: false if no reminder has this identifier.
  /// - Throws: ``WorkError``, and the errors of `body`; then nothing is changed.
  /// - Complexity: linear in the file.
  @discardableResult
  public mutating func change(
    _ identifier: ModelIdentifier, _ body: (inout Reminder) throws -> Void
  ) throws -> Bool {
    guard var reminder = catalog[identifier], let place = range(ofLine: reminder.component.lineNumber) else {
      return false
    }
    try body(&reminder)
    var changed = bytes
    changed.replaceSubrange(place, with: reminder.component.bytes)
    catalog = try Self.read(changed, input).catalog
    bytes = changed
    return true
  }

  /// Writes the file, completely or not at all.
  ///
  /// - Returns: the properties of the file that could not be kept, such as its owner.
  /// - Throws: ``WorkError/store(_:)``, also if another program changed the file since it was read.
  @discardableResult
  public mutating func save() throws(WorkError) -> [Diagnostic] {
    let told = try WorkError.storing { [self] () throws(StoreError) in
      try input.requireUnchanged(since: version)
      let output = try Output.file(path)
      try output.write(bytes[...])
      return try output.commit()
    }
    version = input.version
    return told
  }

  /// Where the component that begins in a line stands.
  private func range(ofLine line: Int) -> Range<Int>? {
    var reader = ItemReader(bytes, limits: input.limits)
    var offset = 0
    while let item = try? reader.next() {
      let count = item.bytes.count
      if case .component(let component) = item, component.lineNumber == line {
        return offset..<offset + count
      }
      offset += count
    }
    return nil
  }

  private static func read(
    _ bytes: [UInt8], _ input: Input
  ) throws(WorkError) -> (catalog: Catalog, problems: [Diagnostic]) {
    let file: CalendarFile
    do throws(ICalendarError) {
      file = try CalendarFile(reading: MemorySource(bytes), file: input.name, limits: input.limits)
    } catch {
      throw .store(StoreError(input.name, error))
    }
    guard !file.calendars.isEmpty else { throw .noCalendar(hadInputs: true) }
    var builder = CatalogBuilder(limits: input.limits)
    builder.add(file, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
    return (builder.catalog(), builder.problems)
  }
}
