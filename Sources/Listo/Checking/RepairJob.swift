package import ICalendar
internal import ListoFormats
package import ListoModel
package import ListoRepairs
package import ListoStores

/// Inputs mended for targets, each of them whole: ``init(_:for:isLossy:ignoring:_:)`` finds out what becomes of them,
/// ``write(to:_:)`` writes them.
package struct RepairJob {
  /// One input.
  package struct File {
    package let input: Input
    package let survey: Survey
    /// As it was read.
    package let original: [UInt8]
    package let repair: CalendarRepair

    /// What was mended, and what is left, by line.
    package var findings: [CheckFinding] {
      repair.findings(inFile: input.name).sorted { ($0.diagnostic.line ?? 0) < ($1.diagnostic.line ?? 0) }
    }
  }

  package let files: [File]

  /// - Parameters:
  ///   - profiles: the targets.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignored: codes that are passed over.
  /// - Throws: ``WorkError``, before anything is written.
  /// - Complexity: linear in the bytes of the inputs, all of which are held.
  package init(
    _ tree: InputTree, for profiles: [Profile], isLossy: Bool, ignoring ignored: Set<Diagnostic.Code>,
    _ observer: some WorkObserver
  ) throws(WorkError) {
    let inputs = try SurveyedInput.whole(tree, observer)
    files = try inputs.map { item throws(WorkError) in
      try item.requireReadable()
      let bytes = try item.input.bytes()
      let repair = CalendarRepair(
        bytes, for: profiles, isLossy: isLossy, ignoring: ignored, limits: item.input.limits)
      return File(input: item.input, survey: item.survey, original: bytes, repair: repair)
    }
  }

  /// The lines that go and come, file by file.
  package var differences: [FileDifference] {
    files.filter { !$0.repair.isUnchanged }.map {
      FileDifference(FileChange($0.input.name, $0.original, $0.repair))
    }
  }

  /// What `listo patch` makes of the originals what the repairs make of them; nil where they cannot be compared.
  package var patch: Patch? {
    var (before, after) = (CatalogBuilder(), CatalogBuilder())
    for file in files {
      guard let old = file.content(file.original), let new = file.content(file.repair.bytes) else { continue }
      before.add(old, fileName: file.input.fileName, in: file.input.folder, isWritable: true)
      after.add(new, fileName: file.input.fileName, in: file.input.folder, isWritable: true)
    }
    var options = CatalogDifference.Options()
    options.includesNoise = true
    return (try? CatalogDifference(from: before.catalog(), to: after.catalog(), options: options)).map {
      Patch($0)
    }
  }

  /// Writes the results, one behind another or each into its own file of a folder.
  ///
  /// - Throws: ``WorkError``.
  package func write(to destination: Destination, _ observer: some WorkObserver) throws(WorkError)
    -> WrittenFiles?
  {
    try destination.refuseOverwriting(files.map(\.input))
    guard destination.isFolder else {
      let output = try destination.open()
      var joint = Joint()
      for file in files {
        joint.next()
        try WorkError.storing { () throws(StoreError) in try joint.write(file.repair.bytes[...], to: output) }
      }
      try output.finish(observer)
      return nil
    }
    var outputs = SeveralFiles(observer)
    for file in files {
      try outputs.add { () throws(WorkError) in
        let output = try destination.open(for: file.input)
        try output.send(file.repair.bytes[...])
        try output.finish(observer)
      }
    }
    return outputs.result
  }
}

extension RepairJob.File {
  /// What a version of it holds; nil where it cannot be taken apart, which bytes in memory can.
  fileprivate func content(_ bytes: [UInt8]) -> CalendarFile? {
    try? CalendarFile(
      reading: MemorySource(bytes), file: input.name, limits: input.limits, zones: ZoneCache())
  }
}

extension FileChange {
  /// What a repair makes of a file: each component that it touches as a whole, so that taking back finds it again where others changed
  /// the file since.
  ///
  /// - Parameter items: reminders by the line that they begin in.
  init(_ path: String, _ bytes: [UInt8], _ repair: CalendarRepair, items: [Int: ModelIdentifier] = [:]) {
    var splices: [Splice] = []
    var edits = repair.edits[...]
    var (line, position) = (1, 0)
    func add(_ range: Range<Int>, _ inside: ArraySlice<ByteEdit>) {
      line += bytes[position..<range.lowerBound].count { $0 == 0x0A }
      position = range.lowerBound
      var new: [UInt8] = []
      var copied = range.lowerBound
      for edit in inside {
        new += bytes[copied..<edit.range.lowerBound] + edit.bytes
        copied = edit.range.upperBound
      }
      new += bytes[copied..<range.upperBound]
      splices.append(
        Splice(offset: range.lowerBound, line: line, old: Array(bytes[range]), new: new, item: items[line]))
    }
    var reader = BatchReader(MemorySource(bytes))
    while !edits.isEmpty, let batch = try? reader.next() {
      for index in batch.indices where !edits.isEmpty {
        let extent = batch.extent(at: index)
        let range = extent.lowerBound + batch.shift..<extent.upperBound + batch.shift
        while let edit = edits.first, edit.range.lowerBound < range.lowerBound {
          add(edit.range, edits.prefix(1))
          edits.removeFirst()
        }
        let inside = edits.prefix {
          $0.range.upperBound <= range.upperBound && $0.range.lowerBound < range.upperBound
        }
        guard !inside.isEmpty else { continue }
        add(range, inside)
        edits = edits.dropFirst(inside.count)
      }
    }
    for edit in edits { add(edit.range, [edit]) }
    self.init(path, .changed, splices)
  }
}
