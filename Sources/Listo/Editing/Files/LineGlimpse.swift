internal import ICalendar

/// The beginnings of the lines of a small file: enough to decide whether the file has to be parsed, in a
/// fraction of the time.
///
/// Nothing is guessed: if the beginnings do not decide it, there is no glimpse, and the file is read.
struct LineGlimpse {
  /// The beginnings of UIDs that are looked for, and whether reminders that name one of them as their parent
  /// are looked for too.
  struct Wanted: Sendable {
    /// A line is folded behind 75 octets, as a rule; what is escaped is written in another way.
    private let beginnings: [[UInt8]]
    let hasSubtasks: Bool

    init(_ uids: [String], hasSubtasks: Bool) {
      beginnings = uids.map { uid in
        Array(uid.utf8.prefix(20).prefix { $0 != 0x2C && $0 != 0x3B && $0 != 0x5C && $0 < 0x80 })
      }
      self.hasSubtasks = hasSubtasks
    }

    /// A value may be one of the UIDs.
    ///
    /// - Parameter isCut: it goes on in the next line.
    fileprivate func mayBe(_ value: ArraySlice<UInt8>, isCut: Bool) -> Bool {
      beginnings.contains { value.starts(with: $0) || (isCut && value.count < $0.count) }
    }
  }

  /// One of the reminders that are looked for may be in it, or a subtask of one.
  private(set) var mayHold = false
  /// The value of its PRODID, as it is written; empty where it has none.
  private(set) var product: [UInt8] = []
  /// It is one calendar with one item, and says nothing of a list that it would be: it is an item of the list
  /// that is its folder.
  var isItem: Bool { calendars == 1 && items == 1 && !saysMore }

  private var calendars = 0
  private var items = 0
  private var saysMore = false
  private var depth = 0

  /// - Returns: nil where it has to be read: lines that end in another way, names that are folded, ….
  /// - Complexity: linear in the bytes, of which most are passed over; see `Span.first(_:from:to:)`.
  init?(_ bytes: [UInt8], _ wanted: Wanted) {
    let end = bytes.count
    guard let first = bytes.span.first(0x0A, from: 0, to: end),
      !bytes[..<first].dropLast().contains(0x0D)
    else { return nil }
    var start = 0
    while start < end {
      let next = bytes.span.first(0x0A, from: start, to: end).map { $0 + 1 } ?? end
      guard look(bytes, start, next, wanted) else { return nil }
      start = next
    }
  }

  /// - Parameter next: where the next line begins.
  /// - Returns: false where it cannot be told what it says.
  private mutating func look(_ bytes: [UInt8], _ start: Int, _ next: Int, _ wanted: Wanted) -> Bool {
    let letter = bytes[start] | 0x20
    // Blanks begin the rest of a line, whose beginning was looked at.
    guard bytes[start] > 0x20 else { return true }
    // UID, RELATED-TO, BEGIN and END; and what a calendar says of itself.
    let isOfInterest = letter == 0x75 || letter == 0x72 || letter == 0x62 || letter == 0x65
    guard isOfInterest || depth < 2 else { return true }
    var colon = start
    while colon < next, bytes[colon] != 0x3A, bytes[colon] != 0x3B, colon < start + 16 { colon += 1 }
    // A name of more letters is none of these.
    guard colon < start + 16 else {
      if depth < 2 { saysMore = true }
      return true
    }
    // None at all, or the rest of its name stands in the next line.
    guard colon < next else { return false }
    let isCut = next < bytes.count && (bytes[next] == 0x20 || bytes[next] == 0x09)
    let hasParameters = bytes[colon] == 0x3B
    var valueEnd = next
    while valueEnd > colon + 1, bytes[valueEnd - 1] == 0x0A || bytes[valueEnd - 1] == 0x0D { valueEnd -= 1 }
    let name = bytes[start..<colon]
    let value = bytes[(colon + 1)..<valueEnd]
    if name.isAlike("BEGIN") || name.isAlike("END") {
      guard !hasParameters, !isCut else { return false }
      if name.isAlike("END") { depth -= 1 } else { begin(value) }
    } else if name.isAlike("UID") {
      if hasParameters || wanted.mayBe(value, isCut: isCut) { mayHold = true }
      if depth < 2 { saysMore = true }
    } else if name.isAlike("RELATED-TO") {
      guard wanted.hasSubtasks else { return true }
      // Behind its parameters, in which a colon may stand between quotes.
      let isHere = value.indices.contains { wanted.mayBe(value[$0...], isCut: isCut) }
      if isCut || isHere { mayHold = true }
    } else if depth < 2 {
      if name.isAlike("PRODID"), product.isEmpty {
        guard !isCut, !hasParameters else { return false }
        product = Array(value)
      } else if !name.isAlike("VERSION"), !name.isAlike("CALSCALE") {
        saysMore = true
      }
    }
    return true
  }

  private mutating func begin(_ name: ArraySlice<UInt8>) {
    if depth == 0 {
      if name.isAlike("VCALENDAR") { calendars += 1 } else { saysMore = true }
    } else if depth == 1, !name.isAlike("VTIMEZONE") {
      items += 1
    }
    depth += 1
  }
}

extension ArraySlice<UInt8> {
  /// They are this word of ASCII, in capital letters or not.
  fileprivate func isAlike(_ word: String) -> Bool {
    count == word.utf8.count && zip(self, word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}
