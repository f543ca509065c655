import Listo
import Testing

@testable import ListoCommand

@Suite struct ReminderTreeTests {
  /// Reminders by UID and parent, as `a`, `b<a`.
  private func reminders(_ relations: [String]) throws -> [Reminder] {
    let components = relations.map { relation in
      let parts = relation.split(separator: "<")
      let parent = parts.count > 1 ? "RELATED-TO:\(parts[1])\n" : ""
      return "BEGIN:VTODO\nUID:\(parts[0])\n\(parent)END:VTODO\n"
    }
    let catalog = try SampleCatalog.parse(
      "BEGIN:VCALENDAR\nX-WR-CALNAME:Test\n\(components.joined())END:VCALENDAR\n")
    return catalog.sources[0].lists[0].reminders
  }

  private func tree(_ reminders: [Reminder], order: [Int]) -> ReminderTree {
    ReminderTree(parents: Hierarchy.parents(of: reminders), order: order)
  }

  private func drawn(_ relations: [String], order: [Int]? = nil) throws -> [String] {
    let reminders = try reminders(relations)
    return tree(reminders, order: order ?? Array(reminders.indices)).entries.map { entry in
      let trunks = entry.hasMore.dropLast().map { $0 ? "│" : " " }.joined()
      return trunks + (entry.hasMore.last.map { $0 ? "├" : "└" } ?? "") + (reminders[entry.index].uid ?? "")
        + (entry.hiddenParent.map { "‹" + (reminders[$0].uid ?? "") } ?? "")
    }
  }

  @Test func subtasksStandUnderTheirParents() throws {
    #expect(try drawn(["c<b", "a", "b<a", "d<a", "e"]) == ["a", "├b", "│└c", "└d", "e"])
  }

  @Test func parentsAreLiftedToTheFirstOfTheirSubtasks() throws {
    let reminders = try reminders(["a", "b", "c<d", "d", "e<c"])
    let parents = Hierarchy.parents(of: reminders)
    let entries = ReminderTree(parents: parents, order: [0, 4, 1, 2, 3], liftsParents: true).entries
    #expect(entries.map(\.index) == [0, 3, 2, 4, 1])
    // A parent that is not shown lifts nothing.
    let shown = ReminderTree(parents: parents, order: [0, 4, 1], liftsParents: true).entries
    #expect(shown.map(\.index) == [0, 4, 1])
    let circle = try self.reminders(["a<b", "b<a", "c"])
    let lifted = ReminderTree(
      parents: Hierarchy.parents(of: circle), order: [2, 1, 0], liftsParents: true)
    #expect(Set(lifted.entries.map(\.index)) == [0, 1, 2])
  }

  @Test func missingParentsLoseNothing() throws {
    #expect(try drawn(["a<x", "b<a"]) == ["a", "└b"])
  }

  @Test func circlesLoseNothing() throws {
    #expect(try drawn(["a<a", "b<c", "c<b", "d<c"]) == ["a", "b", "└c", " └d"])
    #expect(try drawn(["d<c", "b<c", "c<b"]).sorted() == ["c", "├d", "└b"].sorted())
    // A circle of hidden ones above a shown one.
    #expect(try drawn(["a<b", "b<c", "c<b"], order: [0]) == ["a‹b"])
  }

  @Test func hiddenParentsAreNamed() throws {
    #expect(try drawn(["a", "b<a", "c<b", "d<c"], order: [0, 3]) == ["a", "└d‹c"])
    #expect(try drawn(["a", "b<a"], order: [1]) == ["b‹a"])
  }

  @Test func overridesStandUnderTheirMaster() throws {
    let catalog = try SampleCatalog.parse(
      """
      BEGIN:VCALENDAR
      X-WR-CALNAME:Test
      BEGIN:VTODO
      UID:a
      RECURRENCE-ID:20261205T100000Z
      END:VTODO
      BEGIN:VTODO
      UID:a
      RRULE:FREQ=DAILY
      END:VTODO
      END:VCALENDAR

      """)
    let entries = tree(catalog.sources[0].lists[0].reminders, order: [0, 1]).entries
    #expect(entries.map(\.index) == [1, 0])
    #expect(entries[1].hasMore == [false])
  }

  @Test func aLongChainIsDrawnFlat() throws {
    let count = 20_000
    let relations = (0..<count).map { $0 == 0 ? "r0" : "r\($0)<r\($0 - 1)" }
    let tree = tree(try reminders(relations), order: Array(0..<count))
    #expect(tree.entries.map(\.index) == Array(0..<count))
    #expect(tree.entries.allSatisfy { $0.hasMore.count <= ReminderTree.deepest })
  }

  @Test func aDeepTreeLeavesRoomForTitles() throws {
    let components = (0..<40).map {
      "BEGIN:VTODO\nUID:r\($0)\nRELATED-TO:r\($0 - 1)\nSUMMARY:Level \($0)\nEND:VTODO\n"
    }
    let catalog = try SampleCatalog.parse(
      "BEGIN:VCALENDAR\nX-WR-CALNAME:Test\n\(components.joined())END:VCALENDAR\n")
    for glyphs in [Glyphs.unicode, .ascii] {
      for width in [32, 40, 80] {
        let view = ListView(
          catalog: catalog, names: ShortNames(catalog), context: SampleCatalog.context,
          surface: Surface(width: width, depth: .none, glyphs: glyphs))
        #expect(view.lines().allSatisfy { $0.cells <= width })
        #expect(view.text().contains("Level 39"))
      }
    }
  }
}
