public import ICalendar
public import ListoModel

/// Looks for what targets do not take. Pure, and batch by batch, as ``CalendarCheck`` is.
public struct ProfileCheck: Sendable {
  private let rules: ActiveRules

  /// - Parameters:
  ///   - profiles: of ``Profile/rfc`` what a check against the standard does not find by itself, where it stands beside one.
  ///   - ignoring: codes that are passed over.
  ///   - isBesideStandard: the same items are checked by ``CalendarCheck`` too, which finds what ``ProfileRule/refines`` names.
  public init(
    _ profiles: [Profile], ignoring: Set<Diagnostic.Code> = [], isBesideStandard: Bool = false
  ) {
    var ignored = ignoring
    if isBesideStandard {
      let others = Set(profiles.filter { $0 != .rfc }.flatMap { $0.rules.map(\.code) })
      let own = ProfileRule.all.filter { !others.contains($0.code) && $0.code != .overrideAlone }
      ignored.formUnion(own.map(\.code))
    }
    rules = ActiveRules(profiles, ignoring: ignored)
  }

  /// Nothing is looked for.
  public var isEmpty: Bool { rules.isEmpty }

  /// What was found in one batch, by line.
  ///
  /// - Parameter scope: of the whole input.
  /// - Complexity: linear in the batch.
  public func check(_ batch: SurveyedBatch, in scope: ProfileScope) -> [ProfileFinding] {
    var names = InventedNames()
    return check(batch, in: scope, &names)
  }

  func check(_ batch: SurveyedBatch, in scope: ProfileScope, _ names: inout InventedNames) -> [ProfileFinding]
  {
    guard !rules.isEmpty else { return [] }
    let shift = batch.batch.shift
    var text = TextCheck(rules, shift: shift)
    text.check(batch.batch.bytes, batch.batch.content, firstLine: batch.batch.firstLine)
    var check = ItemCheck(rules, shift: shift, names: names)
    batch.forEach { item, calendar, _ in
      switch item {
      case .open(let header):
        guard let calendar else { return }
        check.check(header: header, calendar.context, isFirst: true)
        if scope.hasReminders { check.report(.noReminders, header, "reminders (VTODO) are not kept") }
        if scope.facts.isResource, !scope.isFirst(calendar) {
          check.report(.severalCalendars, header, "another VCALENDAR of the same UID")
        }
      case .properties(let lines):
        if let calendar { check.check(header: lines, calendar.context, isFirst: false) }
      case .component(let component):
        let surroundings = Surroundings(
          zones: calendar?.context.zones ?? .empty, group: scope.facts.group(of: component, in: calendar),
          isResource: scope.facts.isResource)
        check.check(component, surroundings)
      case .other, .close, .problem: break
      }
    }
    names = check.names
    return (text.findings + check.findings).sorted { $0.line < $1.line }
  }
}

/// What must be known of an input before it can be told, batch by batch, what targets do not take of it.
public struct ProfileScope: Sendable {
  private(set) var facts = SeriesFacts()
  private let first: Survey.Calendar?
  let hasReminders: Bool
  /// Its items have to be taken in before the check: some stand for occurrences, or share a name, or there are several calendars.
  public let needsItems: Bool

  /// Of an input whose survey is done.
  public init(_ survey: Survey) {
    (first, hasReminders) = (survey.calendars.first, survey.reminderCount > 0)
    needsItems = !survey.overriddenUIDs.isEmpty || !survey.holders.isEmpty || survey.calendars.count > 1
  }

  /// Takes in a batch of the input's items.
  ///
  /// - Complexity: linear in the batch's lines; memory is the UIDs.
  public mutating func take(_ batch: SurveyedBatch) {
    batch.forEach { item, calendar, _ in
      if case .component(let component) = item { facts.take(component, in: calendar) }
    }
  }

  func isFirst(_ calendar: Survey.Calendar) -> Bool { calendar === first }
}
