import ICalendar
import ListoEditing
import ListoModel
import Synchronization

/// A catalog made of texts, and edits on it at a fixed time in a fixed zone, with UIDs that are counted.
struct Desk {
  var editing: Editing
  let catalog: Catalog

  /// 2026-12-01T09:00:00 in Berlin.
  static let now = Instant(
    utc: LocalDateTime(startOf: Day(year: 2026, month: 12, day: 1) ?? Day(daysSince1970: 0)).adding(
      seconds: 28_800))
  static let stamp = "20261201T080000Z"

  /// - Parameter files: by name; each of them becomes a list where it holds several reminders.
  init(_ files: [(name: String, bytes: [UInt8])], zone: String = "Europe/Berlin") throws {
    var builder = CatalogBuilder()
    let source = Source(identifier: "/desk", title: "desk", kind: .folder)
    let parent = Source(identifier: "/", title: "/", kind: .folder)
    for (name, bytes) in files {
      let file = try CalendarFile(reading: MemorySource(bytes), file: name)
      builder.add(
        file, fileName: name,
        in: CatalogBuilder.Folder(parent: parent, source: source, name: "desk", path: "desk"))
    }
    catalog = builder.catalog()
    editing = Editing(catalog, in: Self.context(zone))
  }

  /// One list of reminders, of which the lines between BEGIN and END are given.
  init(
    _ reminders: [String], head: String = "X-WR-CALNAME:Home", prodid: String = "-//Test//Test//EN",
    lineEnd: String = "\r\n"
  ) throws {
    try self.init([("Home.ics", Self.file(reminders, head: head, prodid: prodid, lineEnd: lineEnd))])
  }

  static func file(
    _ reminders: [String], head: String = "X-WR-CALNAME:Home", prodid: String = "-//Test//Test//EN",
    lineEnd: String = "\r\n"
  ) -> [UInt8] {
    let items = reminders.map { "BEGIN:VTODO\n\($0)\nEND:VTODO\n" }.joined()
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:\(prodid)\n\(head)\n\(items)END:VCALENDAR\n"
    return Array(text.utf8).flatMap { $0 == 0x0A ? Array(lineEnd.utf8) : [$0] }
  }

  static func context(_ zone: String = "Europe/Berlin", now: Instant = Self.now) -> EditContext {
    let counter = Counter()
    return EditContext(ViewContext(now: now, zone: Zone.system(named: zone) ?? .utc)) { counter.next() }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> String {
      count.withLock {
        $0 += 1; return "NEW-\($0)"
      }
    }
  }

  /// The reminder with a UID, as it was read.
  func id(_ uid: String, _ list: Int = 0) -> ModelIdentifier {
    let lists = catalog.sources.flatMap(\.lists)
    return lists[list].identifiers.first { $0.uid?.text == uid && $0.recurrenceID == nil }
      ?? ModelIdentifier(source: "none", list: nil)
  }

  func list(_ index: Int = 0) -> ModelIdentifier { catalog.sources.flatMap(\.lists)[index].identifier }

  /// The lines of a reminder as it is now, unfolded, without those that say when it was changed.
  func lines(_ identifier: ModelIdentifier) -> [String] {
    editing[identifier].map { Self.lines($0.component) } ?? []
  }

  static func lines(_ component: Component) -> [String] {
    let times: [PropertyID] = [.lastModified, .dtstamp]
    let own = component.properties.filter { !times.contains($0.id) }
      .map { String(decoding: $0.unfolded, as: UTF8.self) }
    return own + component.children.flatMap { lines($0) }
  }

  mutating func apply(_ change: Change, to uid: String) throws { try editing.apply(change, to: id(uid)) }
  var notes: [String] { editing.plan.notes.map(\.text) }
}

func day(_ text: String) -> Moment {
  (try? Moment.decode(Array(text.utf8)[...])) ?? .date(Day(daysSince1970: 0))
}
