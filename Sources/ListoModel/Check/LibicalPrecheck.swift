internal import ICalendar

/// Tells components that libical has no objection to, so that it need not be asked: its parser takes ten
/// times as long as all else that a check does.
///
/// Only what nearly all reminders consist of is decided: a VTODO with VALARMs, of properties that libical
/// knows, with values in the form that everyone writes. A test asks libical about every form that is let
/// through here.
struct LibicalPrecheck {
  private static let byteLimit = 1 << 16
  private static let lineLimit = 500

  /// The bytes to which the places refer.
  private let bytes: [UInt8]

  /// Whether libical is sure to object to nothing; where it is not sure, it may all the same.
  static func isSure(of lines: ComponentLines) -> Bool {
    guard lines.kind == .vtodo, lines.component.byteCount <= byteLimit else { return false }
    // libical's parser would not be given a NUL.
    guard !lines.component.hasNUL, isSure(ofOwn: lines, .todo) else { return false }
    return lines.children.allSatisfy {
      $0.kind == .valarm && $0.children.isEmpty && isSure(ofOwn: $0, .alarm)
    }
  }

  private static func isSure(ofOwn lines: ComponentLines, _ frame: Frame) -> Bool {
    guard lines.component.isComplete, lines.places.count <= lineLimit else { return false }
    let extent = lines.component.bytes.indices
    let precheck = LibicalPrecheck(bytes: lines.bytes)
    guard precheck.begins(with: frame, extent), precheck.ends(with: frame, extent) else { return false }
    return lines.places.allSatisfy { precheck.isSure(of: $0) }
  }

  /// The first and the last line of a component.
  private struct Frame {
    let begin: ShortWord
    let end: ShortWord

    static let todo = Frame(begin: ShortWord("BEGIN:VTODO"), end: ShortWord("END:VTODO"))
    static let alarm = Frame(begin: ShortWord("BEGIN:VALARM"), end: ShortWord("END:VALARM"))
  }

  private func begins(with frame: Frame, _ extent: Range<Int>) -> Bool {
    let end = min(extent.lowerBound + frame.begin.count + 2, extent.upperBound)
    return isLine(frame.begin, extent.lowerBound..<end)
  }

  private func ends(with frame: Frame, _ extent: Range<Int>) -> Bool {
    let start = max(extent.upperBound - frame.end.count - 2, extent.lowerBound)
    return extent.upperBound > start && bytes[extent.upperBound - 1] == 0x0A
      && isLine(frame.end, start..<extent.upperBound)
  }

  /// Whether the bytes are this line, with nothing but a line end beside it.
  private func isLine(_ line: ShortWord, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound, isLineEnd(start) { start += 1 }
    let end = start + line.count
    return end < range.upperBound && line.stands(in: bytes.span, at: start) && isLineEnd(end)
  }

  private func isLineEnd(_ index: Int) -> Bool { bytes[index] == 0x0D || bytes[index] == 0x0A }

  // MARK: Lines

  private func isSure(of place: LinePlace) -> Bool {
    let line = place.extent
    let behind = line.lowerBound + place.nameLength
    guard behind + 1 < line.upperBound else { return false }
    // libical knows names in any case, but for the X of an experimental one; none that is folded, or has a
    // byte order mark before it.
    let first = bytes[line.lowerBound]
    guard first != UInt8(ascii: "x"), first < 0x80 else { return false }
    if place.isFolded, (line.lowerBound..<behind).contains(where: isLineEnd) { return false }
    if let value = place.plainValue { return isSure(ofValue: withoutLineEnds(value), place.id) }
    let rest = withoutLineEnds(behind + 1..<max(behind + 1, place.content.upperBound))
    return switch bytes[behind] {
    case 0x3A: isText(place.id) && startsWithLetter(rest)
    case 0x3B: isSure(ofParameters: rest, place.id)
    default: false
    }
  }

  /// libical drops carriage returns, so that one before a line end is none of the value.
  private func withoutLineEnds(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, isLineEnd(end - 1) { end -= 1 }
    return range.lowerBound..<end
  }

  private func isSure(ofValue value: Range<Int>, _ id: PropertyID) -> Bool {
    switch id {
    case .dtstamp, .created, .lastModified, .completed: isMoment(value, lengths: 16...16)
    case .due, .dtstart: isMoment(value, lengths: 15...16)
    case .percentComplete, .priority, .sequence: PlainForm.number(bytes.span, value) != nil
    case .status: isOneOf(Self.statuses, value)
    case .class: isOneOf(Self.classes, value)
    case .action: isOneOf(Self.actions, value)
    case .categories: startsWithLetter(value) && hasNoEmptyPart(value)
    case .trigger: PlainForm.isDuration(bytes.span, value)
    case .rrule: isRule(value)
    default: isText(id) && startsWithLetter(value)
    }
  }

  /// - Parameter rest: what follows the semicolon behind the name.
  private func isSure(ofParameters rest: Range<Int>, _ id: PropertyID) -> Bool {
    switch id {
    case .due, .dtstart:
      if let value = behind(Self.valueDate, rest) { return isMoment(value, lengths: 8...8) }
      guard let zoned = behind(Self.tzid, rest), zoned.count > 16, bytes[zoned.upperBound - 16] == 0x3A
      else { return false }
      return isZoneName(zoned.lowerBound..<zoned.upperBound - 16)
        && isMoment(zoned.upperBound - 15..<zoned.upperBound, lengths: 15...15)
    case .trigger:
      return behind(ShortWord.valueIsDateTime, rest).map { isMoment($0, lengths: 16...16) } ?? false
    case .relatedTo: return behind(Self.parent, rest).map(startsWithLetter) ?? false
    default: return false
    }
  }

  private static let valueDate = ShortWord("VALUE=DATE:")
  private static let tzid = ShortWord("TZID=")
  private static let parent = ShortWord("RELTYPE=PARENT:")
  // Without references: two threads that counted those of one array would wait for each other.
  private static let statuses: InlineArray<4, ShortWord> = [
    ShortWord("NEEDS-ACTION"), ShortWord("COMPLETED"), ShortWord("IN-PROCESS"), ShortWord("CANCELLED"),
  ]
  private static let classes: InlineArray<3, ShortWord> = [
    ShortWord("PUBLIC"), ShortWord("PRIVATE"), ShortWord("CONFIDENTIAL"),
  ]
  private static let actions: InlineArray<3, ShortWord> = [
    ShortWord("DISPLAY"), ShortWord("AUDIO"), ShortWord("EMAIL"),
  ]

  /// Properties whose value libical takes as it is, if there is one.
  private func isText(_ id: PropertyID) -> Bool {
    switch id {
    case .uid, .summary, .description, .location, .comment, .url, .relatedTo, .xAppleSortOrder,
      .xWrAlarmuid:
      true
    default: false
    }
  }
}

// MARK: Values

extension LibicalPrecheck {
  /// It is not empty, and does not begin with white space or a fold.
  private func startsWithLetter(_ value: Range<Int>) -> Bool {
    !value.isEmpty && bytes[value.lowerBound] > 0x20
  }

  private func hasNoEmptyPart(_ value: Range<Int>) -> Bool {
    var last: UInt8 = 0x2C
    for index in value {
      // A backslash or a quotation mark may hide a comma.
      switch bytes[index] {
      case 0x2C where last <= 0x20 || last == 0x2C, 0x5C, 0x22: return false
      default: last = bytes[index]
      }
    }
    return last > 0x20 && last != 0x2C
  }

  private func isOneOf<let count: Int>(_ words: InlineArray<count, ShortWord>, _ value: Range<Int>) -> Bool {
    guard let word = ShortWord(bytes.span, value) else { return false }
    for index in words.indices where words[index] == word { return true }
    return false
  }

  /// A DATE, or a DATE-TIME, of a day and a time that exist.
  private func isMoment(_ value: Range<Int>, lengths: ClosedRange<Int>) -> Bool {
    guard lengths ~= value.count else { return false }
    if DigitMoment(bytes.span, value) != nil { return true }
    guard StampValue.seconds(bytes.span, value) != nil else { return false }
    // A leap second is one that not everyone knows.
    return value.count == 8 || bytes[value.lowerBound + 13] < 0x36
  }

  private func isZoneName(_ name: Range<Int>) -> Bool {
    !name.isEmpty
      && name.allSatisfy { index in
        switch bytes[index] {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2F, 0x5F: true
        default: false
        }
      }
  }

  /// The range behind `text`; nil where `rest` does not begin with it, or nothing is behind it.
  private func behind(_ text: ShortWord, _ rest: Range<Int>) -> Range<Int>? {
    guard rest.count > text.count, text.stands(in: bytes.span, at: rest.lowerBound) else { return nil }
    return rest.lowerBound + text.count..<rest.upperBound
  }

  /// FREQ, then nothing but INTERVAL, COUNT, and the days that go with the frequency, each once at most.
  private func isRule(_ value: Range<Int>) -> Bool {
    let text = value.map { bytes[$0] }
    let parts = text.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      $0.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    var seen: Set<String> = []
    guard parts.allSatisfy({ $0.count == 2 && seen.insert($0[0]).inserted }), parts[0][0] == "FREQ",
      let days = Self.rules[parts[0][1]]
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      switch part[0] {
      case "INTERVAL", "COUNT": Self.isSmall(part[1], 999)
      case days where days == "BYDAY":
        part[1].split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
          Self.weekdays.contains(String($0))
        }
      case days: Self.isSmall(part[1], 28)
      default: false
      }
    }
  }

  /// By frequency the part that may say on which days.
  private static let rules = ["DAILY": "", "WEEKLY": "BYDAY", "MONTHLY": "BYMONTHDAY", "YEARLY": ""]
  private static let weekdays: Set<String> = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  private static func isSmall(_ text: String, _ limit: Int) -> Bool {
    guard let number = Int(text), 1...limit ~= number else { return false }
    return String(number) == text
  }
}
