package import ICalendar
package import ListoModel

/// Looks for what targets do not take. Pure, and batch by batch, as ``CalendarCheck`` is.
package struct ProfileCheck: Sendable {
  let rules: ActiveRules

  /// - Parameters:
  ///   - profiles: of ``Profile/rfc`` what a check against the standard does not find by itself, where it
  ///     stands beside one.
  ///   - ignoring: codes that are passed over.
  ///   - isBesideStandard: the same items are checked by ``CalendarCheck`` too, which finds what
  ///     ``ProfileRule/refines`` names.
  package init(
    _ profiles: [Profile], ignoring: Set<Diagnostic.Code> = [], isBesideStandard: Bool = false
  ) {
    var ignored = ignoring
    if isBesideStandard {
      let others = Set(profiles.filter { $0 != .rfc }.flatMap { $0.rules.map(\.code) })
      let ofSeries: Set<Diagnostic.Code> = [.overrideAlone, .overrideWithoutOccurrence, .overrideDate]
      let own = ProfileRule.all.filter { !others.contains($0.code) && !ofSeries.contains($0.code) }
      ignored.formUnion(own.map(\.code))
    }
    rules = ActiveRules(profiles, ignoring: ignored)
  }

  /// Nothing is looked for.
  package var isEmpty: Bool { rules.isEmpty }

  /// The findings in one batch, by line.
  ///
  /// - Parameter scope: of the whole input.
  /// - Complexity: linear in the batch.
  package func check(_ batch: SurveyedBatch, in scope: ProfileScope) -> [ProfileFinding] {
    var names = InventedNames()
    var result: [ProfileFinding] = []
    forEachItem(batch, in: scope, &names) { _, findings, _ in result += findings }
    return result.sorted { $0.line < $1.line }
  }

  /// Walks the items of a batch in which something was found.
  ///
  /// - Parameter body: given the item, what was found in it, and the names that were invented in it; nil for
  ///   what is in no item.
  func forEachItem(
    _ batch: SurveyedBatch, in scope: ProfileScope, _ names: inout InventedNames,
    _ body: (CheckedItem?, [ProfileFinding], inout InventedNames) -> Void
  ) {
    // Beside a check against the standard only groups of components are looked at. An input of one calendar
    // without overrides has none, and to look for that of each reminder took 4 % of the check of a large
    // export.
    guard !rules.isEmpty, !(rules.areOfSeriesAlone && scope.facts.isEmpty) else { return }
    let items = batch.batch
    var text = TextCheck(rules, shift: items.shift)
    text.check(
      items.bytes, items.content, firstLine: items.firstLine, returnsEndLines: items.returnsEndLines,
      isFirst: items.offset == 0)
    var ofText = text.findings[...]
    var check = ItemCheck(rules, shift: items.shift, names: names)
    var index = -1
    batch.forEach { item, calendar, _ in
      index += 1
      let end = items.extent(at: index).upperBound + items.shift
      let checked = scope.item(item, in: calendar)
      if let checked { check.check(checked) }
      let early = ofText.prefix { $0.place < end }
      ofText = ofText.dropFirst(early.count)
      let findings = Array(early) + check.takeFindings()
      if !findings.isEmpty { body(checked, findings, &check.names) }
      check.names.accept()
    }
    if !ofText.isEmpty { body(nil, Array(ofText), &check.names) }
    names = check.names
  }

  /// The findings in an item that was made anew, by places in its own bytes.
  ///
  /// - Parameter isFirst: the input begins with it.
  func findings(in item: CheckedItem, isFirst: Bool, _ names: inout InventedNames) -> [ProfileFinding] {
    let (bytes, line) = (Array(item.component.bytes), item.component.lineNumber)
    var text = TextCheck(rules, shift: 0)
    text.check(
      bytes, bytes.indices, firstLine: line, returnsEndLines: item.component.returnsEndLines,
      isFirst: isFirst)
    var check = ItemCheck(rules, shift: -item.component.bytes.startIndex, names: names)
    check.check(item)
    names = check.names
    return text.findings + check.findings
  }
}

/// The facts about an input that must be known before it can be checked for targets, batch by batch.
package struct ProfileScope: Sendable {
  private(set) var facts: SeriesFacts
  private let first: Survey.Calendar?
  private let reminderCount: Int
  /// All of the input is of one UID, as a file of a vdir or a resource of a server is, and has several parts.
  private let isResource: Bool
  /// Its items have to be read before the check: some stand for occurrences, or share a UID.
  package let needsItems: Bool

  /// The scope of an input whose survey is done.
  package init(_ survey: Survey) {
    (first, reminderCount) = (survey.calendars.first, survey.reminderCount)
    facts = SeriesFacts(survey)
    let hasShared = !survey.overriddenUIDs.isEmpty || !survey.holders.isEmpty
    let hasParts = hasShared || survey.calendars.count > 1
    isResource = hasParts && survey.isOneItem
    let hasEvents = survey.counts[.vevent] != nil || survey.counts[.vjournal] != nil
    needsItems = hasShared || hasParts && hasEvents
  }

  /// Reads the items of the input once before the check, where that is needed.
  ///
  /// - Parameter read: gives each batch of the input to its first closure, on any thread, and the result to
  ///   its second one, in order.
  package mutating func readItems<Failure: Error>(
    _ read: (@escaping @Sendable (SurveyedBatch) -> ItemParts, (ItemParts) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard needsItems else { return }
    var facts = facts
    try read({ [facts] in ItemParts(parts: facts.parts(of: $0)) }, { facts.add($0.parts) })
    self.facts = facts
  }

  /// The components of a batch whose UID others have.
  package struct ItemParts: Sendable {
    fileprivate let parts: [SeriesFacts.Part]
  }

  /// An item, and what it stands in; nil for one that no rule is about.
  func item(_ item: Item, in calendar: Survey.Calendar?) -> CheckedItem? {
    let (component, role): (Component, CheckedItem.Role)
    switch item {
    case .open(let header): (component, role) = (header, .header)
    case .properties(let lines): (component, role) = (lines, .trailing)
    case .component(let whole): (component, role) = (whole, .component)
    case .other, .close, .problem: return nil
    }
    guard role == .component || calendar != nil else { return nil }
    return CheckedItem(
      component: component, role: role,
      surroundings: Surroundings(
        context: calendar?.context, group: facts.group(of: component, in: calendar),
        isResource: isResource, reminderCount: reminderCount,
        isFurtherCalendar: isResource && calendar !== first))
  }
}

/// A problem that a target has with a line, and the possible repair.
package struct ProfileFinding: Sendable, Hashable {
  /// The stable code of the problem, for programs.
  public let code: Diagnostic.Code
  /// The physical line of the input, counted from 1.
  public internal(set) var line: Int
  /// A sentence without its end, with the targets that it is about.
  public let message: String
  /// The kind of repair that is possible here: ``RepairKind/none`` if the right value is unknown, even if the
  /// rule has a repair for other cases.
  public let kind: RepairKind
  /// The effect of the repair here, such as `dropped`; empty if there is none.
  public let repair: String
  /// A warning if a target refuses or loses the data, a note if it uses less of it.
  public let severity: Diagnostic.Severity
  /// It is of a reminder, not of an event, a zone or a calendar itself.
  public internal(set) var isOfReminder = false
  /// In the bytes that were looked at.
  var edits: [ByteEdit]
  /// Where it stands in them.
  var place: Int

  func shifted(by distance: Int) -> ProfileFinding {
    var copy = self
    copy.edits = edits.map { $0.shifted(by: distance) }
    copy.place += distance
    return copy
  }

  /// The row of its code.
  public var rule: ProfileRule? { ProfileRule.of(code) }

  /// The finding as a diagnostic of `listo check`, with the repair.
  public func diagnostic(inFile file: String) -> Diagnostic {
    let help =
      switch kind {
      case .safe: "; --fix: \(repair)"
      case .lossy: "; --fix --lossy: \(repair)"
      case .none: ""
      }
    return Diagnostic(severity, code, file: file, line: line, message + help)
  }
}
