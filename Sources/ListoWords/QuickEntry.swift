package import ICalendar

/// A reminder in one line: `Call the dentist tomorrow 9:00 !high #health @Home every 6 months`.
///
/// Dates, times, rules and `p1` are taken from the end of the line, the signs `#tag`, `@list`, `!high`, `!1`,
/// `^start` and `tag:`, `list:`, `start:`, `due:` wherever they follow a blank. All else is the title, as it
/// was written.
package struct QuickEntry: Sendable, Hashable {
  /// The line without the pieces, and without blanks around it.
  public let title: String
  /// The due date; for a rule without a date, its first day.
  public let due: DateWords?
  /// The start; nil if the line has none.
  public let start: DateWords?
  /// The recurrence; nil if the line has none.
  public let repeats: RuleWords?
  /// 1 to 9, 1 being the highest (RFC 5545 §3.8.1.9); nil where nothing is said.
  public let priority: Int?
  /// In the order of the line, each once.
  public let tags: [String]
  /// The title of the list, as it was typed; nil where nothing is said.
  public let list: String?
  /// The parts that were understood, in the order of the line. Together with the title they cover the whole
  /// line.
  public let pieces: [Piece]
  /// A part of the title that looks like a date, if nothing is due; nil if there is none. It is meant for a
  /// note, because the user may have meant a title.
  public let unread: UnreadDate?

  /// A date with words behind it that are neither a date nor a rule: dates are read from the end of the line.
  /// Or words at the end that look like a date or a rule and are none.
  public struct UnreadDate: Sendable, Hashable {
    /// The words of the date.
    public let words: String
    /// The text after the words; empty at the end of the line.
    public let rest: String
    /// The code of another language in which the words are a date; nil if there is none.
    public let language: String?

    init(words: String, rest: String, language: String? = nil) {
      (self.words, self.rest, self.language) = (words, rest, language)
    }
  }

  /// The RRULE value, UNTIL being a day. For one that is due at a time take ``rule(in:)``.
  public var rule: String? { repeats?.value }

  /// Returns the RRULE value for a reminder that is stored in a zone. If the due date has a time, UNTIL is in
  /// UTC (RFC 5545 §3.3.10).
  public func rule(in zone: Zone) -> String? {
    due?.local == nil ? repeats?.value : repeats?.value(timedIn: zone)
  }

  /// The words as they are.
  public init(plain line: String) {
    self.init(
      title: line, due: nil, start: nil, repeats: nil, priority: nil, tags: [], list: nil, pieces: [],
      unread: nil)
  }

  /// Reads a line.
  ///
  /// - Throws: ``WordsError`` where words could mean two things, say something twice, or leave no title.
  /// - Complexity: linear in the line.
  public init(
    _ line: String, language: WordsLanguage, in context: WordsContext
  ) throws(WordsError) {
    var reader = QuickEntryReader(line, language, context)
    self = try reader.read()
  }

  init(
    title: String, due: DateWords?, start: DateWords?, repeats: RuleWords?, priority: Int?, tags: [String],
    list: String?, pieces: [Piece], unread: UnreadDate?
  ) {
    (self.title, self.due, self.start, self.repeats) = (title, due, start, repeats)
    (self.priority, self.tags, self.list, self.pieces) = (priority, tags, list, pieces)
    self.unread = unread
  }
}
