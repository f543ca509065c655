internal import ICalendar
internal import ListoModel
internal import ListoWords

/// Fields as cells.
enum CSVCell {
  /// Texts as one cell has them.
  static func text(_ texts: [String]) -> String {
    let texts = texts.map { Array($0.utf8) }
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: texts.reduce(0) { $0 + $1.count * 2 + 2 }) { output in
      for (index, text) in texts.enumerated() {
        append(text.span, 0..<text.count, isFirst: index == 0, to: &output)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends one of several texts, with a backslash before a comma, a semicolon or a backslash, white space
  /// at its ends, and a bracket at the beginning of the cell.
  static func append(
    _ bytes: Span<UInt8>, _ text: Range<Int>, isFirst: Bool, to output: inout OutputSpan<UInt8>
  ) {
    if !isFirst {
      output.put(0x2C)
      output.put(0x20)
    }
    if isFirst, let first = text.first, bytes[first] == 0x5B { output.put(0x5C) }
    if standsForItself(bytes, text) { return output.append(bytes, text) }
    let scalars = Array(FieldPlaces.text(bytes, text).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isEnd = (index == 0 || index == scalars.count - 1) && scalar.properties.isWhitespace
      if scalar == "," || scalar == ";" || scalar == "\\" || isEnd { output.put(0x5C) }
      for byte in UTF8.encode(scalar).map(Array.init) ?? [] { output.put(byte) }
    }
  }

  /// Nothing of it has to stand behind a backslash, as far as its bytes say.
  private static func standsForItself(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let last = text.last else { return true }
    func isWord(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x80 }
    guard isWord(bytes[text.lowerBound]), isWord(bytes[last]) else { return false }
    for index in text where bytes[index] == 0x2C || bytes[index] == 0x3B || bytes[index] == 0x5C {
      return false
    }
    return true
  }

  /// The value of a cell that is not empty; nil where it is not of the field's type.
  ///
  /// - Parameter dates: the order of day, month and year in numbers that are not ISO 8601; nil where it is
  ///   not known.
  static func value(_ cell: String, of id: FieldID, dates: DateOrder? = nil) -> FieldValue? {
    switch id.type {
    case .texts:
      let texts = split(cell)
      if id == .alarms, texts.contains(where: { AlarmText.parse($0) == nil }) { return nil }
      return .texts(texts)
    case .moment:
      return date(trimmed(cell), dates).map { .moment($0) }
    case .integer:
      let given = trimmed(cell)
      if let number = Int(given) { return FieldCodec.fits(id, number) ? .integer(number) : nil }
      let word = given.lowercased()
      if id == .priority, let number = priorities[word] { return .integer(number) }
      if id == .percent, word.hasSuffix("%"), let number = Int(trimmed(String(word.dropLast()))),
        FieldCodec.fits(id, number)
      {
        return .integer(number)
      }
      return nil
    case .text:
      guard id == .status else {
        guard ContentValue.isChecked(JCalShape.of(id.property)) else { return .text(cell) }
        let isValue = ContentValue.wanted(by: id.property, Array(cell.utf8)[...], []) == nil
        return isValue ? .text(cell) : id == .recurrence ? rule(trimmed(cell)).map { .text($0) } : nil
      }
      return FieldCodec.status(trimmed(cell)).map { .text($0.word) }
    }
  }

  private static let priorities = [
    "high": 1, "urgent": 1, "important": 1, "highest": 1, "!!!": 1, "medium": 5, "normal": 5, "!!": 5,
    "low": 9,
    "lowest": 9, "!": 9, "none": 0, "hoch": 1, "wichtig": 1, "mittel": 5, "niedrig": 9, "keine": 0,
  ]

  /// An RRULE value, also behind the name of its property.
  private static func rule(_ cell: String) -> String? {
    let name = "RRULE:"
    let value = cell.uppercased().hasPrefix(name) ? String(cell.dropFirst(name.count)) : cell
    return ContentValue.wanted(by: .rrule, Array(value.utf8)[...], []) == nil ? value : nil
  }

  private static func date(_ text: String, _ order: DateOrder?) -> Moment? {
    if let moment = moment(text), let moment = inTable(moment) { return moment }
    if let date = SheetDate(text) { return date.moment(order) }
    return (try? Moment.decode(Array(text.utf8)[...])) ?? date(inWords: text)
  }

  /// The meaning of what ``moment(_:)`` reads: an offset behind the time makes it UTC, and the name of a zone
  /// may be in brackets. Nil where it is no zone that is behind the time.
  private static func inTable(_ moment: Moment) -> Moment? {
    guard case .zoned(let local, let tzid) = moment else { return moment }
    switch tzid.utf8.first {
    case 0x2B, 0x2D: return Moment(iso: "\(local)\(tzid)") ?? .zoned(local, tzid: tzid)
    case 0x5B where tzid.hasSuffix("]"): return .zoned(local, tzid: String(tzid.dropFirst().dropLast()))
    case 0x5A where tzid == "Z": return .utc(local)
    default: return isHalfOfDay(tzid) ? nil : moment
    }
  }

  static func isHalfOfDay(_ word: String) -> Bool { ["AM", "PM"].contains(word.uppercased()) }

  /// `2026-12-01`, `2026-12-01T10:15[:00][Z]`, with a blank for the T too, and perhaps a zone's name behind
  /// it.
  static func moment(_ text: String) -> Moment? {
    let bytes = Array(text.utf8)
    if let moment = Moment(droppingFractionOf: bytes[...]) { return moment }
    var parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    if parts.count >= 2, Day(iso: parts[0]) != nil, parts[1].utf8.first.map({ $0 &- 48 < 10 }) == true {
      parts[0] += "T" + parts.remove(at: 1)
      parts =
        [parts[0]] + parts.dropFirst().flatMap { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    }
    guard let first = parts.first, let moment = Moment(droppingFractionOf: first) else { return nil }
    let zone = parts.dropFirst().joined(separator: " ")
    if zone.isEmpty { return moment }
    guard case .floating(let local) = moment else { return nil }
    return .zoned(local, tzid: zone)
  }

  /// The texts of a cell, each once: between commas or semicolons, perhaps all in brackets, and each of those
  /// in quotation marks.
  private static func split(_ cell: String) -> [String] {
    var texts: [String] = []
    var seen: Set<String> = []
    var text: [Unicode.Scalar] = []
    var kept = 0
    var isEscaped = false
    var quote: Unicode.Scalar?
    let inside = insideBrackets(cell)
    func end() {
      while text.count > kept, text.last?.properties.isWhitespace == true { text.removeLast() }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      let found = String(view)
      if !found.isEmpty && seen.insert(found).inserted { texts.append(found) }
      (text, kept) = ([], 0)
    }
    for scalar in inside ?? cell.unicodeScalars[...] {
      if isEscaped {
        if !",;[\\".unicodeScalars.contains(scalar) && !scalar.properties.isWhitespace { text.append("\\") }
        text.append(scalar)
        kept = text.count
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == quote {
        (quote, kept) = (nil, text.count)
      } else if quote != nil {
        text.append(scalar)
      } else if inside != nil, text.isEmpty, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "," || scalar == ";" {
        end()
      } else if !(text.isEmpty && scalar.properties.isWhitespace) {
        text.append(scalar)
      }
    }
    if isEscaped { text.append("\\") }
    end()
    return texts
  }

  /// The text within brackets that enclose a whole cell; nil without brackets.
  private static func insideBrackets(_ cell: String) -> Substring.UnicodeScalarView? {
    let trimmed = trimmed(cell)
    guard trimmed.count > 1, trimmed.hasPrefix("["), trimmed.hasSuffix("]") else { return nil }
    return trimmed.dropFirst().dropLast().unicodeScalars
  }

  /// The status that a cell says.
  static func status(_ cell: String) -> Status? { FieldCodec.status(trimmed(cell)) }

  static func trimmed(_ text: String) -> String {
    func isWord(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? true }
    if isWord(text.utf8.first), isWord(text.utf8.last) { return text }
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(Substring(scalars))
  }
}

/// Dates and rules in words, as far as they mean the same on every day: a reader has no clock.
extension CSVCell {
  /// The date that a text names with its year, such as `Oct 5, 2026` or `1. Dezember 2026 9:00`; nil for
  /// others, such as `tomorrow`.
  static func date(inWords text: String) -> Moment? {
    let numbers = text.split(whereSeparator: { !("0"..."9" ~= $0) })
    guard numbers.count > 1, numbers.contains(where: { $0.count == 4 }) else { return nil }
    return same { language, context throws(WordsError) in
      try DateWords.parse(text, language: language, in: context).moment
    }
  }

  /// The rule that words name, such as `every 2 weeks` or `jeden Montag`; nil for others, and for those that
  /// say when they begin.
  static func rule(inWords text: String) -> RuleWords? {
    let rule = same { language, context throws(WordsError) in
      try RuleWords.parse(text, language: language, in: context)
    }
    return rule?.from == nil ? rule : nil
  }

  /// The meaning of words in the first language that understands them, if it does not depend on the day.
  private static func same<Meaning: Equatable>(
    _ parse: (WordsLanguage, WordsContext) throws(WordsError) -> Meaning
  ) -> Meaning? {
    for language in WordsLanguage.all {
      let meanings = days.map { try? parse(language, WordsContext(now: $0)) }
      if let first = meanings[0], meanings.allSatisfy({ $0 == first }) { return first }
    }
    return nil
  }

  /// Two times that differ in everything.
  private static let days = [
    LocalDateTime(startOf: Day(daysSince1970: 11_000)),
    LocalDateTime(startOf: Day(daysSince1970: 20_200)).adding(seconds: 50_000),
  ]
}
