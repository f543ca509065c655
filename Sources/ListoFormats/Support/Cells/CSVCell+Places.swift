internal import ICalendar
internal import ListoModel

/// The values of cells that are as Listo writes them, by their places: most are.
extension CSVCell {
  /// Sets a field to what a cell says that is not empty.
  ///
  /// - Returns: false, and nothing is set, where ``value(_:of:dates:)`` must tell what it says.
  static func take(
    _ id: FieldID, _ bytes: Span<UInt8>, _ cell: Range<Int>, into fields: inout FieldPlaces
  ) -> Bool {
    switch id {
    case .uid, .title, .notes, .location, .parent: fields.set(id, cell)
    case .stamp, .created, .modified, .start, .due, .completed, .recurrenceID:
      guard let (moment, zone) = moment(bytes, cell) else { return false }
      fields.set(id, moment)
      if !zone.isEmpty { fields.set(id, zone: bytes, zone) }
    case .sequence, .percent, .priority, .order:
      guard bytes.isPlainInteger(cell), FieldCodec.fits(id, bytes, cell) else { return false }
      fields.set(id, cell)
    case .status:
      let status = Status(bytes, cell)
      if case .other = status { return false }
      fields.set(status, isWritten: true)
    case .url, .geo, .classification, .recurrence:
      guard FieldPlaces.isRaw(id.property, bytes, cell) else { return false }
      fields.set(id, cell)
    case .tags:
      guard let texts = texts(bytes, cell) else { return false }
      for index in 0..<texts.count { fields.add(tag: texts[index]) }
    case .alarms:
      guard let words = texts(bytes, cell) else { return false }
      for index in 0..<words.count where AlarmText.plain(bytes, words[index]) == nil { return false }
      for index in 0..<words.count { fields.add(alarm: fields.keep(bytes, words[index])) }
    }
    return true
  }

  /// A time, and where the name of its zone stands behind it, empty for none; nil where ``moment(_:)`` must
  /// tell.
  static func moment(
    _ bytes: Span<UInt8>, _ cell: Range<Int>
  ) -> (moment: DigitMoment, zone: Range<Int>)? {
    if let moment = DigitMoment(iso: bytes, cell) { return (moment, 0..<0) }
    guard cell.count > 20 else { return nil }
    let blank = cell.lowerBound + 19
    let zone = blank + 1..<cell.upperBound
    // No mark that belongs to the blank, and nothing at the end that may be white space.
    guard bytes[blank] == 0x20, bytes[zone.lowerBound] < 0x80, bytes[zone.upperBound - 1] &- 0x21 < 0x5E,
      bytes.first(0x20, from: zone.lowerBound, to: zone.upperBound) == nil,
      !isSpecial(zone: bytes, zone)
    else { return nil }
    return DigitMoment(iso: bytes, cell.lowerBound..<blank).map { ($0, zone) }
  }

  /// It may be an offset, a half of the day or a name in brackets, rather than the name of a zone.
  private static func isSpecial(zone bytes: Span<UInt8>, _ zone: Range<Int>) -> Bool {
    let first = bytes[zone.lowerBound]
    return first == 0x2B || first == 0x2D || first == 0x5B || zone.count < 3
  }

  /// The texts of a cell, each once; nil where there are none, or one has an escape or may have white space
  /// of another script at an end.
  static func texts(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> QuickTexts? {
    var texts = QuickTexts()
    var start = cell.lowerBound
    while start <= cell.upperBound {
      var end = start
      while end < cell.upperBound, bytes[end] != 0x2C {
        guard isPlain(bytes[end]) else { return nil }
        end += 1
      }
      var (first, last) = (start, end)
      while first < last, bytes[first] == 0x20 { first += 1 }
      while first < last, bytes[last - 1] == 0x20 { last -= 1 }
      if first < last, !texts.add(bytes, first..<last) { return nil }
      start = end + 1
    }
    return texts.count > 0 ? texts : nil
  }

  /// It stands for itself among texts, and is no part of white space; nor is it of a character that is equal
  /// to one of ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, 0x3B, 0x5B, 0x5C, 0x7F, 0xC2, 0xCD, 0xE1, 0xE2, 0xE3: false
    default: true
    }
  }
}
