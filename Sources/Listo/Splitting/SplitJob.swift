internal import ICalendar
package import ListoModel
package import ListoRepairs
package import ListoStores
internal import Synchronization

/// Several files of one collection, bytes untouched: ``init(_:by:into:_:)`` finds out which,
/// ``write(force:_:)`` writes them.
package struct SplitJob {
  /// One file: a part, or what is said of a list beside its items.
  package struct File {
    package let path: String
    package let content: Content

    package enum Content {
      case part(SplitPlan.Part)
      case text(String)
    }
  }

  package let files: [File]
  /// Who must take each part: what can be mended safely is, and the rest is told.
  private let targets: [Profile]
  private let inputs: [SurveyedInput]
  private let plan: SplitPlan

  /// - Parameters:
  ///   - tree: all of it must be readable: half of it would look like all.
  ///   - folder: that gets the files.
  ///   - targets: who must take each part.
  /// - Throws: ``WorkError``, before anything is written.
  package init(
    _ tree: InputTree, by way: SplitWay, into folder: String, for targets: [Profile] = [],
    _ observer: some WorkObserver
  ) throws(WorkError) {
    let inputs = try SurveyedInput.whole(tree, observer)
    for input in inputs { try input.requireReadable() }
    self.init(inputs, try Self.plan(inputs, by: way, observer), folder: folder, for: targets)
    try Overwriting.refuse(files.map(\.path), of: tree.inputs)
  }

  private static func plan(
    _ inputs: [SurveyedInput], by way: SplitWay, _ observer: some WorkObserver
  ) throws(WorkError) -> SplitPlan {
    var survey = SplitSurvey(by: way)
    for (number, item) in inputs.enumerated() {
      let isCollection = item.isOfCollection
      let error = try item.read {
        SplitNotes($0, by: way)
      } consume: { (notes) throws(WorkError) in
        survey.take(notes, input: number, isCollection: isCollection)
      }
      if let error { throw error }
      try item.requireUnchanged()
    }
    if way == .origin && !survey.hasOrigins { throw .noOrigins }
    let plan = SplitPlan(survey, inputs: inputs.map(\.input.name))
    observer.report(plan.problems)
    return plan
  }

  private init(_ inputs: [SurveyedInput], _ plan: SplitPlan, folder: String, for targets: [Profile]) {
    (self.inputs, self.plan, self.targets) = (inputs, plan, targets)
    let base = folder.withSlash
    var names = FileNames()
    var files: [File] = []
    var seen: Set<String> = []
    for part in plan.parts {
      var home = ""
      if let calendar = part.calendar {
        let list = Self.folderName(calendar)
        home = names.name(list, identity: Self.identity(calendar)) + "/"
        if seen.insert(home).inserted {
          files += Self.metadata(calendar, base + home, String(home.dropLast()))
        }
      }
      let name = names.name(part.label, identity: part.identity, in: home)
      files.append(File(path: base + home + name + ".ics", content: .part(part)))
    }
    self.files = files
  }

  /// A list that says by what it is identified is found again by that, another by its title.
  private static func folderName(_ calendar: Survey.Calendar) -> String {
    calendar.context.identifier ?? calendar.place.listTitle
  }

  private static func identity(_ calendar: Survey.Calendar) -> String {
    ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list).description
  }

  /// vdir's `displayname`, where the folder has another name, and `color`.
  private static func metadata(_ calendar: Survey.Calendar, _ place: String, _ name: String) -> [File] {
    let title = calendar.place.listTitle
    let metadata = CollectionMetadata(title: title == name ? nil : title, color: calendar.color)
    return VdirMetadata.files(metadata).map { File(path: place + $0.name, content: .text($0.text)) }
  }

  // MARK: Writing

  /// - Parameter force: files that say something else are overwritten.
  /// - Throws: ``WorkError/standing(path:others:)`` before anything is written, where a file is there that
  ///   says something else.
  package func write(force: Bool, _ observer: some WorkObserver) throws(WorkError) -> WrittenFiles {
    let reader = PieceReader(inputs)
    let same = try StandingFiles.same(files.map(\.path), force: force) { number, sink in
      _ = try produce(files[number], reader, sink)
    }
    var outputs = SeveralFiles(unchanged: same.count, observer)
    for (number, file) in files.enumerated() where !same.contains(number) {
      try outputs.add { () throws(WorkError) in
        let output = try Output.creating(file.path)
        observer.report(try produce(file, reader) { bytes in try output.send(bytes) })
        try output.finish(observer)
      }
    }
    for item in inputs { try item.requireUnchanged() }
    return outputs.result
  }

  /// - Returns: what the targets do not take of it, by its own lines.
  @discardableResult
  private func produce(
    _ file: File, _ reader: PieceReader, _ sink: (ArraySlice<UInt8>) throws -> Void
  ) throws(WorkError) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    try WorkError.rethrowing {
      switch file.content {
      case .text(let text): try sink(Array(text.utf8)[...])
      case .part(let part) where targets.isEmpty:
        try plan.write(part, read: reader.read, on: ThreadPipeline(), to: sink)
      case .part(let part):
        var bytes: [UInt8] = []
        try plan.write(part, read: reader.read) { bytes += $0 }
        let repair = CalendarRepair(bytes, for: targets)
        try sink(repair.bytes[...])
        guard !repair.remaining.isEmpty else { return }
        let left = CalendarRepair(repair.bytes, for: targets).remaining
        problems = left.map { $0.diagnostic(inFile: file.path) }
      }
    }
    return problems
  }
}

/// Reads pieces of inputs where they stand, on any thread; the last input stays open.
private final class PieceReader: Sendable {
  private let inputs: [SurveyedInput]
  private let open = Mutex<(number: Int, access: RandomAccess)?>(nil)

  init(_ inputs: [SurveyedInput]) { self.inputs = inputs }

  @Sendable
  func read(_ input: Int, _ count: Int, _ offset: Int, _ bytes: inout [UInt8]) throws {
    let access = try open.withLock { open in
      if let known = open, known.number == input { return known.access }
      let access = try inputs[input].input.randomAccess()
      open = (input, access)
      return access
    }
    let before = bytes.count
    try access.read(count, at: offset, into: &bytes)
    guard bytes.count - before == count else {
      throw StoreError(
        .unreadable, path: inputs[input].input.name, reason: "the file was truncated while it was read")
    }
  }
}
