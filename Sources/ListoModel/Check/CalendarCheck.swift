package import ICalendar

/// Looks for all that is wrong with calendars: values that are not of their type, properties that are missing
/// or stand too often, zones that no one defines, what libical objects to. Pure, and batch by batch, so that
/// an input of any size can be checked, its batches on all cores.
package struct CalendarCheck: Sendable {
  private let zoneCache = ZoneCache()
  private let restrictions = RestrictionCache()
  private let asksLibical: Bool

  /// - Parameter asksLibical: asks libical's parser too, of each component that it may object to.
  package init(asksLibical: Bool = true) { self.asksLibical = asksLibical }

  /// The result for one batch.
  package struct Result: Sendable {
    /// By line.
    let findings: [Diagnostic]
    let links: [RelationCheck.Link]

    /// The findings of two checks of the same batch.
    package func with(_ other: Result?) -> Result {
      guard let other else { return self }
      return Result(findings: (findings + other.findings).inOrderOfLines, links: links + other.links)
    }
  }

  /// Checks the items of a batch; what the reader itself found in it is among the findings.
  ///
  /// - Parameter file: the name of the input, as the user gave it.
  /// - Complexity: 1 to 3 µs a component, and 8 µs for five of its properties where libical must be asked.
  package func check(_ batch: SurveyedBatch, file: String) -> Result {
    let file = file.copied
    var check = ComponentCheck(
      file: file, zoneCache: zoneCache,
      hasInvalidText: batch.survey.sawInvalidText && batch.batch.firstInvalidLine != nil)
    var links: [RelationCheck.Link] = []
    var read = batch.survey.sawMalformedLines ? batch.batch.malformedLines.map { $0.inFile(file) } : []
    var current = CurrentCalendar()
    var asked = RestrictionCache.Asked()
    batch.forEach { item, calendar, ordinal in
      let known = check.values.findings.count
      switch item {
      case .open(let header):
        guard let context = calendar?.context else { return }
        let lines = ComponentLines(header)
        check.check(header: lines, of: context)
        if asksLibical { libical(nil, file).check(lines, &asked, &check.values.findings, from: known) }
      case .component(let component):
        let holder = batch.holder(ordinal)
        if holder > 1 {
          let uid = String(decoding: component.first(.uid)?.value ?? [], as: UTF8.self)
          read.append(.repetition(of: uid, file, component.lineNumber, holder))
        }
        let lines = ComponentLines(component)
        current.enter(calendar)
        check.check(lines, current.zones, hasMethod: current.method != nil)
        if calendar != nil, lines.kind.isPart {
          check.values.report(
            .misplacedComponent, line: component.lineNumber,
            "\(component.name) directly in VCALENDAR; no program uses it there (RFC 5545 §3.6)")
        }
        if lines.kind == .vtodo, let link = link(lines, calendar, file, &check) { links.append(link) }
        guard asksLibical else { return }
        libical(current.method, file).check(lines, &asked, &check.values.findings, from: known)
      case .problem(let problem): read.append(problem.inFile(file))
      case .properties, .other, .close: break
      }
    }
    libical(nil, file).checkPutOff(&asked, &check.values.findings)
    let findings = check.values.findings
    return Result(findings: (read.isEmpty ? findings : read + findings).inOrderOfLines, links: links)
  }

  /// The data that a check needs of the calendar that was met last: a batch is mostly of one.
  private struct CurrentCalendar {
    private var calendar: Survey.Calendar?
    private(set) var method: String?
    private(set) var zones = ZoneTable.empty

    mutating func enter(_ calendar: Survey.Calendar?) {
      guard calendar !== self.calendar else { return }
      self.calendar = calendar
      method = calendar?.context.first(.method)?.rawText.uppercased()
      zones = calendar?.context.zones ?? .empty
    }
  }

  private func libical(_ method: String?, _ file: String) -> LibicalCheck {
    LibicalCheck(file: file, method: method, restrictions: restrictions)
  }

  /// The reminder's parent; one that names itself is reported at once.
  private func link(
    _ lines: ComponentLines, _ calendar: Survey.Calendar?, _ file: String, _ check: inout ComponentCheck
  ) -> RelationCheck.Link? {
    guard let calendar, lines.places.contains(where: { $0.id == .relatedTo }),
      let relation = lines.all(.relatedTo).first(where: \.namesParent),
      let uid = lines.first(.uid)?.value
    else { return nil }
    guard !relation.value.elementsEqual(uid) else {
      check.values.report(.badValue, line: relation.lineNumber, "RELATED-TO refers to the reminder itself")
      return nil
    }
    return RelationCheck.Link(
      child: Self.hash(uid, calendar), parent: Self.hash(relation.value, calendar), line: relation.lineNumber,
      file: file)
  }

  private static func hash(_ uid: ArraySlice<UInt8>, _ calendar: Survey.Calendar) -> Int {
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(calendar))
    hasher.combine(uid)
    return hasher.finalize()
  }
}

/// Puts the findings of an input's batches, and what is known of the whole input, in the order of their
/// lines, while they come.
package struct FindingOrder: Sendable {
  private var problems: ArraySlice<Diagnostic>
  private var relations = RelationCheck()

  /// - Parameters:
  ///   - survey: of it what cannot be told batch by batch.
  ///   - more: what else there is to say of the input.
  package init(_ survey: Survey, _ more: some Sequence<Diagnostic> = []) {
    problems = (survey.problems.filter { $0.code == .invalidUTF8 } + more).inOrderOfLines[...]
  }

  /// Takes the findings of the next batch, and returns those that can be reported now.
  package mutating func take(_ result: CalendarCheck.Result) -> [Diagnostic] {
    var findings = result.findings
    let circles = result.links.compactMap { relations.take($0) }
    if !circles.isEmpty { findings = (findings + circles).inOrderOfLines }
    guard !problems.isEmpty else { return findings }
    var ordered: [Diagnostic] = []
    for finding in findings {
      while let problem = problems.first, (problem.line ?? 0) <= (finding.line ?? 0) {
        problems.removeFirst()
        // The reader says it of the first such line, the check of each.
        if problem.code == .invalidUTF8, problem.line == finding.line, finding.code == .invalidUTF8 {
          continue
        }
        ordered.append(problem)
      }
      ordered.append(finding)
    }
    return ordered
  }

  /// The rest.
  package mutating func finish() -> [Diagnostic] {
    defer { problems = [] }
    return Array(problems)
  }
}

extension [Diagnostic] {
  /// The same by line; those of one line stay in their order, as Swift's sort is stable.
  fileprivate var inOrderOfLines: [Diagnostic] {
    let findings = span
    for index in findings.indices.dropFirst()
    where (findings[index].line ?? 0) < (findings[index - 1].line ?? 0) {
      return sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }
    return self
  }
}

extension String {
  /// The same with bytes of its own: where findings of two threads share a text, each waits for the other to
  /// count their references.
  var copied: String { String(decoding: Array(utf8), as: UTF8.self) }
}

/// Finds reminders that are their own parent over others, as they come: RELATED-TO makes each the child of
/// one.
///
/// - Complexity: nearly constant time for a reminder with a parent; some 100 bytes for each such.
struct RelationCheck: Sendable {
  /// That a reminder is part of another.
  struct Link: Sendable {
    let child: Int
    let parent: Int
    let line: Int
    let file: String
  }

  private var parents: [Int: Int] = [:]
  /// A step on the way to the top of a family.
  private var roots: [Int: Int] = [:]

  /// A finding where the link closes a circle.
  mutating func take(_ link: Link) -> Diagnostic? {
    guard parents[link.child] == nil else { return nil }
    let top = root(of: link.parent)
    guard top != link.child else {
      return Diagnostic(
        .warning, .badValue, file: link.file, line: link.line,
        "RELATED-TO forms a cycle: this reminder is an ancestor of its own parent")
    }
    parents[link.child] = link.parent
    roots[link.child] = top
    return nil
  }

  private mutating func root(of start: Int) -> Int {
    var top = start
    while let next = roots[top] { top = next }
    var node = start
    while let next = roots[node] {
      roots[node] = top
      node = next
    }
    return top
  }
}
