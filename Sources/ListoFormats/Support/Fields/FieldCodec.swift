internal import ICalendar
internal import ListoModel

/// STATUS, PRIORITY, PERCENT-COMPLETE and SEQUENCE as people and other programs write them: every reader of
/// fields asks here which value a word or a number is.
///
/// A value that is none is kept aside by the reader, and reported: a STATUS that no program knows shows as
/// open.
enum FieldCodec {
  /// The status that a word says, in any case; nil for a word that says none.
  static func status(_ word: String) -> Status? {
    let status = Status(Array(word.utf8)[...])
    return status.isStandard ? status : words[key(word)]
  }

  /// The property of a field can have this number (RFC 5545 §3.8.1.8, §3.8.1.9 and §3.8.7.4); other fields
  /// have no range.
  static func fits(_ id: FieldID, _ number: Int) -> Bool {
    switch id {
    case .priority: (0...9).contains(number)
    case .percent: (0...100).contains(number)
    case .sequence: (0...Int(Int32.max)).contains(number)
    default: true
    }
  }

  /// The same for digits: see ``Swift/Span/isPlainInteger(_:)``.
  static func fits(_ id: FieldID, _ bytes: Span<UInt8>, _ digits: Range<Int>) -> Bool {
    switch id {
    case .priority: digits.count == 1
    case .percent: digits.count < 3 || bytes.integer(digits) == 100
    default: true
    }
  }

  /// The allowed values in words, for a number that is none of them.
  static func range(_ id: FieldID) -> String {
    switch id {
    case .priority: "a number from 0 to 9"
    case .percent: "a number from 0 to 100"
    default: "a number of at least 0"
    }
  }

  /// `In_Progress` and `in-progress` are one word.
  private static func key(_ word: String) -> String {
    let key = word.lowercased()
    guard key.utf8.count > 1 else { return key }
    return String(key.map { $0 == "-" || $0 == "_" ? " " : $0 })
  }

  private static let words: [String: Status] = {
    var words: [String: Status] = [:]
    for word in [
      "done", "complete", "finished", "checked", "closed", "resolved", "yes", "y", "true", "x", "✓", "✔", "✔️",
      "☑",
      "✅", "1", "ja", "erledigt", "fertig", "abgeschlossen",
    ] {
      words[word] = .completed
    }
    for word in [
      "open", "todo", "to do", "not started", "notstarted", "needs action", "needsaction", "incomplete",
      "not done",
      "unchecked", "no", "n", "false", "☐", "0", "-", "nein", "offen",
    ] {
      words[word] = .needsAction
    }
    for word in ["in progress", "inprogress", "in process", "started", "doing", "in arbeit"] {
      words[word] = .inProcess
    }
    for word in ["canceled", "deleted", "dropped", "abgebrochen"] { words[word] = .cancelled }
    return words
  }()
}
