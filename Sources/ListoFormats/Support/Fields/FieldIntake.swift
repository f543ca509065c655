internal import ICalendar
internal import ListoModel

/// What a format writes of a reminder's fields: a row, a line.
protocol FieldWriting: Sendable {
  /// The reminders that come are of this calendar.
  mutating func begin(_ calendar: Survey.Calendar)

  /// Appends all of it, whatever the fields hold. Where there is no room for it, what room there is is used
  /// up.
  ///
  /// - Parameter bytes: in which the values stand, but for those in ``FieldPlaces/own``.
  func write(_ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>)
}

/// Takes reminders in for a format that writes each by its fields alone, and counts what has no place there.
struct FieldIntake: Sendable {
  private var lines = FieldLines()
  private var fields = FieldPlaces()
  private var place: ReminderPlace?
  private var zones = ZoneLosses()
  private let missing: [FieldID]
  private let areLeftOut: Bool
  /// How many bytes there may be of a row besides three for each of a reminder.
  private var room = 1024

  /// - Parameters:
  ///   - missing: the fields that have no place in the format.
  ///   - areLeftOut: the format has places for these, which were not asked for.
  init(without missing: [FieldID] = [], areLeftOut: Bool = false) {
    (self.missing, self.areLeftOut) = (missing, areLeftOut)
  }

  /// Writes a component of a calendar; one that is no reminder is counted.
  mutating func write(
    _ component: Component, in calendar: Survey.Calendar, with writer: inout some FieldWriting,
    _ losses: inout Losses, to output: inout [UInt8]
  ) {
    let context = calendar.context
    guard component.kind == .vtodo else { return losses.addOther(component, in: context) }
    let component = component.inGivenForm
    begin(calendar, &writer)
    var reminder: DecomposedReminder
    if take(component), fits(component) {
      let bytes = lines.bytes(of: component)
      append(bytes.span, with: writer, to: &output)
      guard !lines.count(fields, bytes.span, without: missing, areLeftOut: areLeftOut, in: &losses) else {
        return
      }
      reminder = DecomposedReminder(component, in: context)
    } else {
      reminder = DecomposedReminder(component, in: context)
      reminder.dropUnfit()
      write(reminder.fields, status: reminder.status(in: context), in: calendar, with: &writer, to: &output)
    }
    losses.add(restOf: reminder, without: missing, areLeftOut: areLeftOut, in: context)
    zones.count(reminder, in: context, &losses)
  }

  /// Writes fields.
  ///
  /// - Parameter status: what is said where they have no STATUS.
  mutating func write(
    _ fields: ReminderFields, status: Status, in calendar: Survey.Calendar,
    with writer: inout some FieldWriting, to output: inout [UInt8]
  ) {
    begin(calendar, &writer)
    self.fields.take(fields, status: status)
    let own = self.fields.own
    append(own.span, with: writer, to: &output)
  }

  private mutating func begin(_ calendar: Survey.Calendar, _ writer: inout some FieldWriting) {
    guard place?.calendar !== calendar.context else { return }
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list,
      listTitle: calendar.place.listTitle)
    writer.begin(calendar)
  }

  /// Takes in a reminder by its lines; false where that cannot be.
  private mutating func take(_ component: Component) -> Bool {
    // Taken out while it learns zones and parameters, so that it is not copied.
    guard var place = place.take() else { return false }
    defer { self.place = place }
    return lines.take(component, &place, into: &fields)
      && lines.takeAlarms(of: component, &place, into: &fields)
  }

  /// The fields that were taken in by the lines are values which can be read back.
  private func fits(_ component: Component) -> Bool {
    guard fields.status.isStandard else { return false }
    let bytes = lines.bytes(of: component)
    for id in [FieldID.priority, .percent] where fields.has(id) {
      guard FieldCodec.fits(id, bytes.span, fields[id]) else { return false }
    }
    return true
  }

  /// Appends what is written of the fields.
  private mutating func append(
    _ bytes: Span<UInt8>, with writer: some FieldWriting, to output: inout [UInt8]
  ) {
    let own = bytes.count * 3
    room = output.append(inRoomOf: own + room) { writer.write(fields, bytes, to: &$0) } - own
  }
}
