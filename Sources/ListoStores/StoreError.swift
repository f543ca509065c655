public import ICalendar
package import Platform

/// Why a place could not be read or written.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of the error, for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// There is nothing at the path.
    case missing
    /// The file exists, but cannot be read.
    case unreadable
    /// Several formats fit the content.
    case ambiguous
    /// The input has more bytes than the limit.
    case tooLarge
    /// The input has more components than the limit for those held in memory.
    case tooManyItems
    /// A file cannot be made.
    case cannotCreate
    /// Writing failed; existing files are unchanged.
    case writeFailed
    /// The reader of the output has closed it; no message is printed.
    case brokenPipe
  }

  /// The kind of the error.
  public let code: Code
  /// The path as the user named it.
  public let path: String
  /// The reason in words for people, without the path.
  public let reason: String

  /// - Parameters:
  ///   - path: the file or folder, as the user named it.
  ///   - reason: a sentence for people, without its end.
  public init(_ code: Code, path: String, reason: String) {
    (self.code, self.path, self.reason) = (code, path, reason)
  }

  /// An input with more bytes than ``Limit/inputSize`` allows.
  init(tooLarge path: String, limit: Int) {
    self.init(path, .inputTooLarge(limit: limit))
  }

  /// Creates the error for a file whose content could not be read.
  public init(_ path: String, _ error: ICalendarError) {
    switch error {
    case .unreadable: self.init(.unreadable, path: path, reason: error.reason)
    case .inputTooLarge: self.init(.tooLarge, path: path, reason: error.reason)
    case .tooManyItems: self.init(.tooManyItems, path: path, reason: error.reason)
    }
  }

  /// A file that cannot be read.
  package init(reading path: String, _ error: SystemError) {
    self.init(error.isMissing ? .missing : .unreadable, path: path, reason: error.reason)
  }

  /// A file that cannot be made: where the folder for it is missing, that is named.
  init(creating path: String, _ error: SystemError) {
    self.init(.cannotCreate, path: path, reason: Self.reason(creating: path, error))
  }

  private static func reason(creating path: String, _ error: SystemError) -> String {
    if error.isMissing {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let isThere = (try? FileStatus(path: folder)) != nil
      return isThere ? error.reason : "the folder \(folder) does not exist; create it first"
    }
    // A file that may be written may stand in a folder that may not.
    if error.isForbidden, (try? FileStatus(path: path).kind) == .regular, FileSystem.isWritable(path) {
      return error.reason + "; Listo replaces a file by a new file, which it cannot create in this folder"
    }
    return error.reason
  }

  init(writing path: String, _ error: SystemError) {
    self.init(error.isBrokenPipe ? .brokenPipe : .writeFailed, path: path, reason: error.reason)
  }
}

extension StoreError: CustomStringConvertible {
  /// The path and the reason: a sentence without its full stop.
  public var description: String { "\(path): \(reason)" }
}
