internal import ICalendar
package import ListoModel

/// Names of reminders in a text: the identifiers of JSON that `listo list --json` prints, or of JSON lines;
/// or an identifier, a UID or a short name a line.
package enum IdentifierList {
  /// The name of a reminder.
  package enum Entry: Sendable, Hashable {
    /// The identifier of a reminder in JSON.
    case identifier(ModelIdentifier)
    /// A line, for ``ReminderNaming``.
    case word(String)

    /// As it is written.
    package var text: String {
      switch self {
      case .identifier(let identifier): identifier.description
      case .word(let word): word
      }
    }
  }

  /// Why a text has none in a place where one must be.
  package struct Problem: Error, Sendable, Hashable {
    /// Counted from 1.
    package let line: Int
    /// Half a sentence.
    package let reason: String
  }

  /// - Returns: each once, in the order of the text.
  /// - Throws: ``Problem``, the first that there is: part of what was meant is not what was meant.
  /// - Complexity: linear in the bytes.
  package static func read(_ bytes: [UInt8]) throws(Problem) -> [Entry] {
    let first = bytes.first { $0 > 0x20 }
    let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    let found = isJSON ? try json(bytes).map(Entry.identifier) : lines(bytes)
    var seen: Set<Entry> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static func lines(_ bytes: [UInt8]) -> [Entry] {
    bytes.split(separator: 0x0A).compactMap { line in
      let word = String(decoding: line.trimmed, as: UTF8.self)
      return word.isEmpty ? nil : .word(word)
    }
  }

  /// The values of the key `id` of the objects that stand by themselves or in one array.
  private static func json(_ bytes: [UInt8]) throws(Problem) -> [ModelIdentifier] {
    var feed = TextFeed(MemorySource(bytes))
    var reader = JSONReader(&feed)
    var result: [ModelIdentifier] = []
    var depth = 0
    // That of the object which stands for a reminder; 0 outside of one.
    var own = 0
    var (isIdentifier, hasIdentifier) = (false, false)
    while true {
      guard let token = try? reader.next() else { throw problem(reader.line) }
      switch token {
      case .beginArray: depth += 1
      case .endArray: depth -= 1
      case .beginObject:
        depth += 1
        if own == 0 { (own, hasIdentifier) = (depth, false) }
      case .endObject:
        if depth == own {
          own = 0
          guard hasIdentifier else { throw problem(reader.line) }
        }
        depth -= 1
      case .key(let key): isIdentifier = key == "id" && depth == own
      case .string(let text):
        guard isIdentifier else { continue }
        isIdentifier = false
        result.append(try identifier(text, line: reader.line))
        hasIdentifier = true
      case .number, .bool, .null, .omitted: isIdentifier = false
      case .broken: throw problem(reader.line)
      case .end: return result
      }
    }
  }

  private static func problem(_ line: Int) -> Problem {
    Problem(
      line: line, reason: "this is not JSON with the id of each reminder, as listo list --json prints it")
  }

  private static func identifier(_ word: String, line: Int) throws(Problem) -> ModelIdentifier {
    guard let identifier = ModelIdentifier(word), identifier.kind == .reminder else {
      throw Problem(line: line, reason: "'\(word)' is not the identifier of a reminder")
    }
    return identifier
  }
}

extension ArraySlice<UInt8> {
  /// Without blanks and control characters at its ends.
  fileprivate var trimmed: Self {
    guard let last = lastIndex(where: { $0 > 0x20 }) else { return [] }
    return self[...last].drop { $0 <= 0x20 }
  }
}
