internal import ListoModel

/// The UIDs of what has none in its format: by its content, so that a newer export of it gives the same ones.
struct ContentUIDs {
  /// How often each content was met.
  private var met: [(content: ContentName, count: Int)] = []
  /// The indices of these, from 1 on, each where its hash leads to or behind; 0 for none. Names are hashes
  /// already, which need no other than by a number that no file can know.
  private var slots = [UInt32](repeating: 0, count: 1024)
  private let key = UInt64.random(in: .min ... .max) | 1

  /// Notes that a content was met.
  ///
  /// - Returns: 1 for the first time: content that stands twice in a file is two reminders.
  mutating func meet(_ content: ContentName) -> Int {
    let slot = self.slot(of: content)
    guard slots[slot] == 0 else {
      let index = Int(slots[slot]) - 1
      met[index].count += 1
      return met[index].count
    }
    met.append((content, 1))
    slots[slot] = UInt32(truncatingIfNeeded: met.count)
    if met.count * 2 > slots.count { grow() }
    return 1
  }

  /// Where a content stands, or would.
  private func slot(of content: ContentName) -> Int {
    var slot = Int(
      truncatingIfNeeded: (content.leadingBits &* key) >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[slot] != 0, met[Int(slots[slot]) - 1].content != content {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for index in met.indices {
      slots[slot(of: met[index].content)] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  /// The UID of content.
  ///
  /// - Parameter count: as ``meet(_:)`` has it.
  /// - Returns: it in ASCII.
  static func uid(of content: ContentName, count: Int) -> [UInt8] {
    UUIDv5.text(name: count > 1 ? content.digits + "~\(count)".utf8 : content.digits)
  }
}
