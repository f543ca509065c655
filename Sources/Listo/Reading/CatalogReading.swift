internal import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// Reads whole inputs into a catalog: several files at a time, put together in order.
package enum CatalogReading {
  /// Reads the inputs into a catalog. Inputs that cannot be read are reported to the observer; the catalog
  /// has the rest.
  ///
  /// - Parameters:
  ///   - isWhole: what the inputs lack counts, so that each must be a whole collection.
  ///   - selection: what is asked for: other reminders of large inputs may be left out, and are counted
  ///     (``Catalog/ListNode/omitted``); nil for all.
  ///   - isEnough: asked of what was selected; where it is false all is read.
  /// - Throws: ``WorkError/noCalendar(hadInputs:)``; where inputs must be whole
  ///   ``WorkError/incomplete(input:reason:)`` and ``WorkError/message(input:)``.
  package static func catalog(
    _ tree: InputTree, isWhole: Bool = false, selecting selection: CatalogSelection? = nil,
    isEnough: (Catalog) -> Bool = { _ in true }, _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    let inputs = read(tree, isWhole: isWhole, selecting: selection, observer)
    // A name that was taken is told by all of them only.
    if selection != nil, inputs.builder.hasRenamedSelections || !isEnough(inputs.builder.catalog()) {
      return try read(tree, isWhole: isWhole, observer).catalog(tree, observer)
    }
    return try inputs.catalog(tree, observer)
  }

  /// The result of reading an input.
  typealias File = Result<CalendarFile, StoreError>

  /// The inputs of a tree, put together in their order while others are read, so that of none more is held
  /// than is in the catalog.
  struct Inputs {
    fileprivate private(set) var builder: CatalogBuilder
    private let isWhole: Bool
    /// The inputs without a calendar and those that could not be read, in their order.
    private var absences: [Absence] = []
    /// Why the first one that is not a whole collection is none.
    private var incompleteness: WorkError?
    /// All of them could be read.
    private(set) var areRead = true

    /// Why nothing came of an input.
    private enum Absence {
      case noCalendar(Input, isEmpty: Bool)
      case error(StoreError)
    }

    /// - Parameter isWhole: each must be a whole collection.
    init(_ tree: InputTree, isWhole: Bool) {
      (builder, self.isWhole) = (CatalogBuilder(limits: tree.limits), isWhole)
    }

    /// Takes in what came of reading the next input.
    mutating func take(_ file: File, of input: Input) {
      switch file {
      case .success(let file):
        builder.add(file, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
        if file.calendars.isEmpty { absences.append(.noCalendar(input, isEmpty: file.isEmpty)) }
        guard isWhole, incompleteness == nil else { return }
        do throws(WorkError) {
          try input.requireWhole(file.calendars.map(\.context), file.problems)
        } catch {
          incompleteness = error
        }
      case .failure(let error):
        areRead = false
        absences.append(.error(error))
      }
    }

    /// The catalog, when all inputs were taken in; the observer is told what was met.
    ///
    /// - Throws: as ``CatalogReading/catalog(_:isWhole:selecting:isEnough:_:)``.
    func catalog(_ tree: InputTree, _ observer: some WorkObserver) throws(WorkError) -> Catalog {
      var builder = builder
      var without: Set<String> = []
      for absence in absences {
        switch absence {
        case .noCalendar(let input, let isEmpty):
          observer.report(.noCalendar(in: input, isEmpty: isEmpty))
          without.insert(input.name)
        case .error(let error): observer.report(error)
        }
      }
      observer.report(builder.problems.filter { !$0.isAboutText || !without.contains($0.file ?? "") })
      // A collection that has to be whole consists of files: empty folders are no part of it.
      if !isWhole {
        for folder in tree.emptyCollections {
          builder.addEmptyCollection(folder, isWritable: FileSystem.isWritable(folder.source.place))
        }
      }
      if let incompleteness { throw incompleteness }
      let catalog = builder.catalog()
      guard catalog.isEmpty else { return catalog }
      throw .noCalendar(hadInputs: !tree.inputs.isEmpty)
    }
  }

  /// Small files several at a time, each on one thread; large ones one after the other, each on all of them.
  static func read(
    _ tree: InputTree, isWhole: Bool, selecting selection: CatalogSelection? = nil,
    _ observer: some WorkObserver
  ) -> Inputs {
    observer.begin(.reading, tree.inputs)
    let zones = ZoneCache()
    var inputs = Inputs(tree, isWhole: isWhole)
    let rows = selection.flatMap(RowExcerpts.init)
    InputSharing.run(tree.inputs) {
      readSmall($0, zones, rows)
    } large: { (input) throws(Never) in
      inputs.take(read(input, zones, on: ThreadPipeline(), selection, observer), of: input)
    } consume: { (input, file) throws(Never) in
      inputs.take(file, of: input)
    }
    return inputs
  }

  /// Nil for one that is large.
  private static func readSmall(_ input: Input, _ zones: ZoneCache, _ rows: RowExcerpts?) -> File? {
    do throws(StoreError) {
      let source = try input.open()
      return source.isLarge ? nil : whole(input, source, zones, on: SerialPipeline(), rows)
    } catch {
      return .failure(error)
    }
  }

  private static func read(
    _ input: Input, _ zones: ZoneCache, on pipeline: some Pipeline, _ selection: CatalogSelection?,
    _ observer: any WorkObserver
  ) -> File {
    do throws(StoreError) {
      if let selection, let file = try select(input, zones, on: pipeline, selection, observer) {
        return .success(file)
      }
      return whole(input, try input.open(), zones, on: pipeline)
    } catch {
      return .failure(error)
    }
  }

  private static func whole(
    _ input: Input, _ source: InputSource, _ zones: ZoneCache, on pipeline: some Pipeline,
    _ rows: RowExcerpts? = nil
  ) -> File {
    do throws(ICalendarError) {
      return .success(
        try CalendarFile(
          reading: source, file: input.name, limits: input.limits, zones: zones, on: pipeline, rows: rows))
    } catch {
      return .failure(StoreError(input.name, error))
    }
  }

  /// Reads the reminders that a view asks for; nil if the input has to be read whole.
  private static func select(
    _ input: Input, _ zones: ZoneCache, on pipeline: some Pipeline, _ selection: CatalogSelection,
    _ observer: any WorkObserver
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
      observer.expect(input.size ?? 0)
      return nil
    }
    return reading.finish()
  }
}

extension CatalogReading {
  /// So many are looked at before all are read: of those that have begun, few wait for others.
  private static let candidates = 64

  /// A catalog that is enough to know which comes first of what a query asks for: of one large file those
  /// that come first, and the others that the query asks for of these. All is read where none of the first is
  /// asked for.
  ///
  /// - Parameter order: in which they come.
  /// - Throws: as ``catalog(_:isWhole:selecting:isEnough:_:)``.
  package static func catalog(
    _ tree: InputTree, firstOf query: Query, by order: SortOrder, _ context: ViewContext,
    _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    guard tree.inputs.count == 1, !query.hasPattern,
      let selection = CatalogSelection.first(candidates, of: query, by: order, context)
    else { return try catalog(tree, observer) }
    let isEnough = { (catalog: Catalog) in
      guard catalog.lists.contains(where: { ($0.omitted?.matching.total ?? 0) > 0 }) else { return true }
      // Behind these some are held for others, of which it is not known what they depend on.
      let may = catalog.matches(selection.query, in: context).paths
      let first = order.sorted(catalog.reminderPaths.filter(may.contains), of: catalog, context)
      let can = catalog.matches(query, in: context).paths
      return first.prefix(candidates).contains(where: can.contains)
    }
    return try catalog(tree, selecting: selection, isEnough: isEnough, observer)
  }
}
