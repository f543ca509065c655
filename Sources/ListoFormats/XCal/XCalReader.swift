package import ICalendar
internal import XMLEvents

/// Reads xCal (RFC 6321): its calendars, and components that stand in none.
///
/// Nothing is added to what is there; elements of other namespaces, with all that is in them, are left out
/// and told. Components are read one at a time, in constant memory. A document type declaration is refused,
/// so that nothing is ever expanded or fetched. What stands before a break is read, and what comes from the
/// next component or calendar on: the component that is broken is left out.
package struct XCalReader: FormatReader {
  private var calendars = 0
  /// The calendar that comes is the one that a break stands in.
  private var isContinued = false
  /// Components on their way.
  private var stage: RecordStage<XCalRecord, XCalComponents>?
  /// The bytes of the input that they were read from.
  private var taken = 0

  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage(XCalComponents.init)
    try readAll(&input, &output)
    try settle(&output)
  }

  private mutating func readAll(
    _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var feed = XMLEventFeed()
    while true {
      while let event = try feed.next(&input) {
        guard case .begin(let name, let namespace, let line) = event else { continue }
        try element(name, namespace, line, &feed, &input, &output)
      }
      guard let problem = feed.problem else { return }
      let next = try feed.resume(&input)
      input.report(
        Diagnostic(
          .warning, .badSyntax, line: problem.line > 0 ? problem.line : nil,
          "this is not well-formed XML: \(problem.reason); "
            + (next.map { "the damaged part is left out, up to line \($0.line)" }
              ?? "the rest is left out")))
      guard let next else { return }
      isContinued = !next.isCalendar
    }
  }

  /// An element at the top, or within `icalendar`.
  private mutating func element(
    _ name: String, _ namespace: String, _ line: Int, _ feed: inout XMLEventFeed, _ input: inout TextFeed,
    _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard Self.isOurs(namespace) else { return try passForeign(name, line, &feed, &input, &output) }
    switch name.lowercased() {
    case "icalendar": return
    case "vcalendar": try calendar(&feed, &input, &output)
    default:
      guard let node = try node(name, line, &feed, &input, &output) else { return }
      try settle(&output)
      output.calendar(key: "")
      try write(node, input.offset, &output)
    }
  }

  /// The namespace of RFC 6321 §3.1, or none: some leave it out.
  private static func isOurs(_ namespace: String) -> Bool { namespace == XCal.namespace || namespace.isEmpty }

  private func passForeign(
    _ name: String, _ line: Int, _ feed: inout XMLEventFeed, _ input: inout TextFeed,
    _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    tellForeign(name, line, &input)
    try feed.pass(&input)
  }

  private func tellForeign(_ name: String, _ line: Int, _ input: inout TextFeed) {
    input.report(
      Diagnostic(
        .warning, .unknownKey, line: line, "the element \(name) is not in xCal's namespace; it is left out"))
  }

  /// An element of a calendar that has begun, whole.
  private func node(
    _ name: String, _ line: Int, _ feed: inout XMLEventFeed, _ input: inout TextFeed,
    _ output: inout ICalendarOutput
  ) throws(ICalendarError) -> XMLDocument? {
    let node = try feed.document(name, line, of: Self.isOurs, &input)
    for (name, line) in feed.takeForeign() { tellForeign(name, line, &input) }
    return node
  }

  /// The content of a `vcalendar` that has begun.
  private mutating func calendar(
    _ feed: inout XMLEventFeed, _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if !isContinued || calendars == 0 { calendars += 1 }
    isContinued = false
    try settle(&output)
    output.calendar(key: "\(calendars)", isVerbatim: true)
    var group = ""
    while true {
      if group == "components" { try passages(&feed, &input, &output) }
      guard let event = try feed.next(&input) else { return }
      switch event {
      case .text, .attribute: continue
      case .end:
        if group.isEmpty { return }
        group = ""
      case .begin(let name, let namespace, let line):
        guard Self.isOurs(namespace) else {
          try passForeign(name, line, &feed, &input, &output)
          continue
        }
        switch group {
        case "" where name == "properties" || name == "components": group = name
        case "properties":
          guard let node = try node(name, line, &feed, &input, &output) else { return }
          var parsing = JCalParsing()
          output.property(XCal.property(node), &parsing)
          Self.tell(parsing.takeProblems(), &output)
        case "components":
          guard let node = try node(name, line, &feed, &input, &output) else { continue }
          try write(node, input.offset, &output)
        default:
          input.report(
            Diagnostic(
              .warning, .unknownKey, line: line,
              "a vcalendar has no element \(name) of this kind; it is left out"))
          try feed.pass(&input)
        }
      }
    }
  }

  private mutating func write(
    _ node: XMLDocument, _ offset: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    // Expat takes a block at a time: all of it for the first component.
    defer { taken = offset }
    for made in stage?.take(.element(node), size: offset - taken) ?? [] { try Self.write(made, &output) }
  }

  /// Writes what is on its way, before something else is written.
  private mutating func settle(_ output: inout ICalendarOutput) throws(ICalendarError) {
    for made in stage?.finish() ?? [] { try Self.write(made, &output) }
  }

  /// Components that can be read many at a time.
  private mutating func passages(
    _ feed: inout XMLEventFeed, _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard var line = try feed.placeOfPassage(of: Self.isOurs, &input) else { return }
    defer { taken = input.offset }
    while let passage = try feed.passage(&line, &input) {
      guard try write(stage?.take(batch: .passage(passage)) ?? [], &feed, &output) else { return }
    }
    _ = try write(stage?.finish() ?? [], &feed, &output)
  }

  /// - Returns: false where a passage held something else than components: it and those behind it are given
  ///   back from there on.
  private mutating func write(
    _ made: [XCalComponents], _ feed: inout XMLEventFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) -> Bool {
    for (index, entry) in made.enumerated() {
      try Self.write(entry, &output)
      guard let rest = entry.passage?.rest, !rest.isEmpty else { continue }
      let behind = made[(index + 1)...] + (stage?.finish() ?? [])
      feed.giveBack([rest] + behind.compactMap(\.passage?.bytes))
      return false
    }
    return true
  }

  private static func write(_ made: XCalComponents, _ output: inout ICalendarOutput) throws(ICalendarError) {
    for entry in made.components { try write(entry, &output) }
  }

  private static func tell(_ problems: [Diagnostic], _ output: inout ICalendarOutput) {
    output.tell(
      problems.map {
        Diagnostic(
          $0.severity, $0.code, line: $0.line, $0.message.replacing("of jCal", with: "of xCal"))
      })
  }

  private static func write(
    _ entry: ParsedComponent, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    tell(entry.problems, &output)
    if let component = entry.component { try output.write(component) }
  }
}

/// The work that a thread takes over from the reader: a component, or a passage with many.
enum XCalRecord: Sendable {
  case element(XMLDocument)
  case passage(XMLPassage)
}

/// The result of reading an ``XCalRecord``.
struct XCalComponents: Sendable {
  private(set) var components: [ParsedComponent] = []
  /// The passage, read as far as it can be.
  private(set) var passage: XMLPassage?

  init(_ record: XCalRecord) {
    switch record {
    case .element(let element): components = [ParsedComponent(XCal.component(element))]
    case .passage(var passage):
      while let element = passage.next() { components.append(ParsedComponent(XCal.component(element))) }
      self.passage = passage
    }
  }
}
