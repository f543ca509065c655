package import ICalendar

/// A collection taken apart: what stands in each part, in the order of the inputs.
package struct SplitPlan: Sendable {
  /// One part: a file.
  package struct Part: Sendable {
    /// The name for people: a title, a tag, a UID, a year, an input.
    package let label: String
    /// The text that distinguishes it from others of the same label.
    package let identity: String
    /// The list whose folder it stands in, where each list has a folder (``SplitWay/uid``).
    package let calendar: Survey.Calendar?
    /// Reminders in it, and other components.
    package let reminders: Int
    /// How many events, journals and other items are in it.
    package let others: Int
    let runs: [Run]
  }

  /// The components of one calendar in a part, one behind the other.
  struct Run: Sendable {
    /// Its index in ``SplitSurvey/calendars``.
    let calendar: Int
    let entries: [Int]
  }

  /// By label, then by identity.
  package let parts: [Part]
  /// The warnings about content that has no place in a part.
  package let problems: [Diagnostic]
  /// By what it divides.
  package let way: SplitWay
  let survey: SplitSurvey

  /// - Parameter survey: of all inputs.
  /// - Complexity: O(n log n) in the parts, linear in the components.
  package init(_ survey: SplitSurvey, inputs: [String]) {
    var survey = survey
    survey.finish()
    way = survey.way
    var members = [[Int]](repeating: [], count: survey.parts.count)
    for (number, entry) in survey.entries.enumerated() { members[Int(entry.part)].append(number) }
    let homes = Dictionary(
      survey.calendars.map { (SplitSurvey.home($0.first), $0.first) },
      uniquingKeysWith: { first, _ in first })
    let way = survey.way
    let calendars = Self.calendars(survey)
    parts = survey.parts.indices.compactMap { number -> Part? in
      let key = survey.parts[number]
      let runs = Self.runs(members[number], survey)
      guard !runs.isEmpty || way == .list || way == .source else { return nil }
      let reminders = members[number].count { survey.entries[$0].flags.contains(.reminder) }
      return Part(
        label: key.label, identity: key.identity, calendar: way == .uid ? homes[key.home] : nil,
        reminders: reminders, others: members[number].count - reminders,
        runs: runs + Self.emptyRuns(calendars[key.identity] ?? [], runs))
    }.sorted { ($0.label, $0.identity) < ($1.label, $1.identity) }
    problems = Self.problems(survey, inputs)
    self.survey = survey
  }

  private static func runs(_ entries: [Int], _ survey: SplitSurvey) -> [Run] {
    var places: [UInt32: Int] = [:]
    var runs: [(calendar: Int, entries: [Int])] = []
    // Most stand behind one of their calendar.
    var place = 0
    for number in entries {
      let calendar = survey.entries[number].calendar
      if !runs.indices.contains(place) || runs[place].calendar != Int(calendar) {
        place = places[calendar] ?? runs.count
      }
      if place == runs.count {
        places[calendar] = place
        runs.append((Int(calendar), [number]))
      } else {
        runs[place].entries.append(number)
      }
    }
    return runs.map { Run(calendar: $0.calendar, entries: $0.entries) }
  }

  /// The calendars of each list, or source, where the parts are these.
  private static func calendars(_ survey: SplitSurvey) -> [String: [Int]] {
    guard survey.way == .list || survey.way == .source else { return [:] }
    return Dictionary(grouping: survey.calendars.indices) { number in
      let calendar = survey.calendars[number].first
      return survey.way == .list ? SplitSurvey.home(calendar) : calendar.place.source.identifier
    }
  }

  /// Those calendars of a part that hold nothing.
  private static func emptyRuns(_ calendars: [Int], _ runs: [Run]) -> [Run] {
    let full = Set(runs.map(\.calendar))
    return calendars.filter { !full.contains($0) }.map { Run(calendar: $0, entries: []) }
  }

  private static func problems(_ survey: SplitSurvey, _ inputs: [String]) -> [Diagnostic] {
    var problems = survey.strays.sorted { $0.key < $1.key }.map { input, count in
      Diagnostic(
        .warning, .loss, file: inputs[input],
        "\(count) bytes are outside of any component; they are in no part")
    }
    for calendar in survey.calendars {
      let context = calendar.first.context
      if survey.way == .uid {
        problems += calendar.methods.map { line in
          Diagnostic(
            .note, .loss, file: context.file, line: line.lineNumber,
            "\(String(decoding: line.unfolded, as: UTF8.self)) is in no file: CalDAV stores items without a METHOD"
          )
        }
        if let message = calendar.message {
          problems.append(
            Diagnostic(
              .warning, .message, file: context.file, line: context.header?.lineNumber,
              "an iTIP message (METHOD:\(message)), not a collection: CalDAV servers refuse it; its components are in separate "
                + "files, with the METHOD"))
        }
        problems += calendar.linesWithoutPlace.map { line in
          Diagnostic(
            .warning, .loss, file: context.file, line: line.lineNumber,
            "a vdir has no place for \(String(decoding: line.unfolded, as: UTF8.self))")
        }
      }
      problems += calendar.unusedZones.map { tzid in
        Diagnostic(
          .note, .loss, file: context.file, line: calendar.zones[tzid]?.lineNumber,
          "the time zone \(tzid) is not used; its definition is in no part")
      }
    }
    problems += survey.resourceProblems
    for calendar in survey.emptyCalendars {
      problems.append(
        Diagnostic(
          .note, .loss, file: calendar.context.file, line: calendar.context.header?.lineNumber,
          "a calendar without components is in no part"))
    }
    return problems
  }
}
