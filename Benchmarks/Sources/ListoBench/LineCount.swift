import Foundation

/// Lines of a file, or of the files of a folder, and those of them that open a VTODO; independent of Listo
/// and of libical.
struct LineCount {
  private(set) var lines = 0
  private(set) var reminders = 0

  /// - Complexity: one pass in constant memory.
  init(of path: String) throws {
    let files = FileManager.default
    guard try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeDirectory else {
      try add(path)
      return
    }
    for name in try files.subpathsOfDirectory(atPath: path) where name.hasSuffix(".ics") {
      try add(path + "/" + name)
    }
  }

  private mutating func add(_ path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else { throw BenchError("cannot read \(path)") }
    let wanted = Array("BEGIN:VTODO".utf8)
    var matched: Int? = 0  // octets of `wanted` found at the start of this line; nil once it differs
    var last = UInt8(ascii: "\n")
    while let block = try file.read(upToCount: 1 << 20), !block.isEmpty {
      for octet in [UInt8](block) {
        last = octet
        if octet == UInt8(ascii: "\n") {
          lines += 1
          if matched == wanted.count { reminders += 1 }
          matched = 0
        } else if let count = matched, octet != UInt8(ascii: "\r") {
          matched = count < wanted.count && octet == wanted[count] ? count + 1 : nil
        }
      }
    }
    if last != UInt8(ascii: "\n") { lines += 1 }
  }
}
