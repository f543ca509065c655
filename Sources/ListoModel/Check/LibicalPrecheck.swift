internal import ICalendar

/// Tells components that libical has no objection to, so that it need not be asked: its parser takes ten times as long as all else
/// that a check does.
///
/// Only what nearly all reminders consist of is decided: a VTODO with VALARMs, of properties that libical knows, with values in
/// the form that everyone writes. A test asks libical about every form that is let through here.
struct LibicalPrecheck {
  private static let byteLimit = 1 << 16
  private static let lineLimit = 500

  /// What the places are of.
  private let bytes: [UInt8]

  /// Whether libical is sure to object to nothing; where it is not sure, it may all the same.
  static func isSure(of lines: ComponentLines) -> Bool {
    guard lines.kind == .vtodo, lines.component.byteCount <= byteLimit else { return false }
    // libical's parser would not be given a NUL.
    guard !lines.component.hasNUL, isSure(ofOwn: lines) else { return false }
    return lines.children.allSatisfy { $0.kind == .valarm && $0.children.isEmpty && isSure(ofOwn: $0) }
  }

  private static func isSure(ofOwn lines: ComponentLines) -> Bool {
    let component = lines.component
    let (slice, name) = (component.bytes, component.kind.name)
    guard component.isComplete, frames("BEGIN:", name, slice.prefix(name.utf8.count + 8)),
      slice.last == 0x0A, frames("END:", name, slice.suffix(name.utf8.count + 6))
    else { return false }
    guard lines.places.count <= lineLimit else { return false }
    let precheck = LibicalPrecheck(bytes: lines.bytes)
    return lines.places.allSatisfy { precheck.isSure(of: $0.extent, $0.id, isPlain: $0.plainValue != nil) }
  }

  /// Whether the bytes are this line, with nothing but a line end beside it.
  private static func frames(_ word: String, _ name: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes.drop { $0 == 0x0D || $0 == 0x0A }
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    guard rest.starts(with: name.utf8) else { return false }
    let end = rest.dropFirst(name.utf8.count).first
    return end == 0x0D || end == 0x0A
  }

  // MARK: Lines

  /// - Parameter isPlain: the line is not folded and has no parameters.
  private func isSure(of line: Range<Int>, _ id: PropertyID, isPlain: Bool) -> Bool {
    // Where a name is folded, or has a byte order mark before it, what follows it stands elsewhere.
    let behind = line.lowerBound + id.name.utf8.count
    guard behind + 1 < line.upperBound else { return false }
    // libical knows names in any case, but for the X of an experimental one.
    guard bytes[line.lowerBound] != UInt8(ascii: "x") else { return false }
    var end = line.upperBound
    while end > behind, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    if bytes[behind] == 0x3A {
      let value = behind + 1..<max(end, behind + 1)
      return isPlain ? isSure(ofValue: value, id) : isText(id) && startsWithLetter(value)
    }
    return bytes[behind] == 0x3B && isSure(ofParameters: behind + 1..<max(end, behind + 1), id)
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
    case .trigger: return behind(Self.valueDateTime, rest).map { isMoment($0, lengths: 16...16) } ?? false
    case .relatedTo: return behind(Self.parent, rest).map(startsWithLetter) ?? false
    default: return false
    }
  }

  private static let valueDate = Array("VALUE=DATE:".utf8)
  private static let valueDateTime = Array("VALUE=DATE-TIME:".utf8)
  private static let tzid = Array("TZID=".utf8)
  private static let parent = Array("RELTYPE=PARENT:".utf8)
  private static let statuses = words("NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED")
  private static let classes = words("PUBLIC", "PRIVATE", "CONFIDENTIAL")
  private static let actions = words("DISPLAY", "AUDIO", "EMAIL")

  private static func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

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

  private func isOneOf(_ words: [[UInt8]], _ value: Range<Int>) -> Bool {
    words.contains { word in
      word.count == value.count && word.indices.allSatisfy { bytes[value.lowerBound + $0] == word[$0] }
    }
  }

  /// A DATE, or a DATE-TIME, of a day and a time that exist.
  private func isMoment(_ value: Range<Int>, lengths: ClosedRange<Int>) -> Bool {
    guard lengths ~= value.count, StampValue.seconds(bytes[value]) != nil else { return false }
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

  /// What stands behind `text`; nil where it does not begin with it.
  private func behind(_ text: [UInt8], _ rest: Range<Int>) -> Range<Int>? {
    guard rest.count > text.count,
      text.indices.allSatisfy({ bytes[rest.lowerBound + $0] == text[$0] })
    else { return nil }
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
