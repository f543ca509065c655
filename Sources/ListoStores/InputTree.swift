public import ICalendar
public import ListoModel
public import ListoFormats
internal import Platform

/// The inputs that a user named, folders opened up: source/calendar/*.ics, a vdir, or a plain folder of files.
///
/// Names that begin with a full stop are passed over, and files that are not in a format that can be read, by their extension
/// and, but for .ics, their content. The order is that of the arguments, and in a folder that of the names' bytes.
///
/// An input of another format than iCalendar is converted here, and from then on behaves as iCalendar.
public struct InputTree: Sendable {
  /// What is read, in the order of the arguments, and by name within a folder.
  public private(set) var inputs: [Input] = []
  /// Folders of a vdir, by their `displayname` or `color`, that no file is in yet.
  public private(set) var emptyCollections: [CatalogBuilder.Folder] = []
  /// What could not be read; the others still are.
  public private(set) var errors: [StoreError] = []
  /// What was met in looking for inputs and in converting them.
  public private(set) var problems: [Diagnostic] = []
  /// What an input may cost.
  public let limits: ReadingLimits

  /// Folders and files were passed over, which may hold what the inputs lack.
  public var isPartial: Bool {
    let names = Set(inputs.map(\.name))
    return problems.contains { $0.code.mayHideComponents && !names.contains($0.file ?? "") }
  }

  private let temporaryFolder: String
  private let memoryLimit: Int
  private let choice: FormatChoice?
  private let spool: ConversionSpool
  /// The inputs that are UTF-16, once they were read; but for those that were converted from another format.
  package let decoded: DecodedInputs
  private let meter: ReadingMeter?
  private let patience: Patience?
  /// What was fetched.
  private var published: [WebAddress: Result<PublishedCalendar, StoreError>] = [:]
  /// The folders that were read for the argument at hand, and those that links lead to, to be read when all others were: so that
  /// each is read once, in its own place if it has one.
  private var opened: Set<FileStatus.Identity> = []
  /// Files in the folders of the argument at hand whose names are those of archives.
  private var archives: [String] = []
  private var linked: [Place] = []

  private struct Place {
    var path: String
    var real: String
    /// Below the folder that the user named; with a stroke behind it.
    var relative: String
    var above: [FileStatus.Identity]
  }

  /// - Parameters:
  ///   - arguments: paths, `-`, or addresses on the web.
  ///   - format: what all inputs are written in; nil to find out. In a folder only files with its extensions are read.
  ///   - temporaryFolder: where standard input, and what is converted, is kept when it is larger than `memoryLimit`.
  ///   - memoryLimit: in bytes.
  ///   - limits: ``Limit/folderDepth`` counts here, ``Limit/inputSize`` for what is no regular file; the inputs carry all of
  ///     them along.
  ///   - meter: counts what is read of the inputs.
  ///   - patience: tells of a pipe or a server that is waited for.
  ///   - web: fetches what is on the web, several addresses at once; nil where nothing of it is read.
  public init(
    _ arguments: [String], format: FormatChoice? = nil, temporaryFolder: String = "/tmp",
    memoryLimit: Int = StandardInput.memoryLimit, limits: ReadingLimits = ReadingLimits(),
    meter: ReadingMeter? = nil, patience: Patience? = nil, web: (any PublishedCalendarSource)? = nil
  ) {
    self.patience = patience
    (self.temporaryFolder, self.memoryLimit) = (temporaryFolder, memoryLimit)
    (self.limits, self.meter, choice) = (limits, meter, format)
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

  private mutating func add(_ argument: String, isAlone: Bool) throws(StoreError) {
    guard argument != "-" else {
      guard !inputs.contains(where: { $0.name == "-" }) else {
        throw StoreError(
          .unreadable, path: "-", reason: "standard input can be read once, and is named twice")
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
      // What /dev/stdin leads to need not have a path.
      real = isStream ? argument : try FileSystem.realPath(argument)
    } catch {
      if error.isMissing, let address = WebAddress(argument) { return try add(address) }
      // What the shell hands over is made UTF-8 before any of it can be seen.
      if error.isMissing, argument.contains("\u{FFFD}") {
        throw StoreError(
          .missing, path: argument, reason: "\(error.reason); if its name is not UTF-8, give it another name")
      }
      throw StoreError(reading: argument, error)
    }
    if status.kind == .folder {
      addTree(Place(path: argument, real: real, relative: "", above: []))
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
    try add(
      Input(
        name: argument, relativePath: name, fileName: name, folder: folder, limits: limits,
        content: .path(argument)))
  }

  private mutating func add(_ address: WebAddress) throws(StoreError) {
    guard let answer = published[address] else {
      throw StoreError(
        .unreadable, path: address.shown,
        reason: "this is an address on the web, and only files are read here")
    }
    let calendar = try answer.get()
    problems += calendar.problems
    let first = inputs.count
    try add(Input(calendar, at: address, limits: limits))
    // What came since is not in it.
    if !calendar.problems.isEmpty { for index in first..<inputs.count { inputs[index].isPartial = true } }
  }

  // MARK: Formats

  /// Takes an input in: as it is, or converted.
  private mutating func add(_ input: Input) throws(StoreError) {
    var input = input
    input.decoded = decoded
    if let choice { return inputs.append(try converted(input, choice)) }
    let format = try Self.recognised(input)
    inputs.append(try converted(input, FormatChoice(format ?? .iCalendar)))
  }

  /// The format of an input that was named; nil where none fits, so that it is read as iCalendar, and told to be none.
  private static func recognised(_ input: Input) throws(StoreError) -> Format? {
    guard !Format.iCalendar.claims(input.fileName) else { return nil }
    var beginning: [UInt8] = []
    try input.randomAccess().read(Recognition.window, at: 0, into: &beginning)
    switch Recognition(name: input.fileName, beginning: beginning[...]) {
    case .format(let format): return format
    case .unknown: return nil
    case .ambiguous(let formats):
      let titles = formats.map(\.title).joined(separator: " or ")
      let names = formats.map { "-f \($0.name)" }.joined(separator: " or ")
      throw StoreError(.ambiguous, path: input.name, reason: "it may be \(titles); say which with \(names)")
    }
  }

  /// A file's name is one of those that are read in folders.
  private func isClaimed(_ name: String) -> Bool {
    if let choice { return choice.format.claims(name) }
    return Format.all.contains { $0.canRead && $0.claims(name) }
  }

  /// Whether a file of a folder is read, and as what; nil for one that is passed over.
  private func choice(forFile name: String, _ path: String) -> FormatChoice? {
    if let choice { return choice.format.claims(name) ? choice : nil }
    if Format.iCalendar.claims(name) { return FormatChoice(.iCalendar) }
    guard let beginning = Self.beginning(path) else { return nil }
    guard case .format(let format) = Recognition(name: name, beginning: beginning[...], atLeast: .certain),
      // A text may hold a calendar; in a folder it says by its extension what it is.
      format.claims(name)
    else { return nil }
    return FormatChoice(format)
  }

  /// The first bytes of a file, of any size; nil where they cannot be read.
  private static func beginning(_ path: String) -> [UInt8]? {
    guard let file = try? InputFile(path: path, waitsForWriter: false), file.kind == .regular else {
      return nil
    }
    var bytes: [UInt8] = []
    guard (try? file.read(Recognition.window, at: 0, into: &bytes)) != nil else { return nil }
    return bytes
  }

  private mutating func converted(_ input: Input, _ choice: FormatChoice) throws(StoreError) -> Input {
    guard !choice.format.isICalendar else { return input }
    let source = try input.open()
    let sink = spool.sink()
    let reading: Format.Reading?
    let bytes: ConvertedBytes
    do throws(ICalendarError) {
      reading = try choice.format.read(
        source, file: input.name, options: choice.options, limits: limits, into: sink)
    } catch {
      throw StoreError(input.name, error)
    }
    do throws(SystemError) {
      bytes = try sink.finish()
    } catch {
      throw StoreError(reading: input.name, error)
    }
    decoded.forget(input.name)
    problems += reading?.problems ?? []
    var result = Input(
      name: input.name, relativePath: Self.asCalendar(input.relativePath), fileName: input.fileName,
      folder: input.folder, limits: limits, content: .converted(bytes, path: input.path),
      format: choice.format, lines: reading?.lines)
    result.isPartial = reading?.problems.contains(where: \.code.mayHideComponents) ?? false
    // A file without a byte is no empty list but a failed export.
    result.isEmptyCollection = reading?.isEmpty ?? false && input.size != 0
    return result
  }

  /// `tasks.jsonl` is `tasks.ics` once it is converted.
  private static func asCalendar(_ path: String) -> String {
    let (folder, name) =
      path.lastIndex(of: "/").map { (path[...$0], path[path.index(after: $0)...]) } ?? ("", path[...])
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + ".ics" }
    return folder + name[..<dot] + ".ics"
  }

  private mutating func addTree(_ top: Place) {
    let first = inputs.count
    (opened, archives) = ([], [])
    defer { tellArchives(from: first) }
    addFolder(top, isLink: false)
    guard !linked.isEmpty else { return }
    while !linked.isEmpty { addFolder(linked.removeFirst(), isLink: true) }
    // Each folder in the order of its names' bytes, as if the links had been folders.
    inputs[first...].sort { Self.comesBefore($0.relativePath, $1.relativePath) }
  }

  /// Where a folder holds nothing that can be read, the archives in it: an export may come as one.
  private mutating func tellArchives(from first: Int) {
    guard inputs.count == first else { return }
    for path in archives {
      guard let beginning = Self.beginning(path), let content = PackedContent(beginning: beginning[...])
      else {
        continue
      }
      problems.append(Diagnostic(.warning, .noCalendar, file: path, content.advice))
    }
  }

  private static func comesBefore(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8.split(separator: 0x2F), right.utf8.split(separator: 0x2F))
    return left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func addFolder(_ place: Place, isLink: Bool) {
    let (path, real, relative, above) = (place.path, place.real, place.relative, place.above)
    let entries: [FileSystem.Entry]
    let identity: FileStatus.Identity
    do throws(SystemError) {
      identity = try FileStatus(path: path).identity
      entries = try FileSystem.entries(inFolder: path)
    } catch {
      errors.append(StoreError(reading: path, error))
      return
    }
    guard !above.contains(identity) else {
      problems.append(
        Diagnostic(
          .warning, .linkLoop, file: path,
          "a symbolic link leads back to a folder above it; it is not followed"))
      return
    }
    guard opened.insert(identity).inserted || !isLink else {
      problems.append(
        Diagnostic(
          .note, .linkLoop, file: path,
          "a symbolic link leads to a folder that was read already; it is not followed"))
      return
    }
    guard above.count < limits[.folderDepth] else {
      problems.append(
        Diagnostic(
          .warning, .foldersTooDeep, file: path,
          "folders nest deeper than \(limits[.folderDepth]) here; this one is passed over"))
      return
    }
    var own: CatalogBuilder.Folder?
    for entry in entries where !entry.name.hasPrefix(".") {
      let child = path.hasSuffix("/") ? path + entry.name : path + "/" + entry.name
      let isCalendar = isClaimed(entry.name)
      if entry.isUnspeakable {
        if isCalendar || entry.kind == .folder {
          errors.append(
            StoreError(
              .unreadable, path: child,
              reason: "its name is not UTF-8, so that it cannot be opened; give it another name"))
        }
        continue
      }
      let kind = entry.kind ?? (try? FileStatus(path: child).kind)
      switch kind {
      case .folder:
        let childReal = (try? FileSystem.realPath(child)) ?? real + "/" + entry.name
        let place = Place(
          path: child, real: childReal, relative: relative + entry.name + "/", above: above + [identity])
        if entry.kind == nil { linked.append(place) } else { addFolder(place, isLink: false) }
      case .regular where isCalendar:
        guard let choice = choice(forFile: entry.name, child) else { continue }
        let folder = own ?? self.folder(real: real, path: path)
        own = folder
        var input = Input(
          name: child, relativePath: relative + entry.name, fileName: entry.name, folder: folder,
          limits: limits, content: .path(child))
        input.decoded = decoded
        do throws(StoreError) {
          inputs.append(try converted(input, choice))
        } catch {
          errors.append(error)
        }
      case nil where isCalendar:
        errors.append(StoreError(.unreadable, path: child, reason: "a symbolic link that leads nowhere"))
      case .some(let kind) where isCalendar && kind != .regular:
        problems.append(
          Diagnostic(.warning, .notRegular, file: child, "this is no regular file; it is passed over"))
      case .regular where PackedContent.claims(entry.name): archives.append(child)
      default: continue
      }
    }
    if own == nil, entries.contains(where: { $0.name == "displayname" || $0.name == "color" }) {
      let folder = self.folder(real: real, path: path)
      if folder.metadata != nil { emptyCollections.append(folder) }
    }
  }

  /// A folder as source and collection, with what vdir's `displayname` and `color` say.
  private func folder(real: String, path: String) -> CatalogBuilder.Folder {
    let (parent, name) = Self.split(real)
    return CatalogBuilder.Folder(
      parent: Self.source(parent), source: Self.source(real), name: name, path: path,
      displayName: Self.word(real + "/displayname"),
      color: Self.word(real + "/color").flatMap { ListColor($0) },
      order: Self.word(real + "/order").flatMap { Int($0) })
  }

  private static func source(_ real: String) -> Source {
    Source(identifier: real, title: split(real).1, kind: .folder)
  }

  /// The folder and the name of a path.
  private static func split(_ path: String) -> (String, String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let name = String(path[path.index(after: slash)...])
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, name.isEmpty ? "/" : name)
  }

  /// The text of a small file, trimmed; nil where there is none.
  private static func word(_ path: String) -> String? {
    // Not by opening it as an input: that would wait for the writer of a pipe.
    guard let bytes = readFile(path, limit: 4096) else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return text.isEmpty ? nil : String(text)
  }
}
