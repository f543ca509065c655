internal import ICalendar
internal import ListoModel

/// A writer of a reminder's fields in a format: as a row, a line.
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
  private var reader = FieldReader()
  /// Fields that were given as values.
  private var given = FieldPlaces()
  private var calendar: CalendarContext?
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
    guard component.kind == .vtodo else { return losses.addOther(component, in: calendar.context) }
    let component = component.inGivenForm
    begin(calendar, &writer)
    reader.read(component, in: calendar.context)
    reader.dropUnfit(of: component)
    let bytes = reader.bytes(of: component)
    append(reader.fields, bytes.span, with: writer, to: &output)
    reader.count(component, without: missing, areLeftOut: areLeftOut, in: &losses)
    reader.countZones(component, in: &losses)
  }

  /// Writes fields.
  ///
  /// - Parameter status: what is said where they have no STATUS.
  mutating func write(
    _ fields: ReminderFields, status: Status, in calendar: Survey.Calendar,
    with writer: inout some FieldWriting, to output: inout [UInt8]
  ) {
    begin(calendar, &writer)
    given.take(fields, status: status)
    let own = given.own
    append(given, own.span, with: writer, to: &output)
  }

  private mutating func begin(_ calendar: Survey.Calendar, _ writer: inout some FieldWriting) {
    guard self.calendar !== calendar.context else { return }
    self.calendar = calendar.context
    writer.begin(calendar)
  }

  /// Appends what is written of fields.
  private mutating func append(
    _ fields: FieldPlaces, _ bytes: Span<UInt8>, with writer: some FieldWriting, to output: inout [UInt8]
  ) {
    let own = bytes.count * 3
    room = output.append(inRoomOf: own + room) { writer.write(fields, bytes, to: &$0) } - own
  }
}
