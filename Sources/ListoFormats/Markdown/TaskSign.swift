internal import ICalendar

/// Obsidian Tasks' notation: signs at the end of a line, each with its value behind it.
///
/// Where a sign may have a U+FE0F behind it, it may as well not.
enum TaskSign {
  enum Meaning {
    case field(TaskFields.Key)
    case priority(Int)
  }

  /// The value of ``OriginParameter/obsidianField``.
  static let scheduled = "SCHEDULED"

  private static let meanings: [Unicode.Scalar: Meaning] = [
    "➕": .field(.created), "⏳": .field(.scheduled), "⌛": .field(.scheduled), "🛫": .field(.start),
    "📅": .field(.due), "📆": .field(.due), "🗓": .field(.due), "✅": .field(.done), "❌": .field(.cancelled),
    "🔁": .field(.recurrence), "🆔": .field(.id), "⛔": .field(.dependsOn), "🏁": .field(.onCompletion),
    "🔺": .priority(1), "⏫": .priority(3), "🔼": .priority(5), "🔽": .priority(7), "⏬": .priority(9),
  ]

  /// With which bytes signs begin in UTF-8.
  static let leads: (UInt8, UInt8) = (0xE2, 0xF0)

  /// The longest value: words of recurrence, or the names of what is waited for.
  private static let reach = 600

  /// The last sign of a text in UTF-8: where it begins, and where its value stands.
  static func last(
    in bytes: Span<UInt8>, _ text: Range<Int>
  ) -> (meaning: Meaning, start: Int, value: Range<Int>)? {
    var (index, steps) = (text.upperBound, 0)
    while index > text.lowerBound, steps < reach {
      index -= 1
      guard bytes[index] & 0xC0 != 0x80 else { continue }
      steps += 1
      guard bytes[index] == leads.0 || bytes[index] == leads.1 else { continue }
      let end = index + (bytes[index] == leads.0 ? 3 : 4)
      guard end <= text.upperBound, let meaning = meanings[bytes.scalar(index..<end)] else { continue }
      let isFollowed = end + 3 <= text.upperBound && bytes.holds(variation, at: end)
      return (meaning, index, (isFollowed ? end + 3 : end)..<text.upperBound)
    }
    return nil
  }

  /// U+FE0F.
  private static let variation: [UInt8] = [0xEF, 0xB8, 0x8F]

  /// Takes a value as that of a sign; false for one that it cannot have, or a sign that has one already.
  static func set(_ meaning: Meaning, _ value: Substring, _ fields: inout TaskFields) -> Bool {
    switch meaning {
    case .field(let key): return fields.set(key, value)
    case .priority(let priority):
      guard value.isEmpty else { return false }
      fields.set(priority: priority)
      return true
    }
  }

  /// Writes a text's signs as character references, which Markdown shows and no one takes for signs; so too
  /// the sign of Kanban's dates.
  static func disarm(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if meanings[scalar] == nil, scalar != "@" {
        result.unicodeScalars.append(scalar)
      } else {
        result += "&#\(scalar.value);"
      }
    }
    return result
  }

  /// The fields as Obsidian Tasks writes them, in its order, a space before each.
  static func text(_ fields: TaskFields) -> String {
    var text = fields.tags.map { " #" + $0 }.joined()
    if let id = fields.id { text += " 🆔 " + id }
    if !fields.dependsOn.isEmpty { text += " ⛔ " + fields.dependsOn.joined(separator: ",") }
    if let priority = fields.priority { text += " " + sign(ofPriority: priority) }
    if let recurrence = fields.recurrence { text += " 🔁 " + recurrence }
    if let action = fields.onCompletion { text += " 🏁 " + action }
    let days = [
      ("➕", fields.created), ("🛫", fields.start), ("⏳", fields.scheduled), ("📅", fields.due),
      ("❌", fields.cancelled), ("✅", fields.done),
    ]
    for (sign, day) in days { if let day { text += " \(sign) \(day)" } }
    if let block = fields.block { text += " ^" + block }
    return text
  }

  private static func sign(ofPriority priority: Int) -> String {
    switch priority {
    case 1: "🔺"
    case 2...4: "⏫"
    case 5: "🔼"
    case 6...8: "🔽"
    default: "⏬"
    }
  }
}
