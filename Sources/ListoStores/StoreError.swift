internal import Platform

/// Why a place could not be read or written.
public struct StoreError: Error, Sendable, Hashable {
  public enum Code: String, Sendable, CaseIterable {
    /// Nothing stands at the path.
    case missing
    /// It is there and cannot be read.
    case unreadable
    /// Several formats fit what is in it.
    case ambiguous
    /// A file cannot be made.
    case cannotCreate
    /// Writing failed; what was there before still is.
    case writeFailed
    /// The reader of the output has gone; there is nothing to say to it.
    case brokenPipe
  }

  public let code: Code
  /// As the user named it.
  public let path: String
  /// In words for people, without the path.
  public let reason: String

  public init(_ code: Code, path: String, reason: String) {
    (self.code, self.path, self.reason) = (code, path, reason)
  }

  init(reading path: String, _ error: SystemError) {
    self.init(error.isMissing ? .missing : .unreadable, path: path, reason: error.reason)
  }

  init(writing path: String, _ error: SystemError) {
    self.init(error.isBrokenPipe ? .brokenPipe : .writeFailed, path: path, reason: error.reason)
  }
}
