internal import Listo

/// An input that was surveyed, and can be read again.
struct SurveyedInput {
  let input: Input
  let survey: Survey
  /// Of the bytes that were surveyed.
  let version: Input.Version?

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
      let version = input.version
      let survey = try Survey(
        of: input.open(), file: input.name, fileName: input.fileName, in: input.folder, names: &names,
        on: ThreadPipeline(), limits: input.limits)
      return SurveyedInput(input: input, survey: survey, version: version)
    } catch let error as StoreError {
      reporter.report(error)
    } catch let error as ICalendarError {
      reporter.report(StoreError(input.name, error))
    } catch {
      reporter.report(StoreError(.unreadable, path: input.name, reason: "\(error)"))
    }
    return nil
  }

  /// Its list is the folder that it stands in.
  var isOfCollection: Bool {
    guard let calendar = survey.calendars.first, input.path != nil else { return false }
    return calendar.place.source.identifier == input.folder.parent.identifier
      && calendar.place.listIdentifier == input.folder.name && calendar.context.identifier == nil
  }

  /// What was met in reading it, with a word where it holds no calendar.
  var problems: [Diagnostic] {
    guard survey.calendars.isEmpty else { return survey.problems }
    return survey.problems.filter { !$0.isAboutText } + absence
  }

  /// - Throws: ``Failure`` with status 66 where a component of it is too large to be read, and would be lost.
  func requireReadable() throws(Failure) {
    guard !survey.calendars.isEmpty, survey.problems.contains(where: { $0.code == .tooLarge }) else { return }
    throw Failure(
      .noInput,
      "\(input.name): what is larger than the limit would be lost; --input-limit item-size sets another. Nothing was written."
    )
  }

  /// A word where it holds no calendar.
  var absence: [Diagnostic] {
    survey.calendars.isEmpty ? [.noCalendar(in: input, isEmpty: survey.isEmpty)] : []
  }

  /// - Throws: ``Failure``, where no input holds a calendar.
  static func requireCalendars(_ inputs: [SurveyedInput], _ reporter: Reporter) throws(Failure) {
    guard inputs.allSatisfy(\.survey.calendars.isEmpty) else { return }
    if reporter.status == .noInput { throw Failure(.noInput) }
    throw Failure(.noCalendar, inputs.isEmpty ? "there is no calendar in any input." : "")
  }
}

/// What a file without a calendar seems to be, by its first bytes.
private enum Lookalike {
  case json
  case utf32

  init?(_ input: Input) {
    var start: [UInt8] = []
    try? input.randomAccess().read(TextEncoding.window, at: 0, into: &start)
    if TextEncoding(beginning: start[...]) == .utf32 {
      self = .utf32
    } else if start.first == 0x7B || start.first == 0x5B {
      self = .json
    } else {
      return nil
    }
  }
}

extension Diagnostic {
  static func noCalendar(in input: Input, isEmpty: Bool) -> Diagnostic {
    if isEmpty && input.format.isICalendar {
      return Diagnostic(.warning, .emptyInput, file: input.name, "it is empty")
    }
    guard input.format.isICalendar else {
      return Diagnostic(
        .warning, .noCalendar, file: input.name, "there is no reminder in it (read as \(input.format.title))")
    }
    let (code, reason): (Diagnostic.Code, String) =
      switch Lookalike(input) {
      case .json:
        (
          .noCalendar,
          "this is JSON, and not of a kind that holds reminders; listo formats lists what can be read"
        )
      case .utf32: (.notUTF8, TextEncoding.utf32Advice)
      case nil: (.noCalendar, "there is no calendar in it (no BEGIN:VCALENDAR)")
      }
    return Diagnostic(.warning, code, file: input.name, reason)
  }

  /// Of a file without any calendar it says no more than that: a note, or a picture, is no damaged calendar.
  var isAboutText: Bool { [.strayText, .nulByte, .invalidUTF8, .malformedLine].contains(code) }
}
