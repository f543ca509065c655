internal import Listo

/// Applies a patch to inputs: they are surveyed, looked through for what the patch names, and written.
struct PatchRun {
  let plan: PatchPlan
  private let inputs: [SurveyedInput]
  private let lists: PatchLists

  /// - Throws: ``Failure``, where no input holds a calendar.
  init(_ patch: Patch, _ inputs: [Input], _ options: PatchOptions, _ reporter: Reporter) throws(Failure) {
    let surveyed = SurveyedInput.all(inputs, reporter)
    try SurveyedInput.requireCalendars(surveyed, reporter)
    if reporter.status.rawValue >= ExitStatus.noInput.rawValue {
      throw Failure(.noInput, "an input cannot be read, so nothing was patched.")
    }
    for item in surveyed {
      let problems = item.survey.problems
      try Absence.requireCollection(item.input, item.survey.calendars.map(\.context), problems)
      if Absence.isPartial(item.input, problems) {
        reporter.report(
          Diagnostic(
            .warning, .incompleteSide, file: item.input.name,
            "something in it could not be read; what the patch changes there is added as if it had been deleted"
          ))
      }
    }
    self.inputs = surveyed
    let lists = PatchLists(surveyed)
    self.lists = lists
    var search = PatchSearch(patch, in: lists.targets)
    for (number, item) in surveyed.enumerated() {
      var reader = try Reading.items(item, reporter)
      while let batch = try Reading.next(&reader, item, reporter) {
        batch.forEach { entry, calendar, ordinal in
          guard case .component(let component) = entry, let calendar, let list = lists.number(of: calendar)
          else { return }
          search.take(component, in: calendar.context, list: list, input: number, ordinal: ordinal)
        }
      }
    }
    plan = PatchPlan(search, options: options)
    reporter.report(plan.problems)
    reporter.report(plan.zoneConflicts.map { Diagnostic(.warning, .zoneConflict, "\($0)") })
  }

  /// Writes the result; what comes new to lists of one file for each item, and new lists, into files of their own where there is a
  /// folder for them, else behind the rest.
  func write(to options: OutputOptions, inPlace: Bool, _ reporter: Reporter) throws {
    var writer = plan.writer()
    guard inPlace || options.isFolder else {
      tellMetadata(reporter)
      let file = try options.open(reporter)
      var joint = Joint()
      for number in inputs.indices {
        joint.next()
        try copy(number, with: &writer, reporter) { bytes throws(StoreError) in
          try joint.write(bytes, to: file)
        }
      }
      let items = lists.collections.keys.sorted().flatMap { plan.newItems(ofList: $0) }
      for text in items.map(\.text) + plan.newLists.map(\.text) {
        joint.next()
        try Writing.attempt(reporter) { () throws(StoreError) in try joint.write(text[...], to: file) }
      }
      return try Writing.finish(file, reporter)
    }
    let folder = inPlace ? nil : options.output ?? ""
    let new = PatchFiles(plan, inputs, lists, in: folder)
    var files = SeveralFiles(reporter)
    // What moved stands in its new place before it leaves the old one.
    for file in new.files {
      try files.add {
        let output = try Writing.create(file.path, reporter)
        try Writing.attempt(reporter) { () throws(StoreError) in try output.write(file.text[...]) }
        try Writing.finish(output, reporter)
      }
    }
    for number in inputs.indices {
      try files.add {
        // Nothing may be half written: what an input becomes is known before its file is opened.
        var result: [UInt8] = []
        try copy(number, with: &writer, reporter) { bytes throws(StoreError) in result += bytes }
        for list in new.lists[number] ?? [] {
          if let last = result.last, last != 0x0A { result += ContentLineText.crlf }
          result += list.text
        }
        let path = inputs[number].input.path ?? ""
        if inPlace, try isSame(result, as: number, reporter) { return }
        if !result.contains(where: { $0 > 0x20 }) || isEmptied(result, number) {
          if inPlace { try Writing.remove(path, reporter) }
          return
        }
        let file =
          inPlace ? try Writing.create(path, reporter) : try options.open(for: inputs[number].input, reporter)
        try Writing.attempt(reporter) { () throws(StoreError) in try file.write(result[...]) }
        try Writing.finish(file, reporter)
      }
    }
    try writeMetadata(folder, &files, reporter)
    files.finish()
  }

  // MARK: Inputs

  private func copy(
    _ number: Int, with writer: inout PatchPlan.Writer, _ reporter: Reporter,
    write: (ArraySlice<UInt8>) throws(StoreError) -> Void
  ) throws(Failure) {
    let item = inputs[number]
    guard !item.survey.calendars.isEmpty else { return }
    var reader = try Reading.items(item, reporter)
    var holds = true
    while let batch = try Reading.next(&reader, item, reporter) {
      var bytes: [UInt8] = []
      batch.forEach { entry, calendar, ordinal in
        let list = calendar.flatMap(lists.number)
        holds = list.map { lists.collections[$0] == nil } ?? true
        writer.take(
          entry, list: list, in: calendar?.context, input: number, ordinal: ordinal, holdsAdditions: holds,
          to: &bytes)
      }
      let piece = bytes
      try Writing.attempt(reporter) { () throws(StoreError) in try write(piece[...]) }
    }
    var rest: [UInt8] = []
    writer.finish(holdsAdditions: holds, to: &rest)
    let piece = rest
    try Writing.attempt(reporter) { () throws(StoreError) in try write(piece[...]) }
    try Reading.requireUnchanged(item, reporter)
  }

  private func isSame(_ bytes: [UInt8], as number: Int, _ reporter: Reporter) throws(Failure) -> Bool {
    guard bytes.count == inputs[number].survey.size else { return false }
    var old: [UInt8] = []
    var source = try Reading.open(inputs[number], reporter)
    while try Reading.read(&source, inputs[number], into: &old, reporter) {
      if old.count >= bytes.count { break }
    }
    return old == bytes
  }

  /// It held an item, and holds none now, in a list of one file for each.
  private func isEmptied(_ bytes: [UInt8], _ number: Int) -> Bool {
    let survey = inputs[number].survey
    guard let list = survey.calendars.first.flatMap(lists.number), lists.collections[list] != nil,
      survey.counts.contains(where: { $0.key != .vtimezone && $0.value > 0 })
    else { return false }
    var reader = ItemReader(bytes)
    while let item = try? reader.next() {
      if case .component(let component) = item, component.kind != .vtimezone { return false }
    }
    return true
  }

  /// Writes `displayname` and `color` of the vdirs among the lists.
  ///
  /// - Parameter folder: that the results go to, and all of them then; nil for the place of the inputs, where changes are written.
  private func writeMetadata(_ folder: String?, _ files: inout SeveralFiles, _ reporter: Reporter) throws {
    for (list, input) in lists.collections.sorted(by: { $0.key < $1.key }) where !plan.drops(list: list) {
      let changed = plan.metadata[list]
      if folder == nil, changed == nil { continue }
      let place = PatchFiles.place(of: input, in: folder)
      let own = input.folder.metadata
      for file in VdirMetadata.files(changed ?? own, replacing: own)
      where folder == nil ? file.isChanged : !file.text.isEmpty {
        try files.add {
          let output = try Writing.create(place + file.name, makingFolders: true, reporter)
          try Writing.attempt(reporter) { () throws(StoreError) in
            try output.write(Array(file.text.utf8)[...])
          }
          try Writing.finish(output, reporter)
        }
      }
    }
  }

  /// A single file has no place for what stands beside the files of a vdir.
  private func tellMetadata(_ reporter: Reporter) {
    guard inputs.count > 1 else { return }
    for (list, input) in lists.collections.sorted(by: { $0.key < $1.key }) {
      let own = input.folder.metadata
      let names = VdirMetadata.files(plan.metadata[list] ?? own, replacing: own).map(\.name)
      guard !names.isEmpty else { continue }
      let place = "a folder (-o folder/) has a place for them"
      reporter.report(
        Diagnostic(
          .note, .loss, file: input.folder.path,
          "the result is one file, without \(names.joined(separator: " and ")); \(place)"))
    }
  }
}

/// The lists of inputs, by number.
struct PatchLists {
  private(set) var targets: [PatchTarget] = []
  /// Those whose items have a file each, with the first of their files.
  private(set) var collections: [Int: Input] = [:]
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    let source: String
    let list: ModelIdentifier.Name
  }

  init(_ inputs: [SurveyedInput]) {
    var names: [Patch.ListName] = []
    for item in inputs {
      for calendar in item.survey.calendars {
        let key = Key(source: calendar.place.source.identifier, list: calendar.list)
        guard numbers[key] == nil else { continue }
        numbers[key] = targets.count
        let isMember = item.isOfCollection
        if isMember { collections[targets.count] = item.input }
        let folder = PatchFiles.parent(item.input.relativePath).dropLast()
        let path =
          isMember ? (folder.isEmpty ? item.input.folder.name : String(folder)) : item.input.relativePath
        names.append(
          Patch.ListName(
            identifier: calendar.place.listIdentifier, title: calendar.place.listTitle, path: path,
            isFolder: isMember))
        let metadata = item.input.folder.metadata ?? CollectionMetadata(title: nil, color: nil)
        targets.append(
          PatchTarget(
            name: names[targets.count], calendar: calendar.context, metadata: isMember ? metadata : nil))
      }
    }
    targets = zip(Patch.ListName.numbered(names), targets).map {
      PatchTarget(name: $0, calendar: $1.calendar, metadata: $1.metadata)
    }
  }

  func number(of calendar: Survey.Calendar) -> Int? {
    numbers[Key(source: calendar.place.source.identifier, list: calendar.list)]
  }
}
