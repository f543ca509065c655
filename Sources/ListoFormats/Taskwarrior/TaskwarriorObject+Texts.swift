internal import ICalendar
internal import ListoModel

/// Tags, dependencies and notes.
extension TaskwarriorObject {
  // MARK: Names

  func writeTags(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let tags = fields.tags
    guard !tags.isEmpty else { return }
    guard tags.allSatisfy({ Self.isPlain($0, bytes) }) else {
      let texts = tags.map { FieldPlaces.text(bytes, $0) }
      return writeNames(.tags, TaskwarriorTask.plainTags(texts), .listo_tags, texts, &output)
    }
    writeNames(.tags, tags, .listo_tags, tags, bytes, &output)
  }

  /// Taskwarrior takes a tag as it is.
  private static func isPlain(_ tag: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    for place in tag where !TaskwarriorTask.isOfTag(bytes[place]) { return false }
    return true
  }

  func writeDepends(_ output: inout OutputSpan<UInt8>) {
    guard !depends.isEmpty else { return }
    var seen: Set<UInt128> = []
    let uuids = depends.map { TaskwarriorUUID.number(uid: $0) }.filter { seen.insert($0).inserted }
    writeNames(.depends, uuids.map(TaskwarriorUUID.text), .listo_depends, depends, &output)
  }

  /// Names as Taskwarrior takes them, and as they are.
  private func writeNames(
    _ key: Key, _ names: [String], _ exact: Key, _ texts: [String], _ output: inout OutputSpan<UInt8>
  ) {
    var bytes: [UInt8] = []
    func places(_ texts: [String]) -> [Range<Int>] {
      texts.map { text in
        let start = bytes.count
        bytes += text.utf8
        return start..<bytes.count
      }
    }
    let plain = places(names)
    let cells = names == texts ? plain : places(texts.map { CSVCell.text([$0]) })
    writeNames(key, plain, exact, cells, bytes.span, &output)
  }

  /// An array of names, and, since Taskwarrior sorts them, a text of them in their order; also where they are
  /// others there.
  private func writeNames(
    _ key: Key, _ names: [Range<Int>], _ exact: Key, _ texts: [Range<Int>], _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) {
    self.key(key, &output)
    for (number, name) in names.enumerated() {
      output.put(number == 0 ? 0x5B : 0x2C)
      output.putString(bytes, name, isText: false)
    }
    output.put(0x5D)
    guard names != texts || !Self.areSorted(names, bytes) else { return }
    self.key(exact, &output)
    for (number, text) in texts.enumerated() {
      if number == 0 { output.put(0x22) } else { output.put(Self.comma) }
      output.putPart(bytes, text, isText: false)
    }
    output.put(0x22)
  }

  private static let comma = Array(", ".utf8)

  private static func areSorted(_ words: [Range<Int>], _ bytes: Span<UInt8>) -> Bool {
    for (left, right) in zip(words, words.dropFirst()) where !precedes(bytes, left, right) { return false }
    return true
  }

  private static func precedes(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    for offset in 0..<min(left.count, right.count) {
      let (one, other) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
      if one != other { return one < other }
    }
    return left.count < right.count
  }

  // MARK: Notes

  /// Each line is an annotation.
  func writeNotes(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let value = fields[.notes]
    guard !value.isEmpty else { return }
    var (lines, count) = (TaskwarriorNotes(value, isEscaped: fields.isEscaped), 0)
    while let line = lines.next(bytes) {
      if count == 0 { key(.annotations, &output) }
      output.put(count == 0 ? 0x5B : 0x2C)
      output.put(Self.noteBegin)
      let time = kept.entries.isEmpty ? TaskwarriorDate.entry(count, from: entry) : kept.entries[count]
      output.append(time.iCalendar)
      output.put(Self.noteMiddle)
      output.putString(bytes, line, isText: fields.isEscaped)
      output.put(0x7D)
      count += 1
    }
    if count > 0 { output.put(0x5D) }
    if !lines.isWhole { writeText(.listo_notes, .notes, bytes, &output) }
  }

  private static let noteBegin = Array("{\"entry\":\"".utf8)
  private static let noteMiddle = Array("\",\"description\":".utf8)
}

/// The lines of notes in which something can be seen: each becomes an annotation.
struct TaskwarriorNotes {
  private var start: Int
  private let end: Int
  private let isEscaped: Bool
  /// So far no line was left out.
  private(set) var isWhole = true

  /// - Parameters:
  ///   - value: where the notes stand.
  ///   - isEscaped: as a TEXT value (RFC 5545 §3.3.11).
  init(_ value: Range<Int>, isEscaped: Bool) {
    (start, end, self.isEscaped) = (value.lowerBound, value.upperBound, isEscaped)
  }

  /// Where the next one stands.
  mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
    while start <= end {
      let line = start..<lineEnd(bytes)
      // Behind `\n`.
      start = line.upperBound + (isEscaped ? 2 : 1)
      if isShown(bytes, line) { return line }
      isWhole = false
    }
    return nil
  }

  private func lineEnd(_ bytes: Span<UInt8>) -> Int {
    guard isEscaped else { return bytes.first(0x0A, from: start, to: end) ?? end }
    var place = start
    while let backslash = bytes.first(0x5C, from: place, to: end) {
      guard backslash + 1 < end else { break }
      if bytes[backslash + 1] | 0x20 == 0x6E { return backslash }
      place = backslash + 2
    }
    return end
  }

  /// Not all of it is white space.
  private func isShown(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    for place in line {
      switch bytes[place] {
      // White space begins with other bytes.
      case 0x21..<0x7F, 0xC3...0xE0, 0xE4...: return true
      default: continue
      }
    }
    guard !line.isEmpty else { return false }
    return bytes.text(line, isText: isEscaped).unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
