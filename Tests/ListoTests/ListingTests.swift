import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoModel

/// A listing that asks a catalog on all cores gets the answers of one thread.
@Suite struct ListingTests {
  private static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)

  /// Some lists, of which one has more than a thread is given at a time.
  private static func catalog(_ random: inout SplitMix64) throws -> Catalog {
    let source = Source(identifier: "/s", title: "s", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "s", path: "/s")
    var builder = CatalogBuilder()
    for (number, size) in [3, Int.random(in: 513...1600, using: &random), 2].enumerated() {
      var text = "BEGIN:VCALENDAR\r\nX-WR-CALNAME:List \(number)\r\n"
      for reminder in 0..<size {
        let state = ["", "STATUS:COMPLETED\r\n", "STATUS:CANCELLED\r\n"].pick(using: &random)
        let due = ["", "DUE;VALUE=DATE:20261101\r\n", "DUE:20270101T100000Z\r\n"].pick(using: &random)
        let parent = ["", "RELATED-TO:\(Int.random(in: 0..<size, using: &random))\r\n"].pick(using: &random)
        let rule = ["", "", "DTSTART:20261101T080000Z\r\nRRULE:FREQ=WEEKLY\r\n"].pick(using: &random)
        text +=
          "BEGIN:VTODO\r\nUID:\(reminder)\r\nSUMMARY:\(Int.random(in: 0..<9, using: &random))\r\n"
          + "PRIORITY:\(Int.random(in: 0...9, using: &random))\r\n\(state)\(due)\(parent)\(rule)END:VTODO\r\n"
      }
      builder.add(
        try CalendarFile(
          reading: MemorySource(Array((text + "END:VCALENDAR\r\n").utf8)), file: "\(number).ics"),
        fileName: "\(number).ics", in: folder)
    }
    return builder.catalog()
  }

  @Test func aCatalog() throws {
    var random = SplitMix64(seed: Seed.current)
    let (catalog, context) = (try Self.catalog(&random), Self.context)
    let paths = catalog.reminderPaths.shuffled(using: &random)
    #expect(paths.count > 512)
    let (names, own) = (ShortNames(catalog), catalog.shortNames())
    for path in paths {
      let identifier = try #require(catalog.modelIdentifier(at: path))
      #expect(own.name(of: identifier) == names.name(of: identifier))
    }
    #expect(catalog.shortNames(isPart: true).width >= 8)
    let query = try QueryExpression("open and priority <= 5").query(in: context)
    let matches = catalog.matches(query, in: context)
    #expect(catalog.found(by: query, in: context).paths == matches.paths && !matches.paths.isEmpty)
    let place = Catalog.IndexPath(source: 0, list: 1)
    #expect(
      catalog.found(by: query, at: place, in: context).paths == matches.paths.filter { $0.list == 1 })
    #expect(
      catalog.found(by: query, at: Catalog.IndexPath(source: 0), in: context).paths == matches.paths)
    #expect(
      catalog.sorted(paths, by: .natural, in: context)
        == SortOrder.natural.sorted(paths, of: catalog, context)
    )
    let key = { @Sendable (reminder: PlacedReminder) in reminder.priority ?? 0 }
    let plain = Dictionary(grouping: paths) { catalog.reminder(at: $0).map { key(PlacedReminder($0)) } ?? -1 }
    #expect(catalog.grouped(paths, by: key) == plain)
    let some = paths.shuffled(using: &random) + [Catalog.IndexPath(source: 9, list: 0, reminder: 0)]
    #expect(catalog.open(some) == some.filter { catalog.reminder(at: $0)?.isOpen ?? false })
    for grouping in Grouping.allCases {
      let (order, isForFinished, leads) = (
        [SortOrder.natural, .manual, SortOrder([.init(.list), .init(.field(.title))])].pick(using: &random),
        Bool.random(using: &random), Bool.random(using: &random)
      )
      let groups = grouping.groups(
        of: paths, by: order, isForFinished: isForFinished, in: catalog, context, leadsWithToday: leads)
      let sorted = catalog.sorted(isForFinished ? paths : catalog.open(paths), by: order, in: context)
      let plain = grouping.groups(of: sorted, in: catalog, context, leadsWithToday: leads)
      #expect(groups.paths == sorted)
      #expect(groups.groups.map(\.key) == plain.map(\.key))
      #expect(groups.groups.map(\.paths) == plain.map(\.paths))
    }
    let range = try #require(try? QueryRange("today..today+30d"))
    let (from, to) = range.instants(in: context)
    let (one, all) = (
      catalog.unrolled(over: from..<to, in: context), catalog.unrolled(in: range, context)
    )
    #expect(one.catalog.reminderPaths == all.catalog.reminderPaths && one.problems == all.problems)
    #expect(all.catalog.reminderPaths.count > paths.count)
  }

  @Test func aList() throws {
    var random = SplitMix64(seed: Seed.current)
    let context = Self.context
    for node in try Self.catalog(&random).lists {
      let (all, reminders) = (Array(node.reminders.indices), node.reminders)
      let some = all.filter { _ in Bool.random(using: &random) }
      #expect(node.counts(in: context) == ReminderCounts(reminders, context))
      for order in [.natural, .manual, SortOrder([.init(.field(.title))]), SortOrder([.init(.file)])] {
        let chosen = Set(some)
        let listed = node.listed(by: order, in: context) {
          chosen.contains($0)
        } showing: { index, isOpen in
          isOpen && index % 3 > 0
        }
        #expect(listed.counts == ReminderCounts(some.map { reminders[$0] }, context))
        let shown = some.filter { reminders[$0].isOpen && $0 % 3 > 0 }
        #expect(listed.order == order.sorted(shown, of: reminders, context))
        let parents = Hierarchy.parents(of: reminders)
        let hasNone = shown.isEmpty || parents.allSatisfy { $0 == nil }
        #expect(listed.parents == parents && !shown.isEmpty || listed.parents.isEmpty && hasNone)
      }
      #expect(node.indices { reminders[$0].isOpen } == all.filter { reminders[$0].isOpen })
      let order = some.shuffled(using: &random)
      #expect(
        node.sorted(order, by: .natural, in: context)
          == SortOrder.natural.sorted(order, of: reminders, context))
      #expect(node.parents() == Hierarchy.parents(of: reminders))
    }
  }

  /// In whatever order rows are made, they stand in their own, and are laid out by all of them.
  @Test(arguments: [0, 1, 255, 256, 257, 2049, 5000])
  func rowsInTheirOrder(count: Int) {
    var random = SplitMix64(seed: Seed.current)
    let orders: [[UInt32]] = [
      (0..<UInt32(count)).map { $0 }, (0..<UInt32(count)).reversed(),
      (0..<UInt32(count)).map { $0 * 3 }.shuffled(using: &random),
      // Several of one origin, as a reminder that stands in the groups of two tags.
      (0..<count).map { _ in .random(in: 0..<7, using: &random) },
    ]
    for origins in orders {
      let rows = MeasuredRows(from: origins) { places in
        #expect(zip(places, places.dropFirst()).allSatisfy { origins[Int($0)] <= origins[Int($1)] })
        return places.map { (row: Int($0), width: Int($0) % 7) }
      }
      var written: [Int] = []
      rows.write({ $0.joined().map(\.width).max() ?? 0 }) { range, made, layout in
        let some = range.map { row in
          let (share, number) = made.place(of: row)
          return made.shares[share][number].row
        }
        return (rows: some, layout: layout)
      } _: { piece in
        written += piece.rows
        #expect(piece.layout == min(6, max(count - 1, 0)))
      }
      #expect(rows.count == count && written == Array(0..<count))
    }
  }

  /// A failure to write ends the writing of rows, and is thrown.
  @Test func rowsUpToAFailure() {
    struct Full: Error {}
    var written = 0
    #expect(throws: Full.self) {
      try RowPieces.write(10_000, as: { $0 }) { (range) throws(Full) in
        if range.lowerBound >= 1024 { throw Full() }
        written += range.count
      }
    }
    #expect(written == 1024)
  }
}
