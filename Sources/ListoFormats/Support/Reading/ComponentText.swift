package import ICalendar
internal import ListoModel

/// A component that is being made from another format: content lines (RFC 5545 §3.1), escaped, folded at 75
/// octets, with CRLF.
///
/// What a property's value is, is said by the function that adds it; a parameter such as VALUE=DATE or TZID
/// that follows from the value is added by itself. Properties stand in the order in which they are added,
/// sub-components behind them.
///
/// Whatever a reader takes from its input becomes a content line here, or through ``ICalendarOutput``, which asks this. So here it is
/// seen to that nothing that was read begins or ends a component, and that a value is one of its property: what is not is kept as
/// text, in ``keptName``, and told in ``problems``.
package struct ComponentText: Sendable {
  /// In upper case.
  package let name: String
  let kind: ComponentKind
  /// The line of the input that it was read from, counted from 1; 0 where it is not known.
  package var line: Int
  /// Its own lines, from `BEGIN` on.
  private var lines: [UInt8] = []
  private var children: [UInt8] = []
  /// A bit for each property that was added.
  private var present: UInt128 = 0
  /// A bit for each kind of component that stands in it, at any depth.
  private var inner: UInt32 = 0
  /// How deep components stand in each other: 1 for one that holds none.
  private(set) var height = 1
  /// How often what was refused is kept as text within text that is kept: each time doubles its backslashes.
  private var keptDepth = 0
  private static let mostKept = 4
  /// What could not stand as it was read. Told by ``ICalendarOutput/write(_:isVerbatim:)``.
  package private(set) var problems: [Diagnostic] = []

  package init(_ name: String, line: Int = 0) {
    let upper = name.uppercased()
    self.init(upper: upper, ComponentKind(name: upper), line)
  }

  /// - Parameter room: most reminders fit, what stands behind their lines too.
  private init(upper name: String, _ kind: ComponentKind, _ line: Int, room: Int = 720) {
    (self.name, self.kind, self.line) = (name, kind, line)
    lines.reserveCapacity(room)
    lines += Self.begin
    lines += name.utf8
    lines += ContentLineText.crlf
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

  private static func bit(_ id: PropertyID) -> UInt128 { 1 << UInt128(id.rawValue) }

  /// TEXT (RFC 5545 §3.3.11), escaped here.
  package mutating func text(_ id: PropertyID, _ text: String, parameters: [Parameter] = []) {
    add(id, parameters) { TextValue.append(text, to: &$0) }
  }

  /// The same for the bytes of a text, which is UTF-8.
  mutating func text(_ id: PropertyID, _ text: ArraySlice<UInt8>, parameters: [Parameter] = []) {
    add(id, parameters) { TextValue.append(text, to: &$0) }
  }

  /// Several TEXTs on one line; nothing where there are none.
  package mutating func texts(_ id: PropertyID, _ texts: [String], parameters: [Parameter] = []) {
    if !texts.isEmpty { add(id, parameters) { TextValue.append(list: texts, to: &$0) } }
  }

  /// The same for the bytes of texts, which are UTF-8.
  mutating func texts(
    _ id: PropertyID, _ texts: some Sequence<ArraySlice<UInt8>>, parameters: [Parameter] = []
  ) {
    var rest = texts.makeIterator()
    guard let first = rest.next() else { return }
    add(id, parameters) { line in
      TextValue.append(first, to: &line)
      while let text = rest.next() {
        line.append(0x2C)
        TextValue.append(text, to: &line)
      }
    }
  }

  package mutating func integer(_ id: PropertyID, _ number: Int) {
    add(id, []) { $0 += String(number).utf8 }
  }

  /// A date, or a date and time, with the parameter that says which.
  package mutating func moment(_ id: PropertyID, _ moment: Moment, parameters: [Parameter] = []) {
    if parameters.isEmpty {
      switch moment {
      case .zoned: break
      case .date, .floating, .utc: return self.moment(id, DigitMoment(moment))
      }
    }
    let own = moment.parameters
    add(id, parameters.isEmpty ? own : parameters + own) { moment.appendICalendar(to: &$0) }
  }

  /// The same by its digits, with the name of a zone for its parameter TZID.
  mutating func moment(
    _ id: PropertyID, _ moment: DigitMoment, zone: ArraySlice<UInt8>? = nil, parameters: [Parameter] = []
  ) {
    line(id) { line in
      Self.append(parameters, to: &line)
      if let zone {
        line += Self.zoneParameter
        ParameterValue.append(zone, to: &line)
      }
      if !moment.hasTime { line += Self.dateParameter }
      line.append(0x3A)
      line.append(moment)
    }
  }

  private static let zoneParameter = Array(";TZID=".utf8)
  private static let dateParameter = Array(";VALUE=DATE".utf8)

  /// A value as it stands behind the colon; line ends in it are dropped. One that the property cannot have is kept aside.
  ///
  /// - Parameter line: of the input, where it is not the component's.
  package mutating func raw(
    _ id: PropertyID, _ value: some Sequence<UInt8>, parameters: [Parameter] = [], line: Int? = nil
  ) {
    check(id.name, id, Array(value)[...], parameters, line)
  }

  /// The same for bytes.
  mutating func raw(_ id: PropertyID, _ value: ArraySlice<UInt8>, line: Int? = nil) {
    guard id != .begin, id != .end, value.span.first(0x0A, from: 0, to: value.count) == nil,
      value.span.first(0x0D, from: 0, to: value.count) == nil,
      ContentValue.wanted(by: id, value, as: nil) == nil
    else { return check(id.name, id, value, [], line) }
    self.line(id, room: value.count) { output in
      output.put(0x3A)
      output.append(value.span, 0..<value.count)
    }
  }

  /// The same for a property by the bytes of its name, in upper case, and a value without line ends.
  mutating func raw(_ id: PropertyID, named name: [UInt8], _ bytes: Span<UInt8>, _ value: Range<Int>) {
    let isRight = id != .begin && id != .end && ContentValue.isPlain(id, bytes, value)
    guard
      isRight || ContentValue.wanted(by: id, bytes.copy(value)[...], []) == nil && id != .begin && id != .end
    else {
      raw(named: String(decoding: name, as: UTF8.self), bytes.copy(value))
      return
    }
    line(id, named: name) { line in
      line.append(0x3A)
      line.append(addingCapacity: value.count) { $0.append(bytes, value) }
    }
  }

  /// TEXT of such a property, which neither begins nor ends a component.
  mutating func text(_ id: PropertyID, named name: [UInt8], _ bytes: Span<UInt8>, _ text: Range<Int>) {
    line(id, named: name) { line in
      line.append(0x3A)
      TextValue.append(bytes.copy(text)[...], to: &line)
    }
  }

  /// A property by its name and all that stands behind it, without line ends; what its value means does not matter.
  mutating func passage(_ id: PropertyID, named name: [UInt8], _ bytes: Span<UInt8>, _ rest: Range<Int>) {
    guard id != .begin, id != .end else {
      return passage(ContentLineText.fold((name + bytes.copy(rest))[...]))
    }
    line(id, named: name) { line in line.append(addingCapacity: rest.count) { $0.append(bytes, rest) } }
  }

  /// A line of a property as it stands in another component that was made here.
  mutating func copy(_ id: PropertyID, _ line: ArraySlice<UInt8>) {
    present |= Self.bit(id)
    lines += line
  }

  /// A property that was read from iCalendar, as it is: what its value means does not matter.
  mutating func copy(_ property: Property) {
    guard property.id != .malformed else { return passage(property.unfolded) }
    add(property.name, property.id, property.parameters, property.value)
  }

  private mutating func check(
    _ name: String, _ id: PropertyID, _ value: ArraySlice<UInt8>, _ parameters: [Parameter], _ line: Int?
  ) {
    if let wanted = ContentValue.wanted(by: id, value, parameters) {
      tell(.badValue, line, "\(name) is '\(Self.shown(value))', which is no \(wanted)")
      return keep(name, value, parameters)
    }
    add(name, id, parameters, value)
  }

  // MARK: What is kept aside

  /// The property in which text is kept that cannot stand where it was read: a line whose value its property cannot have, lines that
  /// would begin or end a component.
  package static let keptName = "X-LISTO-LINE"

  /// Keeps a content line as text.
  mutating func keep(_ name: String, _ value: some Sequence<UInt8>, _ parameters: [Parameter] = []) {
    var line: [UInt8] = []
    Self.appendHead(name, parameters, to: &line)
    Self.append(raw: Array(value)[...], to: &line)
    keep(line)
  }

  private mutating func keep(_ line: some Sequence<UInt8>) {
    let text = String(decoding: Array(line), as: UTF8.self)
    let start = lines.count
    Self.appendHead(Self.keptName, [], to: &lines)
    TextValue.append(text, to: &lines)
    ContentLineText.endLine(from: start, of: &lines)
  }

  private mutating func tell(_ code: Diagnostic.Code, _ line: Int?, _ reason: String) {
    let number = line ?? self.line
    problems.append(
      Diagnostic(
        .warning, code, line: number > 0 ? number : nil, "\(reason); it is kept as \(Self.keptName)"))
  }

  /// Takes over what another has to tell.
  mutating func take(problemsOf other: ComponentText) { problems += other.problems }

  private static func shown(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.prefix(60).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }

  // MARK: Lines

  private mutating func add(
    _ name: String, _ id: PropertyID, _ parameters: [Parameter], _ value: ArraySlice<UInt8>
  ) {
    add(name, id, parameters) { Self.append(raw: value, to: &$0) }
  }

  /// Appends a line in its place, so that most lines are written once.
  ///
  /// - Parameter appendValue: appends what stands behind the colon, without line ends.
  private mutating func add(
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
  private mutating func line(_ id: PropertyID, _ write: (inout [UInt8]) -> Void) {
    line(id, named: Self.names[Int(id.rawValue)], write)
  }

  private mutating func line(_ id: PropertyID, named name: [UInt8], _ write: (inout [UInt8]) -> Void) {
    present |= Self.bit(id)
    let start = lines.count
    lines += name
    write(&lines)
    ContentLineText.endLine(from: start, of: &lines)
  }

  /// Tells of a line that would begin or end a component, and keeps it aside.
  private mutating func refuse(
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
      output.append(Self.head(id))
      write(&output)
      output.endLine(from: 0)
    }
  }

  /// Appends lines that are written at once.
  ///
  /// - Parameters:
  ///   - room: so many bytes they mostly have.
  ///   - write: appends lines of properties that neither begin nor end a component and whose values they can have, folded and with
  ///     their ends; returns which these are. Called again, it does the same.
  mutating func lines(room: Int, _ write: (inout OutputSpan<UInt8>) -> PropertySet) {
    var found: PropertySet = []
    lines.append(inRoomOf: room) { found = write(&$0) }
    present |= found.bits
  }

  /// What stands in front of parameters and value.
  static func head(_ id: PropertyID) -> ShortText { heads[Int(id.rawValue)] }
  private static let heads = PropertyID.allCases.map { ShortText(Array($0.name.utf8)) ?? .empty }
  private static let names = PropertyID.allCases.map { Array($0.name.utf8) }

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
      tell(.badValue, line, "\(name()) is '\(Self.shown(value))', which is no \(wanted)")
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

  private static func append(_ parameters: [Parameter], to lines: inout [UInt8]) {
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
  private static func appendHead(_ name: String, _ parameters: [Parameter], to lines: inout [UInt8]) {
    lines += name.utf8
    append(parameters, to: &lines)
    lines.append(0x3A)
  }

  private static func append(raw value: ArraySlice<UInt8>, to lines: inout [UInt8]) {
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

  /// Lines that are no properties; see ``lines(of:)``. Those that would begin or end a component are kept as one text.
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

  // MARK: Components

  /// A sub-component, such as an alarm. One that iCalendar cannot have there, since its beginning would end this one, is kept as
  /// text: a VTODO in a VTODO.
  package mutating func append(_ child: ComponentText) {
    problems += child.problems
    keptDepth = max(keptDepth, child.keptDepth)
    guard !child.ends(kind) else { return refuse(child, "cannot stand in a \(name)") }
    inner |= child.inner | child.own
    height = max(height, child.height + 1)
    child.append(to: &children)
  }

  /// An alarm, written at once.
  ///
  /// - Parameters:
  ///   - room: so many bytes it mostly has.
  ///   - write: appends its lines, from `BEGIN` to `END`. Called again, it does the same.
  mutating func appendAlarm(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    children.append(inRoomOf: room, write)
    inner |= 1 << UInt32(ComponentKind.valarm.rawValue)
    height = max(height, 2)
  }

  private var own: UInt32 { 1 << UInt32(kind.rawValue) }

  /// It, or what stands in it, cannot stand in a component of this kind.
  private func ends(_ kind: ComponentKind) -> Bool {
    (inner | own) & Self.enders[Int(kind.rawValue)] != 0
  }

  /// Of each kind a bit for those whose beginning ends it.
  private static let enders: [UInt32] = ComponentKind.allCases.map { kind in
    ComponentKind.allCases.reduce(0) { $1.ends(kind) ? $0 | 1 << UInt32($1.rawValue) : $0 }
  }

  /// Keeps a component as text; one that keeps others so, which do the same, and so on, is left out.
  mutating func refuse(_ child: ComponentText, _ reason: String) {
    guard child.keptDepth < Self.mostKept else {
      problems.append(
        Diagnostic(
          .warning, .badSyntax, line: child.line > 0 ? child.line : nil,
          "a \(child.name) \(reason), and holds others that cannot, too deep to be kept as text; it is left out"
        ))
      return
    }
    keptDepth = max(keptDepth, child.keptDepth + 1)
    tell(.badSyntax, child.line > 0 ? child.line : nil, "a \(child.name) \(reason)")
    keep(child.bytes)
  }

  /// What stands in it would be taken for a component of the calendar where no more than so many components are read in each other.
  func isBroken(byNesting limit: Int) -> Bool { height > limit && holdsTop }

  /// A component stands in it that ends a VTODO wherever it is read as one of the calendar's.
  var holdsTop: Bool { inner & Self.enders[Int(ComponentKind.vtodo.rawValue)] != 0 }

  /// From `BEGIN` to `END`.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(lines.count + children.count + name.utf8.count + 6)
    append(to: &result)
    return result
  }

  /// The same for who needs it no more.
  mutating func takeBytes() -> [UInt8] {
    var result: [UInt8] = []
    swap(&result, &lines)
    appendRest(to: &result)
    return result
  }

  /// Appends it from `BEGIN` to `END`.
  func append(to bytes: inout [UInt8]) {
    bytes.append(inRoomOf: lines.count + children.count + name.utf8.count + 8) { output in
      output.put(lines)
      output.put(children)
      output.put(Self.end)
      output.put(name)
      output.put(ContentLineText.crlf)
    }
  }

  private static let begin = Array("BEGIN:".utf8)
  private static let end = Array("END:".utf8)
}
