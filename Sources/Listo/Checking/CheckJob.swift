package import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// A check of inputs, one after another, each read to find its lists and again to be checked.
package struct CheckJob {
  private let observer: any WorkObserver

  package init(_ observer: any WorkObserver) { self.observer = observer }

  /// What is found, in the order of the inputs and of their lines.
  ///
  /// - Parameters:
  ///   - begin: an input that can be read comes next.
  ///   - found: findings of it, its last ones included.
  /// - Throws: ``WorkError``, and what the closures throw.
  package func run<Failure: Error>(
    _ tree: InputTree, begin: (Survey) throws(Failure) -> Void, found: ([Diagnostic]) throws(Failure) -> Void
  ) throws {
    observer.begin(.checking, tree.inputs, passes: 2)
    let check = CalendarCheck()
    var names = ListNames()
    for input in tree.inputs {
      let named = names.problems.count
      guard let item = SurveyedInput.survey(input, &names, observer) else { continue }
      try begin(item.survey)
      if item.input.isDecoded {
        let reason = "it is UTF-16, and iCalendar is UTF-8 (RFC 5545 §3.1.4): others may not read it"
        try found([Diagnostic(.warning, .utf16, file: item.input.name, reason)])
      }
      var order = FindingOrder(item.survey, item.absence + names.problems.dropFirst(named))
      var reader = try item.items()
      let name = item.input.name
      try OrderedPipeline.run(threads: item.survey.size > 1 << 20 ? ThreadPipeline.threads : 0) {
        () throws(any Error) in
        try item.next(&reader)
      } transform: { batch in
        check.check(batch, file: name)
      } consume: { result throws(any Error) in
        try found(Self.told(order.take(result), of: item))
      }
      try found(Self.told(order.finish(), of: item))
      try item.requireUnchanged()
    }
  }

  /// Of a file without any calendar no more is said than that.
  private static func told(_ findings: [Diagnostic], of item: SurveyedInput) -> [Diagnostic] {
    item.survey.calendars.isEmpty ? findings.filter { !$0.isAboutText } : findings
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

  /// How the UIDs of two that are alike stand to each other: two inputs may hold one reminder under one UID, as exports of one
  /// account do.
  private static func naming(_ one: String?, _ other: String?) -> String {
    if one != other { return " under another UID" }
    return one == nil ? ", neither of which has a UID" : " under the same UID"
  }
}
