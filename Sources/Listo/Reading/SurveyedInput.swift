package import ICalendar
package import ListoModel
package import ListoStores

/// An input that was surveyed, and can be read again.
package struct SurveyedInput: Sendable {
  package let input: Input
  package let survey: Survey
  /// The version of the bytes that were surveyed.
  package let version: Input.Version?

  /// Surveys inputs in their order; what cannot be read is reported, and left out.
  package static func all(_ inputs: [Input], _ observer: some WorkObserver) -> [SurveyedInput] {
    var names = ListNames()
    let zones = ZoneCache()
    var result: [SurveyedInput] = []
    let take = { (reading: Reading) in
      guard let item = reading.named(&names, observer) else { return }
      observer.report(item.problems)
      result.append(item)
    }
    InputSharing.run(inputs) {
      Reading(small: $0, zones)
    } large: { (input) throws(Never) in
      take(Reading(input, zones, on: ThreadPipeline()))
    } consume: { (_, reading) throws(Never) in
      take(reading)
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
  ///
  /// - Parameter zones: shared by inputs that are likely to define the same zones.
  package static func survey(
    _ input: Input, _ names: inout ListNames, _ zones: ZoneCache, _ observer: some WorkObserver
  ) -> SurveyedInput? {
    Reading(input, zones, on: ThreadPipeline.forInput(isLarge: input.isLarge)).named(&names, observer)
  }

  /// Surveys the one input of some work, and hands on its bytes as they are read.
  ///
  /// - Parameter pass: given all bytes in their order; false where nothing more is needed.
  /// - Returns: the input, and what there is to say of its lists' names; nil where it cannot be read, or
  ///   where `pass` needed no more: then nothing is reported, and ``survey(_:_:_:_:)`` reads it again and
  ///   says why.
  /// - Throws: what `pass` throws.
  static func survey(
    _ input: Input, passing pass: (ArraySlice<UInt8>) throws(WorkError) -> Bool
  ) throws(WorkError) -> (input: SurveyedInput, ofNames: [Diagnostic])? {
    guard let source = try? input.open() else { return nil }
    var isWanted = true
    let pipeline = ThreadPipeline.forInput(isLarge: source.isLarge)
    let result = try SurveyReading.reading(source, file: input.name, limits: input.limits, on: pipeline) {
      (piece) throws(WorkError) in
      isWanted = try pass(piece)
      return isWanted
    }
    guard isWanted, case .success(let reading) = result else { return nil }
    var names = ListNames()
    return (SurveyedInput(input, source.version, reading, &names), names.problems)
  }

  private init(_ input: Input, _ version: Input.Version?, _ reading: SurveyReading, _ names: inout ListNames)
  {
    (self.input, self.version) = (input, version)
    survey = Survey(reading, fileName: input.fileName, in: input.folder, names: &names)
  }

  /// The result of reading an input, or the error.
  private struct Reading: Sendable {
    let input: Input
    let version: Input.Version?
    let result: Result<SurveyReading, StoreError>

    init(_ input: Input, _ zones: ZoneCache, on pipeline: some Pipeline) {
      do throws(StoreError) {
        self.init(input, try input.open(), zones, on: pipeline)
      } catch {
        self.init(input, nil, .failure(error))
      }
    }

    /// Nil where it is large.
    init?(small input: Input, _ zones: ZoneCache) {
      do throws(StoreError) {
        let source = try input.open()
        guard !source.isLarge else { return nil }
        self.init(input, source, zones, on: SerialPipeline())
      } catch {
        self.init(input, nil, .failure(error))
      }
    }

    private init(_ input: Input, _ source: InputSource, _ zones: ZoneCache, on pipeline: some Pipeline) {
      let result = Result { () throws(StoreError) in
        do throws(ICalendarError) {
          return try SurveyReading(
            of: source, file: input.name, limits: input.limits, zones: zones, on: pipeline)
        } catch {
          throw StoreError(input.name, error)
        }
      }
      self.init(input, source.version, result)
    }

    private init(_ input: Input, _ version: Input.Version?, _ result: Result<SurveyReading, StoreError>) {
      (self.input, self.version, self.result) = (input, version, result)
    }

    func named(_ names: inout ListNames, _ observer: some WorkObserver) -> SurveyedInput? {
      switch result {
      case .success(let reading): return SurveyedInput(input, version, reading, &names)
      case .failure(let error):
        observer.report(error)
        return nil
      }
    }
  }

  /// Its list is the folder that it stands in.
  var isOfCollection: Bool {
    guard let calendar = survey.calendars.first, input.path != nil else { return false }
    return calendar.place.source.identifier == input.folder.parent.identifier
      && calendar.place.listIdentifier == input.folder.name && calendar.context.identifier == nil
  }

  /// The problems in reading the input, with a message if it holds no calendar.
  package var problems: [Diagnostic] {
    guard survey.calendars.isEmpty else { return survey.problems }
    return survey.problems.filter { !$0.isAboutText } + absence
  }

  /// - Throws: ``WorkError/tooLarge(input:)`` where a component of it is too large to be read, and would be
  ///   lost.
  func requireReadable() throws(WorkError) {
    guard !survey.calendars.isEmpty, survey.problems.contains(where: { $0.code == .tooLarge }) else { return }
    throw .tooLarge(input: input.name)
  }

  /// A word where it holds no calendar.
  package var absence: [Diagnostic] {
    survey.calendars.isEmpty ? [.noCalendar(in: input, isEmpty: survey.isEmpty)] : []
  }

  /// - Throws: ``WorkError/noCalendar(hadInputs:)`` where no input holds a calendar.
  static func requireCalendars(_ inputs: [SurveyedInput]) throws(WorkError) {
    guard inputs.allSatisfy(\.survey.calendars.isEmpty) else { return }
    throw .noCalendar(hadInputs: !inputs.isEmpty)
  }
}
