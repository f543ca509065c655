import ICalendar
import Testing

@testable import ListoModel

/// The four answers for a saved selection.
@Suite struct SelectionTests {
  static let milk = ["UID:milk", "SUMMARY:Milk", "CREATED:20260101T080000Z", "DUE;VALUE=DATE:20260201"]
  static let bread = ["UID:bread", "SUMMARY:Bread"]

  static func home(_ header: [String] = ["X-WR-CALNAME:Home"], _ todos: [[String]] = [milk, bread]) -> String
  {
    Make.calendar(header, todos.map(Make.todo))
  }

  static let before = [
    TestFolder(
      "/data/account",
      [.init("home.ics", home()), .init("work.ics", home(["NAME:Work"], [["UID:w", "SUMMARY:W"]]))])
  ]

  /// The answer of a selection in `after`, in a form that a table can hold: its word, and the identifiers it
  /// points to.
  private func answer(
    _ path: Catalog.IndexPath, _ before: [TestFolder],
    _ after: [TestFolder]
  ) throws -> String {
    let old = try TestFolder.catalog(before).0
    let new = try TestFolder.catalog(after).0
    let selection = try #require(Selection(path, in: old))
    let answer = selection.resolve(in: new)
    let paths: [Catalog.IndexPath] =
      switch answer {
      case .found(let path), .moved(let path): [path]
      case .similar(let paths): paths
      case .gone(let nearest): nearest.map { [$0] } ?? []
      }
    return ([answer.word] + paths.map { new.modelIdentifier(at: $0)?.description ?? "?" }).joined(
      separator: " "
    )
    .replacing("%2Fdata%2Faccount", with: "@")
  }

  /// Of the first reminder.
  private func answer(_ before: [TestFolder], _ after: [TestFolder]) throws -> String {
    try answer(.init(source: 0, list: 0, reminder: 0), before, after)
  }

  private func after(_ files: TestFolder.File..., at path: String = "/data/account") -> [TestFolder] {
    [TestFolder(path, files)]
  }

  // MARK: A reminder

  @Test func unchanged() throws {
    #expect(try answer(Self.before, Self.before) == "found @/home.ics/milk")
  }

  /// The identifier with the folder's path still names each element, and is the one with the name then.
  @Test func folderGetsAName() throws {
    var named = Self.before
    named[0].name = "mine"
    #expect(try answer(Self.before, named) == "found mine/home.ics/milk")
    #expect(try answer(.init(source: 0, list: 1), Self.before, named) == "found mine/work.ics")
    #expect(try answer(.init(source: 0), Self.before, named) == "found mine")
    let (old, new) = (try TestFolder.catalog(Self.before).0, try TestFolder.catalog(named).0)
    for path in old.reminderPaths {
      let identifier = try #require(old.modelIdentifier(at: path))
      #expect(new.indexPath(for: identifier) == path)
      #expect(new.modelIdentifier(at: path)?.description.contains("data") == false)
    }
  }

  @Test func fileRenamed() throws {
    #expect(try answer(Self.before, after(.init("house.ics", Self.home()))) == "moved @/house.ics/milk")
    // A calendar that names itself keeps its identifier.
    let named = ["X-WR-RELCALID:R-1"]
    #expect(
      try answer(after(.init("home.ics", Self.home(named))), after(.init("house.ics", Self.home(named))))
        == "found @/R-1/milk")
  }

  @Test func sortedAnew() throws {
    let sorted = after(
      .init("a.ics", Self.home(["NAME:Work"], [["UID:w"]])),
      .init("home.ics", Self.home(todos: [Self.bread, Self.milk])))
    #expect(try answer(Self.before, sorted) == "found @/home.ics/milk")
  }

  @Test func exportedAnewWithOtherFolding() throws {
    let folded = Self.home().split(separator: "\r\n").map {
      $0.map(String.init).joined(separator: "\n\t") + "\n"
    }.joined()
    #expect(try answer(Self.before, after(.init("home.ics", folded))) == "found @/home.ics/milk")
  }

  @Test func folderMoved() throws {
    let files = Self.before[0].files
    #expect(
      try answer(Self.before, [TestFolder("/other/account", files)])
        == "moved %2Fother%2Faccount/home.ics/milk")
  }

  @Test func movedToAnotherList() throws {
    let moved = after(
      .init("home.ics", Self.home(todos: [Self.bread])),
      .init("work.ics", Self.home(["NAME:Work"], [Self.milk])))
    #expect(try answer(Self.before, moved) == "moved @/work.ics/milk")
  }

  @Test func sameUIDInTwoLists() throws {
    let two = after(.init("home.ics", Self.home()), .init("work.ics", Self.home(["NAME:Work"], [Self.milk])))
    #expect(try answer(two, two) == "found @/home.ics/milk")
    #expect(try answer(.init(source: 0, list: 1, reminder: 0), two, two) == "found @/work.ics/milk")
    // Its file was renamed: the list's title tells which of the two it was.
    let renamed = after(
      .init("work.ics", Self.home(["NAME:Work"], [Self.milk])), .init("zuhause.ics", Self.home()))
    #expect(try answer(two, renamed) == "moved @/zuhause.ics/milk")
    // Nothing tells which.
    let unknown = after(
      .init("a.ics", Self.home(["NAME:A"])), .init("b.ics", Self.home(["NAME:B"])))
    #expect(try answer(two, unknown) == "similar @/a.ics/milk @/b.ics/milk")
  }

  @Test func uidMadeAnew() throws {
    let other = ["UID:new", "SUMMARY:milk", "CREATED:20260101T080000Z"]
    let another = ["UID:newer", "SUMMARY:Milk", "DUE;VALUE=DATE:20260201"]
    let third = ["UID:third", "SUMMARY:Cheese", "CREATED:20260101T080000Z"]
    let after = after(.init("home.ics", Self.home(todos: [third, another, other])))
    #expect(try answer(Self.before, after) == "similar @/home.ics/new @/home.ics/newer")
  }

  @Test func aTitleAloneIsNotEnough() throws {
    let after = after(.init("x.ics", Self.home(["NAME:X"], [["UID:new", "SUMMARY:Milk"]])))
    #expect(try answer(Self.before, after) == "gone @")
  }

  @Test func deleted() throws {
    #expect(
      try answer(Self.before, after(.init("home.ics", Self.home(todos: [Self.bread])))) == "gone @/home.ics")
  }

  @Test func listGone() throws {
    #expect(
      try answer(Self.before, after(.init("work.ics", Self.home(["NAME:Work"], [["UID:w"]])))) == "gone @")
  }

  @Test func listRenamedAndReminderGone() throws {
    let after = after(
      .init("house.ics", Self.home(todos: [Self.bread])),
      .init("work.ics", Self.home(["NAME:Work"], [["UID:w"]])))
    #expect(try answer(Self.before, after) == "gone @/house.ics")
  }

  @Test func everythingGone() throws {
    #expect(
      try answer(Self.before, after(.init("q.ics", Self.home(["NAME:Q"], [["UID:q"]])), at: "/q/r"))
        == "gone")
  }

  @Test func anOverrideIsNotItsMaster() throws {
    let override = ["UID:milk", "RECURRENCE-ID:20260201T080000Z", "SUMMARY:Milk"]
    let both = after(.init("home.ics", Self.home(todos: [Self.milk, override])))
    let path = Catalog.IndexPath(source: 0, list: 0, reminder: 1)
    #expect(try answer(path, both, both) == "found @/home.ics/milk/20260201T080000Z")
    // The master has its title, and stands in its list; but it is another reminder.
    #expect(try answer(path, both, Self.before) == "similar @/home.ics/milk")
  }

  @Test func withoutUID() throws {
    let nameless = after(
      .init("home.ics", Self.home(todos: [["SUMMARY:Milk", "DTSTAMP:20260101T000000Z"], Self.bread])))
    let sorted = after(
      .init("home.ics", Self.home(todos: [Self.bread, ["DTSTAMP:20270101T000000Z", "summary:Milk"]])))
    #expect(try answer(nameless, sorted).hasPrefix("found"), "the hash of its content is the same")
  }

  // MARK: A list, a source

  @Test func lists() throws {
    let list = Catalog.IndexPath(source: 0, list: 0)
    #expect(try answer(list, Self.before, Self.before) == "found @/home.ics")
    #expect(try answer(list, Self.before, after(.init("house.ics", Self.home()))) == "similar @/house.ics")
    #expect(
      try answer(list, Self.before, after(.init("home.ics", Self.home()), at: "/b")) == "moved %2Fb/home.ics")
    #expect(try answer(list, Self.before, after(.init("x.ics", Self.home(["NAME:X"])))) == "gone @")
  }

  @Test func sources() throws {
    let source = Catalog.IndexPath(source: 0)
    let files = Self.before[0].files
    #expect(try answer(source, Self.before, Self.before) == "found @")
    #expect(
      try answer(source, Self.before, [TestFolder("/else/account", files)]) == "similar %2Felse%2Faccount")
    #expect(try answer(source, Self.before, [TestFolder("/else/where", files)]) == "gone")
  }

  @Test func nothingThere() throws {
    let catalog = try TestFolder.catalog(Self.before).0
    #expect(Selection(.init(source: 9), in: catalog) == nil)
    #expect(Selection(.init(source: 0, list: 9), in: catalog) == nil)
    #expect(Selection(.init(source: 0, list: 0, reminder: 9), in: catalog) == nil)
  }
}

extension SelectionTests {
  static func home(todos: [[String]]) -> String { home(["X-WR-CALNAME:Home"], todos) }
}
