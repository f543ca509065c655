package import ICalendar
package import ListoModel
package import ListoRepairs
package import ListoStores

/// A check of inputs, one after another, each read to find its lists and again to be checked.
package struct CheckJob {
  private let observer: any WorkObserver
  private let profiles: [Profile]
  private let ignored: Set<Diagnostic.Code>
  private let asksLossesOfLibical: Bool

  /// - Parameters:
  ///   - profiles: what the inputs are meant for.
  ///   - parser: libical's, to find what programs built on it would lose or change.
  ///   - ignoring: codes that are passed over.
  package init(
    _ observer: any WorkObserver, for profiles: [Profile] = [.rfc], as parser: CalendarParser = .listo,
    ignoring: Set<Diagnostic.Code> = []
  ) {
    (self.observer, self.profiles, ignored) = (observer, profiles, ignoring)
    asksLossesOfLibical = parser == .libical
  }

  /// Checks the inputs. The findings come in the order of the inputs and of their lines.
  ///
  /// - Parameters:
  ///   - begin: an input that can be read comes next.
  ///   - found: findings of it, its last ones included.
  /// - Throws: ``WorkError``, and what the closures throw.
  package func run<Failure: Error>(
    _ tree: InputTree, begin: (Survey) throws(Failure) -> Void,
    found: ([CheckFinding]) throws(Failure) -> Void
  ) throws {
    observer.begin(.checking, tree.inputs, passes: 2)
    let isStandard = profiles.contains(.rfc)
    let checks = BatchChecks(
      standard: isStandard ? CalendarCheck() : nil,
      profile: ProfileCheck(profiles, ignoring: ignored, isBesideStandard: isStandard))
    var names = ListNames()
    let zones = ZoneCache()
    for input in tree.inputs {
      let named = names.problems.count
      guard let item = SurveyedInput.survey(input, &names, zones, observer) else { continue }
      try begin(item.survey)
      if isStandard, item.input.isDecoded {
        let reason =
          "the file is UTF-16, but iCalendar is UTF-8 (RFC 5545 §3.1.4); other programs may not read it"
        try found(told([CheckFinding(Diagnostic(.warning, .utf16, file: item.input.name, reason))], of: item))
      }
      let scope = try scope(of: item, for: checks.profile)
      var order = FindingOrder(
        item.survey,
        item.absence + (isStandard ? names.problems.dropFirst(named) : []) + lossesOfLibical(of: item.input))
      let name = item.input.name
      let comparesLibical = asksLossesOfLibical && Self.isReadByLibical(item.input)
      let error = try item.read {
        checks.check($0, scope, file: name, comparesLibical: comparesLibical)
      } consume: {
        result throws(any Error) in
        let standard = result.standard.map { order.take($0) } ?? result.structure
        try found(told(CheckFinding.joined(standard, result.profile, file: name), of: item))
      }
      if let error { throw error }
      try found(told(order.finish().map { CheckFinding($0) }, of: item))
      try item.requireUnchanged()
    }
  }

  /// The losses of a whole input when libical reads it, which takes all of it in memory.
  private func lossesOfLibical(of input: Input) -> [Diagnostic] {
    guard asksLossesOfLibical else { return [] }
    guard Self.isReadByLibical(input) else {
      return [
        input.isDecoded
          ? Diagnostic(
            .warning, .libicalLoss, file: input.name, "libical cannot read this file: it is UTF-16")
          : Diagnostic(
            .note, .libicalLoss, file: input.name,
            "libical cannot read \(input.format.title); only iCalendar files are compared")
      ]
    }
    do throws(StoreError) {
      let bytes = try input.bytes()
      return bytes.isEmpty ? [] : LibicalLossCheck.findings(bytes, file: input.name)
    } catch {
      observer.report(error)
      return []
    }
  }

  /// Whether libical gets the bytes of an input as they are: they are iCalendar in UTF-8.
  private static func isReadByLibical(_ input: Input) -> Bool { input.format.isICalendar && !input.isDecoded }

  /// The facts about an input that the checks of a batch need from outside the batch.
  private func scope(of item: SurveyedInput, for check: ProfileCheck) throws(WorkError) -> ProfileScope {
    var scope = ProfileScope(item.survey)
    guard !check.isEmpty else { return scope }
    try scope.readItems { (transform, consume) throws(WorkError) in
      if let error = item.read(transform: transform, consume: consume) { throw error }
    }
    return scope
  }

  /// Of a file without any calendar no more is said than that.
  private func told(_ findings: [CheckFinding], of item: SurveyedInput) -> [CheckFinding] {
    // One by one only where some may be left out: each is a dozen references.
    guard !ignored.isEmpty || item.survey.calendars.isEmpty else { return findings }
    return findings.filter { finding in
      !ignored.contains(finding.diagnostic.code)
        && (!item.survey.calendars.isEmpty || !finding.diagnostic.isAboutText)
    }
  }
}

/// The checks of each batch of an input, on any thread.
private struct BatchChecks: Sendable {
  /// Nil where the standard was not asked for.
  let standard: CalendarCheck?
  let profile: ProfileCheck

  struct Result: Sendable {
    let standard: CalendarCheck.Result?
    /// The problems in reading that may hide components from every target; collected only if the standard was
    /// not asked for.
    let structure: [Diagnostic]
    let profile: [ProfileFinding]
  }

  func check(
    _ batch: SurveyedBatch, _ scope: ProfileScope, file: String, comparesLibical: Bool
  ) -> Result {
    var structure: [Diagnostic] = []
    if standard == nil {
      for index in batch.batch.indices where batch.batch.kind(at: index) == .problem {
        guard case .problem(let problem) = batch.batch[index], problem.code.mayHideComponents else {
          continue
        }
        structure.append(problem.inFile(file))
      }
    }
    let losses = comparesLibical ? LibicalLossCheck.check(batch, file: file) : nil
    return Result(
      standard: standard?.check(batch, file: file).with(losses) ?? losses, structure: structure,
      profile: profile.check(batch, in: scope))
  }
}

extension Catalog {
  /// Reminders that may be one under different UIDs, as findings: see ``duplicates()``.
  package var duplicateFindings: [Diagnostic] {
    let duplicates = duplicates()
    let told = duplicates.pairs.compactMap { pair -> Diagnostic? in
      guard let one = reminder(at: pair.first), let other = reminder(at: pair.second) else { return nil }
      let place = "\(one.calendar.file):\(one.component.lineNumber)"
      return Diagnostic(
        .warning, .duplicate, file: other.calendar.file, line: other.component.lineNumber,
        "'\(other.title ?? "")' may be the reminder at \(place)\(Self.naming(one.uid, other.uid)): score \(pair.scoreText) (\(pair.reasons.joined(separator: ", ")))"
      )
    }
    return told + duplicates.problems
  }

  /// How the UIDs of two that are alike stand to each other: two inputs may hold one reminder under one UID,
  /// as exports of one account do.
  private static func naming(_ one: String?, _ other: String?) -> String {
    if one != other { return " under another UID" }
    return one == nil ? ", neither of which has a UID" : " under the same UID"
  }
}
