internal import ICalendar
internal import ListoFormats

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
