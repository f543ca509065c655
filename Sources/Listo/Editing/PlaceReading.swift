internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

/// The files of places as they were read, each whole, and which of them have changed since.
struct PlaceReading: Sendable {
  /// One file.
  struct File: Sendable {
    let input: Input
    /// Before it was read; nil where its name alone said that it need not be.
    let version: Input.Version?
    let content: CalendarFile
    /// None of the reminders that are held is in it.
    var isPassedOver = false
  }

  let places: [String]
  let limits: ReadingLimits
  private var scope: StoreScope
  private var tree: InputTree
  /// By the input's name.
  private(set) var files: [String: File] = [:]
  private(set) var failures: [StoreError] = []
  private(set) var problems: [Diagnostic] = []
  private(set) var catalog = Catalog(sources: [])
  private let zones = ZoneCache()

  init(_ places: [String], limits: ReadingLimits, scope: StoreScope = .everything) {
    (self.places, self.limits, self.scope) = (places, limits, scope)
    tree = InputTree([], limits: limits)
    refresh()
  }

  /// Reads what came or changed, and forgets what is gone.
  ///
  /// - Returns: whether anything is another than it was.
  /// - Complexity: a look at each file, and linear in what is read; where something changed, linear in the catalog's elements too.
  @discardableResult
  mutating func refresh() -> Bool {
    let names = tree.inputs.map(\.name)
    let folders = Self.metadata(tree)
    tree = InputTree(places, limits: limits)
    var changed = names != tree.inputs.map(\.name) || folders != Self.metadata(tree)
    var known = files
    var stale = tree.inputs.filter { input in
      guard let file = known[input.name] else { return true }
      if file.isPassedOver, file.version == nil { return false }
      return file.version == nil || file.version != input.version
    }
    var results = read(stale, known)
    // Subtasks may have subtasks, in any file.
    while scope.add(results.lazy.flatMap(Self.uids)) {
      (known, stale) = ([:], tree.inputs)
      results = read(stale, known)
    }
    let isFirst = catalog.isEmpty && problems.isEmpty
    if stale.isEmpty, !changed, !isFirst { return false }
    changed = changed || !stale.isEmpty
    files = [:]
    files.reserveCapacity(tree.inputs.count)
    if !known.isEmpty { for input in tree.inputs { files[input.name] = known[input.name] } }
    failures = tree.errors
    for (input, result) in zip(stale, results) {
      switch result {
      case .success(let file): files[input.name] = file
      case .failure(let error):
        files[input.name] = nil
        failures.append(error)
      }
    }
    build()
    return changed
  }

  /// What stands beside the files, folder by folder.
  private static func metadata(_ tree: InputTree) -> [String: [String?]] {
    var result: [String: [String?]] = [:]
    for folder in tree.inputs.map(\.folder) + tree.emptyCollections where result[folder.path] == nil {
      result[folder.path] = [folder.displayName, folder.color?.description, folder.order.map { "\($0)" }]
    }
    return result
  }

  private mutating func build() {
    var builder = CatalogBuilder(limits: limits)
    for input in tree.inputs {
      guard let file = files[input.name], !file.isPassedOver else { continue }
      builder.add(
        file.content, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
    }
    for folder in tree.emptyCollections {
      builder.addEmptyCollection(folder, isWritable: FileSystem.isWritable(folder.source.identifier))
    }
    catalog = builder.catalog()
    problems = tree.problems + builder.problems
  }

  private static func uids(_ result: Result<File, StoreError>) -> [String] {
    guard case .success(let file) = result else { return [] }
    return file.content.calendars.flatMap { $0.reminders.compactMap(\.uid) }
  }

  /// Reads files, several at a time.
  private func read(_ inputs: [Input], _ known: [String: File]) -> [Result<File, StoreError>] {
    let (scope, zones) = (self.scope, self.zones)
    // One file of each folder at least, so that its list is there; where files are called by what is looked for, no other.
    var seen: Set<String> = []
    let first =
      scope.isEverything ? [] : Set(inputs.filter { seen.insert($0.folder.path).inserted }.map(\.name))
    let named =
      scope.isExact && !scope.isEverything && !scope.hasSubtasks
      ? inputs.filter { scope.names($0.fileName) } : []
    let isFound = !named.isEmpty && named.count == scope.uids?.count
    return OrderedPipeline.map(inputs, threads: ThreadPipeline.threads) { input in
      let isNeeded = first.contains(input.name)
      if isFound, !isNeeded, !scope.names(input.fileName), let nothing = Self.nothing {
        return .success(File(input: input, version: nil, content: nothing, isPassedOver: true))
      }
      return Self.read(input, zones, scope, isNeeded: isNeeded)
    }
  }

  private static func read(
    _ input: Input, _ zones: ZoneCache, _ scope: StoreScope, isNeeded: Bool
  ) -> Result<File, StoreError> {
    if !scope.isEverything, !isNeeded, let glimpse = input.glimpse(upTo: Self.small),
      !scope.mayHold(glimpse.bytes), let nothing = Self.nothing
    {
      return .success(File(input: input, version: glimpse.version, content: nothing, isPassedOver: true))
    }
    let version = input.version
    do {
      if scope.isEverything {
        let content = try CalendarFile(
          reading: try input.open(), file: input.name, limits: input.limits, zones: zones)
        return .success(File(input: input, version: version, content: content))
      }
      let content = try CalendarFile(
        reading: try input.open(), file: input.name, limits: input.limits, zones: zones,
        keeping: scope.holds)
      return .success(File(input: input, version: version, content: content))
    } catch let error as ICalendarError {
      return .failure(StoreError(input.name, error))
    } catch let error as StoreError {
      return .failure(error)
    } catch WorkError.store(let error) {
      return .failure(error)
    } catch {
      return .failure(StoreError(.unreadable, path: input.name, reason: "\(error)"))
    }
  }

  /// The content of a file that is not taken apart.
  private static let nothing = try? CalendarFile(reading: MemorySource([]), file: "")

  /// In bytes: a file of one item, which is looked through before it is taken apart.
  private static let small = 1 << 16

  /// The folders in which something may change, by their absolute paths.
  var folders: Set<String> {
    var result = Set((tree.inputs.map(\.folder) + tree.emptyCollections).map(\.source.identifier))
    for place in places {
      guard let real = try? FileSystem.realPath(place), let kind = try? FileStatus(path: real).kind else {
        continue
      }
      if kind == .folder { result.insert(real) }
    }
    return result
  }

  /// The file was named, not a folder that it stands in.
  func isNamed(_ input: Input) -> Bool { places.contains(input.name) && input.relativePath == input.fileName }
}

extension Input {
  /// Its path without symbolic links.
  var realPath: String? { path.flatMap { try? FileSystem.target(of: $0) } }

  /// - Throws: ``WorkError/editing(_:)`` unless it is a regular file of iCalendar that can be written.
  func requireEditable() throws(WorkError) {
    let target = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
    guard format.isICalendar else {
      throw .editing(
        .place(
          name, reason: "only iCalendar is edited in its place, and this is \(format.title)",
          repairs: ["listo convert \(name) -o \(target).ics, and edit that"]))
    }
    guard isReplaceable else {
      throw .editing(
        .place(
          name, reason: "it is no regular file, so that nothing can be written back",
          repairs: ["save it to a file, and edit that"]))
    }
    if isDecoded {
      throw .editing(
        .place(
          name, reason: "it is UTF-16, and would be other bytes throughout afterwards",
          repairs: ["listo convert \(name) -o \(target)-utf8.ics, and edit that"]))
    }
    guard isWritable else {
      throw .editing(.place(name, reason: "it is read-only", repairs: []))
    }
  }
}
