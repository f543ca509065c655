internal import ICalendar
internal import ListoModel

/// The lines of a reminder: what every reader makes that finds fields.
extension FieldPlaces {
  /// The order in which lines are written.
  private static let order: [(id: FieldID, property: PropertyID)] = [
    .uid, .recurrenceID, .stamp, .created, .modified, .sequence, .title, .notes, .location, .url, .geo,
    .classification, .tags, .status, .percent, .priority, .start, .due, .completed, .recurrence, .parent,
    .order,
  ].map { (id: FieldID) in (id, id.property) }

  /// A VTODO of these fields, whose texts have no escapes.
  ///
  /// - Parameters:
  ///   - bytes: in which the values stand.
  ///   - line: of the input.
  ///   - exact: whole lines that are written in the place of the field whose property they are.
  /// - Complexity: linear in the bytes that are written.
  func component(
    _ bytes: Span<UInt8>, line: Int, exact: [FieldID: [Property]] = [:]
  ) -> ComponentText {
    // Few bytes become two, and a fold has three for seventy.
    let room = bytes.count + bytes.count / 8 + count * 34 + 80
    var component = ComponentText.reminder(line: line, room: room)
    var next = 0
    while next < Self.order.count {
      let first = next
      component.lines(room: room) { output in
        next = first
        return write(from: &next, bytes, exact, to: &output)
      }
      guard next < Self.order.count else { break }
      let (id, property) = Self.order[next]
      next += 1
      if let lines = exact[id] {
        for line in lines { component.copy(line) }
      } else if id == .status {
        component.raw(.status, Array(status.word.utf8)[...])
      } else {
        component.raw(property, bytes.copy(self[id])[...])
      }
    }
    let title = has(.title) ? self[.title] : nil
    for word in alarms { AlarmText.append(own.span, word, title: title, in: bytes, to: &component) }
    return component
  }

  /// Appends lines up to one that must be looked at: its value may be none of its property.
  ///
  /// - Parameter next: in the order.
  private func write(
    from next: inout Int, _ bytes: Span<UInt8>, _ exact: [FieldID: [Property]],
    to output: inout OutputSpan<UInt8>
  ) -> PropertySet {
    var found: PropertySet = []
    while next < Self.order.count {
      let (id, property) = Self.order[next]
      if !exact.isEmpty, exact[id] != nil { break }
      if has(id) {
        let start = output.count
        output.append(property.shortName)
        guard write(id, property, bytes, to: &output) else {
          output.removeLast(output.count - start)
          break
        }
        output.endLine(from: start)
        found.insert(property)
      }
      next += 1
    }
    return found
  }

  /// Appends what stands behind the name of a property; false where its value must be looked at.
  @inline(__always)
  private func write(
    _ id: FieldID, _ property: PropertyID, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    switch id {
    case .uid, .title, .notes, .location, .parent:
      output.put(0x3A)
      output.appendText(bytes, self[id])
    case .stamp, .created, .modified, .start, .due, .completed, .recurrenceID:
      guard let moment = moment(id) else { return false }
      output.append(moment, zone: zone(id), own.span)
    case .sequence, .percent, .priority, .order:
      output.put(0x3A)
      output.append(bytes, self[id])
    case .tags:
      for (index, tag) in tags.enumerated() {
        output.put(index == 0 ? 0x3A : 0x2C)
        output.appendText(bytes, tag)
      }
    case .status:
      if case .other = status { return false }
      output.append(status)
    case .url, .classification, .geo, .recurrence:
      let place = self[id]
      guard Self.isRaw(property, bytes, place) else { return false }
      output.put(0x3A)
      output.append(bytes, place)
    case .alarms: return false
    }
    return true
  }

  /// A value that stands as it is: without a line end, and one that its property can have.
  static func isRaw(_ property: PropertyID, _ bytes: Span<UInt8>, _ place: Range<Int>) -> Bool {
    for index in place where bytes[index] == 0x0A || bytes[index] == 0x0D { return false }
    return property == .rrule
      ? bytes.isRecurrence(place)
      : !ContentValue.isChecked(JCalShape.of(property))
        || ContentValue.wanted(by: property, bytes.copy(place)[...], as: nil) == nil
  }
}
