internal import Listo
internal import Platform

/// Writes the parts of a collection into the files of a folder.
struct SplitRun {
  /// One file: a part, or what is said of a list beside its items.
  struct File {
    let path: String
    let content: Content

    enum Content {
      case part(SplitPlan.Part)
      case text(String)
    }
  }

  let files: [File]
  private let inputs: [SurveyedInput]
  private let plan: SplitPlan

  init(_ inputs: [SurveyedInput], _ plan: SplitPlan, folder: String) {
    (self.inputs, self.plan) = (inputs, plan)
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

  /// What would be written, a file a line.
  var text: String {
    files.map { file in
      switch file.content {
      case .text: Visible.line(file.path) + "\n"
      case .part(let part):
        "\(Visible.line(file.path))  \(RelativeDate.count(part.reminders, "reminder"))"
          + (part.others > 0 ? ", \(RelativeDate.count(part.others, "other"))" : "") + "\n"
      }
    }.joined()
  }

  // MARK: Writing

  /// - Throws: ``Failure`` with status 73 before anything is written, where a file is there that says something else.
  func write(force: Bool, _ reporter: Reporter) throws {
    let reader = PieceReader(inputs)
    let same = try StandingFiles.same(files.map(\.path), force: force) { number, sink in
      try produce(files[number], reader, reporter, sink)
    }
    var outputs = SeveralFiles(reporter)
    for (number, file) in files.enumerated() where !same.contains(number) {
      try outputs.add {
        let output = try Writing.create(file.path, reporter)
        try produce(file, reader, reporter) { bytes in
          try Writing.attempt(reporter) { () throws(StoreError) in try output.write(bytes) }
        }
        try Writing.finish(output, reporter)
      }
    }
    for item in inputs { try Reading.requireUnchanged(item, reporter) }
    outputs.finish()
    StandingFiles.tell(same, reporter)
  }

  private func produce(
    _ file: File, _ reader: PieceReader, _ reporter: Reporter, _ sink: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    switch file.content {
    case .text(let text): try sink(Array(text.utf8)[...])
    case .part(let part):
      do {
        try plan.write(part, read: reader.read, to: sink)
      } catch let error as StoreError {
        reporter.report(error)
        throw Failure(reporter.status)
      }
    }
  }
}

/// Reads pieces of inputs where they stand; the last input stays open.
private final class PieceReader {
  private let inputs: [SurveyedInput]
  private var open: (number: Int, access: RandomAccess)?

  init(_ inputs: [SurveyedInput]) { self.inputs = inputs }

  func read(_ input: Int, _ count: Int, _ offset: Int, _ bytes: inout [UInt8]) throws {
    if open?.number != input { open = (input, try inputs[input].input.randomAccess()) }
    let before = bytes.count
    try open?.access.read(count, at: offset, into: &bytes)
    guard bytes.count - before == count else {
      throw StoreError(
        .unreadable, path: inputs[input].input.name, reason: "it became shorter while it was read")
    }
  }
}
