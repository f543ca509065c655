internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

/// Files that a command has made anew, written into their places as one change that
/// ``ReminderStore/undo(_:at:)`` takes back: all of them or none.
package struct FileRewrite {
  private var edits: [any FileEdit] = []

  /// The result of a rewrite.
  package struct Result {
    /// Nil where every file stays as it is, or there is no journal.
    package var id: Transaction.ID?
    /// Properties of the files that could not be kept: owner, extended attributes, hard links.
    package var remarks: [Diagnostic] = []
    /// Earlier interrupted changes, with their results.
    package var settled: [SettledEntry] = []
  }

  init() {}

  /// Gives a file other bytes.
  ///
  /// - Parameters:
  ///   - old: its bytes as they are.
  ///   - new: nil to remove it.
  /// - Complexity: linear in the bytes.
  mutating func replace(_ path: String, _ old: [UInt8], by new: [UInt8]?) throws(WorkError) {
    guard old != new else { return }
    let path = Self.absolute(path)
    let splices = Self.splices(from: old, to: new ?? [], path)
    edits.append(
      try ChangedFile(FileChange(path, new == nil ? .removed : .changed, splices), of: old))
  }

  /// A file that is not there yet; its folder is made with it.
  mutating func create(_ path: String, _ bytes: [UInt8]) throws(WorkError) {
    let path = Self.absolute(path)
    let isInNewFolder = (try? FileStatus(path: FilePlan.folder(of: path))) == nil
    edits.append(
      try ChangedFile(
        FileChange(path, .created, Self.splices(from: [], to: bytes, path), ownsFolder: isInNewFolder), of: []
      ))
  }

  /// Writes all of them.
  ///
  /// - Parameters:
  ///   - journal: nil where nothing shall be kept to be taken back.
  ///   - label: the name of the change in the history.
  /// - Throws: ``WorkError``; then every file is as it was.
  func write(_ journal: Journal?, label: String, at time: Instant) throws(WorkError) -> Result {
    guard !edits.isEmpty else { return Result() }
    let settled = try journal?.settle() ?? []
    let locks = try FolderLocks(
      Set(edits.map { FilePlan.folder(of: $0.path) }).filter { (try? FileStatus(path: $0)) != nil })
    defer { withExtendedLifetime(locks) {} }
    let entry = JournalEntry(kind: .edit, label: label, time: time)
    let written = try FileTransaction(journal: journal, interrupt: nil).write(edits, entry)
    return Result(id: written.id, remarks: written.remarks, settled: settled)
  }

  /// A path from the root, symbolic links followed as far as it is there.
  private static func absolute(_ path: String) -> String {
    if let found = try? FileSystem.realPath(path) { return found }
    let folder = FilePlan.folder(of: path)
    guard folder != path else { return path }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return absolute(folder).withSlash + name
  }

  // MARK: The difference of two files

  private struct Piece {
    let range: Range<Int>
    let line: Int
    let item: ModelIdentifier?
  }

  /// The places in which two versions differ, component by component. What stays is in the same order in
  /// both; what moves goes and comes.
  static func splices(from old: [UInt8], to new: [UInt8], _ path: String) -> [FileChange.Splice] {
    let (before, after) = (pieces(of: old, path), pieces(of: new, path))
    var left: [ArraySlice<UInt8>: Int] = [:]
    for piece in after { left[new[piece.range], default: 0] += 1 }
    var splices: [FileChange.Splice] = []
    var (one, other) = (0, 0)
    func replace(_ piece: Piece?, by next: Piece?) {
      let offset = piece?.range.lowerBound ?? (one < before.count ? before[one].range.lowerBound : old.count)
      splices.append(
        FileChange.Splice(
          offset: offset, line: piece?.line ?? (one < before.count ? before[one].line : 1),
          old: piece.map { Array(old[$0.range]) } ?? [], new: next.map { Array(new[$0.range]) } ?? [],
          item: piece?.item ?? next?.item))
      if let next { left[new[next.range], default: 1] -= 1 }
    }
    while one < before.count || other < after.count {
      let (piece, next) = (one < before.count ? before[one] : nil, other < after.count ? after[other] : nil)
      if let piece, let next, old[piece.range] == new[next.range] {
        left[new[next.range], default: 1] -= 1
        (one, other) = (one + 1, other + 1)
      } else if let piece, let next, piece.item == next.item, left[old[piece.range], default: 0] == 0 {
        replace(piece, by: next)
        (one, other) = (one + 1, other + 1)
      } else if let piece, next == nil || left[old[piece.range], default: 0] == 0 {
        replace(piece, by: nil)
        one += 1
      } else if let next {
        replace(nil, by: next)
        other += 1
      }
    }
    return splices
  }

  private static func pieces(of bytes: [UInt8], _ path: String) -> [Piece] {
    var pieces: [Piece] = []
    // Bytes in memory can be read.
    try? FilePiece.forEach(in: MemorySource(bytes)) { piece in
      var item: ModelIdentifier?
      if let component = piece.component, component.kind != .vtimezone {
        let uid = component.first(.uid)?.text ?? String(piece.line)
        item = ModelIdentifier(
          source: path, list: nil, uid: ModelIdentifier.Name(uid),
          recurrenceID: component.first(.recurrenceID)?.rawText)
      }
      pieces.append(Piece(range: piece.range, line: piece.line, item: item))
    }
    // Bytes outside all pieces go with the piece before them; those before the first piece go with that one.
    return pieces.indices.map { index in
      let start = index == 0 ? 0 : pieces[index].range.lowerBound
      let end = index + 1 < pieces.count ? pieces[index + 1].range.lowerBound : bytes.count
      return Piece(range: start..<end, line: pieces[index].line, item: pieces[index].item)
    }
  }
}
