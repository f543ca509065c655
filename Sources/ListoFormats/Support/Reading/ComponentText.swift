package import ICalendar
internal import ListoModel

/// A component that is being made from another format: content lines (RFC 5545 §3.1), escaped, folded at 75
/// octets, with CRLF.
///
/// The function that adds a property says the type of its value; a parameter such as VALUE=DATE or TZID that
/// follows from the value is added by itself. Properties stand in the order in which they are added,
/// sub-components behind them.
///
/// Everything that a reader takes from its input becomes a content line here, or through ``ICalendarOutput``,
/// which asks this. So this ensures that no input begins or ends a component, and that a value is one of its
/// property: any other is kept as text, in ``keptName``, and reported in ``problems``.
package struct ComponentText: Sendable {
  /// In upper case.
  package let name: String
  let kind: ComponentKind
  /// The line of the input that it was read from, counted from 1; 0 where it is not known.
  package var line: Int
  /// Its own lines, from `BEGIN` on.
  var lines: [UInt8] = []
  var children: [UInt8] = []
  /// A bit for each property that was added.
  var present: UInt128 = 0
  /// A bit for each kind of component that stands in it, at any depth.
  var inner: UInt32 = 0
  /// How deep components stand in each other: 1 for one that holds none.
  var height = 1
  /// How often what was refused is kept as text within text that is kept: each time doubles its backslashes.
  var keptDepth = 0
  static let mostKept = 4
  /// The problems with input that could not stand as it was read. ``ICalendarOutput/write(_:isVerbatim:)``
  /// reports them.
  package internal(set) var problems: [Diagnostic] = []

  package init(_ name: String, line: Int = 0) {
    let upper = name.uppercased()
    self.init(upper: upper, ComponentKind(name: upper), line)
  }

  /// - Parameter room: most reminders fit, what stands behind their lines too.
  init(upper name: String, _ kind: ComponentKind, _ line: Int, room: Int = 720) {
    (self.name, self.kind, self.line) = (name, kind, line)
    lines.append(addingCapacity: max(room, name.utf8.count + 48)) { output in
      output.append(Self.begin)
      output.put(name)
      output.put(0x0D)
      output.put(0x0A)
    }
  }

  /// A reminder.
  package static func reminder(line: Int) -> ComponentText { ComponentText(upper: "VTODO", .vtodo, line) }

  /// A reminder whose lines have so many bytes at most.
  static func reminder(line: Int, room: Int) -> ComponentText {
    // Behind them may come a UID, a DTSTAMP and the end.
    ComponentText(upper: "VTODO", .vtodo, line, room: room + 130)
  }

  /// An alarm.
  static func alarm(line: Int) -> ComponentText { ComponentText(upper: "VALARM", .valarm, line, room: 360) }

  /// An event.
  static func event(line: Int) -> ComponentText { ComponentText(upper: "VEVENT", .vevent, line) }

  /// Those that were added and were not kept aside.
  var properties: [PropertyID] { present == 0 ? [] : PropertyID.allCases.filter(has) }

  /// A property of this kind was added.
  package func has(_ id: PropertyID) -> Bool { present & Self.bit(id) != 0 }

  static func bit(_ id: PropertyID) -> UInt128 { 1 << UInt128(id.rawValue) }

  mutating func add(
    _ name: String, _ id: PropertyID, _ parameters: [Parameter], _ value: ArraySlice<UInt8>
  ) {
    add(name, id, parameters) { Self.append(raw: value, to: &$0) }
  }

  /// Appends a line in its place, so that most lines are written once.
  ///
  /// - Parameter appendValue: appends what stands behind the colon, without line ends.
  mutating func add(
    _ name: String, _ id: PropertyID, _ parameters: [Parameter], _ appendValue: (inout [UInt8]) -> Void
  ) {
    guard id != .begin, id != .end else { return refuse(name, parameters, appendValue) }
    present |= Self.bit(id)
    let start = lines.count
    Self.appendHead(name, parameters, to: &lines)
    appendValue(&lines)
    ContentLineText.endLine(from: start, of: &lines)
  }

  /// The same for a property that is known by its name, and can have the value.
  mutating func add(
    _ id: PropertyID, _ parameters: [Parameter], _ appendValue: (inout [UInt8]) -> Void
  ) {
    guard id != .begin, id != .end else { return refuse(id.name, parameters, appendValue) }
    line(id) { line in
      Self.append(parameters, to: &line)
      line.append(0x3A)
      appendValue(&line)
    }
  }

  /// Appends a line of a property that neither begins nor ends a component, and whose value it can have.
  ///
  /// - Parameter write: appends what stands behind the name, the colon too, without line ends.
  mutating func line(_ id: PropertyID, _ write: (inout [UInt8]) -> Void) {
    present |= Self.bit(id)
    let start = lines.count
    lines.append(inRoomOf: 64) { $0.append(id.shortName) }
    write(&lines)
    ContentLineText.endLine(from: start, of: &lines)
  }

  /// Tells of a line that would begin or end a component, and keeps it aside.
  mutating func refuse(
    _ name: String, _ parameters: [Parameter], _ appendValue: (inout [UInt8]) -> Void
  ) {
    var value: [UInt8] = []
    appendValue(&value)
    tell(.badSyntax, nil, "\(name):\(Self.shown(value)) would begin or end a component")
    keep(name, value, parameters)
  }

  /// The same, where how long the line is is known before.
  ///
  /// - Parameters:
  ///   - room: so many bytes mostly stand behind the name.
  ///   - write: appends these, the colon too, without line ends.
  @inline(__always)
  mutating func line(_ id: PropertyID, room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    present |= Self.bit(id)
    lines.append(inRoomOf: room + room / 16 + 100) { output in
      output.append(id.shortName)
      write(&output)
      output.endLine(from: 0)
    }
  }

  /// The same for a property by the bytes of its name, in upper case; none where the id says it.
  @inline(__always)
  mutating func line(
    _ id: PropertyID, named name: [UInt8], room: Int, _ write: (inout OutputSpan<UInt8>) -> Void
  ) {
    present |= Self.bit(id)
    lines.append(inRoomOf: name.count + room + room / 16 + 100) { output in
      if name.isEmpty { output.append(id.shortName) } else { output.put(name) }
      write(&output)
      output.endLine(from: 0)
    }
  }

  /// Appends lines that are written at once.
  ///
  /// - Parameters:
  ///   - room: so many bytes they mostly have.
  ///   - write: appends lines of properties that neither begin nor end a component and whose values they can
  ///     have, folded and with their ends; returns which these are. Called again, it does the same.
  mutating func lines(room: Int, _ write: (inout OutputSpan<UInt8>) -> PropertySet) {
    var found: PropertySet = []
    lines.append(inRoomOf: room) { found = write(&$0) }
    present |= found.bits
  }

  /// Adds a content line that is written but for its folds, its name in upper case.
  ///
  /// - Parameters:
  ///   - start: where the value begins, in which line ends are dropped.
  ///   - type: what VALUE says; nil where nothing does.
  ///   - line: of the input.
  ///   - isRight: the value stays what it is, whatever the property can have.
  mutating func add(
    _ text: [UInt8], of id: PropertyID, valueFrom start: Int, said type: JCalType?, line: Int, isRight: Bool
  ) {
    let value = text[start...]
    func name() -> String { String(decoding: text.prefix { $0 != 0x3B && $0 != 0x3A }, as: UTF8.self) }
    func written() -> ArraySlice<UInt8> {
      let bytes = text.span
      guard
        bytes.first(0x0A, from: start, to: bytes.count) != nil
          || bytes.first(0x0D, from: start, to: bytes.count) != nil
      else { return text[...] }
      return text[..<start] + value.filter { $0 != 0x0A && $0 != 0x0D }
    }
    if !isRight, let wanted = ContentValue.wanted(by: id, value, as: type) {
      tell(.badValue, line, "\(name()) is '\(Self.shown(value))', which is not a valid \(wanted)")
      return keep(written())
    }
    guard id != .begin, id != .end else {
      tell(.badSyntax, nil, "\(name()):\(Self.shown(value)) would begin or end a component")
      return keep(written())
    }
    present |= Self.bit(id)
    let line = written()
    lines.append(inRoomOf: line.count + line.count / 16 + 100) { output in
      output.append(line.span, 0..<line.count)
      output.endLine(from: 0)
    }
  }

  static func append(_ parameters: [Parameter], to lines: inout [UInt8]) {
    for parameter in parameters {
      lines.append(0x3B)
      lines += parameter.name.utf8
      lines.append(0x3D)
      for (index, value) in parameter.values.enumerated() {
        if index > 0 { lines.append(0x2C) }
        lines += ParameterValue.encode(value)
      }
    }
  }

  /// A line up to its value.
  static func appendHead(_ name: String, _ parameters: [Parameter], to lines: inout [UInt8]) {
    lines += name.utf8
    append(parameters, to: &lines)
    lines.append(0x3A)
  }

  static func append(raw value: ArraySlice<UInt8>, to lines: inout [UInt8]) {
    if value.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines += value.filter { $0 != 0x0A && $0 != 0x0D }
    } else {
      lines += value
    }
  }

  /// A property by its name, in any case, with a value as it stands behind the colon.
  ///
  /// - Parameter line: of the input, where it is not the component's.
  /// - Returns: false, and nothing is added, for a name that no property can have (RFC 5545 §3.1: letters,
  ///   digits and hyphens).
  @discardableResult
  package mutating func raw(
    named name: String, _ value: some Sequence<UInt8>, parameters: [Parameter] = [], line: Int? = nil
  ) -> Bool {
    guard Self.isName(name), parameters.allSatisfy({ Self.isParameterName($0.name) }) else { return false }
    check(name.uppercased(), PropertyID(name: name), Array(value)[...], parameters, line)
    return true
  }

  /// Lines that are no properties; see ``lines(of:)``. Those that would begin or end a component are kept as
  /// one text.
  package mutating func passage(_ text: some Sequence<UInt8>, line: Int? = nil) {
    let bytes = Array(text)
    guard !LineFrames.stand(in: bytes) else {
      tell(.badSyntax, line, "'\(Self.shown(bytes))' would begin or end a component")
      return keep(bytes)
    }
    lines += Self.lines(of: bytes)
  }

  /// A passage that is no property as lines of their own: one line is folded, several stay as they are. White
  /// space in front, which would make it a part of the line before, is left out.
  static func lines(of text: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(text).drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return ContentLineText.fold(bytes) }
    return bytes.last == 0x0A ? Array(bytes) : bytes + ContentLineText.crlf
  }

  /// The bytes of `BEGIN` and of the lines that were added so far.
  var ownCount: Int { lines.count }

  /// Lines that were added so far, folded, each with its end.
  var content: ArraySlice<UInt8> { lines[(name.utf8.count + 8)...] }

  /// From `BEGIN` to `END`.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(lines.count + restCount)
    append(to: &result)
    return result
  }

  /// The same for who needs it no more.
  mutating func takeBytes() -> [UInt8] {
    var result: [UInt8] = []
    swap(&result, &lines)
    result.append(inRoomOf: restCount) { putRest(into: &$0) }
    return result
  }

  /// It as a component that is read from its bytes.
  var component: Component? { Self.component(bytes, kind, isAlone: children.isEmpty) }

  /// The same for who needs it no more.
  mutating func takeComponent() -> Component? {
    let isAlone = children.isEmpty
    return Self.component(takeBytes(), kind, isAlone: isAlone)
  }

  private static func component(_ bytes: [UInt8], _ kind: ComponentKind, isAlone: Bool) -> Component? {
    isAlone ? Component(made: bytes, kind: kind) : Component(bytes)
  }

  /// Appends it from `BEGIN` to `END`.
  func append(to bytes: inout [UInt8]) {
    bytes.append(inRoomOf: lines.count + restCount) { output in
      output.put(lines)
      putRest(into: &output)
    }
  }

  /// Of what stands behind its own lines.
  private var restCount: Int { children.count + name.utf8.count + 48 }

  private func putRest(into output: inout OutputSpan<UInt8>) {
    output.put(children)
    output.append(Self.end)
    output.put(name)
    output.put(0x0D)
    output.put(0x0A)
  }

  private static let begin = ShortText(Array("BEGIN:".utf8)) ?? .empty
  private static let end = ShortText(Array("END:".utf8)) ?? .empty
}
