public import ICalendar
public import ListoModel
public import ListoStores

/// The readable content of places, and the failures of the others.
public struct OpenedPlaces: Sendable {
  /// Sources, their lists and reminders.
  public let catalog: Catalog
  /// The problems of the inputs that were read, with file and line.
  public let problems: [Diagnostic]
  /// Places and files that could not be read.
  public let failures: [StoreError]
}

extension Catalog {
  /// Opens files and folders (with everything below them), `-` for standard input, and addresses on the web.
  ///
  /// A damaged file does not affect the others: see ``OpenedPlaces/failures``.
  ///
  /// - Parameters:
  ///   - places: paths of files and folders, and addresses if `web` is given.
  ///   - parser: the parser for iCalendar. With ``CalendarParser/libical``, sources, lists and identifiers
  ///     are the same unless libical changes a UID, but reminders lack the data that libical loses; a file
  ///     that libical cannot read is among the failures.
  ///   - limits: the limits on inputs.
  ///   - web: fetches published calendars, such as ``PublishedCalendars``; nil reads none.
  /// - Complexity: linear in the bytes that are read, on all cores; all of them are held in memory.
  public static func open(
    _ places: String..., parser: CalendarParser = .listo, limits: ReadingLimits = ReadingLimits(),
    web: (any PublishedCalendarSource)? = nil
  ) -> OpenedPlaces {
    open(places, parser: parser, limits: limits, web: web)
  }

  /// Opens places given as an array.
  public static func open(
    _ places: [String], parser: CalendarParser = .listo, limits: ReadingLimits = ReadingLimits(),
    web: (any PublishedCalendarSource)? = nil
  ) -> OpenedPlaces {
    let tree = InputTree(places, parser: parser, limits: limits, web: web)
    let notes = WorkNotes()
    // Without a calendar there is an empty catalog, and the notes say why.
    let catalog = try? CatalogReading.catalog(tree, notes)
    return OpenedPlaces(
      catalog: catalog ?? CatalogBuilder(limits: limits).catalog(), problems: tree.problems + notes.problems,
      failures: tree.errors + notes.failures)
  }
}

extension Catalog {
  /// The lists with this title or identifier, in order.
  ///
  /// - Complexity: linear in the lists.
  public func lists(named name: String) -> [IndexPath] {
    listPaths.filter { path in
      list(at: path)?.place(in: sources[path.source].source).isList(named: name) ?? false
    }
  }

  /// The paths of all lists, in order.
  public var listPaths: [IndexPath] {
    sources.enumerated().flatMap { section, source in
      source.lists.indices.map { IndexPath(source: section, list: $0) }
    }
  }
}

extension Catalog.SourceNode {
  /// The indices of the lists in the order of display: by ``ReminderList/order``; lists without it come last,
  /// in the order of reading.
  public var listOrder: [Int] {
    lists.indices.sorted {
      (lists[$0].list.order ?? .max, $0) < (lists[$1].list.order ?? .max, $1)
    }
  }
}

extension Query.Place {
  /// It is called so, or has this identifier, as a query names lists.
  fileprivate func isList(named name: String) -> Bool { Query.inList(name).matches(self) }
}

/// Keeps what work tells.
final class WorkNotes: WorkObserver {
  private(set) var problems: [Diagnostic] = []
  private(set) var failures: [StoreError] = []

  func report(_ problems: [Diagnostic]) { self.problems += problems }
  func report(_ error: StoreError) { failures.append(error) }
}
