/// Names to ids, case-insensitively, by one hash of the name's bytes.
struct PropertyNames: Sendable {
  static let shared = PropertyNames()
  static let seed: UInt32 = 0x811C_9DC5

  private let slots: [PropertyID]
  private let offsets: [UInt16]
  private let text: [UInt8]

  @inline(__always)
  static func mix(_ byte: UInt8, into hash: inout UInt32) {
    hash = (hash ^ UInt32(byte & 0xDF)) &* 0x0100_0193
  }

  @inline(__always)
  private static func slot(_ hash: UInt32) -> Int { Int((hash ^ (hash >> 15)) & 511) }

  private init() {
    var slots = [PropertyID](repeating: .other, count: 512)
    var offsets: [UInt16] = []
    var text: [UInt8] = []
    for id in PropertyID.allCases {
      offsets.append(UInt16(text.count))
      let name = Array(id.name.utf8)
      text += name
      guard !name.isEmpty else { continue }
      var hash = Self.seed
      for byte in name { Self.mix(byte, into: &hash) }
      var slot = Self.slot(hash)
      while slots[slot] != .other { slot = (slot + 1) & 511 }
      slots[slot] = id
    }
    offsets.append(UInt16(text.count))
    (self.slots, self.offsets, self.text) = (slots, offsets, text)
  }

  /// The id of the name in `bytes[start..<end]`, whose bytes gave `hash`.
  @inline(__always)
  func find(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, hash: UInt32) -> PropertyID {
    var slot = Self.slot(hash)
    while true {
      let id = slots[slot]
      if id == .other { return .other }
      let from = Int(offsets[Int(id.rawValue)])
      let to = Int(offsets[Int(id.rawValue) + 1])
      if to - from == end - start {
        var same = true
        var index = 0
        while index < to - from {
          // Letters differ from their upper case in bit 5 alone; `-` and digits must match as they are.
          let ours = text[from + index]
          let theirs = bytes[start + index]
          if ours != theirs && !(ours >= 0x41 && theirs == ours | 0x20) {
            same = false
            break
          }
          index += 1
        }
        if same { return id }
      }
      slot = (slot + 1) & 511
    }
  }
}
