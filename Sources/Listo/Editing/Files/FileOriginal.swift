internal import ICalendar
internal import ListoStores

/// The bytes of a file as it is before a change: at hand, or, of a large one, read where they are needed.
///
/// A large file stays open, so that it can be read when another has taken its place.
struct FileOriginal {
  private enum Content {
    case held([UInt8])
    case open(RandomAccess, Input, Input.Version?)
  }

  private let content: Content
  /// In bytes.
  let size: Int

  init(_ bytes: [UInt8]) { self.init(.held(bytes), size: bytes.count) }

  private init(_ content: Content, size: Int) { (self.content, self.size) = (content, size) }

  /// - Throws: ``WorkError/store(_:)``.
  init(_ input: Input) throws(WorkError) {
    guard let size = input.size, size > Self.large else {
      self.init(try WorkError.storing { () throws(StoreError) in try input.bytes() })
      return
    }
    let version = input.version
    let access = try WorkError.storing { () throws(StoreError) in try input.randomAccess() }
    self.init(.open(access, input, version), size: size)
  }

  /// In bytes: a file beyond it is not held.
  private static let large = 1 << 20

  /// All of it.
  ///
  /// - Throws: ``WorkError/store(_:)``.
  func bytes() throws(WorkError) -> [UInt8] {
    if case .held(let bytes) = content { return bytes }
    return Array(try read(0..<size))
  }

  /// - Parameter range: within the file.
  /// - Throws: ``WorkError/store(_:)``.
  func read(_ range: Range<Int>) throws(WorkError) -> ArraySlice<UInt8> {
    switch content {
    case .held(let bytes): return bytes[range]
    case .open(let access, _, _):
      var bytes: [UInt8] = []
      try WorkError.storing { () throws(StoreError) in
        try access.read(range.count, at: range.lowerBound, into: &bytes)
      }
      return bytes[...]
    }
  }

  /// - Throws: ``WorkError/store(_:)``.
  func write(_ range: Range<Int>, to output: Output) throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in
      switch content {
      case .held(let bytes): try output.write(bytes[range])
      case .open(let access, _, _):
        var (bytes, offset): ([UInt8], Int) = ([], range.lowerBound)
        while offset < range.upperBound {
          bytes.removeAll(keepingCapacity: true)
          try access.read(min(1 << 20, range.upperBound - offset), at: offset, into: &bytes)
          guard !bytes.isEmpty else { break }
          try output.write(bytes[...])
          offset += bytes.count
        }
      }
    }
  }

  /// - Throws: ``WorkError/store(_:)`` where another program changed the file since, so that half of what was
  ///   read may be new.
  func requireUnchanged() throws(WorkError) {
    guard case .open(_, let input, let version) = content else { return }
    try WorkError.storing { () throws(StoreError) in try input.requireUnchanged(since: version) }
  }
}
