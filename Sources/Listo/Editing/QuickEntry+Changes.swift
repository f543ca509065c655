public import ListoEditing
public import ListoModel
public import ListoWords

extension QuickEntry {
  /// The fields of the entry other than title, tags and list, in the order in which they are set.
  ///
  /// - Parameter rule: the RRULE value.
  fileprivate func values(_ rule: String?) -> [(field: FieldID, value: FieldValue)] {
    let values: [(field: FieldID, value: FieldValue?)] = [
      (.due, due.map { .moment($0.moment) }), (.start, start.map { .moment($0.moment) }),
      (.recurrence, rule.map { .text($0) }), (.priority, priority.map { .integer($0) }),
    ]
    return values.compactMap { field, value in value.map { (field, $0) } }
  }

  /// The fields of the entry other than title and list, as changes of the new reminder.
  package var changes: [Change] {
    values(rule).map { .set($0.field, $0.value) } + (tags.isEmpty ? [] : [.add(.tags, tags)])
  }
}

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
    let values = entry.values(entry.rule(in: view.zone))
    self.init(
      title: entry.title, fields: Dictionary(uniqueKeysWithValues: values.map { ($0.field, $0.value) }))
    tags = entry.tags
  }
}
