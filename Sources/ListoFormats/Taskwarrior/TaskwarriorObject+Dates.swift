internal import ICalendar
internal import ListoModel

extension TaskwarriorObject {
  /// Taskwarrior fills in the time of the import where entry, modified, or the end of a task that is over, is
  /// missing.
  mutating func writeDates(_ status: Status, _ output: inout OutputSpan<UInt8>) {
    if let due = times.due { writeUTC(.due, due.utc, &output) }
    if let start = times.start { writeUTC(.scheduled, start.utc, &output) }
    writeUTC(.entry, entry, &output)
    let modified = (times.modified ?? times.created)?.utc ?? TaskwarriorDate.first
    writeUTC(.modified, modified, &output)
    if times.created == nil { absent.insert(.created) }
    if times.modified == nil { absent.insert(.modified) }
    let isOver = TaskwarriorTask.word(for: status) != "pending"
    let begun = kept.start ?? modified
    if isOver {
      writeUTC(.end, times.completed?.utc ?? modified, &output)
      if times.completed == nil { absent.insert(.completed) }
    } else if status == .inProcess {
      writeUTC(.start, begun, &output)
    }
    writeExact(.listo_due, .listo_due_utc, times.due, &output)
    writeExact(.listo_start, .listo_start_utc, times.start, &output)
    writeExact(.listo_created, .listo_created_utc, times.created, &output)
    writeExact(.listo_modified, .listo_modified_utc, times.modified, &output)
    if isOver {
      writeExact(.listo_completed, .listo_completed_utc, times.completed, &output)
    } else if let completed = times.completed {
      // It has no end.
      writeExact(.listo_completed, completed, &output)
    }
  }

  /// When it was made, as far as anything says so.
  var entry: DigitMoment { (times.created ?? times.modified)?.utc ?? TaskwarriorDate.first }

  private func writeUTC(_ key: Key, _ utc: DigitMoment, _ output: inout OutputSpan<UInt8>) {
    self.key(key, &output)
    output.put(0x22)
    output.append(utc.iCalendar)
    output.put(0x22)
  }

  /// The exact date if its UTC time does not tell it, and that UTC time if it follows from a zone.
  private func writeExact(
    _ key: Key, _ written: Key, _ date: TaskwarriorDate?, _ output: inout OutputSpan<UInt8>
  ) {
    guard let date, !date.isPlain else { return }
    writeExact(key, date, &output)
    if date.needsUTC { writeUTC(written, date.utc, &output) }
  }

  /// As ``FieldValue/description`` has it.
  func writeExact(_ key: Key, _ date: TaskwarriorDate, _ output: inout OutputSpan<UInt8>) {
    self.key(key, &output)
    output.put(0x22)
    output.append(date.moment.iso)
    if let zone = date.zone {
      output.put(0x20)
      // With the quotation mark at its end.
      let name = zone.name
      output.append(name.span, 1..<name.count)
    } else {
      output.put(0x22)
    }
  }

  /// DTSTAMP, where it is not the one that is made anew (``ReminderFields/impliedStamp``).
  func writeStamp(_ output: inout OutputSpan<UInt8>) {
    guard let stamp = times.stamp else { return }
    let implied =
      times.modified.flatMap { $0.moment.isUTC ? $0 : nil }
      ?? times.created.flatMap { $0.moment.isUTC ? $0 : nil }
    guard stamp.moment != implied?.moment else { return }
    writeExact(.listo_stamp, stamp, &output)
  }
}
