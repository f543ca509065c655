/// Something that holds files and is none that can be read, as its first bytes show: exports are often handed
/// out like that.
package enum PackedContent: Sendable, Hashable, CaseIterable {
  case zip, gzip, bzip2, xz, zstandard, sevenZip, rar
  /// A spreadsheet or document of an office program: a zip archive of files of its own.
  case office

  /// How many bytes show it.
  package static let window = 96

  /// nil for what is none of them.
  ///
  /// - Parameter beginning: the first bytes, ``window`` of them where there are as many.
  package init?(beginning: ArraySlice<UInt8>) {
    let start = Array(beginning.prefix(Self.window))
    guard let (content, _) = Self.signatures.first(where: { start.starts(with: $0.bytes) }) else {
      return nil
    }
    self = content == .zip && Self.isOffice(start) ? .office : content
  }

  private static let signatures: [(content: PackedContent, bytes: [UInt8])] = [
    (.zip, [0x50, 0x4B, 0x03, 0x04]),
    (.zip, [0x50, 0x4B, 0x05, 0x06]),
    (.gzip, [0x1F, 0x8B, 0x08]),
    // At its usual level; a block begins with digits of π.
    (.bzip2, Array("BZh91AY&SY".utf8)),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    (.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    (.rar, Array("Rar!".utf8)),
  ]

  private static let endings = [".zip", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar"]

  /// Returns whether a file's name has the extension of a compressed format, except those of office programs.
  public static func claims(_ name: String) -> Bool {
    let name = name.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }

  /// Its first file is that with which Office Open XML (ECMA-376, part 2) and OpenDocument (part 2, §3.3)
  /// begin.
  private static func isOffice(_ zip: [UInt8]) -> Bool {
    let name = zip.dropFirst(30)
    return name.starts(with: "[Content_Types].xml".utf8)
      || name.starts(with: "mimetypeapplication/vnd.oasis".utf8)
  }

  /// The advice to the user: the kind of file, and the remedy.
  package var advice: String {
    switch self {
    case .zip: "it is a zip archive; unpack it first"
    case .gzip: "it is compressed with gzip; unpack it first"
    case .bzip2: "it is compressed with bzip2; unpack it first"
    case .xz: "it is compressed with xz; unpack it first"
    case .zstandard: "it is compressed with zstd; unpack it first"
    case .sevenZip: "it is a 7z archive; unpack it first"
    case .rar: "it is a rar archive; unpack it first"
    case .office: "it is a file of an office program; save a spreadsheet as CSV first"
    }
  }
}
