import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The changes between two catalogs, which lead from one to the other.
@Suite struct CatalogChangesTests {
  @Test func applyingThemGivesTheNewArrangement() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var told = (removed: 0, inserted: 0, moved: 0, updated: 0)
    for round in 0..<400 {
      let folders = Collisions.folders(seed: random.next())
      let later = round % 4 == 0 ? Collisions.folders(seed: random.next()) : Self.changed(folders, &random)
      let (old, new) = (try TestFolder.catalog(folders).0, try TestFolder.catalog(later).0)
      let changes = new.changes(from: old)
      let note = "seed \(seed), round \(round)"
      #expect(Arrangement(old).applying(changes, of: new) == Arrangement(new), "\(note)")
      expectResolutions(changes, old, new, note)
      expectUpdates(changes, old, new, note)
      told.removed += changes.removed.count
      told.inserted += changes.inserted.count
      told.moved += changes.moved.count
      told.updated += changes.updated.count
    }
    #expect(told.removed > 100 && told.inserted > 100 && told.moved > 100 && told.updated > 100, "\(told)")
  }

  @Test func nothingChanges() throws {
    let folders = Files.folders()
    let (old, new) = (try TestFolder.catalog(folders).0, try TestFolder.catalog(folders).0)
    #expect(new.changes(from: old).isEmpty)
  }

  /// Those that stay are found behind any number of others that came or went.
  @Test(arguments: [1, 2, 4, 5, 9])
  func whatCameAndWentBetween(_ count: Int) throws {
    let (gone, came) = ((0..<count).map { "gone\($0)" }, (0..<count).map { "came\($0)" })
    let pairs = [
      (["a"] + gone + ["b", "c"], ["a", "b", "c"]), (["a", "b", "c"], ["a"] + came + ["b", "c"]),
      (["a"] + gone + ["b", "c"], ["a"] + came + ["b", "c"]), (["a", "b"] + gone, came + ["a", "b"]),
      (["a"] + gone + ["b", "c"], ["a", "b"] + came + ["c"]),
    ]
    for (before, after) in pairs {
      let changes = try catalog(lists: ["L": after]).changes(from: catalog(lists: ["L": before]))
      #expect(changes.removed.count == before.count { $0.hasPrefix("gone") }, "\(before) \(after)")
      #expect(changes.inserted.count == after.count { $0.hasPrefix("came") }, "\(before) \(after)")
      #expect(changes.moved.isEmpty, "\(before) \(after)")
    }
  }

  @Test func asFewAsPossibleMove() throws {
    let old = try catalog("a", "b", "c", "d", "e")
    let changes = try catalog("e", "a", "b", "c", "d").changes(from: old)
    #expect(changes.moved.map(\.oldPath.reminder) == [4])
    #expect(changes.moved.map(\.path.reminder) == [0])
    #expect(changes.removed.isEmpty && changes.inserted.isEmpty && changes.updated.isEmpty)
  }

  @Test func whatMovedToAnotherList() throws {
    let old = try catalog(lists: ["L": ["a", "b"], "M": ["c"]])
    let new = try catalog(lists: ["L": ["a"], "M": ["c", "b"]])
    let changes = new.changes(from: old)
    let move = try #require(changes.moved.first)
    #expect(changes.moved.count == 1 && changes.removed.isEmpty && changes.inserted.isEmpty)
    #expect(move.oldPath == .init(source: 0, list: 0, reminder: 1))
    #expect(move.path == .init(source: 0, list: 1, reminder: 1))
    #expect(changes.resolve(move.oldPath) == .moved(move.path))
  }

  /// A list that goes takes its reminders with it; one of them that stands elsewhere is found there all the
  /// same.
  @Test func aListGoesWithItsReminders() throws {
    let old = try catalog(lists: ["L": ["a"], "M": ["b", "c"]])
    let new = try catalog(lists: ["L": ["a", "c"]])
    let changes = new.changes(from: old)
    #expect(changes.removed.map(\.path) == [.init(source: 0, list: 1)])
    #expect(changes.inserted.map(\.path) == [.init(source: 0, list: 0, reminder: 1)])
    #expect(
      changes.resolve(.init(source: 0, list: 1, reminder: 1))
        == .moved(.init(source: 0, list: 0, reminder: 1)))
    #expect(
      changes.resolve(.init(source: 0, list: 1, reminder: 0)) == .gone(nearest: .init(source: 0)))
  }

  @Test func theSelectionFallsOnTheNeighbour() throws {
    let old = try catalog("a", "b", "c")
    let without = { (uids: [String]) in try catalog(lists: ["L": uids]).changes(from: old) }
    let path = { Catalog.IndexPath(source: 0, list: 0, reminder: $0) }
    #expect(try without(["a", "c"]).resolve(path(1)) == .gone(nearest: path(1)))
    #expect(try without(["a"]).resolve(path(1)) == .gone(nearest: path(0)))
    #expect(try without([]).resolve(path(1)) == .gone(nearest: .init(source: 0, list: 0)))
    #expect(try without(["b"]).resolve(path(1)) == .found(path(0)))
    #expect(try without(["b"]).resolve(path(7)) == .gone(nearest: nil))
  }

  @Test func aStampAloneIsNoUpdateAndAZoneIs() throws {
    let text = { (stamp: String, offset: String) in
      Make.calendar(
        ["NAME:L"],
        "BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
          + "TZOFFSETFROM:\(offset)\r\nTZOFFSETTO:\(offset)\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
        Make.todo("UID:1", "DTSTAMP:\(stamp)", "DUE;TZID=Z:20260101T090000"), Make.todo("UID:2"))
    }
    let make = { try TestFolder.catalog([TestFolder("/s/f", [.init("L.ics", text($0, $1))])]).0 }
    let old = try make("20260101T000000Z", "+0100")
    #expect(try make("20260102T000000Z", "+0100").changes(from: old).isEmpty)
    let changes = try make("20260101T000000Z", "+0200").changes(from: old)
    #expect(changes.updated.map(\.path.reminder) == [0])
  }

  @Test(arguments: [[], [0], [3, 2, 1, 0], [0, 2, 1, 3], [5, 0, 1, 2], [1, 2, 3, 0], [4, 5, 0, 1, 2, 3]])
  func theLongestRunStays(_ positions: [Int]) {
    let stays = Rearrangement.staying(positions)
    let kept = zip(positions, stays).filter(\.1).map(\.0)
    #expect(kept == kept.sorted())
    #expect(kept.count == Self.longestRun(positions))
  }

  private static func longestRun(_ positions: [Int]) -> Int {
    var lengths: [Int] = []
    for (place, position) in positions.enumerated() {
      lengths.append((zip(positions[..<place], lengths).filter { $0.0 < position }.map(\.1).max() ?? 0) + 1)
    }
    return lengths.max() ?? 0
  }

  // MARK: What tests need

  private func expectResolutions(
    _ changes: CatalogChanges, _ old: Catalog, _ new: Catalog, _ note: String
  ) {
    for path in old.reminderPaths {
      switch changes.resolve(path) {
      case .found(let now):
        #expect(new.modelIdentifier(at: now) == old.modelIdentifier(at: path), "\(note)")
      case .moved(let now):
        let (was, names) = (old.modelIdentifier(at: path), new.modelIdentifier(at: now))
        #expect(names?.uid?.text == was?.uid?.text && names?.recurrenceID == was?.recurrenceID, "\(note)")
      case .gone(let nearest):
        if let nearest { #expect(new.modelIdentifier(at: nearest) != nil, "\(note)") }
        #expect(old.modelIdentifier(at: path).flatMap(new.indexPath) == nil, "\(note)")
      case .similar: Issue.record("\(note): a guess")
      }
    }
  }

  /// Exactly the reminders of one name whose content differs are updated.
  private func expectUpdates(_ changes: CatalogChanges, _ old: Catalog, _ new: Catalog, _ note: String) {
    let updated = Set(changes.updated.map(\.identifier))
    for path in new.reminderPaths {
      guard let identifier = new.modelIdentifier(at: path), let reminder = new.reminder(at: path),
        let before = old.indexPath(for: identifier).flatMap(old.reminder)
      else { continue }
      let isSame = before.component.isEqual(to: reminder.component, .forPeople)
      #expect(updated.contains(identifier) == !isSame, "\(note): \(identifier)")
    }
  }

  private func catalog(_ uids: String...) throws -> Catalog { try catalog(lists: ["L": uids]) }

  private func catalog(lists: KeyValuePairs<String, [String]>) throws -> Catalog {
    let files = lists.map { name, uids in
      TestFolder.File(name + ".ics", Make.calendar(["NAME:" + name], uids.map { Make.todo("UID:" + $0) }))
    }
    return try TestFolder.catalog([TestFolder("/s/f", files)]).0
  }

  /// The same folders after some edits: files gone, in another order, elsewhere, with other words.
  private static func changed(_ folders: [TestFolder], _ random: inout SplitMix64) -> [TestFolder] {
    var folders = folders
    if Int.random(in: 0...2, using: &random) == 0 { folders.shuffle(using: &random) }
    for number in folders.indices {
      switch Int.random(in: 0...4, using: &random) {
      case 0: folders[number].files.shuffle(using: &random)
      case 1: folders[number].files.removeLast()
      case 2:
        let other = folders.indices.randomElement(using: &random) ?? number
        folders[other].files.append(folders[number].files.removeFirst())
      case 3:
        for file in folders[number].files.indices {
          let text = String(decoding: folders[number].files[file].bytes, as: UTF8.self)
          folders[number].files[file].bytes = Array(
            text.replacing("SUMMARY:a", with: "SUMMARY:b").replacing("NAME:N", with: "NAME:M").utf8)
        }
      default: break
      }
    }
    return folders
  }
}

/// The names of a catalog's elements, as they stand: what a view would show.
private struct Arrangement: Equatable {
  struct List: Equatable {
    var name: ModelIdentifier.Name?
    var reminders: [String]
  }

  struct Section: Equatable {
    var name: String
    var lists: [List]
  }

  var sections: [Section]

  init(_ catalog: Catalog) {
    sections = catalog.sources.map { source in
      Section(name: source.source.identifier, lists: source.lists.map(Self.list))
    }
  }

  private static func list(_ node: Catalog.ListNode) -> List {
    List(name: node.identifier.list, reminders: node.identifiers.map(name))
  }

  private static func name(_ identifier: ModelIdentifier) -> String {
    "\(identifier.uid?.text ?? "")~\(identifier.uid?.holder ?? 0)/\(identifier.recurrenceID ?? "")"
  }

  /// Applies the changes as ``CatalogChanges`` says: out by the old paths, in by the new ones, in rising
  /// order.
  func applying(_ changes: CatalogChanges, of new: Catalog) -> Arrangement {
    var result = self
    let gone = changes.removed.map(\.path) + changes.moved.map(\.oldPath)
    var lists: [Catalog.IndexPath: List] = [:]
    var sources: [Catalog.IndexPath: Section] = [:]
    // From the last on, reminders first, so that the paths stay those of the old catalog.
    for path in gone.sorted(by: >) where path.reminder != nil {
      result.sections[path.source].lists[path.list ?? 0].reminders.remove(at: path.reminder ?? 0)
    }
    for path in gone.sorted(by: >) where path.list != nil && path.reminder == nil {
      lists[path] = result.sections[path.source].lists.remove(at: path.list ?? 0)
    }
    for path in gone.sorted(by: >) where path.list == nil {
      sources[path] = result.sections.remove(at: path.source)
    }
    let back =
      changes.inserted.map { ($0.path, nil as Catalog.IndexPath?) }
      + changes.moved.map { ($0.path, $0.oldPath) }
    for (path, from) in back.sorted(by: { $0.0 < $1.0 }) where path.list == nil {
      let section = from.flatMap { sources[$0] }
      result.sections.insert(section ?? Arrangement(new).sections[path.source], at: path.source)
    }
    for (path, from) in back.sorted(by: { $0.0 < $1.0 }) where path.list != nil && path.reminder == nil {
      guard let node = new.list(at: path) else { continue }
      var list = from.flatMap { lists[$0] } ?? Self.list(node)
      list.name = node.identifier.list
      result.sections[path.source].lists.insert(list, at: path.list ?? 0)
    }
    for (path, _) in back.sorted(by: { $0.0 < $1.0 }) where path.reminder != nil {
      guard let identifier = new.modelIdentifier(at: path) else { continue }
      result.sections[path.source].lists[path.list ?? 0].reminders.insert(
        Self.name(identifier), at: path.reminder ?? 0)
    }
    return result
  }
}
