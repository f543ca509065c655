internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

/// The files of places as they were read, each whole, and which of them have changed since.
struct PlaceReading: Sendable {
  /// One file.
  struct File: Sendable {
    let input: Input
    /// Before it was read.
    let version: Input.Version?
    let content: CalendarFile
  }

  let places: [String]
  let limits: ReadingLimits
  private var tree: InputTree
  /// By the input's name.
  private(set) var files: [String: File] = [:]
  private(set) var failures: [StoreError] = []
  private(set) var problems: [Diagnostic] = []
  private(set) var catalog = Catalog(sources: [])
  private let zones = ZoneCache()

  init(_ places: [String], limits: ReadingLimits) {
    (self.places, self.limits) = (places, limits)
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
    let folders = tree.inputs.map { $0.folder.metadata }
    tree = InputTree(places, limits: limits)
    var changed = names != tree.inputs.map(\.name) || folders != tree.inputs.map { $0.folder.metadata }
    let known = files
    let stale = tree.inputs.filter { input in
      guard let file = known[input.name] else { return true }
      return file.version == nil || file.version != input.version
    }
    let zones = zones
    let results = OrderedPipeline.map(stale, threads: ThreadPipeline.threads) { Self.read($0, zones) }
    let isFirst = catalog.isEmpty && problems.isEmpty
    if stale.isEmpty, !changed, !isFirst { return false }
    changed = changed || !stale.isEmpty
    files = [:]
    for input in tree.inputs { files[input.name] = known[input.name] }
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

  private mutating func build() {
    var builder = CatalogBuilder(limits: limits)
    for input in tree.inputs {
      guard let file = files[input.name] else { continue }
      builder.add(
        file.content, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
    }
    catalog = builder.catalog()
    problems = tree.problems + builder.problems
  }

  private static func read(_ input: Input, _ zones: ZoneCache) -> Result<File, StoreError> {
    do throws(StoreError) {
      let version = input.version
      let source = try input.open()
      do throws(ICalendarError) {
        let content = try CalendarFile(reading: source, file: input.name, limits: input.limits, zones: zones)
        return .success(File(input: input, version: version, content: content))
      } catch {
        return .failure(StoreError(input.name, error))
      }
    } catch {
      return .failure(error)
    }
  }

  /// The folders in which something may change, by their absolute paths.
  var folders: Set<String> {
    var result = Set(tree.inputs.map(\.folder.source.identifier))
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
