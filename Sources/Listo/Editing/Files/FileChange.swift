internal import ICalendar
internal import ListoEditing
public import ListoModel
internal import ListoRepairs

/// The change of one file: some passages, or the whole file.
public struct FileChange: Sendable, Hashable {
  /// The kind of change: created, changed or removed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The file exists before and afterwards.
    case changed
    /// The file did not exist before.
    case created
    /// The file does not exist afterwards.
    case removed
  }

  /// Bytes that take the place of others.
  public struct Splice: Sendable, Hashable {
    /// The offset in the old file, in bytes.
    public let offset: Int
    /// The physical line of the file as it was before, counted from 1.
    public let line: Int
    /// The replaced bytes; empty for an insertion.
    public let old: [UInt8]
    /// The new bytes; empty for a deletion.
    public let new: [UInt8]
    /// The reminder whose component it is; nil for zones and a calendar's own lines.
    public let item: ModelIdentifier?

    init(offset: Int, line: Int = 1, old: [UInt8] = [], new: [UInt8] = [], item: ModelIdentifier? = nil) {
      (self.offset, self.line, self.old, self.new, self.item) = (offset, line, old, new, item)
    }
  }

  /// Absolute, symbolic links followed.
  public let path: String
  /// The kind of change: created, changed or removed.
  public let kind: Kind
  /// The replaced parts in the order of the file, without nesting; for a created or removed file, its whole
  /// content.
  public let splices: [Splice]
  /// Whether the folder exists only for this file: it is created with the file, and removed with the last
  /// one.
  public let ownsFolder: Bool

  init(_ path: String, _ kind: Kind, _ splices: [Splice], ownsFolder: Bool = false) {
    (self.path, self.kind, self.splices, self.ownsFolder) = (path, kind, splices, ownsFolder)
  }

  /// How many reminders it touches.
  var itemCount: Int { splices.count { $0.item != nil } }

  /// So many bytes more are there afterwards.
  var growth: Int { splices.reduce(0) { $0 + $1.new.count - $1.old.count } }

  /// Where it takes bytes of the file as it was, in its order, and where it puts those that come.
  var places: [(before: Range<Int>, after: Range<Int>)] {
    var growth = 0
    return splices.map { splice in
      let start = splice.offset + growth
      growth += splice.new.count - splice.old.count
      return (splice.offset..<splice.offset + splice.old.count, start..<start + splice.new.count)
    }
  }

  /// The file afterwards, piece by piece.
  ///
  /// - Parameter size: of the file as it was, in bytes.
  func pieces(size: Int) -> [EditedPiece] {
    var pieces: [EditedPiece] = []
    var position = 0
    for splice in splices {
      pieces += [.kept(position..<splice.offset), .new(splice.new)]
      position = splice.offset + splice.old.count
    }
    return pieces + [.kept(position..<size)]
  }

  /// The change that undoes this one.
  var inverse: FileChange {
    var shift = 0
    let splices = splices.map { splice in
      defer { shift += splice.new.count - splice.old.count }
      return Splice(
        offset: splice.offset + shift, line: splice.line, old: splice.new, new: splice.old, item: splice.item)
    }
    let kind: Kind =
      switch kind {
      case .changed: .changed
      case .created: .removed
      case .removed: .created
      }
    return FileChange(path, kind, splices, ownsFolder: ownsFolder)
  }
}

extension FileChange {
  /// A note for each time zone definition that comes into the file, about the first reminder that is changed
  /// in it. A new file needs none.
  var zoneNotes: [EditPlan.Note] {
    guard kind == .changed, let item = splices.lazy.compactMap(\.item).first else { return [] }
    return splices.compactMap { splice in
      guard splice.item == nil, splice.old.isEmpty, let zone = Component(splice.new), zone.kind == .vtimezone,
        let tzid = zone.first(.tzid)?.text
      else { return nil }
      return EditPlan.Note(item, "added the definition of \(tzid), which the file lacked")
    }
  }
}
