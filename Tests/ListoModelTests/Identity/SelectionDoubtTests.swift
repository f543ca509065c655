import ICalendar
import Testing

@testable import ListoModel

/// The identifier is there, and what has it is something else: what a selection knows is asked before it says
/// "found".
@Suite struct SelectionDoubtTests {
  private typealias Files = [(name: String, header: [String], todos: [[String]])]

  private static func folder(_ files: Files) -> [TestFolder] {
    [
      TestFolder(
        "/data/account", files.map { .init($0.name, Make.calendar($0.header, $0.todos.map(Make.todo))) })
    ]
  }

  /// The answer, and what it points to, each as file or list, UID and title.
  private func answer(
    _ list: Int, _ reminder: Int?, _ before: Files, _ after: Files
  ) throws -> String {
    let old = try TestFolder.catalog(Self.folder(before)).0
    let new = try TestFolder.catalog(Self.folder(after)).0
    let path = Catalog.IndexPath(source: 0, list: list, reminder: reminder)
    let answer = try #require(Selection(path, in: old)).resolve(in: new)
    let paths: [Catalog.IndexPath] =
      switch answer {
      case .found(let path), .moved(let path): [path]
      case .similar(let paths): paths
      case .gone(let nearest): nearest.map { [$0] } ?? []
      }
    let places = paths.map { path in
      let name = new.modelIdentifier(at: path)?.withinSource ?? "?"
      return name + "=" + (new.reminder(at: path)?.title ?? new.list(at: path)?.list.title ?? "")
    }
    return ([answer.word] + places).joined(separator: " ")
  }

  private static let milk = ["UID:1", "SUMMARY:Milk", "CREATED:20260101T080000Z"]
  private static let report = ["UID:1", "SUMMARY:Report", "CREATED:20260105T080000Z"]
  private static let home: Files = [
    ("home.ics", ["NAME:Home"], [milk, ["UID:2"]]), ("work.ics", ["NAME:Work"], [report, ["UID:2"]]),
  ]

  // MARK: Reminders

  /// UIDs that count from 1, and the file's name now belongs to another list.
  @Test func theFileIsAnotherList() throws {
    let after: Files = [("home.ics", ["NAME:Work"], [Self.report, ["UID:2"]])]
    #expect(try answer(0, 0, Self.home, after) == "similar home.ics/1=Report")
  }

  @Test func calendarsSwapped() throws {
    let swapped: Files = [
      ("home.ics", ["NAME:Work"], [Self.report, ["UID:2"]]),
      ("work.ics", ["NAME:Home"], [Self.milk, ["UID:2"]]),
    ]
    #expect(try answer(0, 0, Self.home, swapped) == "moved work.ics/1=Milk")
    #expect(try answer(1, 0, Self.home, swapped) == "moved home.ics/1=Report")
    // One reminder that is in both: the titles of the lists tell which is which.
    let copies: Files = [("home.ics", ["NAME:Home"], [Self.milk]), ("work.ics", ["NAME:Work"], [Self.milk])]
    let both: Files = [("home.ics", ["NAME:Work"], [Self.milk]), ("work.ics", ["NAME:Home"], [Self.milk])]
    #expect(try answer(0, 0, copies, both) == "moved work.ics/1=Milk")
  }

  @Test func oneOfTwoHoldersOfAUIDIsGone() throws {
    let one = ["UID:1", "SUMMARY:One"], two = ["UID:1", "SUMMARY:Two"]
    let before: Files = [("home.ics", ["NAME:Home"], [one, two])]
    #expect(try answer(0, 0, before, before) == "found home.ics/1=One")
    #expect(try answer(0, 1, before, before) == "found home.ics/1~2=Two")
    let onlyTwo: Files = [("home.ics", ["NAME:Home"], [two])]
    #expect(try answer(0, 0, before, onlyTwo) == "similar home.ics/1=Two")
    #expect(try answer(0, 1, before, onlyTwo) == "found home.ics/1=Two")
  }

  @Test func holdersChangedPlaces() throws {
    let one = ["UID:1", "SUMMARY:One"], two = ["UID:1", "SUMMARY:Two"]
    let before: Files = [("home.ics", ["NAME:Home"], [one, two])]
    let after: Files = [("home.ics", ["NAME:Home"], [two, one])]
    #expect(try answer(0, 0, before, after) == "found home.ics/1~2=One")
    #expect(try answer(0, 1, before, after) == "found home.ics/1=Two")
  }

  /// With one title, when they were created tells them apart; a new title is no other reminder.
  @Test func createdDecides() throws {
    let one = ["UID:1", "SUMMARY:Same", "CREATED:20260101T080000Z"]
    let two = ["UID:1", "SUMMARY:Same", "CREATED:20260102T080000Z"]
    let before: Files = [("home.ics", ["NAME:Home"], [one, two])]
    #expect(try answer(0, 0, before, [("home.ics", ["NAME:Home"], [two])]) == "similar home.ics/1=Same")
    let edited = ["UID:1", "SUMMARY:Edited", "CREATED:20260102T080000Z"]
    #expect(
      try answer(0, 1, before, [("home.ics", ["NAME:Home"], [one, edited])]) == "found home.ics/1~2=Edited")
    #expect(
      try answer(0, 1, before, [("home.ics", ["NAME:Home"], [edited, one])]) == "found home.ics/1=Edited")
  }

  @Test func aRenamedListIsTheSame() throws {
    let after: Files = [("home.ics", ["NAME:House"], [Self.milk, ["UID:2"]])]
    #expect(try answer(0, 0, Self.home, after) == "found home.ics/1=Milk")
    // Its list stands elsewhere now, so that it was moved into another one.
    let moved: Files = [("home.ics", ["NAME:House"], [Self.milk]), ("h.ics", ["NAME:Home"], [["UID:3"]])]
    #expect(try answer(0, 0, Self.home, moved) == "moved home.ics/1=Milk")
  }

  /// An occurrence is the instant that it names.
  @Test func anOverrideIsSpeltOtherwise() throws {
    let master = ["UID:1", "SUMMARY:Bins", "DTSTART:20260101T080000Z", "RRULE:FREQ=DAILY"]
    let named = { (id: String) in ["UID:1", "RECURRENCE-ID\(id)", "SUMMARY:Bins, later"] }
    let utc: Files = [("home.ics", ["NAME:Home"], [master, named(":20260201T080000Z")])]
    let zoned: Files = [("home.ics", ["NAME:Home"], [master, named(";TZID=Europe/Berlin:20260201T090000")])]
    let other: Files = [("home.ics", ["NAME:Home"], [master, named(";TZID=Europe/Berlin:20260201T080000")])]
    #expect(try answer(0, 1, utc, zoned) == "found home.ics/1/20260201T090000%20Europe%2FBerlin=Bins, later")
    #expect(try answer(0, 1, zoned, utc) == "found home.ics/1/20260201T080000Z=Bins, later")
    #expect(try answer(0, 1, utc, other).hasPrefix("similar"))
    #expect(try answer(0, 0, utc, zoned) == "found home.ics/1=Bins")
  }

  // MARK: Lists

  @Test func anotherListInTheFile() throws {
    let after: Files = [("home.ics", ["NAME:Work"], [["UID:5"], ["UID:6"]])]
    #expect(try answer(0, nil, Self.home, after) == "similar home.ics=Work")
    let swapped: Files = [
      ("home.ics", ["NAME:Work"], [Self.report, ["UID:2"]]),
      ("work.ics", ["NAME:Home"], [Self.milk, ["UID:2"]]),
    ]
    #expect(try answer(0, nil, Self.home, swapped) == "similar work.ics=Home home.ics=Work")
  }

  /// A list that says of itself which one it is may be renamed; of two that say so the title tells which is
  /// which.
  @Test func listsThatNameThemselves() throws {
    let named: Files = [
      ("a.ics", ["X-WR-RELCALID:R", "NAME:A"], []), ("b.ics", ["X-WR-RELCALID:S", "NAME:B"], []),
    ]
    let renamed: Files = [
      ("x.ics", ["X-WR-RELCALID:R", "NAME:Anew"], []), ("b.ics", ["X-WR-RELCALID:S", "NAME:A"], []),
    ]
    #expect(try answer(0, nil, named, renamed) == "found R=Anew")
    let shared: Files = [
      ("a.ics", ["X-WR-RELCALID:R", "NAME:A"], []), ("b.ics", ["X-WR-RELCALID:R", "NAME:B"], []),
    ]
    let turned: Files = [
      ("a.ics", ["X-WR-RELCALID:R", "NAME:B"], []), ("b.ics", ["X-WR-RELCALID:R", "NAME:A"], []),
    ]
    #expect(try answer(1, nil, shared, shared) == "found R~2=B")
    #expect(try answer(1, nil, shared, turned) == "similar R=B")
    let third: Files = [shared[0], ("c.ics", ["X-WR-RELCALID:R", "NAME:C"], [])]
    #expect(try answer(1, nil, shared, third) == "similar R=A R~2=C")
  }
}
