public import ICalendar
internal import Listo
internal import ListoFormats
internal import Platform

/// The inputs that a user named, folders opened up: source/calendar/*.ics, a vdir, or a plain folder of files.
///
/// Names that begin with a full stop, and files without the extension of a format that can be read, are passed over. The order is that
/// of the arguments, and in a folder that of the names' bytes.
public struct InputTree: Sendable {
  public private(set) var inputs: [Input] = []
  /// What could not be read; the others still are.
  public private(set) var errors: [StoreError] = []
  public private(set) var problems: [Diagnostic] = []
  public let limits: ReadingLimits

  private let temporaryFolder: String
  private let memoryLimit: Int
  /// The folders that were read for the argument at hand, and those that links lead to, to be read when all others were: so that
  /// each is read once, in its own place if it has one.
  private var opened: Set<FileStatus.Identity> = []
  private var linked: [Place] = []

  private struct Place {
    var path: String
    var real: String
    /// Below the folder that the user named; with a stroke behind it.
    var relative: String
    var above: [FileStatus.Identity]
  }

  /// - Parameters:
  ///   - arguments: paths, or `-`.
  ///   - temporaryFolder: where standard input is kept when it is larger than `memoryLimit`.
  ///   - memoryLimit: in bytes.
  ///   - limits: ``Limit/folderDepth`` counts here, ``Limit/inputSize`` for what is no regular file; the inputs carry all of
  ///     them along.
  public init(
    _ arguments: [String], temporaryFolder: String = "/tmp", memoryLimit: Int = StandardInput.memoryLimit,
    limits: ReadingLimits = ReadingLimits()
  ) {
    (self.temporaryFolder, self.memoryLimit) = (temporaryFolder, memoryLimit)
    self.limits = limits
    for argument in arguments {
      do throws(StoreError) {
        try add(argument)
      } catch {
        errors.append(error)
      }
    }
  }

  private mutating func add(_ argument: String) throws(StoreError) {
    guard argument != "-" else {
      guard !inputs.contains(where: { $0.name == "-" }) else {
        throw StoreError(
          .unreadable, path: "-", reason: "standard input can be read once, and is named twice")
      }
      inputs.append(
        try StandardInput.read(temporaryFolder: temporaryFolder, memoryLimit: memoryLimit, limits: limits))
      return
    }
    let status: FileStatus
    let real: String
    do throws(SystemError) {
      status = try FileStatus(path: argument)
      real = try FileSystem.realPath(argument)
    } catch {
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
      inputs.append(
        try StandardInput.read(
          path: argument, temporaryFolder: temporaryFolder, memoryLimit: memoryLimit, limits: limits))
      return
    }
    let (parent, name) = Self.split(real)
    inputs.append(
      Input(
        name: argument, relativePath: name, fileName: name,
        folder: folder(real: parent, path: Self.split(argument).0),
        isWritable: FileSystem.isWritable(argument), limits: limits, content: .path(argument)))
  }

  private mutating func addTree(_ top: Place) {
    let first = inputs.count
    opened = []
    addFolder(top, isLink: false)
    while !linked.isEmpty { addFolder(linked.removeFirst(), isLink: true) }
    // Each folder in the order of its names' bytes, as if the links had been folders.
    inputs[first...].sort { Self.comesBefore($0.relativePath, $1.relativePath) }
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
      let isCalendar = Format.forFileName(entry.name)?.canRead ?? false
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
        let folder = own ?? self.folder(real: real, path: path)
        own = folder
        inputs.append(
          Input(
            name: child, relativePath: relative + entry.name, fileName: entry.name, folder: folder,
            isWritable: FileSystem.isWritable(child), limits: limits, content: .path(child)))
      case nil where isCalendar:
        errors.append(StoreError(.unreadable, path: child, reason: "a symbolic link that leads nowhere"))
      case .some(let kind) where isCalendar && kind != .regular:
        problems.append(
          Diagnostic(.warning, .notRegular, file: child, "this is no regular file; it is passed over"))
      default: continue
      }
    }
  }

  /// A folder as source and collection, with what vdir's `displayname` and `color` say.
  private func folder(real: String, path: String) -> CatalogBuilder.Folder {
    let (parent, name) = Self.split(real)
    return CatalogBuilder.Folder(
      parent: Self.source(parent), source: Self.source(real), name: name, path: path,
      displayName: Self.word(real + "/displayname"),
      color: Self.word(real + "/color").flatMap { ListColor($0) })
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
