internal import ICalendar
package import ListoModel

/// One reminder with its overrides, as a file of a vdir or a resource of a server holds it: what a sync has
/// to know of its bytes.
package struct SyncItem: Sendable {
  /// As they stand in the file, or came from the server.
  package let bytes: [UInt8]
  /// As it is written in each of its components.
  package let uid: UID
  /// The SUMMARY of its first component.
  package let title: String

  /// Why bytes are no item that could be synced: neither an edit nor a deletion, so that they wait.
  package enum Unfit: Error, Sendable, Hashable {
    /// Nothing is in it.
    case empty
    /// A component or the calendar has no end.
    case cut
    /// There is no reminder in it; what else it may be.
    case unreadable(String)
    /// RFC 4791 §4.1: one UID a resource.
    case noUID
    /// Reminders of several UIDs stand in it.
    case severalUIDs
    /// It is a message (METHOD), which RFC 4791 §4.1 keeps out of collections.
    case message
    /// It holds an event, a journal or the like, and no reminder: none of a sync's business.
    case other(String)
  }

  /// Reads the bytes.
  ///
  /// - Complexity: linear in the bytes.
  package init(_ bytes: [UInt8]) throws(Unfit) {
    self.bytes = bytes
    let file: CalendarFile
    do throws(ICalendarError) {
      file = try CalendarFile(reading: MemorySource(bytes), file: "")
    } catch {
      throw .unreadable(error.reason)
    }
    guard !file.isEmpty else { throw .empty }
    let components = Self.components(file)
    let isCut = file.problems.contains { $0.code == .missingEnd }
    guard !isCut, components.allSatisfy(\.component.isComplete) else { throw .cut }
    guard let first = components.first else { throw .unreadable("there is no calendar in it") }
    guard components.contains(where: { $0.component.kind == .vtodo }) else {
      throw .other(first.component.name)
    }
    let uids = Set(components.map { UID($0.component.first(.uid)?.text ?? "") })
    guard uids.count == 1, let uid = uids.first else { throw .severalUIDs }
    guard !uid.text.isEmpty else { throw .noUID }
    guard !file.calendars.contains(where: \.context.isMessage) else { throw .message }
    self.uid = uid
    title = first.component.first(.summary)?.text ?? ""
  }

  /// Whether both say the same at a level: component by component, in whatever order they stand.
  ///
  /// - Complexity: linear in the bytes for a reminder without overrides; the square of their number at worst.
  package func isSame(as other: SyncItem, _ level: EqualityLevel = .forPeople) -> Bool {
    if bytes == other.bytes { return true }
    guard level > .bytes, uid == other.uid else { return false }
    let (own, others) = (components, other.components)
    guard own.count == others.count else { return false }
    var rest = others
    for one in own {
      let match = rest.firstIndex { candidate in
        one.component.isEqual(
          to: candidate.component, level, zone: one.zones.zone, otherZone: candidate.zones.zone)
      }
      guard let match else { return false }
      rest.remove(at: match)
    }
    return true
  }

  /// Read anew where they are asked for: most items are never compared, and held taken apart they are ten
  /// times as large.
  private var components: [(component: Component, zones: ZoneTable)] {
    (try? CalendarFile(reading: MemorySource(bytes), file: "")).map(Self.components) ?? []
  }

  /// Without zones; each with what its TZIDs mean.
  private static func components(_ file: CalendarFile) -> [(component: Component, zones: ZoneTable)] {
    file.calendars.flatMap { calendar in
      calendar.reminders.map { ($0.component, calendar.context.zones) }
        + calendar.others.map { ($0.component, calendar.context.zones) }
    }
  }

  /// Whether a side says what is worth keeping against a deletion.
  ///
  /// - Parameters:
  ///   - item: nil for the base's bytes.
  ///   - base: nil where it is not known.
  static func isNews(_ item: SyncItem?, since base: SyncItem?) -> Bool {
    guard let item else { return false }
    return base.map { !item.isSame(as: $0, .forKeeping) } ?? true
  }

  /// Half a sentence for people.
  package static func reason(_ unfit: Unfit) -> String {
    switch unfit {
    case .empty: "it is empty"
    case .cut: "it was cut off"
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .noUID: "it has no UID"
    case .severalUIDs: "it holds several reminders"
    case .message: "it is a message (METHOD), not a reminder of a list"
    case .other(let name): "it holds a \(name), not a reminder"
    }
  }
}

extension SyncItem {
  /// SHA-256 of the bytes, in hexadecimal digits.
  package var digest: String { Self.digest(of: bytes) }

  /// SHA-256, in hexadecimal digits.
  package static func digest(of bytes: [UInt8]) -> String {
    String(hexadecimal: SHA256(hashing: bytes.span).bytes)
  }
}
