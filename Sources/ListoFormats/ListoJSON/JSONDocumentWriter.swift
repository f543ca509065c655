package import ICalendar
package import ListoModel

/// Writes one JSON document that holds everything that the calendars say.
///
///     {"listo":2,"calendars":[
///     {"source":"Personal","list":"House","listIdentifier":"house.ics","color":"#FF2D55","properties":[…],"reminders":[
///     {"id":"…","source":"Personal","list":"House","uid":"…","title":"Water the plants",…},
///     …
///     ],"components":[
///     ["vevent",[…],[]],
///     …
///     ],"unparsed":["…"]}
///     ],"unparsed":["…"]}
///
/// `listo` is the version of the shape. A calendar has `source`, `list`, `listIdentifier` and `color`,
/// which name the place and are for information where `properties` says the same; `properties`, all of its
/// own as jCal (RFC 7265); `reminders` in the shape of ``ReminderJSON``, in the order of the input;
/// `components`, everything else, zones among them, as jCal; `unparsed`, the passages and lines that are no
/// iCalendar. The last `unparsed` is text that stood in no calendar. Only `source`, `list`,
/// `listIdentifier`, `properties` and `reminders` are always there.
///
/// Only the order between reminders and other components, and text that is not UTF-8, have no place in it;
/// the latter is counted. Reminders are written as they come; the other components of one calendar are held
/// in memory until it closes.
package struct JSONDocumentWriter: StagedFormatWriter {
  package var losses: Losses
  private var reminders = ReminderJSON(carryingZones: false)
  private var components: [UInt8] = []
  private var others = JCalComponents<JSONText>()
  private var unparsed = JSONText()
  private var strayText = JSONText()
  /// The one that was opened and not closed yet.
  private var current: Survey.Calendar?
  private var hasCalendar = false
  private var hasReminder = false
  /// Passages beyond this, of one calendar together, are counted as lost, so that memory stays bounded.
  private static let passageLimit = 16 << 20

  package init(losses: Losses = Losses()) { self.losses = losses }

  /// Commas stand between elements.
  package mutating func begin(_ output: inout [UInt8]) {
    output.append(contentsOf: "{\"listo\":2,\"calendars\":[".utf8)
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    closeCurrent(&output)
    current = calendar
    var json = JSONText()
    json.raw(hasCalendar ? ",\n{\"source\":" : "\n{\"source\":")
    json.string(calendar.place.source.title)
    json.raw(",\"list\":")
    json.string(calendar.place.listTitle)
    json.raw(",\"listIdentifier\":")
    json.string(
      ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list).description)
    if let color = calendar.context.color { json.raw(",\"color\":\"\(color)\"") }
    json.raw(",\"properties\":")
    var lines: [ArraySlice<UInt8>] = []
    JCal.write(calendar.properties, to: &json, unparsed: &lines)
    json.raw(",\"reminders\":[")
    output.append(contentsOf: json.bytes)
    if json.replacements > 0 { losses.addEncoding(in: "VCALENDAR", uid: nil, of: calendar) }
    (hasCalendar, hasReminder) = (true, false)
    (components, unparsed) = ([], JSONText())
    for line in lines { keep(line, of: calendar) }
  }

  /// The JSON of a component, made by itself.
  package enum Made: Sendable {
    case reminder([UInt8])
    /// As jCal, with the lines that are none.
    case component([UInt8], unparsed: [ArraySlice<UInt8>])
  }

  package mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> Made {
    let made: Made
    let isWhole: Bool
    if component.kind == .vtodo {
      let before = reminders.replacements
      var bytes: [UInt8] = []
      reminders.write(component, holder: holder, in: calendar, to: &bytes)
      (made, isWhole) = (.reminder(bytes), reminders.replacements == before)
    } else {
      var json = JSONText()
      var lines: [ArraySlice<UInt8>] = []
      others.write(component, to: &json, unparsed: &lines)
      (made, isWhole) = (.component(json.bytes, unparsed: lines), json.replacements == 0)
    }
    if !isWhole {
      losses.addEncoding(in: component.name, uid: component.first(.uid)?.rawText, of: calendar)
    }
    return made
  }

  package mutating func place(_ made: Made, in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    // Components outside of a VCALENDAR are a calendar that nothing opens, and a file may be cut off before
    // its END.
    if current !== calendar { open(calendar, &output) }
    switch made {
    case .reminder(let bytes):
      if hasReminder { output.append(0x2C) }
      output.append(0x0A)
      hasReminder = true
      output += bytes
    case .component(let bytes, let unparsed):
      components += (components.isEmpty ? "\n" : ",\n").utf8
      components += bytes
      for line in unparsed { keep(line, of: calendar) }
    }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    // A calendar's properties were all written when it was opened.
    guard case .other(let bytes) = item, bytes.contains(where: { $0 > 0x20 }) else { return }
    keep(bytes, of: calendar === current ? calendar : nil)
  }

  package mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    closeCurrent(&output)
  }

  private mutating func closeCurrent(_ output: inout [UInt8]) {
    guard current != nil else { return }
    current = nil
    output.append(contentsOf: (hasReminder ? "\n]" : "]").utf8)
    if !components.isEmpty {
      output.append(contentsOf: ",\"components\":[".utf8)
      output.append(contentsOf: components)
      output.append(contentsOf: "\n]".utf8)
    }
    Self.write(unparsed, &output)
    output.append(0x7D)
    (components, unparsed) = ([], JSONText())
  }

  package mutating func end(_ output: inout [UInt8]) {
    closeCurrent(&output)
    output.append(contentsOf: (hasCalendar ? "\n]" : "]").utf8)
    Self.write(strayText, &output)
    output.append(contentsOf: "}\n".utf8)
  }

  /// Keeps what is no iCalendar for the end of its calendar.
  private mutating func keep(_ passage: ArraySlice<UInt8>, of calendar: Survey.Calendar?) {
    var json = calendar == nil ? strayText : unparsed
    if calendar == nil { strayText = JSONText() } else { unparsed = JSONText() }
    if json.bytes.count + passage.count > Self.passageLimit {
      losses.addPassage(of: calendar)
    } else {
      let before = json.replacements
      if !json.bytes.isEmpty { json.raw(",") }
      json.string(passage)
      if json.replacements != before {
        losses.add(
          Losses.Entry(kind: "non-UTF-8 text", file: calendar?.context.file ?? "", name: ""))
      }
    }
    if calendar == nil { strayText = json } else { unparsed = json }
  }

  private static func write(_ unparsed: JSONText, _ output: inout [UInt8]) {
    guard !unparsed.bytes.isEmpty else { return }
    output.append(contentsOf: ",\"unparsed\":[".utf8)
    output.append(contentsOf: unparsed.bytes)
    output.append(0x5D)
  }
}
