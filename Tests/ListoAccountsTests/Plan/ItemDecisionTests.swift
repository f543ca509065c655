import Foundation
import ListoModel
import Testing

@testable import ListoAccounts

/// The actions of a sync for one item, for every combination of base, folder, server and preference.
@Suite struct ItemDecisionTests {
  /// A side of the table: `–` it is not there, `=` it is the base, `a` and `b` it was changed in one of two
  /// ways, `s` it was only saved again, `>` and `<` it is the base, moved to one of two other lists, `L` the
  /// base's bytes are lost.
  private static func content(_ side: Character) -> SyncItem? {
    switch side {
    case "a": item("Here", stamp: 2)
    case "b": item("There", stamp: 3)
    case "s": item("Base", stamp: 4)
    default: nil
    }
  }

  private static func item(_ title: String, stamp: Int) -> SyncItem? {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:u",
      "DTSTAMP:2026010\(stamp)T000000Z", "LAST-MODIFIED:2026010\(stamp)T000000Z", "SUMMARY:\(title)",
      "END:VTODO",
      "END:VCALENDAR", "",
    ]
    return try? SyncItem(Array(lines.joined(separator: "\r\n").utf8))
  }

  private static func list(_ side: Character) -> String {
    switch side {
    case ">": "Work"
    case "<": "Garden"
    default: "Home"
    }
  }

  private static func step(
    base: Bool, _ here: Character, _ there: Character, _ preference: MergePreference
  ) throws -> SyncStep? {
    let href = try #require(Href(path: "/home/u.ics"))
    let decision = ItemDecision(uid: UID("u"), preference: preference, ask: nil)
    let known = SyncState.BaseItem(href: href, etag: EntityTag("1"), file: "u.ics", digest: "d")
    return try decision.step(
      base: base ? .init(list: "Home", content: known) : nil, baseItem: base ? item("Base", stamp: 1) : nil,
      here: here == "–"
        ? nil : .init(list: list(here), content: .init(file: "u.ics", item: content(here))),
      there: there == "–"
        ? nil
        : .init(
          list: list(there),
          content: .init(href: href, etag: EntityTag(content(there) == nil ? "1" : "2"), item: content(there))
        ))
  }

  /// `kind here there base`, with `conflict` and `rejected` where there are such.
  private static func words(_ step: SyncStep?) -> String {
    guard let step else { return "nothing" }
    if step.kind == .wait { return "waits" }
    let here: String? =
      switch step.here {
      case nil: nil
      case .write(let item, let file): "\(file == nil ? "add" : "write") \(item.title) here"
      case .remove: "remove here"
      case .move(let item, let list, _): "move \(item.title) here from \(list)"
      }
    let there: String? =
      switch step.there {
      case nil: nil
      case .create(let item): "create \(item.title) there"
      case .update(let item, _, _): "update \(item.title) there"
      case .delete: "delete there"
      case .move(_, let content, let list, _, _): "move \(content?.title ?? "it") there from \(list)"
      }
    let base: String? =
      switch step.base {
      case nil: nil
      case .set(let item, _, _): "remember \(item.title)"
      case .forget: "forget"
      }
    let conflict = step.conflicts.isEmpty ? nil : step.rejected.isEmpty ? "conflict" : "conflict, kept beside"
    return [here, there, base, step.leaves.map { "leaves \($0)" }, conflict].compactMap(\.self)
      .joined(separator: "; ")
  }

  struct Row: CustomTestStringConvertible {
    var base = true
    let here: Character
    let there: Character
    /// The actions by preference: `newest`, `ours`, `theirs`, `both`; one for all. A resource holds one UID,
    /// so that two versions cannot both be kept in it.
    let done: [String]

    var testDescription: String { "\(base ? "=" : "–") \(here) \(there)" }
  }

  static let rows: [Row] = [
    // Known to the last sync.
    Row(here: "=", there: "=", done: ["nothing"]),
    Row(here: "–", there: "–", done: ["forget"]),
    Row(here: "a", there: "=", done: ["update Here there; remember Base"]),
    Row(here: "=", there: "b", done: ["write There here; remember There"]),
    Row(here: "a", there: "a", done: ["remember Here"]),
    Row(here: "s", there: "=", done: ["remember Base"]),
    Row(here: "=", there: "s", done: ["remember Base"]),
    Row(
      here: "a", there: "b",
      done: [
        "write There here; remember There; conflict, kept beside",
        "update Here there; remember There; conflict, kept beside",
        "write There here; remember There; conflict, kept beside",
        "waits",
      ]),
    // Gone on one side.
    Row(here: "–", there: "=", done: ["delete there"]),
    Row(here: "=", there: "–", done: ["remove here; forget"]),
    Row(here: "–", there: "s", done: ["delete there"]),
    Row(here: "s", there: "–", done: ["remove here; forget"]),
    Row(
      here: "a", there: "–",
      done: [
        "create Here there; forget; conflict", "create Here there; forget; conflict",
        "remove here; forget; conflict, kept beside", "create Here there; forget; conflict",
      ]),
    Row(
      here: "–", there: "b",
      done: [
        "add There here; remember There; conflict", "delete there; conflict, kept beside",
        "add There here; remember There; conflict", "add There here; remember There; conflict",
      ]),
    // Moved.
    Row(here: ">", there: "=", done: ["move it there from Home; leaves Home"]),
    Row(here: "=", there: ">", done: ["move Base here from Home; remember Base; leaves Home"]),
    Row(here: ">", there: ">", done: ["remember Base; leaves Home"]),
    Row(here: ">", there: "<", done: ["move Base here from Work; remember Base; leaves Home"]),
    Row(
      here: ">", there: "–",
      done: [
        "create Base there; forget; leaves Home; conflict",
        "create Base there; forget; leaves Home; conflict",
        "remove here; forget; leaves Home; conflict, kept beside",
        "create Base there; forget; leaves Home; conflict",
      ]),
    // Unknown to the last sync.
    Row(base: false, here: "a", there: "–", done: ["create Here there"]),
    Row(base: false, here: "–", there: "b", done: ["add There here; remember There"]),
    Row(base: false, here: "a", there: "a", done: ["remember Here"]),
    Row(
      base: false, here: "a", there: "b",
      done: [
        "write There here; remember There; conflict, kept beside",
        "update Here there; remember There; conflict, kept beside",
        "write There here; remember There; conflict, kept beside",
        "waits",
      ]),
  ]

  @Test(arguments: rows) func decides(row: Row) throws {
    for (number, preference) in [MergePreference.newest, .ours, .theirs, .both].enumerated() {
      let step = try Self.step(base: row.base, row.here, row.there, preference)
      let wanted = row.done.count == 1 ? row.done[0] : row.done[number]
      #expect(Self.words(step) == wanted, "\(row.testDescription), \(preference)")
    }
  }
}
