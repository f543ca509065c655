internal import ICalendar
package import ListoModel
package import ListoStores

/// A comparison of two collections: each is read, of two large files only what one has and the other has not
/// byte for byte is held, and what is different is told.
package struct ComparisonJob {
  /// One of the collections.
  package struct Side {
    /// The name that the user gave to the collection.
    package let name: String
    /// Its files.
    package let tree: InputTree

    package init(name: String, tree: InputTree) { (self.name, self.tree) = (name, tree) }
  }

  /// The requirements of a comparison from which a patch is made.
  package struct ForPatch {
    /// The newer side may have nothing at all.
    package var allowsEmpty: Bool

    package init(allowsEmpty: Bool) { self.allowsEmpty = allowsEmpty }
  }

  /// The differences between the collections.
  package let difference: CatalogDifference

  /// Compares the collections.
  ///
  /// - Parameters:
  ///   - patch: what one side lacks is removed by a patch, so that each must be a whole collection; nil where
  ///     the difference is only shown.
  /// - Throws: ``WorkError``: among others ``WorkError/nothingToCompare(side:)``,
  ///   ``WorkError/unknownList(_:)`` and ``WorkError/removesAll(side:count:)``.
  package init(
    old: Side, new: Side, _ options: CatalogDifference.Options, for patch: ForPatch? = nil,
    _ observer: some WorkObserver
  ) throws(WorkError) {
    if patch != nil { for side in [old, new] { try side.requireWhole() } }
    let catalogs = try Self.catalogs(old, new, patch, observer)
    do throws(ListPairing.UnknownList) {
      difference = try CatalogDifference(
        from: catalogs.old, to: catalogs.new, options: options, on: ThreadPipeline())
    } catch {
      throw .unknownList(error)
    }
    guard let patch else { return }
    let count = catalogs.old.itemCount
    if count > 0, catalogs.new.itemCount == 0, !patch.allowsEmpty {
      throw .removesAll(side: new.name, count: count)
    }
    let removed = difference.counts[.removed] ?? 0
    if let problem = Diagnostic.manyDeletions(removed, of: count, in: new.name, "the patch removes them") {
      observer.report(problem)
    }
  }

  // MARK: Reading

  private static func catalogs(
    _ old: Side, _ new: Side, _ patch: ForPatch?, _ observer: some WorkObserver
  ) throws(WorkError) -> (old: Catalog, new: Catalog) {
    if let files = selected(old, new, patch, observer) {
      let before = try files.old.catalog(old.tree, observer)
      return (before, try files.new.catalog(new.tree, observer))
    }
    let before = try catalog(old, patch, isNew: false, observer)
    return (before, try catalog(new, patch, isNew: true, observer))
  }

  private static func catalog(
    _ side: Side, _ patch: ForPatch?, isNew: Bool, _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    let inputs = CatalogReading.read(side.tree, isWhole: patch != nil, observer)
    do throws(WorkError) {
      let catalog = try inputs.catalog(side.tree, observer)
      // Half of a side would be told as changes.
      guard inputs.areRead else { throw .unreadableInput }
      return catalog
    } catch {
      guard case .noCalendar = error, inputs.areRead else { throw error }
      if let patch, isNew, side.tree.inputs.isEmpty {
        if patch.allowsEmpty { return CatalogBuilder(limits: side.tree.limits).catalog() }
        throw .removesAll(side: side.name, count: nil)
      }
      throw .nothingToCompare(side: side.name)
    }
  }

  /// Both sides without what they have alike; nil where they have to be read whole.
  private static func selected(
    _ old: Side, _ new: Side, _ patch: ForPatch?, _ observer: some WorkObserver
  ) -> (old: CatalogReading.Inputs, new: CatalogReading.Inputs)? {
    guard let left = old.largeFile, let right = new.largeFile else { return nil }
    let versions = (left.version, right.version)
    var reading = ComparedReading(
      old: ComparedReading.Side(left), new: ComparedReading.Side(right), zones: ZoneCache())
    let pipeline = ThreadPipeline()
    // Errors are not reported here: the inputs are then read whole, which reports them.
    func isRead(
      _ input: Input, _ body: (InputSource) throws(ICalendarError) -> Bool
    ) -> Bool {
      observer.begin(.reading, [input])
      guard let source = try? input.open() else { return false }
      return (try? body(source)) ?? false
    }
    guard
      isRead(left, { source throws(ICalendarError) in try reading.readOld(source, on: pipeline) }),
      isRead(right, { source throws(ICalendarError) in try reading.readNew(source, on: pipeline) }),
      !reading.lacksNew
        || isRead(right, { source throws(ICalendarError) in try reading.readNew(source, on: pipeline) }),
      !reading.lacksOld
        || isRead(left, { source throws(ICalendarError) in try reading.readOldAgain(source, on: pipeline) })
    else { return nil }
    guard left.version == versions.0, right.version == versions.1 else { return nil }
    let files = reading.finish()
    var inputs = (
      old: CatalogReading.Inputs(old.tree, isWhole: patch != nil),
      new: CatalogReading.Inputs(new.tree, isWhole: patch != nil)
    )
    inputs.old.take(.success(files.old), of: left)
    inputs.new.take(.success(files.new), of: right)
    return inputs
  }
}

extension ComparisonJob.Side {
  fileprivate func requireWhole() throws(WorkError) {
    if tree.isPartial { throw .incomplete(input: name, reason: "it could not be read completely") }
  }

  /// The only file of it, where that is large.
  fileprivate var largeFile: Input? {
    guard tree.inputs.count == 1, let input = tree.inputs.first, input.isLarge else { return nil }
    return input
  }
}

extension ComparedReading.Side {
  fileprivate init(_ input: Input) {
    self.init(file: input.name, fileName: input.fileName, in: input.folder, limits: input.limits)
  }
}

extension Catalog {
  /// How many reminders and other components it has, those that are not held among them.
  fileprivate var itemCount: Int {
    sources.lazy.flatMap(\.lists).reduce(0) {
      $0 + $1.reminders.count + $1.otherItems.count + ($1.omitted?.same ?? 0)
    }
  }
}
