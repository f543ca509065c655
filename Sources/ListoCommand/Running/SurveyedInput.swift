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
      do {
        let survey = try Survey(
          of: input.open(), file: input.name, fileName: input.fileName, in: input.folder, names: &names)
        reporter.report(survey.problems)
        if survey.calendars.isEmpty { reporter.report(Diagnostic.noCalendar(in: input.name, isEmpty: survey.isEmpty)) }
        result.append(SurveyedInput(input: input, survey: survey))
      } catch let error as StoreError {
        reporter.report(error)
      } catch let error as ICalendarError {
        reporter.report(StoreError(input.name, error))
      } catch {
        reporter.report(StoreError(.unreadable, path: input.name, reason: "\(error)"))
      }
    }
    reporter.report(names.problems)
    return result
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
