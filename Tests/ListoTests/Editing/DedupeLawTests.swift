import Foundation
import Listo
import ListoTestSupport
import Testing

/// Joining all duplicates of generated places: nothing is lost, undo restores the bytes, and a merge of all
/// to one list with `--fuzzy` makes the same.
@Suite struct DedupeLawTests {
  private static let context = EditContext(ViewContext(now: noon, zone: .utc), makeUID: { "new" })
  private static let tags = ["food", "home", "garden", "work"]

  /// A filled folder, its files, and a store of them.
  private static func filled(
    _ random: inout SplitMix64
  ) throws -> (folder: StoreFolder, files: [String: [UInt8]], store: ReminderStore) {
    let folder = try StoreFolder()
    try fill(folder, &random)
    return (folder, try folder.files(), try folder.store())
  }

  /// Reminders with few titles, so that many are alike; half of the places are files, half are folders with a
  /// file for each.
  private static func fill(_ folder: StoreFolder, _ random: inout SplitMix64) throws {
    var number = 0
    for place in ["One", "Two", "Three"] {
      let isFolder = Bool.random(using: &random)
      let todos = try (0..<Int.random(in: 1...5, using: &random)).map {
        number += 1
        // Now and then one UID in several lists.
        let isRepeated = $0 == 0 && Int.random(in: 0..<4, using: &random) == 0
        let todo = Self.todo(number, uid: isRepeated ? 0 : number, &random)
        if isFolder { try folder.write("\(place)/\(number).ics", StoreFolder.calendar(nil, todo)) }
        return todo
      }
      if !isFolder {
        let text = StoreFolder.calendar(place, todos.joined())
        let isUnix = Bool.random(using: &random)
        try folder.write("\(place).ics", isUnix ? text.replacing("\r\n", with: "\n") : text)
      }
    }
  }

  private static func todo(_ number: Int, uid: Int, _ random: inout SplitMix64) -> String {
    func maybe(_ lines: String...) -> [String] { Bool.random(using: &random) ? lines : [] }
    var lines = [
      "BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:20260101T000000Z",
      "SUMMARY:\(["Buy bread", "buy  bread!", "Call Anna", "Water the plants"].pick(using: &random))",
      "LAST-MODIFIED:2026010\(Int.random(in: 1...4, using: &random))T000000Z",
    ]
    lines += maybe(["DUE;VALUE=DATE:20261210", "DUE:20261210T090000"].pick(using: &random))
    lines += maybe("DESCRIPTION:\(["rye\\, two of them", "white"].pick(using: &random))")
    if Int.random(in: 0..<6, using: &random) == 0 { lines.append("DTSTART:20261210T080000") }
    lines += maybe("CATEGORIES:\(tags.pick(using: &random)),\(tags.pick(using: &random))")
    lines += maybe("URL:https://a.example/") + maybe("PRIORITY:\(Int.random(in: 1...9, using: &random))")
    lines += maybe("BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT\(number)M", "END:VALARM")
    if Int.random(in: 0..<5, using: &random) == 0 {
      lines.append("RELATED-TO:\(Int.random(in: 1...12, using: &random))")
    }
    return (lines + ["END:VTODO", ""]).joined(separator: "\r\n")
  }

  /// Joins reminders as `listo dedupe --yes` does.
  @Test func nothingIsLostAndUndoRestoresTheBytes() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var joinedGroups = 0
    for round in 0..<Rounds.times(60) {
      let (folder, before, store) = try Self.filled(&random)
      let note: Comment = "seed \(seed), round \(round)"
      let old = store.catalog
      var trial = Editing(old, in: Self.context)
      let found = Self.groups(old, [0.5, 0.8, 0.9, 1].pick(using: &random))
      let groups = try zip(found, trial.join(found)).filter { try !$0.1.get().isLossy }.map(\.0)
      guard !groups.isEmpty else { continue }
      let (done, joined) = try Self.join(groups, in: store)
      let new = store.catalog
      for (group, result) in zip(groups, joined) {
        joinedGroups += 1
        let members = try group.map { try #require(old[$0]) }
        let kept = try #require(new[group[0]], note)
        #expect(kept.uid == members[0].uid, note)
        for gone in group.dropFirst() { #expect(new[gone] == nil, note) }
        for member in members { Self.expect(kept, has: member, or: result.dropped.map(\.text), note) }
      }
      // Subtasks have their parents still.
      let uids = Set(Self.reminders(new).map(\.uid))
      for reminder in Self.reminders(old)
      where Self.reminders(old).contains(where: { $0.uid == reminder.parent }) {
        #expect(uids.contains(reminder.parent), note)
      }
      let id: Transaction.ID = try #require(done.id)
      try store.undo(id, at: noon)
      #expect(try folder.files() == before, note)
    }
    #expect(joinedGroups > 40, "\(joinedGroups)")
  }

  /// Nothing that a person entered is lost, and the rest is reported.
  private static func expect(_ kept: Reminder, has member: Reminder, or dropped: [String], _ note: Comment) {
    for (own, date) in [(kept.due, member.due), (kept.start, member.start)] {
      switch date {
      case nil: break
      case .date(let day)?: #expect(own?.day == day, note)
      default: #expect(own == date, note)
      }
    }
    #expect(kept.notes == member.notes || member.notes == nil, note)
    #expect(Set(kept.tags).isSuperset(of: member.tags), note)
    #expect(kept.url == member.url || member.url == nil, note)
    #expect(kept.parent != nil || member.parent == nil, note)
    let lines = Self.lines(member)
    #expect(lines.filter { $0.hasPrefix("TRIGGER") }.isSubset(of: Self.lines(kept)), note)
    let others = lines.filter { !$0.hasPrefix("UID:") && !$0.hasPrefix("CATEGORIES:") }
    #expect(others.subtracting(Self.lines(kept)).isSubset(of: dropped), note)
  }

  @Test func theResultIsThatOfAMerge() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var joinedGroups = 0
    for round in 0..<Rounds.times(60) {
      let (folder, before, store) = try Self.filled(&random)
      let note: Comment = "seed \(seed), round \(round)"
      let old = store.catalog
      let score = [0.5, 0.8, 0.9, 1].pick(using: &random)
      let groups = Self.groups(old, score)
      joinedGroups += groups.count
      #expect(Set(groups.joined()).count == groups.reduce(0) { $0 + $1.count }, note)
      let merged = try Self.merged(folder, score)
      let (done, _) = try Self.join(groups, in: store)
      // A merge keeps one of each UID as well. Beside it stays a reminder that has its UID in another list
      // and is not alike.
      let (left, kept) = (Set(Self.reminders(store.catalog).map(\.uid)), Set(merged.map(\.uid)))
      let oldUIDs = Self.reminders(old).map(\.uid)
      #expect(left.isSuperset(of: kept), note)
      for uid in left.subtracting(kept) { #expect(oldUIDs.count { $0 == uid } > 1, note) }
      let uids = groups.joined().compactMap { old[$0]?.uid }
      for reminder in merged where reminder.uid != "0" && Set(uids).count == uids.count {
        let own = try #require(Self.reminders(store.catalog).first { $0.uid == reminder.uid }, note)
        #expect(Self.lines(own) == Self.lines(reminder), note)
      }
      guard let id = done.id else { continue }
      try store.undo(id, at: noon)
      #expect(try folder.files() == before, note)
    }
    #expect(joinedGroups > 60, "\(joinedGroups)")
  }

  private static func groups(_ catalog: Catalog, _ score: Double) -> [[ModelIdentifier]] {
    catalog.duplicateGroups(atLeast: score).groups.map { group in
      ([group.kept] + group.others).compactMap(catalog.modelIdentifier)
    }
  }

  private static func join(
    _ groups: [[ModelIdentifier]], in store: ReminderStore
  ) throws -> (Transaction, [JoinedReminders]) {
    var joined: [JoinedReminders] = []
    let done = try store.apply("dedupe", in: context) { editing throws(EditError) in
      joined = []
      for result in editing.join(groups) { joined.append(try result.get()) }
    }
    return (done, joined)
  }

  private static func reminders(_ catalog: Catalog) -> [Reminder] {
    catalog.sources.flatMap(\.lists).flatMap(\.reminders)
  }

  private static func merged(_ folder: StoreFolder, _ score: Double) throws -> [Reminder] {
    var options = MergeOptions(lists: .one(title: nil))
    options.likeness = score
    let plan = try Merge.plan([folder.path], options: options)
    var bytes: [UInt8] = []
    try plan.write { bytes += $0 }
    let result = try StoreFolder()
    try result.write("merged.ics", bytes)
    return reminders(try result.store().catalog)
  }

  /// The content lines in any order, without the stamps of saving.
  private static func lines(_ reminder: Reminder) -> Set<String> {
    let text = String(decoding: reminder.component.bytes, as: UTF8.self)
      .replacing("\r\n ", with: "").replacing("\n ", with: "")
    let lines = text.split(whereSeparator: \.isNewline).map { String($0) }
    return Set(
      lines.filter { line in !["DTSTAMP", "LAST-MODIFIED"].contains { line.hasPrefix($0) } })
  }
}
