internal import ICalendar
internal import ListoModel

/// Fields that are not there though Taskwarrior wants their attribute: `listo_absent`.
struct TaskwarriorAbsence: OptionSet, Sendable {
  var rawValue: UInt8

  static let title = TaskwarriorAbsence(rawValue: 1)
  static let status = TaskwarriorAbsence(rawValue: 2)
  static let created = TaskwarriorAbsence(rawValue: 4)
  static let modified = TaskwarriorAbsence(rawValue: 8)
  static let completed = TaskwarriorAbsence(rawValue: 16)

  /// In the order of their bits.
  private static let words = [FieldID.title, .status, .created, .modified, .completed].map {
    Array($0.rawValue.utf8)
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// - Parameter text: words with blanks between them; those of other fields mean nothing.
  init(_ text: String) {
    rawValue = 0
    for word in text.utf8.split(separator: 0x20) {
      for (bit, known) in Self.words.enumerated() where word.elementsEqual(known) {
        rawValue |= 1 << UInt8(bit)
      }
    }
  }

  /// Appends the words as a JSON string.
  func write(to output: inout OutputSpan<UInt8>) {
    output.put(0x22)
    var isFirst = true
    for (bit, word) in Self.words.enumerated() where rawValue & 1 << UInt8(bit) != 0 {
      if !isFirst { output.put(0x20) }
      isFirst = false
      output.put(word)
    }
    output.put(0x22)
  }
}
