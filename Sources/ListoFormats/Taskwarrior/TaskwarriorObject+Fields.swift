internal import ICalendar
internal import ListoModel

/// A reminder that was taken apart.
extension TaskwarriorObject {
  /// Takes a reminder in by its fields, whatever it is.
  mutating func takeFields(
    _ reminder: DecomposedReminder, in calendar: Survey.Calendar, _ zones: inout ZoneLosses
  ) {
    home = .room
    empty(for: calendar)
    for id in FieldID.allCases {
      switch reminder.fields[id] {
      case .text(let text)?:
        self[id] = put {
          if ReminderFields.isDecoded(id) { $0.append(asText: text) } else { $0 += text.utf8 }
        }
      case .integer(let number)?: self[id] = put { $0 += String(number).utf8 }
      case .moment(let moment)?:
        var zone: TravellingZone?
        if case .zoned(_, let tzid) = moment { zone = zones.zone(tzid, in: calendar.context) }
        times[id] = TaskwarriorDate(DigitMoment(moment), zone: zone)
      case .texts(let texts)?: if id == .tags { tags = texts.map { text in put { $0.append(asText: text) } } }
      case nil: continue
      }
    }
    keptUUID = reminder.rest.lazy.compactMap { TaskwarriorExtra.uuid($0.property) }.first
      .flatMap(TaskwarriorUUID.number)
    takeLines(of: reminder)
    takeRest(of: reminder)
  }

  /// - Returns: where it stands.
  private mutating func put(_ append: (inout [UInt8]) -> Void) -> Range<Int> {
    let start = room.count
    append(&room)
    return start..<room.count
  }

  private mutating func put(_ property: Property) -> Range<Int> { put { $0 += property.unfolded } }

  private mutating func takeLines(of reminder: DecomposedReminder) {
    for property in reminder.parameterized where property.id != .categories && property.id != .duration {
      lines.append(put(property))
    }
    if reminder.parameterized.contains(where: { $0.id == .categories }) || !reminder.doubledTags.isEmpty {
      // They are one set, so that they come back together.
      for property in reminder.component.all(.categories) { lines.append(put(property)) }
    }
    if let duration = reminder.duration { lines.append(put(duration)) }
  }

  private mutating func takeRest(of reminder: DecomposedReminder) {
    var (uids, names) = (Set<String>(), Set<String>())
    for (property, reason) in reminder.rest {
      // RFC 9253 §5.2
      if case .foreign = reason, property.id == .relatedTo, !property.value.isEmpty,
        property.parameters.count == 1, property.namesDependency
      {
        if uids.insert(property.text).inserted { depends.append(property.text) }
      } else if let (name, value) = TaskwarriorExtra.attribute(property), names.insert(name).inserted {
        takeExtra(name, value)
      } else {
        rest.append(put(property))
      }
    }
  }

  private mutating func takeExtra(_ name: String, _ value: TaskwarriorTask.Value) {
    switch value {
    case .text(let text):
      extras.append(Extra(name: name, value: put { $0 += text.utf8 }, isJSON: false))
    case .json(let text):
      extras.append(Extra(name: name, value: put { $0 += text.utf8 }, isJSON: true))
    case .texts, .annotations: break
    }
  }
}
