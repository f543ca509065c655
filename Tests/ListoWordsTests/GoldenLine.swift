import ICalendar
import ListoWords

/// A row of a golden table: a line, and all that a quick entry says of it, on one line.
enum GoldenLine {
  /// Sunday 22 November 2026, 09:30.
  static let now = LocalDateTime(startOf: Day(daysSince1970: 20_779)).adding(seconds: 34_200)

  /// `Call Bob ⇒ "Call Bob" due 2026-11-23 · date "tomorrow" = Mon 23 Nov 2026`
  static func row(_ line: String, _ language: WordsLanguage, now: LocalDateTime = now) -> String {
    "\(visible(line)) ⇒ \(visible(answer(line, language, WordsContext(now: now))))"
  }

  static func answer(_ line: String, _ language: WordsLanguage, _ context: WordsContext) -> String {
    do throws(WordsError) {
      let entry = try QuickEntry(line, language: language, in: context)
      var parts = ["\"\(entry.title)\""]
      if let due = entry.due { parts[0] += " due \(due.moment)" }
      if let start = entry.start { parts[0] += " start \(start.moment)" }
      if let rule = entry.rule { parts[0] += " \(rule)" }
      if let priority = entry.priority { parts[0] += " priority \(priority)" }
      if !entry.tags.isEmpty { parts[0] += " tags \(entry.tags.joined(separator: " "))" }
      if let list = entry.list { parts[0] += " list \(list)" }
      parts += entry.pieces.map { piece in
        "\(piece.kind) \"\(line[piece.range])\" = \(piece.meaning)" + (piece.note.map { " (\($0))" } ?? "")
      }
      return parts.joined(separator: " · ")
    } catch {
      return "✗ \(error)"
    }
  }

  /// Characters that an editor would hide or turn, as `{200F}`.
  static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format, .control, .lineSeparator, .paragraphSeparator:
        result += "{\(String(scalar.value, radix: 16))}"
      case .spaceSeparator where scalar != " ", .nonspacingMark:
        result += "{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The line that ``visible(_:)`` was made of.
  static func line(_ visible: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = visible
    while let character = rest.popFirst() {
      if character == "{", let end = rest.firstIndex(of: "}"), let value = UInt32(rest[..<end], radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        result.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        result += character.unicodeScalars
      }
    }
    return String(result)
  }
}
