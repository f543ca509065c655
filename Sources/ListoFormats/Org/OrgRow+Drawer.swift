internal import ICalendar
internal import ListoModel

/// The property drawer of a reminder: what headline, planning and notes do not say, or not in full.
extension OrgRow {
  func writeDrawer(_ losses: inout ReminderLosses, _ output: inout OutputSpan<UInt8>) {
    var seen = SeenNames()
    if let uid = reminder.place(of: .uid), writeIdentifier(uid, &output) {
      losses.place(uid)
      _ = seen.insert(reminder.component.property(at: uid))
    }
    for place in reminder.places {
      switch place.id {
      case .malformed: continue
      case .uid where seen.hasUID: continue
      case .description where isNotes(place):
        losses.place(place)
        continue
      case .relatedTo where isNested(place):
        losses.place(place)
        continue
      default: break
      }
      if !isSaid(place) {
        let property = reminder.component.property(at: place)
        guard write(property, place, isFirst: seen.insert(property), to: &output) else { continue }
      }
      losses.placeWhole(place)
    }
    if lacksFileTags { output.put(":CATEGORIES: :\n") }
    guard reminder.writtenStatus == nil else { return }
    output.put(0x3A)
    output.put(OrgDrawer.implied)
    output.put(": ")
    output.put(reminder.status.word)
    output.put(0x0A)
  }

  /// The names that lines were written for.
  private struct SeenNames {
    private var known: PropertySet = []
    private var others: Set<String> = []

    var hasUID: Bool { known.contains(.uid) }

    /// - Returns: false for a name that was there before.
    mutating func insert(_ property: Property) -> Bool {
      guard property.id != .other else { return others.insert(property.name).inserted }
      defer { known.insert(property.id) }
      return !known.contains(property.id)
    }
  }

  /// It has no tags, although every headline of the file has some: an empty property says so.
  private var lacksFileTags: Bool { !settings.tags.isEmpty && !reminder.has(.categories) }

  // MARK: What is said elsewhere

  /// Headline or planning say the same: as both are written anew, folds and cases are no difference.
  private func isSaid(_ place: LinePlace) -> Bool {
    if saidLines.contains(place.lineNumber) { return true }
    if saysKeyword, place.id == .other, OrgLines.isKeyword(place, of: reminder) { return true }
    if saysCookie, place.id == .other, OrgLines.isNamed(OrgPriorities.property, place, of: reminder) {
      return true
    }
    if saysCookies, place.id == .other, OrgCookies.areIn(place, of: reminder) { return true }
    if place.id == .other, let range = OrgLines.range(place, of: reminder) {
      return ends.contains(range) && lines.hasOne(range)
    }
    return said.contains(place.id) && lines.hasOne(place.id)
  }

  /// The text below the headline says it. An empty one with another behind it has a line, else the other
  /// would be the first.
  private func isNotes(_ place: LinePlace) -> Bool {
    guard lines.description == place.lineNumber, isPlain(place) else { return false }
    return !reminder.component.property(at: place).value.isEmpty || lines.hasOne(.description)
  }

  /// It has no parameters, and is UTF-8.
  private func isPlain(_ place: LinePlace) -> Bool {
    let bytes = reminder.component.placedBytes
    guard !place.hasParameters || reminder.component.property(at: place).parameters.isEmpty else {
      return false
    }
    // A fold may stand inside a character.
    return bytes.span.extracting(place.content).isUTF8
      || place.isFolded && !Losses.isReplaced(reminder.component.property(at: place))
  }

  /// A subtask's place says it.
  func isNested(_ place: LinePlace) -> Bool {
    guard lines.parent == place.lineNumber else { return false }
    guard place.hasParameters else { return true }
    let parameters = reminder.component.property(at: place).parameters
    return parameters.isEmpty || parameters == [Parameter(name: "RELTYPE", values: ["PARENT"])]
  }

  // MARK: Lines

  /// Writes a UID that may stand in `:ID:`.
  private func writeIdentifier(_ uid: LinePlace, _ output: inout OutputSpan<UInt8>) -> Bool {
    let property = reminder.component.property(at: uid)
    guard hasNoParameters(.uid), !property.value.isEmpty else { return false }
    var room: [UInt8] = []
    let text = TextValue.decode(property.value, in: &room)
    let bytes = text.span
    // The folder of what is attached is named by it.
    guard Self.isOneLine(bytes, 0..<bytes.count), bytes.first(0x2F, in: 0..<bytes.count) == nil,
      !OrgText.isActive(bytes, 0..<bytes.count, .drawer)
    else { return false }
    output.put(":ID: ")
    output.append(bytes, 0..<bytes.count)
    output.put(0x0A)
    return true
  }

  /// Writes `:NAME: value`; with parameters `:NAME: ;PARAMETER=…:value`, as they follow the name in
  /// iCalendar; percent-encoded, with a `%` before it, where blanks at an end or control characters would be
  /// dropped, or something would be active.
  ///
  /// - Returns: false for a property that no drawer can have.
  func write(
    _ property: Property, _ place: LinePlace, isFirst: Bool, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard place.isFolded else {
      let bytes = reminder.component.placedBytes
      return Self.write(property, bytes.span, place.content, isFirst: isFirst, to: &output)
    }
    let unfolded = property.unfolded
    return Self.write(property, unfolded.span, 0..<unfolded.count, isFirst: isFirst, to: &output)
  }

  /// - Parameter line: where it stands, unfolded.
  private static func write(
    _ property: Property, _ bytes: Span<UInt8>, _ line: Range<Int>, isFirst: Bool,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let isText = bytes.extracting(line).isUTF8
    guard
      let start = line.first(where: { bytes[$0] == 0x3B || bytes[$0] == 0x3A })
        ?? (isText ? nil : line.upperBound),
      let key = OrgDrawer.key(for: property)
    else { return false }
    output.put(0x3A)
    output.put(key)
    if !isFirst { output.put(0x2B) }
    output.put(": ")
    var value = start..<line.upperBound
    if isText, isBare(property, bytes, value) { value = value.dropFirst() }
    let isActive = !isText || OrgText.isActive(bytes, value, .drawer)
    if isActive || !isOneLine(bytes, value) {
      let whole = bytes.copy(start..<line.upperBound)
      output.put(0x25)
      output.put(Array(whole.prefix(1)))
      output.put(OrgDrawer.encode(whole.dropFirst(), all: isActive))
    } else {
      output.append(bytes, value)
    }
    output.put(0x0A)
    return true
  }

  /// The value can stand alone: it has no parameters before it, does not begin as if it had some, and is one
  /// that the property can have.
  private static func isBare(_ property: Property, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count > 1, bytes[value.lowerBound] == 0x3A else { return false }
    switch bytes[value.lowerBound + 1] {
    case 0x3B, 0x3A, 0x25: return false
    default:
      return ContentValue.isPlain(property.id, bytes, value.dropFirst())
        || ContentValue.wanted(by: property.id, property.value, []) == nil
    }
  }

  private static func isOneLine(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    for index in text where bytes[index] < 0x20 || bytes[index] == 0x7F { return false }
    // Text rarely ends with white space beyond ASCII.
    if let first = text.first, let last = text.last, bytes[first] > 0x20, bytes[first] < 0x80,
      bytes[last] > 0x20, bytes[last] < 0x80
    {
      return true
    }
    let text = bytes.text(text, isText: false)
    return text == text[...].trimmed()
  }
}
