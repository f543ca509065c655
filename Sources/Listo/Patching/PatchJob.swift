internal import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// A patch applied to inputs: they are surveyed, looked through for what the patch names, and written.
package struct PatchJob {
  /// The decision about each item.
  package let plan: PatchPlan
  private let inputs: [SurveyedInput]
  private let lists: PatchLists

  /// - Throws: ``WorkError``, before anything is written.
  package init(
    _ patch: Patch, _ tree: InputTree, _ options: PatchOptions, _ observer: some WorkObserver
  ) throws(WorkError) {
    let surveyed = try SurveyedInput.whole(tree, observer)
    for item in surveyed {
      let problems = item.survey.problems
      try item.input.requireCollection(item.survey.calendars.map(\.context), problems)
      if item.input.isPartial(problems) {
        observer.report(
          Diagnostic(
            .warning, .incompleteSide, file: item.input.name,
            "a part of it could not be read; reminders that the patch changes there are added as if they had been deleted"
          ))
      }
    }
    self.inputs = surveyed
    let lists = PatchLists(surveyed)
    self.lists = lists
    let pipeline = ThreadPipeline(givesBackMemory: true)
    var search = PatchSearch(patch, in: lists.targets, on: pipeline)
    let wanted = search.wanted
    for (number, item) in surveyed.enumerated() {
      let error = try item.read {
        wanted.sightings(in: $0, list: lists.number)
      } consume: {
        (sightings) throws(WorkError) in
        search.take(sightings, input: number)
      }
      if let error { throw error }
    }
    plan = PatchPlan(search, options: options, on: pipeline)
    observer.report(plan.problems)
    observer.report(plan.zoneConflicts.map { Diagnostic(.warning, .zoneConflict, "\($0)") })
  }

  /// Writes the result; what comes new to lists of one file for each item, and new lists, into files of their
  /// own where there is a folder for them, else behind the rest.
  package func write(to destination: Destination, _ observer: some WorkObserver) throws(WorkError)
    -> WrittenFiles?
  {
    var writer = plan.writer()
    if !destination.isFolder {
      tellMetadata(observer)
      let file = try destination.open()
      var joint = Joint()
      for number in inputs.indices {
        joint.next()
        try copy(number, with: &writer) { bytes throws(StoreError) in
          try joint.write(bytes, to: file)
        }
      }
      let items = lists.collections.keys.sorted().flatMap { plan.newItems(ofList: $0) }
      for text in items.map(\.text) + plan.newLists.map(\.text) {
        joint.next()
        try WorkError.storing { () throws(StoreError) in try joint.write(text[...], to: file) }
      }
      try file.finish(observer)
      return nil
    }
    let new = PatchFiles(plan, inputs, lists, in: destination.path)
    var files = SeveralFiles(observer)
    func add(_ text: [UInt8], to file: () throws(WorkError) -> Output) throws(WorkError) {
      try files.add { () throws(WorkError) in
        let output = try file()
        try output.send(text[...])
        try output.finish(observer)
      }
    }
    for file in new.files { try add(file.text) { () throws(WorkError) in try .creating(file.path) } }
    for number in inputs.indices {
      try files.add { () throws(WorkError) in
        guard let result = try result(number, new, with: &writer) else { return }
        let output = try destination.open(for: inputs[number].input)
        try output.send(result[...])
        try output.finish(observer)
      }
    }
    for file in metadata(in: destination.path) {
      try add(file.text) { () throws(WorkError) in try .creating(file.path) }
    }
    return files.result
  }

  /// Writes the result into the places of the inputs, as one change that undo takes back.
  ///
  /// - Parameters:
  ///   - journal: nil where nothing shall be kept to be taken back.
  ///   - label: the name of the change in the history.
  /// - Throws: ``WorkError``; then nothing is changed.
  package func writeInPlace(
    _ journal: Journal?, label: String, at time: Instant
  ) throws(WorkError) -> FileRewrite.Result {
    var writer = plan.writer()
    var rewrite = FileRewrite()
    let new = PatchFiles(plan, inputs, lists, in: nil)
    for file in new.files { try rewrite.create(file.path, file.text) }
    for (number, item) in inputs.enumerated() {
      let old = try WorkError.storing { () throws(StoreError) in try item.input.bytes() }
      let result = try result(number, new, with: &writer)
      try rewrite.replace(item.input.realPath ?? item.input.path ?? "", old, by: result)
    }
    for file in metadata(in: nil) {
      if let old = try? SmallFile.bytes(file.path, limit: .max) {
        try rewrite.replace(file.path, old, by: file.text)
      } else {
        try rewrite.create(file.path, file.text)
      }
    }
    return try rewrite.write(journal, label: label, at: time)
  }

  /// The new bytes of an input; nil if nothing is left of it.
  private func result(
    _ number: Int, _ new: PatchFiles, with writer: inout PatchPlan.Writer
  ) throws(WorkError) -> [UInt8]? {
    var result: [UInt8] = []
    try copy(number, with: &writer) { bytes throws(StoreError) in result += bytes }
    for list in new.lists[number] ?? [] {
      if let last = result.last, last != 0x0A { result += ContentLineText.crlf }
      result += list.text
    }
    return !result.contains { $0 > 0x20 } || isEmptied(result, number) ? nil : result
  }

  // MARK: Inputs

  private func copy(
    _ number: Int, with writer: inout PatchPlan.Writer,
    write: (ArraySlice<UInt8>) throws(StoreError) -> Void
  ) throws(WorkError) {
    let item = inputs[number]
    guard !item.survey.calendars.isEmpty else { return }
    var holds = true
    let error = try item.read {
      $0
    } consume: { (batch) throws(WorkError) in
      var bytes: [UInt8] = []
      // A changed batch has about as many bytes as before.
      bytes.reserveCapacity(batch.batch.content.count * 9 / 8)
      batch.forEach { entry, calendar, ordinal in
        let list = calendar.flatMap(lists.number)
        holds = list.map { lists.collections[$0] == nil } ?? true
        writer.take(
          entry, list: list, in: calendar?.context, input: number, ordinal: ordinal, holdsAdditions: holds,
          to: &bytes)
      }
      let piece = bytes
      try WorkError.storing { () throws(StoreError) in try write(piece[...]) }
    }
    if let error { throw error }
    var rest: [UInt8] = []
    writer.finish(holdsAdditions: holds, to: &rest)
    let piece = rest
    try WorkError.storing { () throws(StoreError) in try write(piece[...]) }
    try item.requireUnchanged()
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

  /// `displayname` and `color` of the vdirs among the lists.
  ///
  /// - Parameter folder: that the results go to, and all of them then; nil for the place of the inputs, where
  ///   changes are written.
  private func metadata(in folder: String?) -> [(path: String, text: [UInt8])] {
    lists.collections.sorted { $0.key < $1.key }.filter { !plan.drops(list: $0.key) }.flatMap { list, input in
      let changed = plan.metadata[list]
      if folder == nil, changed == nil { return [(path: String, text: [UInt8])]() }
      let place = PatchFiles.place(of: input, in: folder)
      let own = input.folder.metadata
      return VdirMetadata.files(changed ?? own, replacing: own)
        .filter { folder == nil ? $0.isChanged : !$0.text.isEmpty }.map {
          (place + $0.name, Array($0.text.utf8))
        }
    }
  }

  /// A single file has no place for what stands beside the files of a vdir.
  private func tellMetadata(_ observer: some WorkObserver) {
    guard inputs.count > 1 else { return }
    for (list, input) in lists.collections.sorted(by: { $0.key < $1.key }) {
      let own = input.folder.metadata
      let names = VdirMetadata.files(plan.metadata[list] ?? own, replacing: own).map(\.name)
      guard !names.isEmpty else { continue }
      let place = "use a folder (-o folder/) to keep them"
      observer.report(
        Diagnostic(
          .note, .loss, file: input.folder.path,
          "the result is one file, without \(names.joined(separator: " and ")); \(place)"))
    }
  }
}

/// The lists of inputs, by number.
struct PatchLists: Sendable {
  private(set) var targets: [PatchTarget] = []
  /// The collections with a file for each item, each with its first file.
  private(set) var collections: [Int: Input] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]

  private struct Key: Hashable {
    let source: String
    let list: ModelIdentifier.Name
  }

  init(_ inputs: [SurveyedInput]) {
    var names: [Patch.ListName] = []
    var known: [Key: Int] = [:]
    for item in inputs {
      for calendar in item.survey.calendars {
        let key = Key(source: calendar.place.source.identifier, list: calendar.list)
        numbers[ObjectIdentifier(calendar)] = known[key] ?? targets.count
        guard known[key] == nil else { continue }
        known[key] = targets.count
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

  /// - Parameter calendar: of one of the inputs, which are held.
  func number(of calendar: Survey.Calendar) -> Int? { numbers[ObjectIdentifier(calendar)] }
}
