internal import ListoFormats
internal import ListoModel
public import ListoRepairs
internal import ListoStores

/// A conversion of bytes, files or reminders to a format.
public struct Conversion: Sendable {
  /// The format to write.
  public var target: FormatChoice
  /// Each loss is kept, with file, UID and property, not its count alone.
  public var keepsLosses = false
  /// True to write nothing if the format cannot hold something.
  public var refusesLosses = false

  /// The targets that must accept the output, if it is iCalendar. It is repaired for them; data that is
  /// dropped, chosen or cannot be repaired counts as lost.
  public var profiles: [Profile] = []

  /// - Parameter target: a format that is written, with its options.
  public init(to target: FormatChoice) { self.target = target }

  /// - Parameter format: a format that is written, such as `.csv`.
  public init(to format: Format) { self.init(to: FormatChoice(format)) }

  /// The result of a conversion: its losses, and the files that it wrote.
  public struct Result: Sendable {
    /// The data that the format cannot hold.
    public internal(set) var losses = Losses()
    /// The results of the files, if each input has its own.
    public internal(set) var files: WrittenFiles?
  }

  /// Converts files and folders to a file, or each file to a separate file in a folder.
  ///
  /// - Parameters:
  ///   - places: paths of files and folders.
  ///   - path: the output; a name that ends in a slash is a folder. Existing files are replaced when the new
  ///     content is complete.
  /// - Returns: the losses, and the number of files.
  /// - Throws: ``WorkError``; also if a place cannot be read: then nothing is written.
  /// - Complexity: linear in the bytes of the inputs.
  public func convert(_ places: [String], to path: String) throws(WorkError) -> Result {
    let tree = InputTree(places)
    if let error = tree.errors.first { throw .store(error) }
    return try run(tree, to: Destination(path))
  }

  /// Writes all inputs one after another in order, or each to its own file in a folder. In iCalendar, every
  /// byte is kept, except repairs for ``profiles``.
  ///
  /// An input is read once if it goes into one file, if it is printed and has at most 16 MB, or if it comes
  /// through a pipe. Other inputs are read twice, because the end of an input can decide how its beginning is
  /// written. Output in iCalendar without ``profiles`` is copied during the first pass; other formats are
  /// written during the first pass if `LiveSurvey` allows it.
  ///
  /// - Throws: ``WorkError``.
  /// - Complexity: linear in the bytes of the inputs. Memory holds the survey of each input, but not its
  ///   items unless the format needs them, and 16 MB of printed output; the rest of a pipe is in a temporary
  ///   file.
  package func run(
    _ tree: InputTree, to destination: Destination, _ observer: some WorkObserver = UnobservedWork()
  ) throws(WorkError) -> Result {
    var result = Result()
    try destination.refuseOverwriting(tree.inputs, extension: ending)
    if try writeLive(tree.inputs, destination, observer, &result) { return result }
    observer.begin(.reading, tree.inputs)
    let inputs = SurveyedInput.all(tree.inputs, observer)
    try SurveyedInput.requireCalendars(inputs)
    // Output to a pipe cannot be taken back, nor can the first of several files.
    let refusesFirst = refusesLosses && !destination.isReplaceable
    observer.begin(.writing, inputs.map(\.input), passes: refusesFirst ? 2 : 1)
    if refusesFirst { try refuseLosses(inputs) }
    guard destination.isFolder else {
      try write(inputs, try destination.open(), observer, &result.losses)
      return result
    }
    var files = SeveralFiles(observer)
    for input in inputs {
      try files.add { () throws(WorkError) in
        let file = try destination.open(for: input.input, extension: ending)
        try write([input], file, observer, &result.losses)
      }
    }
    result.files = files.result
    return result
  }

  /// The new extension of the files in a folder; nil if they keep the one that they have.
  private var ending: String? { target.format.makeWriter == nil ? nil : target.format.extensions.first }

  /// One input to one output, in one pass; false where that would not do, and nothing was written or said.
  private func writeLive(
    _ inputs: [Input], _ destination: Destination, _ observer: some WorkObserver, _ result: inout Result
  ) throws(WorkError) -> Bool {
    let isMended = target.format.makeWriter == nil && !profiles.isEmpty
    guard !isMended, let file = try destination.openForOnePass(inputs) else { return false }
    var losses = Losses()
    observer.begin(.converting, inputs)
    if let makeWriter = target.format.makeWriter {
      let writer = makeWriter(target.options, Losses(keepingEntries: keepsLosses))
      guard
        let problems = try ItemConversion.runLive(
          inputs[0], refusesSeries: hasSingleSeries, writer, to: file, &losses)
      else {
        return false
      }
      observer.report(problems)
    } else {
      guard try CalendarCopy.runLive(inputs[0], to: file, observer) else { return false }
    }
    try refuse(losses)
    try file.finish(observer)
    result.losses = losses
    return true
  }

  /// The format cannot hold overrides as they are, so that a series is one reminder.
  private var hasSingleSeries: Bool { target.format.capabilities[.overrides] != .exact }

  /// Writes the items of inputs in another format.
  private func write(
    _ inputs: [SurveyedInput], _ writer: some FormatWriter, to output: Output, _ losses: inout Losses
  ) throws(WorkError) {
    var series = SingleSeries()
    if hasSingleSeries {
      series = try SingleSeries(inputs, showsOverrides: target.format.capabilities[.overrides] != .none)
      series.count(&losses)
    }
    try ItemConversion.run(inputs, series, writer, to: output, &losses)
  }

  /// Before the first byte is written: a loss in the last file must leave the folder as it was.
  private func refuseLosses(_ inputs: [SurveyedInput]) throws(WorkError) {
    guard let makeWriter = target.format.makeWriter else {
      guard !profiles.isEmpty else { return }
      var total = Losses()
      _ = try MendedInput.all(inputs, for: profiles, &total)
      return try refuse(total)
    }
    var total = Losses()
    for input in inputs {
      let nowhere = try Output.creating("/dev/null")
      try write([input], makeWriter(target.options, Losses()), to: nowhere, &total)
    }
    try refuse(total)
  }

  private func refuse(_ losses: Losses) throws(WorkError) {
    guard refusesLosses, !losses.isEmpty else { return }
    let isMended = target.format.makeWriter == nil && !profiles.isEmpty
    throw .lossy(
      losses, to: isMended ? profiles.map(\.title).joined(separator: " and ") : target.format.title)
  }

  private func write(
    _ inputs: [SurveyedInput], _ output: Output, _ observer: some WorkObserver, _ losses: inout Losses
  ) throws(WorkError) {
    guard let makeWriter = target.format.makeWriter else {
      guard !profiles.isEmpty else {
        try CalendarCopy.copy(inputs, to: output)
        return try output.finish(observer)
      }
      var total = Losses(keepingEntries: keepsLosses)
      let mended = try MendedInput.all(inputs, for: profiles, &total)
      losses.add(total)
      try refuse(total)
      var joint = Joint()
      for (item, edits) in mended { try CalendarCopy.copy(item, with: edits, &joint, to: output) }
      return try output.finish(observer)
    }
    var total = Losses()
    let writer = makeWriter(target.options, Losses(keepingEntries: keepsLosses))
    try write(inputs, writer, to: output, &total)
    losses.add(total)
    try refuse(total)
    try output.finish(observer)
  }
}
