internal import ICalendar
internal import ListoFormats
internal import Platform
internal import Synchronization

/// The inputs in UTF-16 that were met, as UTF-8: each is decoded once, when its first bytes are read and show
/// what it is, and read from here from then on.
package final class DecodedInputs: Sendable {
  private let spool: ConversionSpool
  /// There is one: asked for each piece that is read, and almost always false.
  private let hasAny = Atomic<Bool>(false)
  private let known = Mutex<[String: ConvertedBytes]>([:])

  init(spool: ConversionSpool) { self.spool = spool }

  /// The names of the inputs, as the user named them, in the order of their bytes.
  package var names: [String] {
    known.withLock { $0.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  /// nil for one that is not among them, or was not read yet.
  subscript(name: String) -> ConvertedBytes? {
    guard hasAny.load(ordering: .acquiring) else { return nil }
    return known.withLock { $0[name] }
  }

  /// Decodes an input, unless it is known.
  func decode(
    _ content: OpenedInput, _ name: String, isLittleEndian: Bool, limit: Int
  ) throws(ICalendarError) -> ConvertedBytes {
    if let bytes = self[name] { return bytes }
    var source = UTF16Source(
      InputSource(content, size: nil, limit: limit, nil), isLittleEndian: isLittleEndian)
    let sink = spool.sink()
    while true {
      var piece: [UInt8] = []
      try source.read(1 << 18, into: &piece)
      if piece.isEmpty { break }
      try sink.append(piece[...], toPassage: 0)
    }
    let bytes: ConvertedBytes
    do throws(SystemError) {
      bytes = try sink.finish()
    } catch {
      throw .unreadable(reason: error.reason)
    }
    known.withLock { $0[name] = bytes }
    hasAny.store(true, ordering: .releasing)
    return bytes
  }

  /// An input that was converted from another format is read from what was made of it.
  func forget(_ name: String) {
    guard hasAny.load(ordering: .acquiring) else { return }
    known.withLock { $0[name] = nil }
  }
}
