internal import ICalendar

/// A ``ModelIdentifier`` as its description is written: checked whole, but of a part without escapes no text
/// is made before it is asked for.
///
/// A file of 100,000 reminders names the same source and list in each, and of most identifiers nobody asks
/// more than whether they are right.
package struct WrittenIdentifier: Sendable {
  private struct Part: Sendable {
    /// Where it stands in the text, percent-encoded, without the holder.
    var range = 0..<0
    var holder = 1
  }

  private let bytes: ArraySlice<UInt8>
  private let parts: InlineArray<4, Part>
  private let count: Int

  /// - Parameter text: UTF-8.
  /// - Returns: nil for a text that is no identifier.
  package init?(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty else { return nil }
    let bytes = text.span
    var parts = InlineArray<4, Part>(repeating: Part())
    var (start, count) = (0, 0)
    while true {
      let end = bytes.first(0x2F, from: start, to: bytes.count) ?? bytes.count
      guard count < 4, let part = Self.part(bytes, start..<end) else { return nil }
      parts[count] = part
      count += 1
      guard end < bytes.count else { break }
      start = end + 1
    }
    // Of a source there is one, and of an occurrence its own part says whose it is.
    guard parts[0].holder == 1, count < 4 || parts[2].holder == 1 else { return nil }
    (self.bytes, self.parts, self.count) = (text, parts, count)
  }

  private static func part(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Part? {
    guard let sign = bytes.first(0x7E, from: text.lowerBound, to: text.upperBound) else {
      return isName(bytes, text) ? Part(range: text) : nil
    }
    let name = text.lowerBound..<sign
    guard isName(bytes, name), let holder = holder(bytes, sign + 1..<text.upperBound) else { return nil }
    return Part(range: name, holder: holder)
  }

  /// The number behind `~`, 2 or more; nil for any other text.
  private static func holder(_ bytes: Span<UInt8>, _ digits: Range<Int>) -> Int? {
    guard !digits.isEmpty, bytes[digits.lowerBound] != 0x30 else { return nil }
    var number = 0
    for index in digits {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = tens.addingReportingOverflow(Int(digit))
      guard !isTooLarge, !isLarger else { return nil }
      number = sum
    }
    return number > 1 ? number : nil
  }

  /// Where bytes beyond ASCII are encoded, the text must be UTF-8.
  private static func isName(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    var index = name.lowerBound
    var isASCII = true
    while let sign = bytes.first(0x25, from: index, to: name.upperBound) {
      guard sign + 2 < name.upperBound, let high = bytes[sign + 1].hexadecimalDigit,
        bytes[sign + 2].hexadecimalDigit != nil
      else { return false }
      if high >= 8 { isASCII = false }
      index = sign + 3
    }
    return isASCII || text(bytes, name) != nil
  }

  private static func text(_ bytes: Span<UInt8>, _ name: Range<Int>) -> String? {
    var encoded: [UInt8] = []
    encoded.append(addingCapacity: name.count) { $0.append(bytes, name) }
    guard encoded.contains(0x25) else { return String(decoding: encoded, as: UTF8.self) }
    return [UInt8](percentEncoded: encoded[...]).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private func text(_ place: Int) -> String { Self.text(bytes.span, parts[place].range) ?? "" }

  /// As ``ModelIdentifier/source``.
  package var source: String { text(0) }

  /// As ``ModelIdentifier/list``.
  package var list: ModelIdentifier.Name? {
    count > 1 ? ModelIdentifier.Name(text(1), holder: parts[1].holder) : nil
  }

  /// It names a reminder.
  package var isOfReminder: Bool { count > 2 }

  /// As ``ModelIdentifier/uid``.
  package var uid: ModelIdentifier.Name? {
    isOfReminder ? ModelIdentifier.Name(text(2), holder: parts[count - 1].holder) : nil
  }

  /// As ``ModelIdentifier/recurrenceID``.
  package var recurrenceID: String? { count > 3 ? text(3) : nil }

  /// Both say the same list, in the same bytes.
  package func isOfListLike(_ other: WrittenIdentifier) -> Bool {
    let (own, others) = (parts[1].range, other.parts[1].range)
    return parts[1].holder == other.parts[1].holder && (count > 1) == (other.count > 1)
      && own.count == others.count
      && bytes.span.isSame(own.count, from: own.lowerBound, as: other.bytes.span, from: others.lowerBound)
  }
}
