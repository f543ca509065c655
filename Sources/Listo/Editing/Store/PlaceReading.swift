internal import ICalendar
internal import ListoEditing
internal import ListoModel
internal import ListoStores
internal import Platform

/// The files of places as they were read, each whole, and which of them have changed since.
struct PlaceReading: Sendable {
  /// One file.
  final class File: Sendable {
    let input: Input
    /// Before it was read.
    let version: Input.Version?
    let content: CalendarFile

    init(_ input: Input, _ version: Input.Version?, _ content: CalendarFile) {
      (self.input, self.version, self.content) = (input, version, content)
    }
  }

  /// The facts known about a file that contains none of the reminders that are held.
  private enum Glimpse {
    /// Its name alone said so.
    case ofName
    /// Of one that is an item of its folder the PRODID too, where shapes are asked for.
    case ofBytes(Input.Version, product: [UInt8]?)
  }

  private enum Outcome {
    case file(File)
    case passedOver(Glimpse)
    case failure(StoreError)
  }

  let places: [String]
  let limits: ReadingLimits
  private let web: (any PublishedCalendarSource)?
  private let sourceNames: [String: String]
  private var scope: StoreScope
  private var tree: InputTree
  /// The places that are files, symbolic links followed.
  private var namedFiles: Set<String> = []
  /// The names of the tree's inputs, in their order.
  private var names: [String] = []
  private var metadata: [String: [String?]] = [:]
  /// By the input's name; without those that were passed over.
  private(set) var files: [String: File] = [:]
  private var passedOver: [String: Glimpse] = [:]
  private(set) var failures: [StoreError] = []
  private(set) var problems: [Diagnostic] = []
  private(set) var catalog = Catalog(sources: [])
  /// The calendars of lists of which a part is held, and how many there are of each kind: they tell the
  /// list's producer.
  private(set) var shapes: [ModelIdentifier: [CalendarCount]] = [:]
  private let zones = ZoneCache()
  /// The first files of a folder tell its shapes, and no other is opened for them; false once these did not
  /// suffice.
  private var isSampled = true

  /// - Parameter meter: counts the bytes of the first reading.
  init(
    _ places: [String], limits: ReadingLimits, scope: StoreScope = .everything,
    sourceNames: [String: String] = [:], web: (any PublishedCalendarSource)? = nil,
    meter: ReadingMeter? = nil
  ) {
    (self.places, self.limits, self.scope, self.web) = (places, limits, scope, web)
    self.sourceNames = sourceNames
    tree = InputTree([], limits: limits)
    refresh(meter)
  }

  /// Reads what came or changed, and forgets what is gone.
  ///
  /// - Returns: whether anything is another than it was.
  /// - Complexity: a look at each file, and linear in what is read; where something changed, linear in the
  ///   catalog's elements too.
  @discardableResult
  mutating func refresh(_ meter: ReadingMeter? = nil) -> Bool {
    let (oldNames, oldMetadata) = (names, metadata)
    tree = InputTree(places, sourceNames: sourceNames, limits: limits, meter: meter, web: web)
    meter?.expect(tree.inputs)
    namedFiles = Set(
      places.filter { (try? FileStatus(path: $0))?.kind != .folder }.compactMap {
        try? FileSystem.realPath($0)
      })
    names = tree.inputs.map(\.name)
    metadata = Self.metadata(tree)
    let changed = names != oldNames || metadata != oldMetadata
    var stale = names.indices.filter { !isCurrent($0) }
    var outcomes = read(stale)
    // Subtasks may have subtasks, in any file.
    while scope.add(outcomes.lazy.flatMap(Self.uids)) {
      (files, passedOver, stale) = ([:], [:], Array(names.indices))
      outcomes = read(stale)
    }
    let isFirst = catalog.isEmpty && problems.isEmpty
    if stale.isEmpty, !changed, !isFirst { return false }
    if !files.isEmpty || !passedOver.isEmpty {
      let present = Set(names)
      files = files.filter { present.contains($0.key) }
      passedOver = passedOver.filter { present.contains($0.key) }
    }
    failures = tree.errors
    take(outcomes, of: stale)
    build()
    if isSampled, !hasWholeSample {
      isSampled = false
      (files, passedOver) = ([:], [:])
      take(read(Array(names.indices)), of: Array(names.indices))
      build()
    }
    return changed || !stale.isEmpty
  }

  private mutating func take(_ outcomes: [Outcome], of stale: [Int]) {
    for (index, outcome) in zip(stale, outcomes) {
      let name = names[index]
      (files[name], passedOver[name]) = (nil, nil)
      switch outcome {
      case .file(let file): files[name] = file
      case .passedOver(let glimpse): passedOver[name] = glimpse
      case .failure(let error): failures.append(error)
      }
    }
  }

  /// Holds all of some lists from now on.
  ///
  /// - Returns: false where one is no folder, so that nothing is gained by it.
  mutating func hold(_ lists: some Sequence<Catalog.IndexPath>) -> Bool {
    let folders = Set(lists.compactMap { catalog.list(at: $0)?.place })
    let isWanted = names.indices.map { folders.contains(tree.inputs[$0].folder.path) }
    let found = Set(names.indices.filter { isWanted[$0] }.map { tree.inputs[$0].folder.path })
    guard found == folders else { return false }
    scope.wholeFolders.formUnion(folders)
    let stale = names.indices.filter { isWanted[$0] }
    take(read(stale), of: stale)
    build()
    return true
  }

  /// The input has not changed since it was read.
  private func isCurrent(_ index: Int) -> Bool {
    if let file = files[names[index]] {
      return file.version != nil && file.version == tree.inputs[index].version
    }
    return switch passedOver[names[index]] {
    case .ofName: true
    case .ofBytes(let version, _): version == tree.inputs[index].version
    case nil: false
    }
  }

  /// The names of the inputs, by the paths of their folders as these were named.
  func filesByFolder() -> [String: [String]] {
    Dictionary(grouping: tree.inputs, by: \.folder.path).mapValues { $0.map(\.name) }
  }

  /// The metadata beside the files (name, colour, order), by folder.
  private static func metadata(_ tree: InputTree) -> [String: [String?]] {
    let inputs = tree.inputs
    var result: [String: [String?]] = [:]
    for folder in beginnings(of: inputs).map({ inputs[$0].folder }) + tree.emptyCollections {
      result[folder.path] = [folder.displayName, folder.color?.description, folder.order.map { "\($0)" }]
    }
    return result
  }

  /// The first input of each folder.
  private static func beginnings(of inputs: [Input]) -> [Int] {
    var seen: Set<String> = []
    var last: String?
    return inputs.indices.filter { index in
      let path = inputs[index].folder.path
      // Those of one folder stand together, as a rule.
      guard path != last else { return false }
      last = path
      return seen.insert(path).inserted
    }
  }

  private mutating func build() {
    var builder = CatalogBuilder(limits: limits)
    for (index, name) in names.enumerated() {
      guard let file = files[name] else { continue }
      let input = tree.inputs[index]
      builder.add(file.content, fileName: input.fileName, in: input.folder, isWritable: input.isWritable)
    }
    for folder in tree.emptyCollections {
      builder.addEmptyCollection(folder, isWritable: FileSystem.isWritable(folder.source.place))
    }
    catalog = builder.catalog()
    problems = tree.problems + builder.problems
    shapes = scope.isEverything || !scope.hasShapes ? [:] : countedShapes()
  }

  /// Before the last calendar that tells the shapes of a folder no file was passed over by its name.
  private var hasWholeSample: Bool {
    guard scope.hasShapes, !scope.isEverything else { return true }
    var counts: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      let folder = tree.inputs[index].folder.path
      guard counts[folder, default: 0] < Producer.sampleSize else { continue }
      if let file = files[name] {
        if !file.content.isListOfItsOwn { counts[folder, default: 0] += file.content.calendars.count }
      } else if case .ofBytes = passedOver[name] {
        counts[folder, default: 0] += 1
      } else if case .ofName = passedOver[name] {
        return false
      }
    }
    return true
  }

  /// Each of the first files that are items of their folder counts, whether it was taken apart or not.
  private func countedShapes() -> [ModelIdentifier: [CalendarCount]] {
    var counts: [String: [CalendarCount]] = [:]
    var known: [String: [[UInt8]: Int]] = [:]
    var totals: [String: Int] = [:]
    func count(_ product: [UInt8], in folder: String, _ calendar: () -> CalendarContext) {
      guard totals[folder, default: 0] < Producer.sampleSize else { return }
      totals[folder, default: 0] += 1
      if let index = known[folder]?[product] {
        counts[folder]?[index].count += 1
      } else {
        known[folder, default: [:]][product] = counts[folder]?.count ?? 0
        counts[folder, default: []].append(CalendarCount(calendar(), 1))
      }
    }
    for (index, name) in names.enumerated() {
      let folder = tree.inputs[index].folder.path
      if let file = files[name] {
        guard !file.content.isListOfItsOwn else { continue }
        for calendar in file.content.calendars.map(\.context) {
          count(calendar.first(.prodid).map { Array($0.value) } ?? [], in: folder) { calendar }
        }
      } else if case .ofBytes(_, let product?) = passedOver[name] {
        count(product, in: folder) { CalendarContext(product: product, file: name) }
      }
    }
    var result: [ModelIdentifier: [CalendarCount]] = [:]
    for list in catalog.sources.flatMap(\.lists) { result[list.identifier] = counts[list.place] }
    return result
  }

  private static func uids(_ outcome: Outcome) -> [String] {
    guard case .file(let file) = outcome else { return [] }
    return file.content.calendars.flatMap { $0.reminders.compactMap(\.uid) }
  }

  /// Reads inputs, several at a time.
  private func read(_ wanted: [Int]) -> [Outcome] {
    let (scope, zones, inputs) = (self.scope, self.zones, tree.inputs)
    guard !scope.isEverything else {
      return OrderedPipeline.map(wanted, threads: ThreadPipeline.threads) {
        Self.read(inputs[$0], zones, scope)
      }
    }
    // One file of each folder at least, so that its list is there; where files are named by the UIDs that are
    // looked for, no others.
    let first = Set(Self.beginnings(of: inputs))
    let named =
      scope.isExact && !scope.hasSubtasks && (isSampled || !scope.hasShapes)
      ? Set(wanted.filter { scope.names(inputs[$0].fileName) }) : []
    let isFound = !named.isEmpty && named.count == scope.uids?.count
    let sample = isFound && scope.hasShapes ? Self.sample(of: inputs) : []
    let sought = scope.wanted
    return OrderedPipeline.map(wanted, threads: isFound ? 0 : ThreadPipeline.threads) { index in
      if scope.wholeFolders.contains(inputs[index].folder.path) {
        return Self.read(inputs[index], zones, .everything)
      }
      if first.contains(index) { return Self.read(inputs[index], zones, scope) }
      if isFound, !named.contains(index), !sample.contains(index) { return .passedOver(.ofName) }
      // A file that may be a list of its own is read where lists or their shapes are asked for.
      if let sought, let (bytes, version) = inputs[index].glimpse(upTo: Self.small),
        let lines = LineGlimpse(bytes, sought), !lines.mayHold,
        lines.isItem || !(scope.hasShapes || scope.hasLists)
      {
        return .passedOver(.ofBytes(version, product: scope.hasShapes ? lines.product : nil))
      }
      return Self.read(inputs[index], zones, scope)
    }
  }

  /// The first files of each folder, one more than tell its shapes: one of them may be more than an item.
  private static func sample(of inputs: [Input]) -> Set<Int> {
    var counts: [String: Int] = [:]
    return Set(
      inputs.indices.filter { index in
        counts[inputs[index].folder.path, default: 0] += 1
        return counts[inputs[index].folder.path, default: 0] <= Producer.sampleSize + 1
      })
  }

  private static func read(_ input: Input, _ zones: ZoneCache, _ scope: StoreScope) -> Outcome {
    let version = input.version
    do {
      let source = try input.open()
      let isKept: (@Sendable (Component) -> Bool)? =
        scope.isEverything ? nil : { @Sendable in scope.holds($0) }
      let content =
        input.isLarge
        ? try CalendarFile(
          reading: source, file: input.name, limits: input.limits, zones: zones, on: ThreadPipeline(),
          keeping: isKept)
        : try CalendarFile(
          reading: source, file: input.name, limits: input.limits, zones: zones, keeping: isKept)
      return .file(File(input, version, content))
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

  /// In bytes: a file of one item, which is looked through before it is taken apart.
  private static let small = 1 << 16

  /// The folders in which something may change, by their absolute paths.
  var folders: Set<String> {
    let folders = Self.beginnings(of: tree.inputs).map { tree.inputs[$0].folder }
    let sources = (folders + tree.emptyCollections).map(\.source)
    var result = Set(sources.filter { $0.kind == .folder }.map(\.identifier))
    for place in places {
      guard let real = try? FileSystem.realPath(place), let kind = try? FileStatus(path: real).kind else {
        continue
      }
      if kind == .folder { result.insert(real) }
    }
    return result
  }

  /// The file was named, and not only a folder that it stands in, through which it may have been found first.
  func isNamed(_ input: Input) -> Bool { input.realPath.map(namedFiles.contains) ?? false }
}

extension CalendarContext {
  /// One that says nothing but which program wrote it.
  ///
  /// - Parameter product: the value of PRODID as it is written; empty for none.
  fileprivate convenience init(product: [UInt8], file: String) {
    var text = Array("BEGIN:VCALENDAR\r\n".utf8)
    if !product.isEmpty { text += Array("PRODID:".utf8) + product + ContentLineText.crlf }
    self.init(header: Component(text + Array("END:VCALENDAR\r\n".utf8)), file: file)
  }
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
          name, reason: "only iCalendar can be changed in place, and this is \(format.title)",
          repairs: ["convert it first: listo convert \(name) -o \(target).ics"]))
    }
    guard !isPublished else {
      throw .editing(
        .place(
          name, reason: "it is a published calendar, which is read-only",
          repairs: [
            "save it to a file: listo convert ADDRESS -o \(target).ics",
            "or add the account, if you have write access: listo account add",
          ]))
    }
    guard isReplaceable else {
      throw .editing(
        .place(
          name, reason: "it is not a regular file, so changes cannot be written back",
          repairs: ["save it to a file, and change that file"]))
    }
    if isDecoded {
      throw .editing(
        .place(
          name, reason: "it is UTF-16, which would change every byte",
          repairs: ["convert it first: listo convert \(name) -o \(target)-utf8.ics"]))
    }
    guard isWritable else {
      throw .editing(.place(name, reason: "it is read-only", repairs: []))
    }
  }
}
