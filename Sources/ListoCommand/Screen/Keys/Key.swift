/// A key that a person pressed, or a text that was pasted, whatever bytes the terminal sends for it.
enum Key: Sendable, Hashable {
  case character(Character)
  /// With the control key: a lower-case letter.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end
  /// A text that was pasted, as a whole.
  case paste(String)

  /// The name of the key in texts about keys: `space`, `ctrl-r`, `J`; empty for pasted text.
  var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let letter): "ctrl-\(letter)"
    case .paste: ""
    default: Self.named.first { $0.key == self }?.name ?? ""
    }
  }

  /// The key with this name; nil where there is none.
  init?(named name: String) {
    if let key = Self.named.first(where: { $0.name == name.lowercased() })?.key {
      self = key
    } else if name.lowercased() == "space" {
      self = .character(" ")
    } else if name.lowercased().hasPrefix("ctrl-"), let letter = name.lowercased().dropFirst(5).first,
      name.count == 6, ("a"..."z").contains(letter)
    {
      self = .control(letter)
    } else if let character = name.first, name.count == 1 {
      self = .character(character)
    } else {
      return nil
    }
  }

  private static let named: [(name: String, key: Key)] = [
    ("enter", .enter), ("esc", .escape), ("tab", .tab), ("shift-tab", .backTab), ("backspace", .backspace),
    ("delete", .delete), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
    ("pgup", .pageUp), ("pgdn", .pageDown), ("home", .home), ("end", .end),
  ]
}

/// Makes keys of the bytes that a terminal sends (ECMA-48, xterm's control sequences), however they are split
/// over reads.
///
/// Bytes of no known key, such as an answer of the terminal or a key with Alt, are passed over.
struct KeyDecoder: Sendable {
  private var waiting: [UInt8] = []
  /// The pasted bytes so far, while the end of the paste has not come; nil outside of a paste.
  private var pasted: [UInt8]?

  /// Sequences that are longer are none.
  private static let longest = 4096
  private static let escape: UInt8 = 0x1B
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  /// Some bytes wait for others: after a moment, ``flush()`` says what they are by themselves.
  var isWaiting: Bool { !waiting.isEmpty && pasted == nil }

  mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if pasted != nil {
        takePasted(byte, &keys)
      } else {
        waiting.append(byte)
        parse(&keys)
      }
    }
    return keys
  }

  /// Nothing more has come for a moment: ESC was the key, and the beginning of anything else is nothing.
  mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { waiting = [] }
    return waiting == [Self.escape] ? [.escape] : []
  }

  private mutating func takePasted(_ byte: UInt8, _ keys: inout [Key]) {
    pasted?.append(byte)
    guard let text = pasted, byte == Self.endOfPaste.last, text.suffix(6).elementsEqual(Self.endOfPaste)
    else {
      return
    }
    pasted = nil
    keys.append(.paste(String(decoding: text.dropLast(6), as: UTF8.self)))
  }

  /// The meaning of the waiting bytes, with the one that came last.
  private enum Reading {
    case more
    case key(Key)
    case paste
    case nothing
    /// The bytes before the last one are nothing; that begins anew.
    case broken
  }

  private mutating func parse(_ keys: inout [Key]) {
    switch reading {
    case .more: return
    case .nothing: waiting = []
    case .key(let key):
      waiting = []
      keys.append(key)
    case .paste: (waiting, pasted) = ([], [])
    case .broken:
      let last = waiting.suffix(1)
      // Two times ESC: the first was the key.
      if waiting.count == 2, waiting[0] == Self.escape, waiting[1] == Self.escape { keys.append(.escape) }
      waiting = Array(last)
      if last.first != Self.escape { parse(&keys) }
    }
  }

  private var reading: Reading {
    guard waiting.count <= Self.longest else { return .nothing }
    let first = waiting[0]
    if first == Self.escape { return sequence }
    if first < 0x20 || first == 0x7F { return Self.control(first).map(Reading.key) ?? .nothing }
    return character
  }

  // MARK: Characters

  private var character: Reading {
    let length: Int
    switch waiting[0] {
    case ..<0x80: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return .nothing
    }
    if waiting.count > 1, waiting[waiting.count - 1] & 0xC0 != 0x80 { return .broken }
    guard waiting.count == length else { return .more }
    guard let text = String(validating: waiting, as: UTF8.self), let character = text.first else {
      return .nothing
    }
    // U+0080 to U+009F are controls, which no key sends.
    if let scalar = text.unicodeScalars.first, (0x80..<0xA0).contains(scalar.value) { return .nothing }
    return .key(.character(character))
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  // MARK: Sequences

  private var sequence: Reading {
    guard waiting.count > 1 else { return .more }
    let last = waiting[waiting.count - 1]
    switch waiting[1] {
    case UInt8(ascii: "["): return waiting.count == 2 ? .more : controlSequence(last)
    case UInt8(ascii: "O"):
      if waiting.count == 2 { return .more }
      if last == Self.escape || last < 0x20 { return .broken }
      return Self.letter(last).map(Reading.key) ?? .nothing
    // Strings, such as answers of the terminal: up to BEL, or ESC \.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      if last == 0x07, waiting.count > 2 { return .nothing }
      let isOver =
        waiting.count > 3 && last == UInt8(ascii: "\\") && waiting[waiting.count - 2] == Self.escape
      return isOver ? .nothing : .more
    case Self.escape: return .broken
    // With Alt; of a character of several bytes the rest is no beginning of another, and is passed over too.
    default: return .nothing
    }
  }

  private func controlSequence(_ last: UInt8) -> Reading {
    switch last {
    case 0x20...0x3F: return .more
    case 0x40...0x7E: break
    default: return .broken
    }
    let parameters = String(decoding: waiting[2..<(waiting.count - 1)], as: UTF8.self)
    let number = parameters.split(separator: ";").first.flatMap { Int($0) }
    guard last == UInt8(ascii: "~") else {
      // Those of the terminal's answers begin with a sign.
      guard parameters.utf8.first.map({ (0x30...0x39).contains($0) }) ?? true else { return .nothing }
      return Self.letter(last).map(Reading.key) ?? .nothing
    }
    switch number {
    case 200: return .paste
    case 1, 7: return .key(.home)
    case 4, 8: return .key(.end)
    case 3: return .key(.delete)
    case 5: return .key(.pageUp)
    case 6: return .key(.pageDown)
    default: return .nothing
    }
  }

  private static func letter(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }
}
