package import ICalendar
package import ListoModel
package import ListoFormats
internal import Platform

/// The inputs that a user named, with folders expanded: source/calendar/*.ics, a vdir, or a plain folder of
/// files.
///
/// Names that begin with a full stop are skipped, as are files whose format Listo cannot read, judged by
/// their extension and, except for .ics, their content. The order is that of the arguments, and within a
/// folder that of the names' bytes.
///
/// An input of another format than iCalendar is converted here and behaves as iCalendar from then on.
package struct InputTree: Sendable {
  /// The inputs, in the order of the arguments, and by name within a folder.
  public internal(set) var inputs: [Input] = []
  /// Folders of a vdir, by their `displayname` or `color`, that no file is in yet.
  package internal(set) var emptyCollections: [CatalogBuilder.Folder] = []
  /// The inputs that could not be read; the others are still read.
  public internal(set) var errors: [StoreError] = []
  /// Problems with finding inputs and with converting them.
  public internal(set) var problems: [Diagnostic] = []
  /// The limits on the cost of each input.
  public let limits: ReadingLimits

  /// Whether folders or files were skipped that may contain reminders missing from the inputs.
  public var isPartial: Bool {
    let hiding = problems.filter(\.code.mayHideComponents)
    guard !hiding.isEmpty else { return false }
    let names = Set(inputs.map(\.name))
    return hiding.contains { !names.contains($0.file ?? "") }
  }

  private let temporaryFolder: String
  private let memoryLimit: Int
  /// Of the argument at hand.
  private(set) var choice: FormatChoice?
  let defaults: [FormatChoice]
  let sourceNames: [String: String]
  let parser: CalendarParser
  let spool: ConversionSpool
  /// The inputs that are UTF-16, once they were read; but for those that were converted from another format.
  package let decoded: DecodedInputs
  private let meter: ReadingMeter?
  private let patience: Patience?
  /// The calendars that were fetched, or the errors instead, by address.
  private var published: [WebAddress: Result<PublishedCalendar, StoreError>] = [:]
  /// The folders that were read for the argument at hand, and those that links lead to, to be read when all
  /// others were: so that each is read once, in its own place if it has one.
  var opened: Set<FileStatus.Identity> = []
  /// Files in the folders of the argument at hand whose names are those of archives.
  var archives: [String] = []
  var linked: [Place] = []

  /// - Parameters:
  ///   - arguments: paths, `-`, or addresses on the web; a path can begin with a format and a colon
  ///     (`csv:table.txt`).
  ///   - format: the format of all inputs; nil to detect it. In a folder only files with the format's
  ///     extensions are read, unless there are none.
  ///   - sourceNames: the names of folders and files, by absolute path: the identifiers and titles of their sources.
  ///   - defaults: options of formats, used unless `format`, or the name of an input, sets the same option.
  ///   - parser: the parser for iCalendar. libical's reads each file as a whole, when it is found.
  ///   - temporaryFolder: the folder for standard input and converted inputs that are larger than
  ///     `memoryLimit`.
  ///   - memoryLimit: in bytes.
  ///   - limits: ``Limit/folderDepth`` counts here, ``Limit/inputSize`` for inputs that are not regular
  ///     files; the inputs keep all limits.
  ///   - meter: counts the bytes that are read.
  ///   - patience: reports that Listo waits for a pipe or a server.
  ///   - web: fetches calendars on the web, several addresses at once; nil to read none.
  package init(
    _ arguments: [String], format: FormatChoice? = nil, sourceNames: [String: String] = [:],
    defaults: [FormatChoice] = [],
    parser: CalendarParser = .listo,
    temporaryFolder: String = "/tmp", memoryLimit: Int = StandardInput.memoryLimit,
    limits: ReadingLimits = ReadingLimits(),
    meter: ReadingMeter? = nil, patience: Patience? = nil, web: (any PublishedCalendarSource)? = nil
  ) {
    (self.patience, self.defaults, self.sourceNames) = (patience, defaults, sourceNames)
    (self.temporaryFolder, self.memoryLimit) = (temporaryFolder, memoryLimit)
    (self.limits, self.meter, choice, self.parser) = (limits, meter, format, parser)
    spool = ConversionSpool(folder: temporaryFolder, memoryLimit: memoryLimit)
    decoded = DecodedInputs(spool: spool)
    if let web {
      published = Self.fetched(
        arguments, web, format: choice?.format, limit: limits[.inputSize], meter: meter, patience: patience)
    }
    for argument in arguments {
      do throws(StoreError) {
        try add(argument, isAlone: arguments.count == 1)
      } catch {
        errors.append(error)
      }
    }
    if meter != nil { for index in inputs.indices { inputs[index].meter = meter } }
  }

  /// The inputs of bytes in memory. Nothing is written to temporary files.
  ///
  /// - Parameters:
  ///   - contents: the bytes with their names, which are those of their lists, and help to detect formats.
  ///   - format: the format of all inputs; nil to detect it.
  package init(
    memory contents: [(name: String, bytes: [UInt8])], format: FormatChoice? = nil,
    limits: ReadingLimits = ReadingLimits(), meter: ReadingMeter? = nil
  ) {
    self.init([], format: format, memoryLimit: .max, limits: limits, meter: meter)
    let source = Source(identifier: "memory", title: "memory", kind: .stream)
    for (name, bytes) in contents {
      var folder = CatalogBuilder.Folder(parent: source, source: source, name: name, path: name)
      folder.isForOneFile = true
      do throws(StoreError) {
        if bytes.count > limits[.inputSize] { throw StoreError(tooLarge: name, limit: limits[.inputSize]) }
        var input = Input(
          name: name, relativePath: name, fileName: name, folder: folder, limits: limits,
          content: .converted(ConvertedBytes(bytes), path: nil, version: nil))
        input.meter = meter
        try add(input)
      } catch {
        errors.append(error)
      }
    }
    for index in inputs.indices { inputs[index].meter = meter }
    meter?.expect(inputs)
  }

  private mutating func add(_ argument: String, isAlone: Bool) throws(StoreError) {
    guard argument != "-" else {
      guard !inputs.contains(where: { $0.name == "-" }) else {
        throw StoreError(
          .unreadable, path: "-", reason: "standard input is named twice, but can be read only once")
      }
      try add(
        StandardInput.open(
          temporaryFolder: temporaryFolder, memoryLimit: memoryLimit, limits: limits, patience: patience))
      return
    }
    let status: FileStatus
    let real: String
    do throws(SystemError) {
      status = try FileStatus(path: argument)
      let isStream = status.kind != .folder && status.kind != .regular
      // The target of /dev/stdin need not have a path.
      real = isStream ? argument : try FileSystem.realPath(argument)
    } catch {
      if error.isMissing, let address = WebAddress(argument) { return try add(address) }
      if error.isMissing, let (named, path) = Self.named(argument) {
        let others = choice
        choice = named
        defer { choice = others }
        return try add(path, isAlone: isAlone)
      }
      // Arguments from the shell are made valid UTF-8, with U+FFFD for other bytes, before Listo can see
      // them.
      if error.isMissing, argument.contains("\u{FFFD}") {
        throw StoreError(
          .missing, path: argument, reason: "\(error.reason); if its name is not UTF-8, give it another name")
      }
      throw StoreError(reading: argument, error)
    }
    if status.kind == .folder {
      let place = Place(path: argument, real: real, relative: "", above: [])
      let before = (inputs: inputs.count, errors: errors.count, problems: problems, empty: emptyCollections)
      defer {
        for index in inputs[before.inputs...].indices { inputs[index].namedFolder = before.inputs }
      }
      addTree(place)
      guard let choice, inputs.count == before.inputs, errors.count == before.errors else { return }
      // None of its files can be of that format, so that it goes for the other inputs alone.
      (self.choice, problems, emptyCollections) = (nil, before.problems, before.empty)
      addTree(place)
      self.choice = choice
      return
    }
    guard status.kind == .regular else {
      // A pipe can be read once: it is kept, as standard input is.
      try add(
        StandardInput.open(
          path: argument, temporaryFolder: temporaryFolder, memoryLimit: memoryLimit, limits: limits,
          patience: patience))
      return
    }
    let (parent, name) = Self.split(real)
    var folder = folder(real: parent, path: Self.split(argument).0)
    folder.isForOneFile = isAlone
    if let title = sourceNames[real] {
      let source = Source(identifier: title, title: title, kind: .folder, path: parent)
      (folder.parent, folder.source, folder.isForOneFile) = (source, source, true)
    }
    try add(
      Input(
        name: argument, relativePath: name, fileName: name, folder: folder, limits: limits,
        content: .path(argument)))
  }

  /// A format and the path behind it: `csv:table.txt`.
  private static func named(_ argument: String) -> (FormatChoice, path: String)? {
    guard let colon = argument.firstIndex(of: ":"),
      let choice = try? FormatChoice(String(argument[..<colon])),
      choice.format.canRead
    else { return nil }
    return (choice, String(argument[argument.index(after: colon)...]))
  }

  private mutating func add(_ address: WebAddress) throws(StoreError) {
    guard let answer = published[address] else {
      throw StoreError(
        .unreadable, path: address.shown,
        reason: "this is a web address, but only files can be read here")
    }
    let calendar = try answer.get()
    problems += calendar.problems
    let first = inputs.count
    try add(Input(calendar, at: address, limits: limits))
    // A calendar with problems is a stored copy, which lacks the changes since then.
    if !calendar.problems.isEmpty { for index in first..<inputs.count { inputs[index].isPartial = true } }
  }
}
