internal import ICalendar
internal import ListoModel

/// The lines of a reminder from the bytes of a record, in the common case of a value, as ``ReminderFields/component(line:exact:)`` makes
/// them: from where the value stands, without a text for it.
///
/// Whoever uses it leaves a record of which one value is not in the common case to ``ReminderFields``. Tests hold the two to be the
/// same.
struct QuickFields: ~Copyable {
  /// Those of which lines were written.
  private(set) var properties: PropertySet = []

  /// What stands before a value: the name and a colon.
  private static let heads = PropertyID.allCases.map { ShortText(Array($0.name.utf8)) }
  private static let colon: UInt8 = 0x3A

  @inline(__always)
  private mutating func head(_ id: PropertyID, _ output: inout OutputSpan<UInt8>) {
    properties.insert(id)
    if let head = Self.heads[Int(id.rawValue)] { output.append(head) }
  }

  /// A TEXT (RFC 5545 §3.3.11); what stands there is UTF-8.
  mutating func text(
    _ id: PropertyID, _ bytes: Span<UInt8>, _ range: Range<Int>, _ output: inout OutputSpan<UInt8>
  ) {
    let start = output.count
    head(id, &output)
    output.put(Self.colon)
    output.appendText(bytes, range)
    output.endLine(from: start)
  }

  /// Several, each of them some bytes.
  mutating func texts(
    _ id: PropertyID, _ bytes: Span<UInt8>, _ texts: QuickTexts, _ output: inout OutputSpan<UInt8>
  ) {
    let start = output.count
    head(id, &output)
    for index in 0..<texts.count {
      output.put(index == 0 ? Self.colon : 0x2C)
      output.appendText(bytes, texts[index])
    }
    output.endLine(from: start)
  }

  /// A value as it stands there.
  ///
  /// - Returns: false where it has a line end, or its property cannot have it.
  mutating func raw(
    _ id: PropertyID, _ value: ArraySlice<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = value.span
    for index in bytes.indices where bytes[index] < 0x20 { return false }
    guard ContentValue.wanted(by: id, value, as: nil) == nil else { return false }
    let start = output.count
    head(id, &output)
    output.put(Self.colon)
    output.append(bytes, 0..<bytes.count)
    output.endLine(from: start)
    return true
  }

  /// A whole number.
  ///
  /// - Returns: false where it may be written otherwise, or be none.
  mutating func integer(
    _ id: PropertyID, _ bytes: Span<UInt8>, _ range: Range<Int>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard bytes.isPlainInteger(range) else { return false }
    head(id, &output)
    output.put(Self.colon)
    output.append(bytes, range)
    output.put(0x0D)
    output.put(0x0A)
    return true
  }

  /// A date, or a date and time.
  ///
  /// - Parameter zone: of a time that is not UTC; empty for none.
  /// - Returns: false where the zone cannot stand there as it is.
  mutating func moment(
    _ id: PropertyID, _ moment: DigitMoment, _ bytes: Span<UInt8>, zone: Range<Int>,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let start = output.count
    head(id, &output)
    if !moment.hasTime { output.append(Self.date) }
    if !zone.isEmpty {
      guard moment.hasTime, !moment.isUTC, Self.isPlain(bytes, zone) else { return false }
      output.append(Self.tzid)
      output.append(bytes, zone)
    }
    output.put(Self.colon)
    output.append(moment.iCalendar)
    output.endLine(from: start)
    return true
  }

  /// One without a zone.
  mutating func moment(_ id: PropertyID, _ moment: DigitMoment, _ output: inout OutputSpan<UInt8>) {
    head(id, &output)
    if !moment.hasTime { output.append(Self.date) }
    output.put(Self.colon)
    output.append(moment.iCalendar)
    output.put(0x0D)
    output.put(0x0A)
  }

  private static let date = ShortText(Array(";VALUE=DATE".utf8)) ?? ShortText.empty
  private static let tzid = ShortText(Array(";TZID=".utf8)) ?? ShortText.empty

  /// It stands for itself as the value of a parameter (RFC 5545 §3.1, RFC 6868), in ASCII.
  private static func isPlain(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    for index in value {
      switch bytes[index] {
      case 0x22, 0x2C, 0x3A, 0x3B, 0x5E, ...0x20, 0x7F...: return false
      default: continue
      }
    }
    return true
  }

  /// STATUS by a word that is one of the standards', in any case.
  ///
  /// - Returns: false for any other word.
  mutating func status(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    if case .other = Status(bytes, range) { return false }
    head(.status, &output)
    output.put(Self.colon)
    for index in range { output.put(bytes[index] == 0x2D ? 0x2D : bytes[index] & 0xDF) }
    output.put(0x0D)
    output.put(0x0A)
    return true
  }

  /// An alarm by its word, as ``AlarmText`` has it.
  ///
  /// - Parameter title: of the reminder; empty for none.
  /// - Returns: false where it may be written otherwise, or be none.
  static func alarm(
    _ bytes: Span<UInt8>, _ word: Range<Int>, title: Range<Int>, to component: inout ComponentText
  ) -> Bool {
    let isEnd = word.count > 4 && bytes.holds(end, at: word.upperBound - 4)
    let trigger = isEnd ? word.lowerBound..<word.upperBound - 4 : word
    let isTime = DigitMoment(bytes, trigger).map { $0.isUTC } ?? false
    guard isTime || isPlainDuration(bytes, trigger) else { return false }
    return component.appendAlarm(room: title.count * 5 / 2 + 260) { output in
      output.put(alarmHead)
      let start = output.count
      output.put(description)
      if title.isEmpty { output.put(defaultTitle) } else { output.appendText(bytes, title) }
      output.endLine(from: start)
      output.put(triggerName)
      if isEnd { output.put(relatedToEnd) }
      if isTime { output.put(valueIsTime) }
      output.put(colon)
      output.append(bytes, trigger)
      output.put(alarmTail)
    }
  }

  private static let end = Array("/end".utf8)
  private static let alarmHead = Array("BEGIN:VALARM\r\nACTION:DISPLAY\r\n".utf8)
  private static let description = Array("DESCRIPTION:".utf8)
  private static let defaultTitle = Array(AlarmText.defaultText.utf8)
  private static let triggerName = Array("TRIGGER".utf8)
  private static let relatedToEnd = Array(";RELATED=END".utf8)
  private static let valueIsTime = Array(";VALUE=DATE-TIME".utf8)
  private static let alarmTail = Array("\r\nEND:VALARM\r\n".utf8)

  /// A duration of one number and its unit that is written as ``Trigger`` writes it.
  static func isPlainDuration(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count <= 9, bytes.isPlainDuration(value), bytes[value.lowerBound] != 0x2B else {
      return false
    }
    // Without a zero at the beginning.
    return bytes[value.first { bytes[$0] &- 0x30 < 10 } ?? value.lowerBound] != 0x30
  }
}

/// A few texts by where they stand.
struct QuickTexts {
  private var ranges = InlineArray<8, Range<UInt32>>(repeating: 0..<0)
  private(set) var count = 0

  subscript(index: Int) -> Range<Int> { Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound) }

  /// Adds one that is not there; one that is there byte for byte is not added again.
  ///
  /// - Returns: false where there is no room, or where of two texts that are not ASCII only their characters tell whether they are the
  ///   same.
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in 0..<count where isSame(bytes, self[index], range) { return true }
    guard count < ranges.count, let start = UInt32(exactly: range.lowerBound),
      let end = UInt32(exactly: range.upperBound)
    else { return false }
    if !isASCII(bytes, range) {
      for index in 0..<count where !isASCII(bytes, self[index]) { return false }
    }
    ranges[count] = start..<end
    count += 1
    return true
  }

  private func isSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count
      && bytes.isSame(left.count, from: left.lowerBound, as: bytes, from: right.lowerBound)
  }

  private func isASCII(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where bytes[index] >= 0x80 { return false }
    return true
  }
}
