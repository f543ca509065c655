internal import ICalendar
internal import ListoModel

/// The attributes of a task. What Taskwarrior's own cannot say exactly stands beside them in attributes of
/// Listo's, which count, when the task is read again, as long as the plain ones still say the same.
extension TaskwarriorObject {
  typealias Key = TaskwarriorAttribute

  /// Appends the object of the reminder that was taken in; what there is no room for is left out.
  ///
  /// - Parameters:
  ///   - component: that reminder.
  ///   - given: nil for the uuid that follows from it.
  mutating func write(
    _ component: Component, uuid given: UInt128? = nil, to output: inout OutputSpan<UInt8>
  ) {
    let bytes = reader.bytes(of: component)
    write(bytes.span, component, given, &output)
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ component: Component, _ given: UInt128?, _ output: inout OutputSpan<UInt8>
  ) {
    absent = []
    writeIdentity(bytes, component, given, &output)
    writeTitle(bytes, &output)
    let status = writeStatus(bytes, &output)
    output.put(project)
    writePriority(bytes, &output)
    writeDates(status, &output)
    writeTags(bytes, &output)
    writeDepends(&output)
    writeNotes(bytes, &output)
    writeText(.listo_location, .location, bytes, &output)
    writeText(.listo_url, .url, bytes, &output)
    if !kept.isTemplate || kept.keepsRule { writeText(.listo_recurrence, .recurrence, bytes, &output) }
    writeText(.listo_parent, .parent, bytes, &output)
    writeText(.listo_percent, .percent, bytes, &output)
    writeText(.listo_order, .order, bytes, &output)
    writeText(.listo_sequence, .sequence, bytes, &output)
    writeText(.listo_geo, .geo, bytes, &output)
    writeText(.listo_classification, .classification, bytes, &output)
    writeStamp(&output)
    if let date = times.recurrenceID, !kept.isInstance || given != nil {
      writeExact(.listo_recurrence_id, date, &output)
    }
    if !absent.isEmpty {
      key(.listo_absent, &output)
      absent.write(to: &output)
    }
    writeLines(.listo_lines, exact, [], bytes, &output)
    writeExtras(bytes, &output)
    writeLines(.listo_rest, rest, component.hasChildren ? component.children : [], bytes, &output)
    output.put(0x7D)
  }

  @inline(__always)
  func key(_ key: Key, _ output: inout OutputSpan<UInt8>) { output.append(keys[Int(key.rawValue)]) }

  /// A text as it is, and an integer by its digits.
  func writeText(_ key: Key, _ id: FieldID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let value = fields[id]
    guard !value.isEmpty else { return }
    self.key(key, &output)
    output.putString(bytes, value, isText: fields.isEscaped(id))
  }

  private func writeWord(_ key: Key, _ word: String, _ output: inout OutputSpan<UInt8>) {
    self.key(key, &output)
    output.put(0x22)
    output.put(word)
    output.put(0x22)
  }

  // MARK: Identity

  /// `{"uuid":`, and the UID where that is not the uuid.
  private mutating func writeIdentity(
    _ bytes: Span<UInt8>, _ component: Component, _ given: UInt128?, _ output: inout OutputSpan<UInt8>
  ) {
    let uid = fields[.uid]
    let implied =
      uid.isEmpty
      ? TaskwarriorUUID.number(hashing: Array(ContentName(component).description.utf8)) : number(bytes, uid)
    // An instance that Taskwarrior made keeps the uuid that it has there.
    let own = given ?? (uid.isEmpty ? nil : keptUUID)
    uuid = own ?? implied
    output.put(Self.begin)
    let start = output.count
    TaskwarriorUUID.append(uuid, to: &output)
    let isSame =
      uid.count == output.count - start
      && output.span.isSame(uid.count, from: start, as: bytes, from: uid.lowerBound)
    output.put(0x22)
    // The template says the UID of a task of its.
    guard !uid.isEmpty, !kept.isInstance || given != nil else { return }
    if !isSame { writeText(.listo_uid, .uid, bytes, &output) }
    if let own, own != implied { writeWord(.listo_uuid, TaskwarriorUUID.text(own), &output) }
  }

  private static let begin = Array("{\"uuid\":\"".utf8)

  /// The uuid that follows from a UID.
  private func number(_ bytes: Span<UInt8>, _ uid: Range<Int>) -> UInt128 {
    let occurrence = times.recurrenceID?.description
    if fields.isEscaped(.uid), bytes.first(0x5C, from: uid.lowerBound, to: uid.upperBound) != nil {
      return TaskwarriorUUID.number(uid: bytes.text(uid), occurrence: occurrence)
    }
    return TaskwarriorUUID.number(bytes, uid, occurrence: occurrence)
  }

  // MARK: Title, status and priority

  private mutating func writeTitle(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    if fields[.title].isEmpty {
      absent.insert(.title)
      writeWord(.description, TaskwarriorTask.untitled, &output)
    } else {
      writeText(.description, .title, bytes, &output)
    }
  }

  /// STATUS, or what other fields say where there is none.
  private mutating func writeStatus(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Status {
    let (status, isWritten) = (fields.status, fields.has(.status))
    if !isWritten { absent.insert(.status) }
    writeWord(.status, kept.isTemplate ? "recurring" : TaskwarriorTask.word(for: status), &output)
    switch status {
    case .needsAction, .inProcess, .completed, .cancelled: if isWritten { return status }
    default: break
    }
    key(.listo_status, &output)
    output.put(text: status.word)
    return status
  }

  private func writePriority(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    guard let priority = fields.integer(.priority, bytes) else { return }
    let letter = TaskwarriorTask.letter(priority)
    if let letter { writeWord(.priority, letter, &output) }
    if TaskwarriorTask.priority(letter) != priority { writeText(.listo_priority, .priority, bytes, &output) }
  }
}
