internal import ICalendar
internal import ListoFormats
internal import ListoStores

/// The names of the files in a zip archive (PKWARE APPNOTE 4.3.12), which Listo does not unpack.
enum ZipNames {
  /// An archive is a file that begins with this.
  static let beginning: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// Reads so much of the end of an archive, where its names are.
  private static let window = 1 << 18

  /// The files in the archive that may have reminders, by their extensions; empty if the names cannot be
  /// read.
  static func readable(in input: Input) -> [String] {
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
