internal import ICalendar
internal import ListoModel

extension ReminderObject {
  /// Adds the alarms of an array of objects.
  mutating func alarms(_ json: JSONContent, _ place: Int) {
    guard json.kind(place) == .array else { return wrongType(json, place, "alarms", "an array of objects") }
    for element in json.elements(place) {
      guard json.kind(element) == .object else {
        wrongType(json, element, "alarms", "an object")
        continue
      }
      alarm(json, element)
    }
  }

  /// - Parameter place: of an object.
  private mutating func alarm(_ json: JSONContent, _ place: Int) {
    var values = JSONPlaces()
    var others: [(key: String, value: Int)] = []
    for (key, value) in json.members(place) where json.kind(value) != .null {
      if let known = json.value(ofKey: key, in: AlarmKey.named) {
        values.put(value, known.rawValue)
      } else {
        others.append((json.text(key), value))
      }
    }
    var alarm = ComponentText.alarm(line: json.line(place))
    swap(&alarm, &component)
    while let (number, place) = values.takeFirst() {
      guard let key = AlarmKey(rawValue: number), json.kind(place) != .omitted else { continue }
      read(key, json, place, &values)
    }
    for (key, left) in others.sorted(by: { $0.key < $1.key }) where json.kind(left) != .omitted {
      report(json, left, "an alarm has no \"\(key)\"; it is left out", .unknownKey)
    }
    swap(&alarm, &component)
    component.append(alarm)
  }

  private mutating func read(
    _ key: AlarmKey, _ json: JSONContent, _ place: Int, _ values: inout JSONPlaces
  ) {
    switch key {
    case .uid: text(.uid, key.name, json, place)
    case .description: text(.description, key.name, json, place)
    case .action:
      guard let word = json.string(place) else { return refuse(json, place, key.name, .action, "a text") }
      component.raw(.action, AlarmJSON.standard(word) ?? JCalParsing.inOneLine(word))
    case .trigger: trigger(json, place, related: values.take(AlarmKey.related.rawValue))
    case .related: report(json, place, "\"related\" without a trigger")
    case .acknowledged:
      if let moment = json.moment(place) { return component.moment(.acknowledged, moment) }
      guard let text = json.string(place), let moment = Moment(droppingFractionOf: text) else {
        return refuse(json, place, key.name, .acknowledged, "a time such as 2026-12-01T10:15:00Z")
      }
      component.moment(.acknowledged, moment)
    case .properties: properties(json, place)
    case .components:
      for child in components(json, place, key.name) { component.append(child) }
    case .unparsed: unparsed(json, place, key.name)
    }
  }

  private mutating func trigger(_ json: JSONContent, _ place: Int, related: Int?) {
    guard let text = json.string(place) else {
      return refuse(json, place, "trigger", .trigger, "a duration such as -PT15M, or a time")
    }
    var parameters: [Parameter] = []
    if let related {
      guard json.kind(related) == .string else {
        return wrongType(json, related, "related", "\"start\" or \"end\"")
      }
      parameters.append(Parameter(name: "RELATED", values: [json.text(related).uppercased()]))
    }
    let line = json.line(place)
    if parameters.isEmpty, let moment = json.moment(place), moment.hasTime {
      component.line(.trigger, room: 80) { output in
        output.append(Self.time)
        output.append(moment.iCalendar)
      }
    } else if let moment = Moment(droppingFractionOf: text) {
      parameters.append(Parameter(name: "VALUE", values: ["DATE-TIME"]))
      component.raw(.trigger, moment.iCalendarText.utf8, parameters: parameters, line: line)
    } else if parameters.isEmpty {
      component.raw(.trigger, JCalParsing.inOneLine(text), line: line)
    } else {
      component.raw(.trigger, JCalParsing.inOneLine(text), parameters: parameters, line: line)
    }
  }

  private static let time = ShortText(Array(";VALUE=DATE-TIME:".utf8)) ?? .empty
}
