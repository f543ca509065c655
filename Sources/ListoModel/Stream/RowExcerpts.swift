internal import ICalendar
internal import Synchronization

/// The excerpts of small files for a listing: of each component the lines that a row needs, and of each
/// calendar its own properties and its zones. Calendars with the same ones share one copy.
package final class RowExcerpts: Sendable {
  private let lines: PropertySelection
  /// The first ones; files of a folder were written by the same few programs.
  private let known = Mutex(Known())

  private struct Known {
    var own: [Component] = []
    var zones: [(components: [Component], table: ZoneTable)] = []
  }

  /// Beyond so many that differ, each is held for itself.
  private static let most = 16

  /// - Parameter selection: what is asked for.
  /// - Returns: nil where it asks for every line.
  package init?(_ selection: CatalogSelection) {
    guard let lines = selection.lines else { return nil }
    self.lines = lines
  }

  /// The components of a batch but zones, in their order, with bytes of their own; nil where all of their
  /// lines are needed: what has no UID is named by them.
  func components(_ batch: ItemBatch, _ notes: BatchNotes) -> [Component]? {
    guard !notes.lacksUID else { return nil }
    let positions = batch.indices.filter { index in
      guard case .component(let kind) = batch.kind(at: index) else { return false }
      return kind != .vtimezone
    }
    return batch.rows(at: positions, lines)
  }

  /// A calendar's own lines with bytes of their own, or those of another one that are the same in the same
  /// place.
  func own(_ component: Component) -> Component {
    known.withLock { known in
      if let same = known.own.first(where: { Self.isSame($0, component) }) { return same }
      let made = component.detached()
      if known.own.count < Self.most { known.own.append(made) }
      return made
    }
  }

  /// The table of these zones, or of others that are the same.
  func table(_ components: [Component], _ cache: ZoneCache) -> ZoneTable {
    known.withLock { known in
      if let same = known.zones.first(where: { Self.areRead($0.components, like: components) }) {
        return same.table
      }
      let made = components.map { $0.detached() }
      let table = ZoneTable(made, cache: cache)
      if known.zones.count < Self.most { known.zones.append((made, table)) }
      return table
    }
  }

  /// A header has no END, so that only of one in the same place it is sure that it is the same.
  private static func isSame(_ left: Component, _ right: Component) -> Bool {
    left.byteCount == right.byteCount && left.lineNumber == right.lineNumber
      && left.isComplete == right.isComplete && left.returnsEndLines == right.returnsEndLines
      && !left.hasUnreadLines && !right.hasUnreadLines && left.bytes == right.bytes
  }

  private static func areRead(_ left: [Component], like right: [Component]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.isRead(like: $1) }
  }
}

extension ItemBatch {
  /// The components there with the lines that a row needs, and bytes of their own.
  func rows(at positions: [Int], _ lines: PropertySelection?) -> [Component] {
    excerpt(of: positions, lines: lines) { child in
      child.first(.proximity) != nil || child.first(.xAppleProximity) != nil
    }
  }
}
