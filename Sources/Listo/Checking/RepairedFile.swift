internal import ICalendar
internal import ListoRepairs
internal import ListoStores

/// A file that is mended in its place: it is read again for each thing that is made of it, and not held.
struct RepairedFile: FileEdit {
  let path: String
  let itemCount: Int
  private let item: SurveyedInput
  private let edits: [ByteEdit]
  /// The edits that undo the repairs.
  private let inverseEdits: [ByteEdit]
  /// Where its places stand before and afterwards.
  private let places: [(before: Range<Int>, after: Range<Int>)]

  /// - Throws: ``WorkError`` where it cannot be edited, or read.
  init(_ file: SurveyedInput, _ plan: RepairPlan) throws(WorkError) {
    try file.input.requireEditable()
    guard let path = file.input.realPath else { throw .unreadableInput }
    (self.path, item, edits) = (path, file, plan.edits)
    var (inverse, places): ([ByteEdit], [(Range<Int>, Range<Int>)]) = ([], [])
    var (items, growth, shift) = (0, 0, 0)
    try file.forEachSplice(of: plan.edits) { splice, edits in
      if splice.item != nil { items += 1 }
      let before = splice.offset..<splice.offset + splice.old.count
      let start = splice.offset + growth
      places.append((before, start..<start + splice.new.count))
      growth += splice.new.count - splice.old.count
      for edit in edits {
        let start = edit.range.lowerBound + shift
        let old = splice.old[edit.range.lowerBound - splice.offset..<edit.range.upperBound - splice.offset]
        inverse.append(ByteEdit(start..<start + edit.bytes.count, Array(old)))
        shift += edit.bytes.count - edit.range.count
      }
    }
    (inverseEdits, self.places, itemCount) = (inverse, places, items)
  }

  var kind: FileChange.Kind { .changed }
  var ownsFolder: Bool { false }
  var spliceCount: Int { places.count }
  var inverse: any FileContent { UnrepairedFile(path: path, item: item, edits: inverseEdits) }

  func seals() throws(WorkError) -> (before: FileSeal?, after: FileSeal?) {
    let size = item.survey.size
    let growth = edits.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    let before = try seal(size, places.lazy.map(\.before), [])
    return (before, try seal(size + growth, places.lazy.map(\.after), edits))
  }

  private func seal(
    _ size: Int, _ places: some Sequence<Range<Int>>, _ edits: [ByteEdit]
  ) throws(WorkError) -> FileSeal {
    var reading = FileSeal.Reading(size: size, around: places)
    try item.forEachPiece(with: edits) { piece in reading.take(piece) }
    return reading.seal
  }

  func forEachSplice(_ body: (FileChange.Splice) throws(WorkError) -> Void) throws(WorkError) {
    try item.forEachSplice(of: edits) { (splice, _) throws(WorkError) in try body(splice) }
  }

  func write(to output: Output) throws(WorkError) {
    try item.write(with: edits, to: output)
    try item.requireUnchanged()
  }
}

/// A repaired file as it was before.
private struct UnrepairedFile: FileContent {
  let path: String
  let item: SurveyedInput
  /// The edits that mend the file.
  let edits: [ByteEdit]

  var kind: FileChange.Kind { .changed }
  var ownsFolder: Bool { false }

  func write(to output: Output) throws(WorkError) { try item.write(with: edits, to: output) }
}

extension SurveyedInput {
  fileprivate func write(with edits: [ByteEdit], to output: Output) throws(WorkError) {
    try forEachPiece(with: edits) { (piece) throws(WorkError) in
      try WorkError.storing { () throws(StoreError) in try output.write(piece) }
    }
  }
}
