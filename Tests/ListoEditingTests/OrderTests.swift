import ICalendar
import ListoEditing
import ListoModel
import ListoTestSupport
import Testing

@Suite struct OrderTests {
  private func desk(_ orders: [Int?]) throws -> Desk {
    try Desk(
      orders.enumerated().map { index, order in
        "UID:\(index)" + (order.map { "\nX-APPLE-SORT-ORDER:\($0)" } ?? "")
      })
  }

  private func row(_ desk: inout Desk) -> [String] {
    desk.editing.siblings(of: desk.id("0")).compactMap { $0.uid?.text }
  }

  @Test func oneLineWhereThereIsRoom() throws {
    var desk = try desk([10, 20, 30])
    let places = try desk.editing.arrange(desk.id("2"), .before(desk.id("1")))
    #expect(places == (2, 1))
    #expect(row(&desk) == ["0", "2", "1"])
    #expect(desk.lines(desk.id("2")).last == "X-APPLE-SORT-ORDER:15")
    #expect(desk.editing.plan.steps.count == 1)
  }

  @Test func whatHasNoNumberStaysLast() throws {
    var desk = try desk([nil, nil, nil, nil])
    try desk.editing.arrange(desk.id("2"), .top)
    #expect(row(&desk) == ["2", "0", "1", "3"])
    #expect(desk.editing.plan.steps.count == 1)
    try desk.editing.arrange(desk.id("3"), .after(desk.id("0")))
    #expect(row(&desk) == ["2", "0", "3", "1"])
  }

  /// A new reminder is behind those that are there, whatever numbers were there before.
  @Test func numbersOfDeletedRemindersDoNotCount() throws {
    var desk = try desk([1, 9])
    func order(_ desk: Desk, _ identifier: ModelIdentifier) -> String? {
      desk.editing[identifier]?.component.first(.xAppleSortOrder)?.rawText
    }
    let last = try desk.editing.add(ReminderDraft(title: "Last"), to: desk.list())
    #expect(order(desk, last) == "10")
    for identifier in [last, desk.id("1")] { try desk.editing.apply(.delete(.keep), to: identifier) }
    let next = try desk.editing.add(ReminderDraft(title: "Next"), to: desk.list())
    #expect(order(desk, next) == "2")
    try desk.editing.apply(.delete(.keep), to: desk.id("0"))
  }

  @Test func onlySiblingsAreCompared() throws {
    var desk = try Desk(["UID:0", "UID:1\nRELATED-TO:0"])
    #expect(throws: EditError.self) { try desk.editing.arrange(desk.id("1"), .before(desk.id("0"))) }
  }

  /// Against every choice of lines that could stay.
  @Test func noFewerLinesWouldDo() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for number in 0..<400 {
      let count = Int.random(in: 2...6, using: &random)
      let orders = (0..<count).map { _ in
        Int.random(in: 0...5, using: &random) == 0 ? nil : Int.random(in: 0...7, using: &random)
      }
      var desk = try desk(orders)
      let before = row(&desk)
      let moved = before.pick(using: &random)
      let position = Int.random(in: 0..<count, using: &random)
      var wanted = before.filter { $0 != moved }
      let place: Position =
        position == 0 ? .top : position == wanted.count ? .bottom : .before(desk.id(wanted[position]))
      wanted.insert(moved, at: position)
      try desk.editing.arrange(desk.id(moved), place)
      #expect(row(&desk) == wanted, "seed \(seed), case \(number), \(orders)")
      let changed = desk.editing.plan.steps.count
      #expect(
        changed <= fewest(wanted.map { orders[Int($0) ?? 0] }, wanted.map { Int($0) ?? 0 }),
        "seed \(seed), case \(number), \(orders), \(moved) to \(position)")
    }
  }

  /// Of all choices of what may change, the least that has numbers for a sorted row.
  private func fewest(_ orders: [Int?], _ index: [Int]) -> Int {
    (0..<(1 << orders.count)).filter { choice in
      fits(orders.enumerated().map { choice >> $0.offset & 1 == 1 ? .free : .kept($0.element) }, index)
    }.map(\.nonzeroBitCount).min() ?? 0
  }

  private enum Slot { case free, kept(Int?) }

  private func fits(_ row: [Slot], _ index: [Int]) -> Bool {
    // The least number that each can have; what is numbered anew shares its number with none, since programs
    // break ties in their own ways.
    var last: (order: Int, index: Int, isNew: Bool)?
    var hasNone = false
    var lastIndex = -1
    for (place, slot) in row.enumerated() {
      switch slot {
      case .free:
        if hasNone { return false }
        last = (last.map { $0.order + 1 } ?? -1000, index[place], true)
      case .kept(nil):
        if hasNone, index[place] < lastIndex { return false }
        (hasNone, lastIndex) = (true, index[place])
      case .kept(let order?):
        if hasNone { return false }
        if let last, order < last.order || (order == last.order && (last.isNew || index[place] < last.index))
        {
          return false
        }
        last = (order, index[place], false)
      }
    }
    return true
  }
}
