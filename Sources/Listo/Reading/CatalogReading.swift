internal import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// Reads whole inputs into a catalog: several files at a time, put together in order.
package enum CatalogReading {
  /// What cannot be read is told to the observer; the rest is there.
  ///
  /// - Parameters:
  ///   - isWhole: what the inputs lack counts, so that each must be a whole collection.
  ///   - selection: what is asked for: other reminders of large inputs may be left out, and are counted
  ///     (``Catalog/ListNode/omitted``); nil for all.
  ///   - isEnough: asked of what was selected; where it is false all is read.
  /// - Throws: ``WorkError/noCalendar(hadInputs:)``; where inputs must be whole ``WorkError/incomplete(input:reason:)`` and
  ///   ``WorkError/message(input:)``.
  package static func catalog(
    _ tree: InputTree, isWhole: Bool = false, selecting selection: CatalogSelection? = nil,
    isEnough: (Catalog) -> Bool = { _ in true }, _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    let files = files(tree, selecting: selection, observer)
    let builder = build(tree, files)
    // A name that was taken is told by all of them only.
    if selection != nil, builder.hasRenamedSelections || !isEnough(builder.catalog()) {
      return try catalog(of: Self.files(tree, observer), tree, isWhole: isWhole, observer)
    }
    return try catalog(builder, of: files, tree, isWhole: isWhole, observer)
  }

  /// What came of reading an input.
  typealias File = Result<CalendarFile, StoreError>

  /// The catalog of files that were read, of which the observer is told what was met.
  ///
  /// - Parameter files: one for each input of the tree.
  /// - Throws: as ``catalog(_:isWhole:selecting:_:)``.
  static func catalog(
    of files: [File], _ tree: InputTree, isWhole: Bool, _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    try catalog(build(tree, files), of: files, tree, isWhole: isWhole, observer)
  }

  private static func catalog(
    _ builder: CatalogBuilder, of files: [File], _ tree: InputTree, isWhole: Bool,
    _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    var builder = builder
    var without: Set<String> = []
    for (input, result) in zip(tree.inputs, files) {
      switch result {
      case .success(let file):
        guard file.calendars.isEmpty else { continue }
        observer.report(.noCalendar(in: input, isEmpty: file.isEmpty))
        without.insert(input.name)
      case .failure(let error): observer.report(error)
      }
    }
    observer.report(builder.problems.filter { !$0.isAboutText || !without.contains($0.file ?? "") })
    // What is compared consists of files.
    if !isWhole {
      for folder in tree.emptyCollections {
        builder.addEmptyCollection(folder, isWritable: FileSystem.isWritable(folder.source.identifier))
      }
    }
    if isWhole {
      for (input, file) in zip(tree.inputs, files) {
        guard case .success(let file) = file else { continue }
        try input.requireWhole(file.calendars.map(\.context), file.problems)
      }
    }
    let catalog = builder.catalog()
    guard catalog.isEmpty else { return catalog }
    throw .noCalendar(hadInputs: !tree.inputs.isEmpty)
  }

  private static func build(_ tree: InputTree, _ files: [File]) -> CatalogBuilder {
    var builder = CatalogBuilder(limits: tree.limits)
    for (input, file) in zip(tree.inputs, files) {
      guard case .success(let file) = file else { continue }
      builder.add(file, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
    }
    return builder
  }

  /// Small files several at a time, each on one thread; large ones one after the other, each on all of them.
  static func files(
    _ tree: InputTree, selecting selection: CatalogSelection? = nil, _ observer: some WorkObserver
  ) -> [File] {
    observer.begin(.reading, tree.inputs)
    let zones = ZoneCache()
    var files: [File] = []
    InputSharing.run(tree.inputs, isLarge: \.isLarge) { (input) throws(Never) in
      files.append(read(input, zones, on: ThreadPipeline(), selection, observer))
    } small: {
      read($0, zones, on: SerialPipeline())
    } consume: { (file) throws(Never) in
      files.append(file)
    }
    return files
  }

  private static func read(
    _ input: Input, _ zones: ZoneCache, on pipeline: some Pipeline, _ selection: CatalogSelection? = nil,
    _ observer: (any WorkObserver)? = nil
  ) -> File {
    do throws(StoreError) {
      if let selection, let file = try select(input, zones, on: pipeline, selection, observer) {
        return .success(file)
      }
      let source = try input.open()
      do throws(ICalendarError) {
        return .success(
          try CalendarFile(
            reading: source, file: input.name, limits: input.limits, zones: zones, on: pipeline))
      } catch {
        return .failure(StoreError(input.name, error))
      }
    } catch {
      return .failure(error)
    }
  }

  /// What a view asks for; nil where the input has to be read whole.
  private static func select(
    _ input: Input, _ zones: ZoneCache, on pipeline: some Pipeline, _ selection: CatalogSelection,
    _ observer: (any WorkObserver)?
  ) throws(StoreError) -> CalendarFile? {
    let version = input.version
    var reading = SelectedReading(
      selection, file: input.name, fileName: input.fileName, in: input.folder, limits: input.limits,
      zones: zones)
    func naming<Result>(
      _ read: () throws(ICalendarError) -> Result
    ) throws(StoreError) -> Result {
      do throws(ICalendarError) { return try read() } catch { throw StoreError(input.name, error) }
    }
    let source = try input.open()
    var isRight = try naming { () throws(ICalendarError) in try reading.read(source, on: pipeline) }
    if isRight {
      let bytes = try input.randomAccess()
      isRight = reading.readParents(on: pipeline) { range in
        var some: [UInt8] = []
        do throws(StoreError) {
          try bytes.read(range.count, at: range.lowerBound, into: &some)
        } catch {
          return nil
        }
        return some.count == range.count ? some : nil
      }
    }
    guard isRight, input.version == version else {
      observer?.expect(input.size ?? 0)
      return nil
    }
    return reading.finish()
  }
}
