/// The changes of a file behind another one, as the journal has them: they say where bytes of that time stand
/// now.
struct LaterChanges {
  /// Where bytes stand after changes.
  enum Place: Equatable {
    /// There, perhaps with other content.
    case standing(Range<Int>)
    /// They were taken out.
    case gone
  }

  private let changes: [FileChange]

  /// - Parameters:
  ///   - file: the state of the file that the offsets belong to is the one after this change.
  ///   - later: all later changes of the file, the oldest first.
  ///   - bytes: of the file now.
  /// - Returns: nil if other programs changed the file in between.
  init?(since file: JournalEntry.File, _ later: [JournalEntry.File], _ bytes: [UInt8]) {
    guard let last = later.last, last.isAfter(bytes) else { return nil }
    var state = file.after
    for file in later {
      guard file.change.kind == .changed, file.before?.size == state?.size else { return nil }
      state = file.after
    }
    changes = later.map(\.change)
  }

  /// Where a range of the earlier file is now; an empty range is a place between bytes.
  ///
  /// - Returns: nil where a change replaced a part of it together with other bytes.
  func place(of range: Range<Int>) -> Place? {
    var range = range
    for change in changes {
      switch Self.place(of: range, behind: change) {
      case .standing(let moved)?: range = moved
      case .gone?: return .gone
      case nil: return nil
      }
    }
    return .standing(range)
  }

  private static func place(of range: Range<Int>, behind change: FileChange) -> Place? {
    var (shift, growth) = (0, 0)
    for splice in change.splices {
      let end = splice.offset + splice.old.count
      let difference = splice.new.count - splice.old.count
      // Of two insertions at one place the earlier one stays before.
      let isBefore =
        end <= range.lowerBound && !(range.isEmpty && splice.old.isEmpty && end == range.lowerBound)
      if isBefore {
        shift += difference
      } else if splice.offset >= range.upperBound {
        break
      } else if splice.offset == range.lowerBound, end == range.upperBound {
        let start = range.lowerBound + shift
        return splice.new.isEmpty ? .gone : .standing(start..<start + splice.new.count)
      } else if splice.offset >= range.lowerBound, end <= range.upperBound {
        growth += difference
      } else {
        return nil
      }
    }
    return .standing(range.lowerBound + shift..<range.upperBound + shift + growth)
  }
}
