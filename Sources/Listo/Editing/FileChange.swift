public import ListoModel

/// What becomes of one file: a few places of it, or all.
public struct FileChange: Sendable, Hashable {
  /// Whether a file is there before and afterwards.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It is there before and afterwards.
    case changed
    /// It was not there.
    case created
    /// It is not there afterwards.
    case removed
  }

  /// Bytes that take the place of others.
  public struct Splice: Sendable, Hashable {
    /// Where it begins in the file as it was before, in bytes.
    public let offset: Int
    /// The physical line of the file as it was before, counted from 1.
    public let line: Int
    /// The bytes that go; none where something is put in.
    public let old: [UInt8]
    /// The bytes that come; none where something is taken out.
    public let new: [UInt8]
    /// The reminder whose component it is; nil for zones and a calendar's own lines.
    public let item: ModelIdentifier?

    init(offset: Int, line: Int = 1, old: [UInt8] = [], new: [UInt8] = [], item: ModelIdentifier? = nil) {
      (self.offset, self.line, self.old, self.new, self.item) = (offset, line, old, new, item)
    }
  }

  /// Absolute, symbolic links followed.
  public let path: String
  /// Whether it comes, changes or goes.
  public let kind: Kind
  /// In the order of the file, none within another; of a file that comes or goes they are all of it.
  public let splices: [Splice]
  /// The folder is there for this file: it is made with it, and goes with the last one.
  public let ownsFolder: Bool

  init(_ path: String, _ kind: Kind, _ splices: [Splice], ownsFolder: Bool = false) {
    (self.path, self.kind, self.splices, self.ownsFolder) = (path, kind, splices, ownsFolder)
  }

  /// The file afterwards; nil where these are not the bytes that it was made for.
  ///
  /// - Complexity: linear in the bytes.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    let growth = splices.reduce(0) { $0 + $1.new.count - $1.old.count }
    result.reserveCapacity(max(0, bytes.count + growth))
    var position = 0
    for splice in splices {
      let end = splice.offset + splice.old.count
      guard splice.offset >= position, end <= bytes.count,
        bytes[splice.offset..<end].elementsEqual(splice.old)
      else { return nil }
      result += bytes[position..<splice.offset]
      result += splice.new
      position = end
    }
    return result + bytes[position...]
  }

  /// What takes it back.
  var inverse: FileChange {
    var shift = 0
    let splices = splices.map { splice in
      defer { shift += splice.new.count - splice.old.count }
      return Splice(
        offset: splice.offset + shift, line: splice.line, old: splice.new, new: splice.old, item: splice.item)
    }
    let kind: Kind =
      switch kind {
      case .changed: .changed
      case .created: .removed
      case .removed: .created
      }
    return FileChange(path, kind, splices, ownsFolder: ownsFolder)
  }
}

/// Tells whether a file is what it was: its size, and the SHA-256 of its bytes; of a large file those around the places that changed.
///
/// What stands farther away may be another than it was: taking back leaves it alone, so that nothing depends on it.
struct FileSeal: Sendable, Hashable {
  let size: Int
  let digest: String

  /// Of a file up to this size all counts.
  private static let whole = 1 << 20
  /// What counts before and behind a place.
  private static let margin = 1 << 12

  init(size: Int, digest: String) { (self.size, self.digest) = (size, digest) }

  /// - Parameter splices: made of these bytes.
  /// - Complexity: linear in the bytes that count; SHA-256 of 49 MB would take as long as reading them thrice.
  init(_ bytes: [UInt8], around splices: [FileChange.Splice]) {
    guard bytes.count > Self.whole else {
      self.init(size: bytes.count, digest: Self.digest(bytes))
      return
    }
    var part: [UInt8] = []
    var position = 0
    for splice in splices {
      let start = max(position, splice.offset - Self.margin)
      let end = min(bytes.count, splice.offset + splice.old.count + Self.margin)
      guard start < end else { continue }
      part += bytes[start..<end]
      position = end
    }
    self.init(size: bytes.count, digest: Self.digest(part))
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    String(hexadecimal: SHA256(hashing: bytes.span).bytes)
  }
}
