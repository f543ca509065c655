internal import ICalendar
internal import ListoModel

/// The part of a reminder that a headline of Org shows, with the lines directly below it.
///
/// It says less than iCalendar: no seconds, no zones, no title with a line end. Anything else is in the
/// property drawer, as iCalendar writes it, and counts for as long as the headline still shows what follows
/// from it: an edit in Emacs wins.
enum OrgEntry {
  /// The properties that its pieces stand for.
  static let pieces: InlineArray<8, PropertyID> = [
    .status, .priority, .summary, .categories, .due, .dtstart, .completed, .rrule,
  ]

  // MARK: From a reminder

  static func priority(of reminder: PlacedReminder) -> Int? {
    reminder.priority.flatMap { (1...9).contains($0) ? $0 : nil }
  }

  /// As it stands in the headline: ``OrgText``.
  static func title(of reminder: PlacedReminder) -> String { shown(reminder.title ?? "") }

  static func tags(of reminder: PlacedReminder) -> [String] {
    reminder.tags.map(Self.tag).filter { !$0.isEmpty }
  }

  /// The tags in the headline of a reminder: without those that the file has, if the reminder has all of
  /// these.
  static func headlineTags(_ tags: [String], besides fileTags: [String]) -> [String] {
    guard !fileTags.isEmpty, fileTags.allSatisfy(tags.contains) else { return tags }
    return tags.filter { !fileTags.contains($0) }
  }

  /// A title that Org reads as nothing but a title: one line, and nothing active in it.
  private static func shown(_ title: String) -> String {
    guard title.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return OrgText.escape(String(title[...].trimmed()), .title)
    }
    let line = title.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return OrgText.escape(String(String(String.UnicodeScalarView(line))[...].trimmed()), .title)
  }

  /// A title that it would give back as it is but for its escapes, by its bytes: one line without white space
  /// at its ends. False where ``title(of:)`` must tell.
  static func isPlainTitle(_ bytes: Span<UInt8>, _ title: Range<Int>) -> Bool {
    for index in title where bytes[index] < 0x20 || bytes[index] == 0x7F { return false }
    guard let first = title.first, let last = title.last else { return true }
    // The bytes that white space beyond ASCII begins and ends with.
    return bytes[first] != 0x20 && bytes[first] != 0xC2 && bytes[first] != 0xE2 && bytes[last] != 0x20
      && bytes[last] != 0x85 && bytes[last] & 0xFE != 0xA8
  }

  /// Org's tags are of letters, digits and `_@#%`.
  private static func tag(_ tag: String) -> String {
    String(
      String.UnicodeScalarView(
        tag.unicodeScalars.map { isTagCharacter($0) ? $0 : "_" }))
  }

  static func isTagCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.value | 0x20) &- 0x61 < 26 || scalar == "_" || scalar == "@" || scalar == "#"
      || scalar == "%" || scalar.properties.isAlphabetic
      || scalar.properties.numericType == .decimal
  }

  /// `+2w` for a rule that says no more.
  static func repeater(_ raw: String) -> String? {
    guard let rule = try? RecurrenceRule.parse(Array(raw.utf8)[...]),
      let unit = units.first(where: { $0.frequency == rule.frequency })
    else { return nil }
    let bare = try? RecurrenceRule.parse(
      Array("FREQ=\(rule.frequency.rawValue);INTERVAL=\(rule.interval)".utf8)[...])
    return bare == rule ? "+\(rule.interval)\(unit.letter)" : nil
  }

  private static let units: [(letter: Character, frequency: RecurrenceRule.Frequency)] = [
    ("h", .hourly), ("d", .daily), ("w", .weekly), ("m", .monthly), ("y", .yearly),
  ]

  // MARK: To iCalendar

  /// `FREQ=WEEKLY;INTERVAL=2` for `+2w`, and for `++2w` and `.+2w`, which count from elsewhere.
  static func rule(_ repeater: String) -> String? {
    guard let letter = repeater.last, let unit = units.first(where: { $0.letter == letter }),
      let count = Int(repeater.dropLast().drop { $0 == "+" || $0 == "." }), count > 0
    else { return nil }
    return "FREQ=\(unit.frequency.rawValue)" + (count == 1 ? "" : ";INTERVAL=\(count)")
  }
}
