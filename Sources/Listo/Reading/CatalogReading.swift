internal import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// Reads whole inputs into a catalog: several files at a time, put together in order.
package enum CatalogReading {
  /// What cannot be read is told to the observer; the rest is there.
  ///
  /// - Parameter isWhole: what the inputs lack counts, so that each must be a whole collection.
  /// - Throws: ``WorkError/noCalendar(hadInputs:)``; where inputs must be whole ``WorkError/incomplete(input:reason:)`` and
  ///   ``WorkError/message(input:)``.
  package static func catalog(
    _ tree: InputTree, isWhole: Bool = false, _ observer: some WorkObserver
  ) throws(WorkError) -> Catalog {
    var builder = CatalogBuilder(limits: tree.limits)
    let zones = ZoneCache()
    var without: Set<String> = []
    observer.begin(.reading, tree.inputs)
    let files = OrderedPipeline.map(tree.inputs, threads: ThreadPipeline.threads) { read($0, zones) }
    for (input, result) in zip(tree.inputs, files) {
      switch result {
      case .success(let file):
        if file.calendars.isEmpty {
          observer.report(.noCalendar(in: input, isEmpty: file.isEmpty))
          without.insert(input.name)
        }
        builder.add(file, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
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

  private static func read(_ input: Input, _ zones: ZoneCache) -> Result<CalendarFile, StoreError> {
    do throws(StoreError) {
      let source = try input.open()
      do throws(ICalendarError) {
        return .success(
          try CalendarFile(reading: source, file: input.name, limits: input.limits, zones: zones))
      } catch {
        return .failure(StoreError(input.name, error))
      }
    } catch {
      return .failure(error)
    }
  }
}
