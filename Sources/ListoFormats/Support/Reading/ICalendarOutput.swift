package import ICalendar
internal import ListoModel

/// The destination of a reader: components, and the calendars that they belong to.
///
/// A file may name its lists in any order, again and again: each becomes one VCALENDAR, in the order in which
/// they were first named. Of each calendar a quarter of a megabyte is gathered in memory before it is handed
/// on, of all of them together at most 16 MB.
///
/// Properties that RFC 5545 asks for and the input cannot say are added: VERSION, PRODID, a DTSTAMP (the time
/// of the last change, else of creation, else 1970-01-01T00:00:00Z, with one Diagnostic for the file) and a
/// UID (a version 5 UUID of the canonical content, so that it is the same each time). Nothing depends on the
/// clock, the machine or on hash seeds.
package struct ICalendarOutput {
  private struct Calendar {
    let key: String
    var name: String?
    var identifier: String?
    var isVerbatim: Bool
    /// Its own properties.
    var lines: [UInt8] = []
    var present: Set<PropertyID> = []
    /// Components that wait to be handed on.
    var body: [UInt8] = []
    /// Line ends that were written to its body.
    var lineCount = 0
    var map: [(made: Int, original: Int)] = []
  }

  /// The input as the user named it.
  package let file: String
  private let sink: any CalendarSink
  private var calendars: [Calendar] = []
  private var indices: [String: Int] = [:]
  private var current = -1
  private var waiting = 0
  private(set) var log: ProblemLog
  /// The problems in records, which are reported behind those in the text of their lines.
  private(set) var recordLog: ProblemLog
  /// ``Limit/itemSize`` and ``Limit/diagnostics`` of them count.
  let limits: ReadingLimits
  private let threads: (any RecordThreads)?
  private var hasBareStamp = false
  private var hasRuleAlone = false
  private var uids = ContentUIDs()
  private(set) var lines = LineMap()

  /// The bytes gathered of all calendars before they are handed on.
  private static let gatherLimit = 16 << 20
  /// The bytes gathered of one calendar, so that the sink has something to do while other threads make the
  /// components that come then: handed on all at once, it took them longer than they had work.
  private static let pieceLimit = 1 << 18

  /// - Parameters:
  ///   - file: the input as the user named it, for Diagnostics.
  ///   - threads: those that work beside the reader; nil for none.
  package init(
    file: String, sink: any CalendarSink, limits: ReadingLimits = ReadingLimits(),
    threads: (any RecordThreads)? = nil
  ) {
    (self.file, self.sink, self.limits, self.threads) = (file, sink, limits, threads)
    log = ProblemLog(limits: limits)
    recordLog = ProblemLog(limits: limits)
  }

  var isEmpty: Bool { calendars.isEmpty }

  /// Tells a problem of the input. Of many of one kind the first hundred are told, and the others counted.
  package mutating func diagnose(
    _ code: Diagnostic.Code, line: Int? = nil, severity: Diagnostic.Severity = .warning, _ message: String
  ) {
    log.append(Diagnostic(severity, code, line: line, message))
  }

  /// A stage that makes something of each record by itself.
  func stage<Record: Sendable, Made: Sendable>(
    _ make: @escaping @Sendable (Record) -> Made
  ) -> RecordStage<Record, Made> { RecordStage(threads, make) }

  /// The same for values of JSON, of which many may be read on another thread.
  func stage<Context: Sendable, Made: Sendable>(
    accepts: @escaping @Sendable (JSONNode, JSONPassage) -> Bool,
    _ make: @escaping @Sendable ([JSONNode], Context) -> [Made]
  ) -> JSONStage<Context, Made> { JSONStage(threads, accepts: accepts, make) }

  /// Tells problems of a record, behind those of the text that it was read from.
  mutating func tell(ofRecord problems: [Diagnostic]) {
    for problem in problems { recordLog.append(problem) }
  }

  /// Tells problems of the input.
  mutating func tell(_ problems: [Diagnostic]) {
    for problem in problems { log.append(problem) }
  }

  /// Tells that something goes beyond a limit.
  mutating func diagnose(beyond limit: Limit, line: Int, _ consequence: String) {
    log.append(Diagnostic(beyond: limit, limits, line: line, consequence))
  }

  // MARK: Calendars

  /// Chooses the list that what follows belongs to. Without a call it is the one that the file is.
  ///
  /// - Parameters:
  ///   - key: the same for the same list; empty for the list that the file is.
  ///   - name: what people call it.
  ///   - identifier: what tells it from others where the format has such a thing, else nil.
  ///   - isVerbatim: its properties are given in full, so that nothing is added to them; only where the lists
  ///     of a file have different identifiers, those that they have not yet.
  package mutating func calendar(
    key: String, name: String? = nil, identifier: String? = nil, isVerbatim: Bool = false
  ) {
    if let known = current >= 0 && calendars[current].key == key ? current : indices[key] {
      current = known
      if calendars[known].name == nil { calendars[known].name = name }
      if calendars[known].identifier == nil { calendars[known].identifier = identifier }
      if isVerbatim { calendars[known].isVerbatim = true }
      return
    }
    current = calendars.count
    indices[key] = current
    calendars.append(Calendar(key: key, name: name, identifier: identifier, isVerbatim: isVerbatim))
  }

  /// A property of the chosen calendar.
  ///
  /// - Parameter line: of the input.
  /// - Returns: false for a name that no property can have; nothing is added.
  @discardableResult
  package mutating func property(
    named name: String, _ value: some Sequence<UInt8>, parameters: [Parameter] = [], line: Int = 0
  ) -> Bool {
    var text = ComponentText("VCALENDAR", line: line)
    guard text.raw(named: name, value, parameters: parameters) else { return false }
    add(text)
    calendars[current].present.insert(PropertyID(name: name))
    return true
  }

  /// A property of every calendar so far.
  mutating func propertyOfAll(named name: String, _ value: [UInt8]) {
    let chosen = current
    for index in calendars.indices {
      current = index
      property(named: name, value)
    }
    current = chosen
  }

  /// A property of the chosen calendar, in jCal.
  mutating func property(_ node: JSONNode, _ parsing: inout JCalParsing) {
    var text = ComponentText("VCALENDAR", line: node.line)
    parsing.add(node, to: &text)
    guard !text.content.isEmpty else { return }
    add(text)
    calendars[current].present.formUnion(text.properties)
  }

  /// The same for one that may stand once; nothing is added where it is there.
  mutating func propertyOnce(named name: String, _ value: some Sequence<UInt8>) {
    needCalendar()
    if !calendars[current].present.contains(PropertyID(name: name)) { property(named: name, value) }
  }

  /// Lines that are no property, among those of the chosen calendar.
  package mutating func passage(_ text: some Sequence<UInt8>, line: Int = 0) {
    var lines = ComponentText("VCALENDAR", line: line)
    lines.passage(text)
    add(lines)
  }

  /// The lines of a text, as lines of the chosen calendar.
  private mutating func add(_ text: ComponentText) {
    needCalendar()
    tell(text.problems)
    calendars[current].lines += text.content
  }

  /// Text that stands in no calendar; it comes behind all of them. What would begin a component is kept among
  /// the lines of the chosen calendar.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package mutating func stray(_ text: some Sequence<UInt8>, line: Int = 0) throws(ICalendarError) {
    let bytes = Array(text)
    guard !LineFrames.stand(in: bytes, ends: false) else { return passage(bytes, line: line) }
    try sink.append(ComponentText.lines(of: bytes)[...], toPassage: Int.max)
  }

  private mutating func needCalendar() {
    if current < 0 { calendar(key: "") }
  }

  // MARK: Components

  /// A component of the chosen calendar.
  ///
  /// - Parameter isVerbatim: all of it is given, so that neither UID nor DTSTAMP is added.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package mutating func write(_ component: ComponentText, isVerbatim: Bool = false) throws(ICalendarError) {
    try write(FinishedComponent(component, isVerbatim: isVerbatim))
  }

  /// A component of the chosen calendar that was made ready before, on any thread.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package mutating func write(_ component: FinishedComponent) throws(ICalendarError) {
    var component = component
    if !isRefused(component) { number(&component) }
    try append(component)
  }

  private mutating func append(_ component: FinishedComponent) throws(ICalendarError) {
    needCalendar()
    tell(component.problems)
    if let refusable = component.refusable, isRefused(component) {
      var text = ComponentText("VCALENDAR", line: component.line)
      text.refuse(refusable, "is not allowed here")
      return add(text)
    }
    noteStandIns(of: component)
    calendars[current].map.append((calendars[current].lineCount, component.line))
    calendars[current].lineCount += component.lineCount
    calendars[current].body += component.bytes
    waiting += component.bytes.count
    if calendars[current].body.count > Self.pieceLimit { try handOn(current) }
    if waiting > Self.gatherLimit { try handOn() }
  }

  /// Writes a component that others name, which was made ready before.
  ///
  /// - Returns: its content was met before, and it has got another UID than the one it had.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func writeNamed(_ component: inout FinishedComponent) throws(ICalendarError) -> Bool {
    let isRenamed = number(&component)
    noteStandIns(of: component)
    try append(component)
    return isRenamed
  }

  /// Tells once of a DTSTAMP that says nothing, and of a rule that iCalendar cannot have.
  private mutating func noteStandIns(of component: FinishedComponent) {
    if component.hasRuleAlone, !hasRuleAlone {
      hasRuleAlone = true
      diagnose(
        .badValue, line: component.line > 0 ? component.line : nil, severity: .note,
        "a recurrence rule without a date has no place in iCalendar; it is kept as \(StandardForm.rule), here and in all such reminders"
      )
    }
    guard component.hasBareStamp, !hasBareStamp else { return }
    hasBareStamp = true
    diagnose(
      .inventedStamp, line: component.line > 0 ? component.line : nil, severity: .note,
      "no creation or modification date; DTSTAMP is 1970-01-01T00:00:00Z, here and in all such reminders"
    )
  }

  private func isRefused(_ component: FinishedComponent) -> Bool {
    guard let text = component.refusable else { return false }
    return text.kind == .vcalendar || text.isBroken(byNesting: limits[.nesting])
  }

  /// Content that was met before has a UID of its own.
  ///
  /// - Returns: it is another one than it had.
  @discardableResult
  private mutating func number(_ component: inout FinishedComponent) -> Bool {
    guard let content = component.content else { return false }
    let count = uids.meet(content)
    if count > 1 { component.number(count) }
    return count > 1
  }

  // MARK: Handing on

  /// The head of a calendar is passage 2n, its components are passage 2n + 1.
  private mutating func handOn() throws(ICalendarError) {
    for index in calendars.indices where !calendars[index].body.isEmpty { try handOn(index) }
  }

  /// The components of one calendar.
  private mutating func handOn(_ index: Int) throws(ICalendarError) {
    waiting -= calendars[index].body.count
    try sink.append(calendars[index].body[...], toPassage: 2 * index + 1)
    calendars[index].body.removeAll(keepingCapacity: index == current)
  }

  /// Writes what is left, and the heads of the calendars.
  mutating func finish() throws(ICalendarError) {
    try handOn()
    var identifiers: Set<String> = []
    var made = 1
    // The lists were not those of one file.
    let areDifferent = calendars.contains { $0.identifier != calendars[0].identifier }
    for index in calendars.indices {
      let head = head(of: calendars[index], areDifferent: areDifferent, &identifiers)
      try sink.append(head[...], toPassage: 2 * index)
      try sink.append(CalendarText.end[...], toPassage: 2 * index + 1)
      for byte in head where byte == 0x0A { made += 1 }
      for entry in calendars[index].map { lines.append(made: made + entry.made, original: entry.original) }
      calendars[index].map = []
      made += calendars[index].lineCount + 1
    }
  }

  private func head(
    of calendar: Calendar, areDifferent: Bool, _ identifiers: inout Set<String>
  ) -> [UInt8] {
    var head = CalendarText.begin
    func add(_ id: PropertyID, _ text: String) {
      head += ContentLineText.line(id.name, value: TextValue.encode(text))
    }
    let has = calendar.present
    if !calendar.isVerbatim {
      if !has.contains(.version) { add(.version, "2.0") }
      if !has.contains(.prodid) { add(.prodid, CalendarText.producer) }
    }
    if calendar.isVerbatim {
      // Those that are one list with another stay as they are.
      guard areDifferent, let own = calendar.identifier, !identifiers.contains(own) else {
        return head + calendar.lines
      }
    }
    if let name = calendar.name, !name.isEmpty, !has.contains(.name), !has.contains(.xWrCalname) {
      add(.name, name)
      add(.xWrCalname, name)
    }
    // Several lists of one file are told apart by their identifiers.
    if calendars.count > 1, !has.contains(.xWrRelcalid), !has.contains(.uid) {
      let wanted = [calendar.identifier, calendar.key, calendar.name].compactMap { $0 }
        .first { !$0.isEmpty && !identifiers.contains($0) }
      var identifier = wanted ?? "list"
      var count = 1
      while !identifiers.insert(identifier).inserted {
        count += 1
        identifier = "\(wanted ?? "list") \(count)"
      }
      add(.xWrRelcalid, identifier)
    }
    return head + calendar.lines
  }
}
