public import ICalendar
public import Listo
internal import Platform

/// One input that can be read from its beginning, as often as need be: a file, or what came in on standard input.
public struct Input: Sendable {
  enum Content: Sendable {
    case path(String)
    case memory([UInt8])
    case spooled(InputFile)
  }

  /// As the user named it; for a file in a folder, the folder's name and the path within; `-` for standard input.
  public let name: String
  /// The path below the folder that the user named; the file's name where the user named a file.
  public let relativePath: String
  /// The name within its folder, with the extension.
  public let fileName: String
  public let folder: CatalogBuilder.Folder
  public let isWritable: Bool
  /// How much reading it may cost.
  public let limits: ReadingLimits
  let content: Content

  /// Opens it at its beginning.
  ///
  /// - Throws: ``StoreError``; with code `tooLarge` beyond ``Limit/inputSize``.
  public func open() throws(StoreError) -> InputSource {
    switch content {
    case .memory(let bytes): return InputSource(.memory(MemorySource(bytes)), size: bytes.count)
    case .spooled(let file): return try source(file)
    case .path(let path): return try source(Self.opened(path, name))
    }
  }

  private func source(_ file: InputFile) throws(StoreError) -> InputSource {
    let limit = limits[.inputSize]
    let size = file.kind == .regular ? file.size : nil
    if let size, size > limit { throw StoreError(tooLarge: name, limit: limit) }
    return InputSource(.file(file, offset: 0), size: size, limit: limit)
  }

  /// Opens it for reading at any offset.
  ///
  /// - Throws: ``StoreError``.
  public func randomAccess() throws(StoreError) -> RandomAccess {
    switch content {
    case .memory(let bytes): RandomAccess(name: name, content: .memory(bytes))
    case .spooled(let file): RandomAccess(name: name, content: .file(file))
    case .path(let path): RandomAccess(name: name, content: .file(try Self.opened(path, name)))
    }
  }

  static func opened(_ path: String, _ name: String) throws(StoreError) -> InputFile {
    do throws(SystemError) {
      let file = try InputFile(path: path)
      if file.kind == .folder { throw SystemError.isFolder }
      return file
    } catch {
      throw StoreError(reading: name, error)
    }
  }

  /// What opening it would throw where it has more bytes than ``Limit/inputSize`` allows.
  public var sizeError: StoreError? {
    guard case .path(let path) = content, let status = try? FileStatus(path: path), status.kind == .regular,
      status.size > limits[.inputSize]
    else { return nil }
    return StoreError(tooLarge: name, limit: limits[.inputSize])
  }

  /// Tells the content of a file at one time from that at another: which file it is, its size, and when it was changed.
  public struct Version: Sendable, Hashable {
    let identity: FileStatus.Identity
    let size: Int
    let modified: Int64
  }

  /// What stands at its path now; nil for what was read from a pipe and cannot change, and where nothing stands there.
  public var version: Version? {
    guard case .path(let path) = content, let status = try? FileStatus(path: path) else { return nil }
    return Version(identity: status.identity, size: status.size, modified: status.modified)
  }

  /// - Parameter version: what it was before it was read.
  /// - Throws: ``StoreError`` where it is another now, so that what was learned of it does not hold.
  public func requireUnchanged(since version: Version?) throws(StoreError) {
    guard self.version == version else {
      throw StoreError(.unreadable, path: name, reason: "it changed while it was read")
    }
  }

  /// It is a regular file that may be replaced.
  public var isReplaceable: Bool {
    guard case .path(let path) = content, let status = try? FileStatus(path: path) else { return false }
    return status.kind == .regular
  }

  /// The path to write to when it is to be replaced; nil for standard input.
  public var path: String? {
    guard case .path(let path) = content else { return nil }
    return path
  }
}

/// The bytes of an ``Input``, front to back.
public struct InputSource: ByteSource {
  enum State {
    case memory(MemorySource)
    case file(InputFile, offset: Int)
  }

  private var state: State
  /// In bytes, where it is known before reading.
  public let size: Int?
  /// A file may grow while it is read: not beyond this.
  private let limit: Int

  init(_ state: State, size: Int?, limit: Int = .max) {
    (self.state, self.size, self.limit) = (state, size, limit)
  }

  public mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    switch state {
    case .memory(var source):
      source.read(count, into: &bytes)
      state = .memory(source)
    case .file(let file, let offset):
      do throws(SystemError) {
        let got = try file.read(count, at: offset, into: &bytes)
        state = .file(file, offset: offset + got)
      } catch {
        throw .unreadable(reason: error.reason)
      }
      guard case .file(_, let read) = state, read <= limit else {
        throw .unreadable(reason: StoreError(tooLarge: "", limit: limit).reason)
      }
    }
  }
}

/// The bytes of an ``Input``, anywhere.
public struct RandomAccess: Sendable {
  enum Content: Sendable {
    case memory([UInt8])
    case file(InputFile)
  }

  let name: String
  let content: Content

  /// Appends `count` bytes from `offset` on; fewer where the input ends before.
  ///
  /// - Throws: ``StoreError``.
  public func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(StoreError) {
    switch content {
    case .memory(let content): bytes += content.dropFirst(offset).prefix(count)
    case .file(let file):
      do throws(SystemError) {
        try file.read(count, at: offset, into: &bytes)
      } catch {
        throw StoreError(reading: name, error)
      }
    }
  }
}
