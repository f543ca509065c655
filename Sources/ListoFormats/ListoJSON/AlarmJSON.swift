internal import ICalendar

/// A VALARM as an object, by the rules of ``ReminderJSON``: `action` in lower case where it is one of the
/// standards', `trigger` a duration as it is written or a UTC time, `related` (`start`, `end`) only where
/// it is written.
enum AlarmJSON {
  static func write(_ alarm: Component, to json: inout JSONText) {
    var lines: [Property] = []
    var unparsed: [ArraySlice<UInt8>] = []
    for property in alarm.properties {
      if property.id == .malformed {
        unparsed.append(property.unfolded)
      } else {
        lines.append(property)
      }
    }
    var object = Object()
    for key in [AlarmKey.uid, .action, .trigger, .acknowledged, .description] {
      guard let index = lines.firstIndex(where: { $0.id == property(of: key) }) else { continue }
      if write(lines[index], key, of: &object, to: &json) { lines.remove(at: index) }
    }
    if !lines.isEmpty {
      object.key(.properties, &json)
      json.array(lines) { JCal.write($1, to: &$0) }
    }
    let children = alarm.children
    if !children.isEmpty {
      object.key(.components, &json)
      json.array(children) { JCal.write($1, to: &$0, unparsed: &unparsed) }
    }
    if !unparsed.isEmpty {
      object.key(.unparsed, &json)
      json.array(unparsed) { $0.string($1) }
    }
    object.end(&json)
  }

  static func property(of key: AlarmKey) -> PropertyID {
    switch key {
    case .uid: .uid
    case .action: .action
    case .trigger, .related: .trigger
    case .acknowledged: .acknowledged
    case .description: .description
    case .properties, .components, .unparsed: .other
    }
  }

  /// Appends a typed key if it can say all of the line.
  private static func write(
    _ line: Property, _ key: AlarmKey, of object: inout Object, to json: inout JSONText
  ) -> Bool {
    let parameters = line.parameters
    let section = parameters.isEmpty ? ParameterSection.empty : ParameterSection(parameters)
    let value = line.value
    switch key {
    case .trigger: return writeTrigger(value, section, of: &object, to: &json)
    case .acknowledged:
      guard section.isOfMoment, section.tzid == nil,
        let moment = try? Moment.decode(value, valueIsDate: section.valueIsDate)
      else { return false }
      object.key(key, &json)
      JCalValue.write(moment, else: value, to: &json)
    case .action:
      guard section.isPlain("TEXT") else { return false }
      object.key(key, &json)
      if let word = actions[value.map { $0 & 0xDF }] {
        json.raw(word)
      } else {
        json.string(value)
      }
    default:
      guard section.isPlain("TEXT") else { return false }
      object.key(key, &json)
      json.text(value)
    }
    return true
  }

  /// An action that is written in lower case, as iCalendar has it; nil for others.
  static func standard(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    let upper = Array(String(decoding: word, as: UTF8.self).uppercased().utf8)
    return actions[upper] == nil ? nil : upper
  }

  /// RFC 5545 §3.8.6.1; PROCEDURE is RFC 2445's, NONE Apple's.
  private static let actions = Dictionary(
    uniqueKeysWithValues: ["display", "audio", "email", "procedure", "none"].map {
      (Array($0.uppercased().utf8), Array("\"\($0)\"".utf8))
    })

  /// The same, as they are usually written.
  static let actionNames = actions.map { (name: $0.key, json: $0.value) }

  private static func writeTrigger(
    _ value: ArraySlice<UInt8>, _ section: ParameterSection, of object: inout Object,
    to json: inout JSONText
  ) -> Bool {
    guard !section.hasOthers, section.tzid == nil, section.reltype == nil,
      section.related == nil || section.related == "START" || section.related == "END"
    else { return false }
    let isTime: Bool
    switch section.value {
    case nil: isTime = (try? Moment.decode(value, valueIsDate: false)) != nil
    case "DATE-TIME": isTime = true
    case "DURATION": isTime = false
    default: return false
    }
    if isTime {
      guard let moment = try? Moment.decode(value, valueIsDate: false) else { return false }
      object.key(.trigger, &json)
      JCalValue.write(moment, else: value, to: &json)
    } else {
      guard (try? CalendarDuration.parse(value)) != nil else { return false }
      object.key(.trigger, &json)
      json.string(value)
    }
    if let related = section.related {
      object.key(.related, &json)
      json.string(related.lowercased())
    }
    return true
  }

  /// An object being written.
  private struct Object {
    private var isFirst = true

    mutating func key(_ key: AlarmKey, _ json: inout JSONText) {
      json.bytes.append(isFirst ? 0x7B : 0x2C)
      isFirst = false
      json.raw(AlarmKey.json[key.rawValue])
    }

    func end(_ json: inout JSONText) {
      if isFirst { json.bytes.append(0x7B) }
      json.bytes.append(0x7D)
    }
  }
}
