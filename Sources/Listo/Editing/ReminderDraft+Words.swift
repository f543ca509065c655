public import ListoEditing
public import ListoModel
public import ListoWords

extension ReminderDraft {
  /// Creates a draft from one line, as `listo add` does: `Call the dentist tomorrow 9:00 !high #health`.
  ///
  /// - Parameters:
  ///   - words: a title, with dates, times, rules, tags and a priority.
  ///   - language: the language of the dates and rules, in addition to English.
  ///   - view: the viewer's clock and time zone, which decide what "tomorrow" means.
  /// - Throws: ``WordsError`` for a date or rule that cannot be, such as 31 February.
  public init(
    words: String, language: WordsLanguage = WordsLanguage(locale: "en"), in view: ViewContext
  ) throws(WordsError) {
    let context = WordsContext(now: view.now, in: view.zone, weekStart: view.weekStart)
    let entry = try QuickEntry(words, language: language, in: context)
    var fields: [FieldID: FieldValue] = [:]
    fields[.due] = entry.due.map { .moment($0.moment) }
    fields[.start] = entry.start.map { .moment($0.moment) }
    fields[.recurrence] = entry.rule(in: view.zone).map { .text($0) }
    fields[.priority] = entry.priority.map { .integer($0) }
    if !entry.tags.isEmpty { fields[.tags] = .texts(entry.tags) }
    self.init(title: entry.title, fields: fields)
  }
}
