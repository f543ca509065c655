package import ICalendar
internal import ListoModel

/// Reads reminders in Listo's JSON: the document of ``JSONDocumentWriter``, JSON lines, an array of
/// reminders, or one; also several of these, one behind the other.
///
/// JSON lines, and the reminders of a document, are read one at a time, in constant memory. What Listo wrote
/// comes back as it was; a reminder without `id` was made by someone else, and gets what it lacks.
package struct ReminderCollectionReader: FormatReader {
  /// The shape of a JSON text, by its beginning.
  enum Shape {
    case document, reminders, reminder
    /// Objects with titles, whose other keys are mostly not those of reminders.
    case others
  }

  /// Where the definition of each zone stands already, by the key of the calendar and TZID.
  private var zones: [String: [String: [UInt8]]] = [:]
  private var documents = 0
  /// Reminders on their way.
  private var stage: JSONStage<Standing, Entry>?

  /// Where a reminder stands.
  private struct Standing {
    /// That of the calendar; nil where the reminder says itself which list it is in.
    let key: String?
  }

  /// One object, so that to hand it on copies a reference.
  private final class Entry: Sendable {
    let component: FinishedComponent
    let place: ReminderObject.Place
    let zones: [ComponentText]
    let problems: [Diagnostic]
    let line: Int
    let key: String?

    init(_ node: JSONNode, _ key: String?) {
      let (json, start) = node.place
      let reminder = ReminderObject(json.content, start)
      // In a calendar the reminder is where it stands.
      place = key == nil ? reminder.place : ReminderObject.Place()
      (zones, problems) = (reminder.zones, reminder.problems)
      component = reminder.finish()
      (line, self.key) = (node.line, key)
    }
  }

  /// The list that was chosen last by what a reminder says, and its key.
  private var chosen: (place: ReminderObject.Place, key: String)?

  /// A reader without state.
  package init() {}

  static func shape(_ beginning: ArraySlice<UInt8>) -> Shape? {
    let outline = JSONOutline(beginning)
    if outline.shape == .object, outline.has("listo") {
      // A selection, a catalog and a report have a word there.
      return outline.keys["listo"] == "" ? .document : nil
    }
    guard outline.shape == .object || outline.shape == .arrayOfObjects else { return nil }
    let hasTitle = outline.has("title") && !outline.containers.contains("title")
    guard hasTitle || outline.has("uid"), !outline.has("@type") else { return nil }
    // Many programs call a title so, reminders-cli in an array too.
    let isReminder = JSONOutline.areMostKnown(outline.keys.keys) {
      ReminderKey.named[$0.utf8] != nil || PlaceKey.named[$0.utf8] != nil
    }
    guard isReminder else { return hasTitle ? .others : nil }
    return outline.shape == .object ? .reminder : .reminders
  }

  /// Reads an array of reminders to its end, into a sink.
  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage(accepts: Self.isReminder) { nodes, standing in
      nodes.map { Entry($0, standing.key) }
    }
    try JSONReader.forEachText(in: &input, "a reminder, which is an object,") {
      (json, token) throws(ICalendarError) in
      switch token {
      case .beginObject: try object(&json, &output)
      case .beginArray:
        try json.forEachPiece { (json, piece) throws(ICalendarError) in try write(piece, &json, &output) }
      default: return false
      }
      return true
    } passages: { (json, piece) throws(ICalendarError) in
      try write(piece, &json, &output)
    }
    try settle(&output)
  }

  /// A value at the top may be a document.
  private static func isReminder(_ node: JSONNode, _ passage: JSONPassage) -> Bool {
    guard node.isObject else { return false }
    let (json, place) = node.place
    guard passage.depth == 0, json.count(place) > 0 else { return true }
    return !json.isText(place + 1, "listo") && !json.isText(place + 1, "calendars")
  }

  // MARK: A document

  /// An object at the top: a document, or a reminder.
  private mutating func object(
    _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let line = json.line
    let token = try json.next()
    guard case .key(let first) = token, first == "listo" || first == "calendars" else {
      if let node = try json.node(token, inObjectAt: line) { _ = try write(.value(node), &json, &output) }
      return
    }
    try settle(&output)
    documents += 1
    var count = 0
    try json.forEachMember(first: first, lists: ["calendars", "unparsed"]) {
      (json, key, token) throws(ICalendarError) in
      switch (key, token) {
      case ("listo", _):
        guard let node = try json.node(token) else { return }
        // Version 1 had no key where a line had parameters, and is read by the same rules.
        if node.integer != 2, node.integer != 1 {
          json.report(.badSyntax, "this is not version 1 or 2 of Listo JSON; it is read as if it were")
        }
      case ("calendars", .beginArray):
        while true {
          let token = try json.next()
          if token == .endArray { return }
          guard token == .beginObject else {
            guard try json.pass(token) else { return }
            json.report(.badValue, "a calendar must be an object; this is left out")
            continue
          }
          count += 1
          try calendar("\(documents)/\(count)", &json, &output)
          if json.isBroken { return }
        }
      case ("unparsed", .beginArray):
        try json.forEachElement { (json, node) throws(ICalendarError) in
          if let text = node.string { try output.stray(text.utf8, line: node.line) }
        }
      default: try unknown(key, token, "a document", &json)
      }
    }
  }

  private func unknown(
    _ key: String, _ token: JSONToken, _ holder: String, _ json: inout JSONReader
  ) throws(ICalendarError) {
    let line = json.line
    guard try json.pass(token) else { return }
    json.report(.unknownKey, line: line, "\(holder) has no \"\(key)\" of this kind; it is left out")
  }

  /// The description of a calendar in its object.
  private struct Place {
    var name: String?
    var identifier: String?
    var color: String?
    var isWhole = false
  }

  private mutating func calendar(
    _ key: String, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var place = Place()
    output.calendar(key: key)
    try json.forEachMember(lists: ["properties", "reminders", "components", "unparsed"]) {
      (json, name, token) throws(ICalendarError) in
      switch (name, token) {
      case ("list", .string(let text)): place.name = text
      case ("listIdentifier", .string(let text)):
        place.identifier = ModelIdentifier(text)?.list?.text ?? text
      case ("color", .string(let text)): place.color = text
      case ("source", .string), (_, .null): break
      case ("properties", .beginArray):
        place.isWhole = true
        try json.forEachElement { (json, node) throws(ICalendarError) in
          var parsing = JCalParsing()
          output.property(node, &parsing)
          for problem in parsing.takeProblems() { json.report(problem) }
        }
      case ("reminders", .beginArray):
        try json.forEachPiece { (json, piece) throws(ICalendarError) in
          try write(piece, &json, &output, in: key)
        }
        try settle(&output)
      case ("components", .beginArray):
        try json.forEachElement { (json, node) throws(ICalendarError) in
          var parsing = JCalParsing()
          if let component = parsing.component(node) { try output.write(component, isVerbatim: true) }
          for problem in parsing.takeProblems() { json.report(problem) }
        }
      case ("unparsed", .beginArray):
        try json.forEachElement { (json, node) throws(ICalendarError) in
          guard let text = node.string else { return }
          // An END without its BEGIN can stand behind the calendars, where nothing is open.
          if LineFrames.stand(in: Array(text.utf8)), !LineFrames.stand(in: Array(text.utf8), ends: false) {
            try output.stray(text.utf8, line: node.line)
          } else {
            output.passage(text.utf8, line: node.line)
          }
        }
      default: try unknown(name, token, "a calendar", &json)
      }
    }
    output.calendar(key: key, name: place.name, identifier: place.identifier, isVerbatim: place.isWhole)
    if !place.isWhole, let color = place.color {
      output.property(named: "X-APPLE-CALENDAR-COLOR", TextValue.encode(color))
    }
  }

  // MARK: A reminder

  /// - Parameter key: that of the calendar that it stands in; nil where it says itself which list it is in.
  /// - Returns: what is to be read token by token.
  private mutating func write(
    _ piece: JSONPiece, _ json: inout JSONReader, _ output: inout ICalendarOutput, in key: String? = nil
  ) throws(ICalendarError) -> [JSONPassage] {
    if case .value(let node) = piece, !node.isObject {
      if node.isOmitted { return [] }
      json.report(
        .badValue, line: node.line, "\(node.kind) instead of a reminder, which is an object")
      return []
    }
    let results = stage?.take(piece, size: json.takeSize(), in: Standing(key: key)) ?? []
    return try results.forEachMade { (entry) throws(ICalendarError) in try write(entry, &output) }
  }

  /// Writes what is on its way, before something else is written.
  private mutating func settle(_ output: inout ICalendarOutput) throws(ICalendarError) {
    let results = stage?.finish() ?? []
    _ = try results.forEachMade { (entry) throws(ICalendarError) in try write(entry, &output) }
  }

  private mutating func write(
    _ entry: Entry, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let list = entry.key ?? choose(entry.place, &output)
    for zone in entry.zones {
      let (tzid, bytes) = (Component(zone.bytes)?.first(.tzid)?.text ?? "", zone.bytes)
      if let known = zones[list]?[tzid] {
        guard known != bytes else { continue }
        output.tell(ofRecord: [
          Diagnostic(
            .warning, .zoneConflict, line: entry.line,
            "the time zone \(tzid) is defined twice; the first definition counts")
        ])
        continue
      }
      zones[list, default: [:]][tzid] = bytes
      try output.write(zone, isVerbatim: true)
    }
    try output.write(entry.component)
    output.tell(ofRecord: entry.problems)
  }

  /// Chooses the list that a reminder says it is in.
  private mutating func choose(
    _ place: ReminderObject.Place, _ output: inout ICalendarOutput
  ) -> String {
    // Most stand in the list of the one before.
    if chosen?.place.isLike(place) == true, let key = chosen?.key {
      output.calendar(key: key)
      return key
    }
    let key: String
    let (identifier, list) = (place.identifier?.list, Self.text(place.list))
    if identifier == nil, list == nil {
      key = ""
      output.calendar(key: key)
    } else {
      let holder = identifier.map { $0.holder > 1 ? "\($0.text) \($0.holder)" : $0.text } ?? list ?? ""
      key = (Self.text(place.source) ?? "") + "/" + holder
      output.calendar(key: key, name: list, identifier: holder)
    }
    chosen = (place, key)
    return key
  }

  private static func text(_ bytes: ArraySlice<UInt8>?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
