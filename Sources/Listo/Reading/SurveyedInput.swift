package import ICalendar
package import ListoModel
package import ListoStores

/// An input that was surveyed, and can be read again.
package struct SurveyedInput {
  package let input: Input
  package let survey: Survey
  /// Of the bytes that were surveyed.
  package let version: Input.Version?

  /// Surveys inputs in their order; what cannot be read is reported, and left out.
  package static func all(_ inputs: [Input], _ observer: some WorkObserver) -> [SurveyedInput] {
    var names = ListNames()
    var result: [SurveyedInput] = []
    for input in inputs {
      guard let item = survey(input, &names, observer) else { continue }
      observer.report(item.problems)
      result.append(item)
    }
    observer.report(names.problems)
    return result
  }

  /// Surveys all inputs of a tree, none of which may be missing: half of it would look like all.
  ///
  /// - Throws: ``WorkError/noCalendar(hadInputs:)``, ``WorkError/unreadableInput``.
  static func whole(_ tree: InputTree, _ observer: some WorkObserver) throws(WorkError) -> [SurveyedInput] {
    let inputs = all(tree.inputs, observer)
    try requireCalendars(inputs)
    if !tree.errors.isEmpty || inputs.count < tree.inputs.count { throw .unreadableInput }
    return inputs
  }

  /// Surveys one input; nil, and reported, where it cannot be read.
  package static func survey(_ input: Input, _ names: inout ListNames, _ observer: some WorkObserver)
    -> SurveyedInput?
  {
    do {
      let version = input.version
      let survey = try Survey(
        of: input.open(), file: input.name, fileName: input.fileName, in: input.folder, names: &names,
        on: ThreadPipeline(), limits: input.limits)
      return SurveyedInput(input: input, survey: survey, version: version)
    } catch let error as StoreError {
      observer.report(error)
    } catch let error as ICalendarError {
      observer.report(StoreError(input.name, error))
    } catch {
      observer.report(StoreError(.unreadable, path: input.name, reason: "\(error)"))
    }
    return nil
  }

  /// Its list is the folder that it stands in.
  package var isOfCollection: Bool {
    guard let calendar = survey.calendars.first, input.path != nil else { return false }
    return calendar.place.source.identifier == input.folder.parent.identifier
      && calendar.place.listIdentifier == input.folder.name && calendar.context.identifier == nil
  }

  /// What was met in reading it, with a word where it holds no calendar.
  package var problems: [Diagnostic] {
    guard survey.calendars.isEmpty else { return survey.problems }
    return survey.problems.filter { !$0.isAboutText } + absence
  }

  /// - Throws: ``WorkError/tooLarge(input:)`` where a component of it is too large to be read, and would be lost.
  package func requireReadable() throws(WorkError) {
    guard !survey.calendars.isEmpty, survey.problems.contains(where: { $0.code == .tooLarge }) else { return }
    throw .tooLarge(input: input.name)
  }

  /// A word where it holds no calendar.
  package var absence: [Diagnostic] {
    survey.calendars.isEmpty ? [.noCalendar(in: input, isEmpty: survey.isEmpty)] : []
  }

  /// - Throws: ``WorkError/noCalendar(hadInputs:)`` where no input holds a calendar.
  package static func requireCalendars(_ inputs: [SurveyedInput]) throws(WorkError) {
    guard inputs.allSatisfy(\.survey.calendars.isEmpty) else { return }
    throw .noCalendar(hadInputs: !inputs.isEmpty)
  }
}
