internal import ICalendar
internal import ListoFormats
internal import ListoModel
internal import Platform

/// The format of an input, and the calendar that is made of it.
extension InputTree {
  /// Takes an input in: as it is, or converted.
  mutating func add(_ input: Input) throws(StoreError) {
    var input = input
    input.decoded = decoded
    if let choice { return inputs.append(try converted(input, choice)) }
    let format = try Self.recognised(input)
    inputs.append(try converted(input, FormatChoice(format ?? .iCalendar)))
  }

  /// The format of an input that was named; nil where none fits, so that it is read as iCalendar, and told to
  /// be none.
  private static func recognised(_ input: Input) throws(StoreError) -> Format? {
    guard !Format.iCalendar.claims(input.fileName) else { return nil }
    var beginning: [UInt8] = []
    try input.randomAccess().read(Recognition.window, at: 0, into: &beginning)
    if PackedContent(beginning: beginning[...]) == .zip {
      throw StoreError(.unreadable, path: input.name, reason: ZipNames.advice(input))
    }
    switch Recognition(name: input.fileName, beginning: beginning[...]) {
    case .format(let format): return format
    case .unknown: return nil
    case .ambiguous(let formats):
      let titles = formats.map(\.title).joined(separator: " or ")
      let names = formats.map { "-f \($0.name)" }.joined(separator: " or ")
      throw StoreError(
        .ambiguous, path: input.name, reason: "the format may be \(titles); choose with \(names)")
    }
  }

  /// A file of a folder is read as iCalendar, whatever is in it.
  func isICalendar(_ name: String) -> Bool {
    (choice?.format.isICalendar ?? true) && Format.iCalendar.claims(name)
  }

  /// A file's name is one of those that are read in folders.
  func isClaimed(_ name: String) -> Bool {
    if let choice { return choice.format.claims(name) }
    return Format.all.contains { $0.canRead && $0.claims(name) }
  }

  /// Whether a file of a folder that ``isICalendar(_:)`` does not know is read, and as what; nil for one that
  /// is passed over.
  func choice(forFile name: String, _ path: String) -> FormatChoice? {
    if let choice { return choice.format.claims(name) ? choice : nil }
    guard let beginning = Self.beginning(path) else { return nil }
    guard case .format(let format) = Recognition(name: name, beginning: beginning[...], atLeast: .certain),
      // A text may hold a calendar; in a folder it says by its extension what it is.
      format.claims(name)
    else { return nil }
    return FormatChoice(format)
  }

  /// The first bytes of a file, of any size; nil where they cannot be read.
  static func beginning(_ path: String) -> [UInt8]? {
    guard let file = try? InputFile(path: path, waitsForWriter: false), file.kind == .regular else {
      return nil
    }
    var bytes: [UInt8] = []
    guard (try? file.read(Recognition.window, at: 0, into: &bytes)) != nil else { return nil }
    return bytes
  }

  mutating func converted(_ input: Input, _ choice: FormatChoice) throws(StoreError) -> Input {
    guard !choice.format.isICalendar else { return try parsed(input) }
    let version = input.version
    let source = try input.open()
    let sink = spool.sink()
    let reading: Format.Reading?
    let bytes: ConvertedBytes
    do throws(ICalendarError) {
      reading = try choice.format.read(
        source, file: input.name, options: options(choice), limits: limits, with: CoreThreads.all,
        into: sink)
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
      folder: input.folder, limits: limits, content: .converted(bytes, path: input.path, version: version),
      format: choice.format, lines: reading?.lines)
    result.isPartial = reading?.problems.contains(where: \.code.mayHideComponents) ?? false
    // A file without a byte is no empty list but a failed export.
    result.isEmptyCollection = reading?.isEmpty ?? false && input.size != 0
    return result
  }

  /// The options of a format that were given, and the defaults of the others.
  private func options(_ choice: FormatChoice) -> FormatOptions {
    defaults.filter { $0.format.name == choice.format.name }.reduce(choice.options) {
      $0.filled(from: $1.options)
    }
  }

  /// Returns an iCalendar input as it is, or converted by libical's parser.
  mutating func parsed(_ input: Input) throws(StoreError) -> Input {
    guard parser == .libical else { return input }
    let version = input.version
    let bytes = try input.bytes()
    let file: LibicalFile
    do throws(LibicalFile.Unread) {
      file = try LibicalFile.read(bytes)
    } catch {
      throw StoreError(.unreadable, path: input.name, reason: error.reason)
    }
    let sink = spool.sink()
    do throws(ICalendarError) { try sink.append(file.bytes[...], toPassage: 0) } catch {
      throw StoreError(input.name, error)
    }
    let converted: ConvertedBytes
    do throws(SystemError) { converted = try sink.finish() } catch {
      throw StoreError(reading: input.name, error)
    }
    if let loss = file.loss {
      problems.append(
        Diagnostic(
          .warning, .libicalLoss, file: input.name, "\(loss); listo check --as libical lists all losses"))
    }
    var result = Input(
      name: input.name, relativePath: input.relativePath, fileName: input.fileName, folder: input.folder,
      limits: limits, content: .converted(converted, path: input.path, version: version),
      lines: LineMap(file.places))
    // It lacks what libical loses.
    result.isPartial = true
    return result
  }

  /// `tasks.jsonl` is `tasks.ics` once it is converted.
  private static func asCalendar(_ path: String) -> String {
    let (folder, name) =
      path.lastIndex(of: "/").map { (path[...$0], path[path.index(after: $0)...]) } ?? ("", path[...])
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + ".ics" }
    return folder + name[..<dot] + ".ics"
  }
}

extension Input {
  /// All of it, in memory.
  ///
  /// - Throws: ``StoreError``.
  package func bytes() throws(StoreError) -> [UInt8] {
    var source = try open()
    var bytes: [UInt8] = []
    // With room for what is asked for behind the end, or all of a large file would be copied for it.
    bytes.reserveCapacity((size ?? 0) + 8192)
    do throws(ICalendarError) {
      while true {
        let before = bytes.count
        try source.read(max(1 << 20, size ?? 0), into: &bytes)
        if bytes.count == before { return bytes }
      }
    } catch {
      throw StoreError(name, error)
    }
  }
}

/// The machine's other cores.
private struct CoreThreads: RecordThreads {
  private let threads = HelpingThreads()
  let count: Int

  /// Nil where there is one core.
  static let all =
    ProcessorCount.available > 1 ? CoreThreads(ProcessorCount.available) : nil

  private init(_ count: Int) { self.count = count }

  func begin<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> @Sendable () -> Output {
    threads.begin(work)
  }
}

/// The names of the files in a zip archive (PKWARE APPNOTE 4.3.12), which Listo does not unpack.
enum ZipNames {
  /// Reads so much of the end of an archive, where its names are.
  private static let window = 1 << 18

  /// The most files that are named.
  private static let namedFiles = 5

  /// The advice to unpack the archive, with the files in it that may have reminders.
  static func advice(_ input: Input) -> String {
    let names = readable(in: input)
    guard !names.isEmpty else { return PackedContent.zip.advice }
    let more = names.count - namedFiles
    let list = names.prefix(namedFiles).joined(separator: ", ")
    return PackedContent.zip.advice + ", then read \(list)" + (more > 0 ? " and \(more) others" : "")
  }

  /// The files in the archive that may have reminders, by their extensions; empty if the names cannot be
  /// read.
  private static func readable(in input: Input) -> [String] {
    guard let size = input.size, size > 22 else { return [] }
    var end: [UInt8] = []
    let start = max(0, size - window)
    guard (try? input.randomAccess().read(size - start, at: start, into: &end)) != nil else { return [] }
    return names(end).filter { name in
      Format.all.contains { $0.canRead && $0.claims(name) } && !name.hasPrefix("__MACOSX/")
    }
  }

  /// The names in the central directory, as far as its entries are in these bytes.
  private static func names(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var index = 0
    while index + 46 <= bytes.count {
      guard bytes[index..<index + 4].elementsEqual([0x50, 0x4B, 0x01, 0x02]) else {
        index += 1
        continue
      }
      func number(_ offset: Int) -> Int { Int(bytes[index + offset]) | Int(bytes[index + offset + 1]) << 8 }
      let (length, extra, comment) = (number(28), number(30), number(32))
      guard index + 46 + length <= bytes.count else { break }
      names.append(String(decoding: bytes[index + 46..<index + 46 + length], as: UTF8.self))
      index += 46 + length + extra + comment
    }
    return names
  }
}
