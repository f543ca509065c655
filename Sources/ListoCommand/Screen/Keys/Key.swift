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
