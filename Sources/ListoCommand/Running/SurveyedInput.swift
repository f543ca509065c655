internal import ICalendar
internal import Listo
internal import ListoStores

/// An input that was surveyed, and can be read again.
struct SurveyedInput {
  let input: Input
  let survey: Survey

  /// Surveys inputs in their order; what cannot be read is reported, and left out.
  static func all(_ inputs: [Input], _ reporter: Reporter) -> [SurveyedInput] {
    var names = ListNames()
    var result: [SurveyedInput] = []
    for input in inputs {
      guard let item = survey(input, &names, reporter) else { continue }
      reporter.report(item.problems)
      result.append(item)
    }
    reporter.report(names.problems)
    return result
  }

  /// Surveys one input; nil, and reported, where it cannot be read.
  static func survey(_ input: Input, _ names: inout ListNames, _ reporter: Reporter) -> SurveyedInput? {
    do {
      let survey = try Survey(
        of: input.open(), file: input.name, fileName: input.fileName, in: input.folder, names: &names)
      return SurveyedInput(input: input, survey: survey)
    } catch let error as StoreError {
      reporter.report(error)
    } catch let error as ICalendarError {
      reporter.report(StoreError(input.name, error))
    } catch {
      reporter.report(StoreError(.unreadable, path: input.name, reason: "\(error)"))
    }
    return nil
  }

  /// What was met in reading it, with a word where it holds no calendar.
  var problems: [Diagnostic] {
    guard survey.calendars.isEmpty else { return survey.problems }
    return survey.problems + [Diagnostic.noCalendar(in: input.name, isEmpty: survey.isEmpty)]
  }

  /// - Throws: ``Failure``, where no input holds a calendar.
  static func requireCalendars(_ inputs: [SurveyedInput], _ reporter: Reporter) throws(Failure) {
    guard inputs.allSatisfy(\.survey.calendars.isEmpty) else { return }
    if reporter.status == .noInput { throw Failure(.noInput) }
    throw Failure(.noCalendar, inputs.isEmpty ? "there is no calendar in any input." : "")
  }
}

extension StoreError {
  init(_ path: String, _ error: ICalendarError) {
    switch error {
    case .unreadable(let reason): self.init(.unreadable, path: path, reason: reason)
    }
  }
}

extension Diagnostic {
  static func noCalendar(in file: String, isEmpty: Bool) -> Diagnostic {
    isEmpty
      ? Diagnostic(.warning, .emptyInput, file: file, "it is empty")
      : Diagnostic(.warning, .noCalendar, file: file, "there is no calendar in it (no BEGIN:VCALENDAR)")
  }
}
