import ListoStores

extension Input {
  /// All its bytes, from a new beginning.
  func allBytes() throws -> [UInt8] {
    var source = try open()
    var bytes: [UInt8] = []
    var before = -1
    while bytes.count > before {
      before = bytes.count
      try source.read(100_000, into: &bytes)
    }
    return bytes
  }
}
