internal import ICalendar
internal import ListoModel

extension FieldPlaces {
  /// The fields as values, for what is asked of few reminders.
  ///
  /// - Parameter bytes: in which they stand.
  func values(_ bytes: Span<UInt8>) -> ReminderFields {
    var values = ReminderFields()
    for id in FieldID.allCases where has(id) {
      switch id {
      case .status: values[id] = .text(status.word)
      case .tags: values[id] = .texts(tags.map { Self.text(bytes, $0) })
      case .alarms: values[id] = .texts(alarms.map { Self.text(own.span, $0) })
      default: values[id] = value(id, bytes)
      }
    }
    return values
  }

  private func value(_ id: FieldID, _ bytes: Span<UInt8>) -> FieldValue? {
    switch id.type {
    case .moment:
      guard let moment = moment(id), let local = moment.local else { return nil }
      guard moment.hasTime else { return .moment(.date(local.day)) }
      guard !moment.isUTC else { return .moment(.utc(local)) }
      let zone = zone(id)
      return .moment(zone.isEmpty ? .floating(local) : .zoned(local, tzid: Self.text(own.span, zone)))
    case .integer: return Int(bytes.text(self[id], isText: false)).map { .integer($0) }
    default: return text(id, bytes).map { .text($0) }
    }
  }
}
