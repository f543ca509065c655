internal import ICalendar

/// Obsidian Tasks' notation: signs at the end of a line, each with its value behind it.
///
/// Where a sign may have a U+FE0F behind it, it may as well not.
enum TaskSign {
  private enum Meaning {
    case field(TaskFields.Key)
    case priority(Int)
  }

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

  /// Takes the last sign and its value off the end of a text.
  static func take(_ text: inout Substring, _ fields: inout TaskFields) -> Bool {
    let scalars = text.unicodeScalars
    var index = scalars.endIndex
    var steps = 0
    while index > scalars.startIndex, steps < reach {
      let before = scalars.index(before: index)
      if !scalars[before].isASCII, let meaning = meanings[scalars[before]] {
        var value = scalars[index...]
        if value.first == "\u{FE0F}" { value.removeFirst() }
        guard set(meaning, Substring(value).trimmed(), &fields) else { return false }
        text = Substring(scalars[..<before])
        return true
      }
      index = before
      steps += 1
    }
    return false
  }

  private static func set(_ meaning: Meaning, _ value: Substring, _ fields: inout TaskFields) -> Bool {
    switch meaning {
    case .field(let key): return fields.set(key, value)
    case .priority(let priority):
      guard value.isEmpty, fields.priority == nil else { return false }
      fields.priority = priority
      return true
    }
  }

  /// Writes a text's signs as character references, which Markdown shows and no one takes for signs.
  static func disarm(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if meanings[scalar] == nil {
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
