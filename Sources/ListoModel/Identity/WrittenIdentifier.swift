/// A ``ModelIdentifier`` as its description is written: checked whole, but of a part without escapes no text is made before it is
/// asked for.
///
/// A file of 100,000 reminders names the same source and list in each, and of most identifiers nobody asks more than whether they are
/// right.
package struct WrittenIdentifier: Sendable {
  private struct Part: Sendable {
    /// Percent-encoded, without the holder.
    let bytes: ArraySlice<UInt8>
    let holder: Int
  }

  private let parts: InlineArray<4, Part>
  private let count: Int

  /// - Parameter text: UTF-8.
  /// - Returns: nil for a text that is no identifier.
  package init?(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty else { return nil }
    var parts = InlineArray<4, Part>(repeating: Part(bytes: [], holder: 1))
    var (start, count) = (text.startIndex, 0)
    while true {
      let end = text[start...].firstIndex(of: 0x2F) ?? text.endIndex
      guard count < 4, let part = Self.part(text[start..<end]) else { return nil }
      parts[count] = part
      count += 1
      guard end < text.endIndex else { break }
      start = end + 1
    }
    // Of a source there is one, and of an occurrence its own part says whose it is.
    guard parts[0].holder == 1, count < 4 || parts[2].holder == 1 else { return nil }
    (self.parts, self.count) = (parts, count)
  }

  private static func part(_ text: ArraySlice<UInt8>) -> Part? {
    guard let sign = text.firstIndex(of: 0x7E) else {
      return isName(text) ? Part(bytes: text, holder: 1) : nil
    }
    let name = text[..<sign]
    guard isName(name), let holder = holder(text[(sign + 1)...]) else { return nil }
    return Part(bytes: name, holder: holder)
  }

  /// What stands behind `~`: 2 or more.
  private static func holder(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let first = digits.first, first != 0x30, digits.allSatisfy({ $0 &- 0x30 < 10 }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 1
    else { return nil }
    return number
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.contains(0x25) || name(bytes) != nil
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(0x25) else { return String(decoding: bytes, as: UTF8.self) }
    return [UInt8](percentEncoded: bytes).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private func text(_ place: Int) -> String { Self.name(parts[place].bytes) ?? "" }

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
    parts[1].holder == other.parts[1].holder && parts[1].bytes == other.parts[1].bytes
      && (count > 1) == (other.count > 1)
  }
}
