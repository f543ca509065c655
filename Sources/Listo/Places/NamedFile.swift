package import ListoStores
internal import Platform

/// A file that is named on a command line and is no calendar, read whole; `-` is standard input.
package enum NamedFile {
  /// - Parameter limit: so many bytes at the most.
  /// - Throws: ``StoreError`` with the system's reason, or with ``StoreError/Code-swift.enum/tooLarge``.
  package static func bytes(_ argument: String, upTo limit: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemError) {
      let file = argument == "-" ? try InputFile.standardInput() : try InputFile(path: argument)
      if let bytes = try file.bytes(upTo: limit) { return bytes }
    } catch {
      throw StoreError(reading: argument, error)
    }
    throw StoreError(.tooLarge, path: argument, reason: "it is larger than \(limit >> 20) MiB")
  }
}
