internal import ICalendar
internal import ListoModel
internal import ListoStores

/// The new content of a file: the bytes that replace it, or none.
protocol FileContent {
  /// Absolute, symbolic links followed.
  var path: String { get }
  var kind: FileChange.Kind { get }
  /// The folder is made with it, and goes with the last one.
  var ownsFolder: Bool { get }

  /// Writes all of its bytes; of a file that goes there are none.
  ///
  /// - Throws: ``WorkError``.
  func write(to output: Output) throws(WorkError)
}

/// A command's change of a file, in a form that the journal can keep: in memory, or computed each time that
/// it is needed.
protocol FileEdit: FileContent {
  var spliceCount: Int { get }
  /// How many reminders it touches.
  var itemCount: Int { get }
  /// The content that restores the former file, once this edit is made.
  var inverse: any FileContent { get }

  /// The seals of the file as it was, nil where it was not there, and as it will be, nil where it goes.
  ///
  /// - Throws: ``WorkError``.
  func seals() throws(WorkError) -> (before: FileSeal?, after: FileSeal?)

  /// Its places, in the order of the file.
  ///
  /// - Throws: ``WorkError``, and what `body` throws.
  func forEachSplice(_ body: (FileChange.Splice) throws(WorkError) -> Void) throws(WorkError)
}

/// A change, and the bytes that it is made of.
struct ChangedFile: FileEdit {
  let change: FileChange
  let original: FileOriginal

  /// - Parameter original: the file as it is.
  /// - Throws: ``WorkError/store(_:)`` where these are not the bytes that it was made for, or they cannot be
  ///   read.
  init(_ change: FileChange, of original: FileOriginal) throws(WorkError) {
    (self.change, self.original) = (change, original)
    var position = 0
    for splice in change.splices {
      let end = splice.offset + splice.old.count
      guard splice.offset >= position, end <= original.size,
        try original.read(splice.offset..<end).elementsEqual(splice.old)
      else {
        throw .store(StoreError(.writeFailed, path: change.path, reason: "it was changed by another program"))
      }
      position = end
    }
  }

  init(_ change: FileChange, of bytes: [UInt8]) throws(WorkError) {
    try self.init(change, of: FileOriginal(bytes))
  }

  var path: String { change.path }
  var kind: FileChange.Kind { change.kind }
  var ownsFolder: Bool { change.ownsFolder }
  var spliceCount: Int { change.splices.count }
  var itemCount: Int { change.itemCount }
  var inverse: any FileContent { OriginalFile(change: change, original: original) }
  /// The file stays what it is.
  var isEmpty: Bool { change.splices.allSatisfy { $0.old == $0.new } }

  func seals() throws(WorkError) -> (before: FileSeal?, after: FileSeal?) {
    let places = change.places
    var before = FileSeal.Reading(size: original.size, around: places.lazy.map(\.before))
    try before.take(original.size) { (part) throws(WorkError) in try original.read(part) }
    var after = FileSeal.Reading(size: original.size + change.growth, around: places.lazy.map(\.after))
    for piece in change.pieces(size: original.size) {
      try after.take(piece.count) { (part) throws(WorkError) in
        switch piece {
        case .kept(let range):
          try original.read(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
        case .new(let bytes): bytes[part]
        }
      }
    }
    return (kind == .created ? nil : before.seal, kind == .removed ? nil : after.seal)
  }

  func forEachSplice(_ body: (FileChange.Splice) throws(WorkError) -> Void) throws(WorkError) {
    for splice in change.splices { try body(splice) }
  }

  func write(to output: Output) throws(WorkError) {
    for piece in change.pieces(size: original.size) {
      switch piece {
      case .kept(let range): try original.write(range, to: output)
      case .new(let bytes): try WorkError.storing { () throws(StoreError) in try output.write(bytes[...]) }
      }
    }
    try original.requireUnchanged()
  }
}

/// The former content of a file that has changed.
struct OriginalFile: FileContent {
  let change: FileChange
  let original: FileOriginal

  var path: String { change.path }
  var kind: FileChange.Kind { change.inverse.kind }
  var ownsFolder: Bool { change.ownsFolder }

  func write(to output: Output) throws(WorkError) { try original.write(0..<original.size, to: output) }
}
