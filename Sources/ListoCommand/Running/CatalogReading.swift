internal import Listo
internal import Platform

/// Reads whole inputs into a catalog: several files at a time, put together in order.
enum CatalogReading {
  /// - Parameter isWhole: what the inputs lack counts, so that each must be a whole collection.
  /// - Throws: ``Failure`` with status 65 or 66 where no input holds a calendar; see ``Absence``.
  static func catalog(
    _ tree: InputTree, isWhole: Bool = false, _ reporter: Reporter
  ) throws(Failure) -> Catalog {
    var builder = CatalogBuilder(limits: tree.limits)
    let zones = ZoneCache()
    var without: Set<String> = []
    reporter.progress?.begin("Reading", tree.inputs)
    let files = OrderedPipeline.map(tree.inputs, threads: Writing.threads) { read($0, zones) }
    for (input, result) in zip(tree.inputs, files) {
      switch result {
      case .success(let file):
        if file.calendars.isEmpty {
          reporter.report(.noCalendar(in: input, isEmpty: file.isEmpty))
          without.insert(input.name)
        }
        builder.add(file, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
      case .failure(let error): reporter.report(error)
      }
    }
    reporter.report(builder.problems.filter { !$0.isAboutText || !without.contains($0.file ?? "") })
    if isWhole {
      var items: [(Input, [CalendarContext], [Diagnostic])] = []
      for (input, file) in zip(tree.inputs, files) {
        if case .success(let file) = file {
          items.append((input, file.calendars.map(\.context), file.problems))
        }
      }
      try Absence.requireWhole(items)
    }
    let catalog = builder.catalog()
    guard catalog.isEmpty else { return catalog }
    if reporter.status == .noInput { throw Failure(.noInput) }
    throw Failure(.noCalendar, tree.inputs.isEmpty ? "there is no calendar in any input." : "")
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
