import Foundation
import Listo
import Testing

@testable import ListoCommand

/// The effects of keys, without a terminal.
@Suite struct ScreenTests {
  static let text = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Listo//Test//EN
    X-WR-CALNAME:Home
    X-WR-RELCALID:home
    BEGIN:VTODO
    UID:a
    SUMMARY:Apples
    X-APPLE-SORT-ORDER:1
    END:VTODO
    BEGIN:VTODO
    UID:b
    SUMMARY:Bread
    X-APPLE-SORT-ORDER:2
    PRIORITY:1
    END:VTODO
    BEGIN:VTODO
    UID:c
    SUMMARY:Crumbs
    RELATED-TO:b
    X-APPLE-SORT-ORDER:3
    END:VTODO
    BEGIN:VTODO
    UID:d
    SUMMARY:Dates
    DUE;VALUE=DATE:20261130
    X-APPLE-SORT-ORDER:4
    END:VTODO
    BEGIN:VTODO
    UID:e
    SUMMARY:Eggs
    STATUS:COMPLETED
    X-APPLE-SORT-ORDER:5
    END:VTODO
    END:VCALENDAR
    BEGIN:VCALENDAR
    VERSION:2.0
    X-WR-CALNAME:Work
    X-WR-RELCALID:work
    BEGIN:VTODO
    UID:w
    SUMMARY:Write
    END:VTODO
    END:VCALENDAR

    """

  static func screen(_ text: String = text, rows: Int = 24, settings: ScreenSettings = ScreenSettings())
    throws -> Screen
  {
    Screen(
      CatalogFacts(try SampleCatalog.parse(text), SampleCatalog.context),
      size: ScreenSize(columns: 80, rows: rows),
      settings: settings)
  }

  /// In the list Home, whose lines are a, b, c (a part of b) and d.
  static func home(settings: ScreenSettings = ScreenSettings()) throws -> Screen {
    var screen = try screen(settings: settings)
    screen.type("5", .enter)
    return screen
  }

  static func id(_ uid: String, list: String = "home") -> ModelIdentifier {
    ModelIdentifier(source: "/Folder", list: .init(list), uid: .init(uid))
  }

  private let id = { (uid: String) in Self.id(uid) }

  // MARK: Moving

  @Test func thisWeekCountsOlderReminders() throws {
    func todo(_ uid: String, _ day: String) -> String {
      "BEGIN:VTODO\nUID:\(uid)\nSUMMARY:Title \(uid)\nDUE;VALUE=DATE:\(day)\nEND:VTODO\n"
    }
    let todos = todo("a", "20261129") + todo("b", "20261130") + todo("c", "20261201") + todo("d", "20261202")
    var screen = try Self.screen("BEGIN:VCALENDAR\nVERSION:2.0\n\(todos)END:VCALENDAR\n")
    screen.type("4", .enter)
    let lines = screen.frame().text.split(separator: "\n").map { String($0) }
    let order = ["Before this week  1", "Overdue  1", "Title b", "Today, Tue 1 Dec  1", "Title c", "Title d"]
    let places = order.map { text in lines.firstIndex { $0.contains(text) } ?? -1 }
    #expect(!places.contains(-1) && places == places.sorted(), "\(lines)")
    #expect(!lines.contains { $0.contains("Title a") })
  }

  @Test func listsAreOpenedByNumber() throws {
    var screen = try Self.screen()
    #expect(screen.type("5", .enter) == [])
    #expect(screen.subject == id("a"))
    screen.type(.escape, "6", .enter)
    #expect(screen.subject == Self.id("w", list: "work"))
  }

  @Test func theLineMoves() throws {
    var screen = try Self.home()
    let keys: [(Key, String)] = [
      (.down, "b"), (.character("j"), "c"), (.up, "b"), (.character("k"), "a"), (.up, "a"), (.end, "d"),
      (.down, "d"),
      (.home, "a"), (.pageDown, "d"), (.pageUp, "a"), (.character("G"), "d"), (.control("b"), "a"),
    ]
    for (key, uid) in keys {
      #expect(screen.take(key) == [])
      #expect(screen.subject == id(uid), "\(key)")
    }
    screen.type("2", "j")
    #expect(screen.subject == id("c"))
    screen.type("2", "G")
    #expect(screen.subject == id("b"))
    screen.type("9", .enter)
    #expect(screen.subject == id("b") && screen.message?.text == "there is no line 9")
    guard case .reminders = screen.page else { return #expect(Bool(false), "a reminder was opened") }
  }

  /// A filter on a list is the whole question: finished reminders that match are shown without a key more.
  @Test func aFilterFindsFinishedReminders() throws {
    var screen = try Self.home()
    screen.type("/")
    _ = screen.take(.paste("completed"))
    screen.type(.enter)
    #expect(screen.titles == ["Eggs"])
    screen.type(.escape)
    #expect(!screen.titles.contains("Eggs"))
  }

  @Test func finishedRemindersComeLastByHand() throws {
    var screen = try Self.screen(
      Self.text.replacing("SUMMARY:Apples", with: "SUMMARY:Apples\nSTATUS:COMPLETED"))
    screen.type("5", .enter, ".")
    #expect(screen.titles == ["Bread", "Crumbs", "Dates", "Apples", "Eggs"])
  }

  /// A read-only list, and a page without a reminder, offer no keys that would change one.
  @Test func hintsAreKeysThatServe() throws {
    func hints(_ screen: Screen) -> String { screen.frame().lines.last?.rendered(.none) ?? "" }
    var screen = try Self.home()
    #expect(hints(screen).hasPrefix("space done  a add  enter open  ! flag"))
    screen.type(.enter)
    #expect(hints(screen).hasPrefix("esc back  space done  e edit  s put off"))
    screen.type(.escape, "/", .paste("title = nothing"), .enter, "?", "?")
    #expect(hints(screen) == "a add  / filter  u undo  ? keys  q leave")
    let catalog = try SampleCatalog.parse(Self.text, isWritable: false)
    screen = Screen(CatalogFacts(catalog, SampleCatalog.context), size: ScreenSize(columns: 80, rows: 24))
    screen.type("5")
    screen.type(.enter)
    #expect(hints(screen) == "enter open  / filter  u undo  ? keys  q leave")
    screen.type(.enter)
    #expect(hints(screen) == "esc back  ? keys  q leave")
    screen.type(.escape, .escape)
    #expect(hints(screen) == "enter open  / filter  u undo  ? keys  q leave")
  }

  @Test func finishedRemindersAreShownAlone() throws {
    var screen = try Self.home()
    for titles in [
      ["Apples", "Bread", "Crumbs", "Dates", "Eggs"], ["Eggs"], ["Apples", "Bread", "Crumbs", "Dates"],
    ] {
      screen.type(".")
      #expect(screen.titles == titles)
    }
    screen.type(.escape, .end, .enter)
    #expect(screen.titles == ["Eggs"])
  }

  /// The purge is offered where completed reminders are alone, and asks as for other deletions.
  @Test func aPurgeDeletesWhatIsShown() throws {
    let open = "BEGIN:VTODO\nUID:open\nSUMMARY:Pan\nRELATED-TO:e\nEND:VTODO\n"
    let done = "BEGIN:VTODO\nUID:f\nSUMMARY:Figs\nSTATUS:CANCELLED\nEND:VTODO\n"
    let eggs = "X-APPLE-SORT-ORDER:5\nEND:VTODO\n"
    let text = Self.text.replacing(eggs, with: eggs + done)
    let purge = { (uids: [String]) -> [Effect] in
      let edits = uids.map { ScreenEdit(Self.id($0), .delete(.keep)) }
      return [.change(label: "Purged: \(RelativeDate.count(uids.count, "reminder"))", edits)]
    }
    var settings = ScreenSettings()
    var screen = try Self.screen(text, settings: settings)
    screen.type("5", .enter)
    #expect(screen.type("P") == [] && screen.prompt == nil)
    #expect(screen.message?.text.contains("works only on a page of completed reminders") ?? false)
    screen.type(".", "P")
    #expect(screen.message != nil && screen.prompt == nil)
    #expect(screen.type(".", "P") == purge(["e", "f"]))
    screen.type("/", .paste("cancelled"), .enter)
    #expect(screen.type("P") == purge(["f"]))

    settings.deletion = .always
    screen = try Self.screen(text.replacing(done, with: open + done), settings: settings)
    screen.type(.end, .enter)
    #expect(screen.type("P") == [])
    #expect(
      screen.frame().text.contains("Delete 1 completed reminder? 1 with open parts will stay.  [y] yes"))
    #expect(screen.type(.escape, "P", "y") == purge(["f"]))
  }

  /// The groups of the week are in the order of `listo week`, and those of today in that of `listo today`.
  @Test func viewsHaveTheOrderOfTheirCommands() throws {
    let text = Self.text.replacing("UID:a\n", with: "UID:a\nDUE;VALUE=DATE:20261201\n")
    for (line, first) in [("2", "Today"), ("4", "Overdue")] {
      var screen = try Self.screen(text)
      screen.type(.character(line.first ?? "0"), .enter)
      guard case .reminders(let page) = screen.page else { return #expect(Bool(false)) }
      #expect(page.rows.first?.title.hasPrefix(first) ?? false, "\(page.rows.map(\.title))")
    }
  }

  /// A list that vanishes is named, and its page is shown again when it is back.
  @Test func aListThatVanishesComesBack() throws {
    var screen = try Self.home()
    screen.type("j", .enter)
    let whole = screen.data.catalog
    let work = try SampleCatalog.parse(
      "BEGIN:VCALENDAR" + Self.text.components(separatedBy: "BEGIN:VCALENDAR")[2])
    _ = screen.take(.seen(work), SampleCatalog.context)
    guard case .lists = screen.page else { return #expect(Bool(false), "the list is still shown") }
    #expect(screen.message?.text.hasPrefix("Home is gone or cannot be read") ?? false)
    _ = screen.take(.seen(whole), SampleCatalog.context)
    #expect(screen.subject == id("b") && screen.message?.text == "Home is back")
    guard case .reminder = screen.page else { return #expect(Bool(false), "the reminder is not shown") }
    // Whoever opened something else meanwhile stays there.
    _ = screen.take(.seen(work), SampleCatalog.context)
    screen.type("5", .enter)
    _ = screen.take(.seen(whole), SampleCatalog.context)
    #expect(screen.subject == Self.id("w", list: "work"))
  }

  /// Words that cannot be understood stay in the line, with the reason.
  @Test(arguments: ["s", "a"] as [Character])
  func aLineThatFailsIsAskedForAgain(key: Character) throws {
    var screen = try Self.home()
    screen.type(.character(key))
    _ = screen.take(.paste("whenever"))
    #expect(screen.take(.enter).count == 1 && screen.prompt == nil)
    _ = screen.take(.failed("unknown date 'whenever'"), SampleCatalog.context)
    guard case .line(let line) = screen.prompt else { return #expect(Bool(false), "it is not asked again") }
    #expect(line.field.text == "whenever" && line.error == "unknown date 'whenever'")
    screen.type("x")
    guard case .line(let line) = screen.prompt else { return #expect(Bool(false), "it is not asked again") }
    #expect(line.error == nil && line.field.text == "wheneverx")
    screen.type(.escape)
    _ = screen.take(.failed("no"), SampleCatalog.context)
    #expect(screen.prompt == nil && screen.message?.text == "no")
  }

  @Test func aReminderIsOpenedAndLeft() throws {
    var screen = try Self.home()
    screen.type("j", .enter)
    guard case .reminder(id("b"), _) = screen.page else { return #expect(Bool(false)) }
    #expect(screen.frame().text.contains("Crumbs"))
    screen.type("h")
    #expect(screen.subject == id("b"))
    screen.type("l", .escape, .escape)
    guard case .lists = screen.page else { return #expect(Bool(false)) }
    #expect(screen.type(.escape) == [])
    #expect(screen.message?.text == "q quits")
    #expect(screen.type("q") == [.quit])
  }

  @Test func controlKeysLeaveAndSuspend() throws {
    var screen = try Self.home()
    #expect(screen.type(.control("z")) == [.suspend])
    #expect(screen.type(.control("l")) == [.reload, .redraw])
    #expect(screen.type("a", .control("c")) == [])
    #expect(screen.prompt == nil)
    #expect(screen.type(.control("c")) == [.quit])
  }

  @Test func unknownKeysAreToldApart() throws {
    var screen = try Self.home()
    #expect(screen.type("Q") == [])
    #expect(screen.message?.text == "unknown key Q; ? shows the keys")
    #expect(screen.type("?") == [])
    guard case .help = screen.page else { return #expect(Bool(false)) }
    for command in ScreenCommand.allCases {
      #expect(screen.helpLines.contains { $0.rendered(.none).contains(command.row.summary.prefix(20)) })
    }
    screen.type("?")
    #expect(screen.subject == id("a"))
  }

  // MARK: Changing

  @Test func keysAskForChanges() throws {
    func change(_ label: String, _ uid: String, _ changes: Change...) -> [Effect] {
      var edit = ScreenEdit(id(uid))
      edit.changes = changes
      return [.change(label: label, [edit])]
    }
    let table: [([Key], [Effect])] = [
      ([.character(" ")], change("Done: Apples", "a", .complete(Completion()))),
      ([.character("!")], change("Flagged: Apples", "a", .flag(true))),
      ([.down, .character("!")], change("Flag removed: Bread", "b", .flag(false))),
      ([.character("d")], change("Deleted: Apples", "a", .delete(.keep))),
      ([.delete], change("Deleted: Apples", "a", .delete(.keep))),
      ([.character("e")], [.edit(id("a"))]),
      (
        [.character("n")],
        change("Due today: Apples", "a", .set(.due, .moment(.date(SampleCatalog.context.today))))
      ),
      ([.character("J")], change("Moved: Apples", "a", .arrange(.after(id("b"))))),
      ([.character("K")], []),
      ([.end, .character("K")], change("Moved: Dates", "d", .arrange(.before(id("b"))))),
      ([.end, .character("J")], []),
      ([.down, .down, .character("J")], []),
      ([.down, .character(">")], change("Now a subtask: Bread", "b", .setParent(id("a")))),
      ([.character(">")], []),
      ([.end, .character(">")], change("Now a subtask: Dates", "d", .setParent(id("b")))),
      ([.character("<")], []),
      (
        [.down, .down, .character("<")],
        change("Moved up one level: Crumbs", "c", .setParent(nil), .arrange(.after(id("b"))))
      ),
      ([.character("u")], [.undo]), ([.control("r")], [.redo]), ([.character("U")], [.redo]),
      ([.character("f")], [.rememberFocus([id("a")])]),
      ([.character("f"), .character("f")], [.rememberFocus([])]),
      ([.character("a"), .paste("Milk tomorrow"), .enter], [.add("Milk tomorrow", list: Self.list("home"))]),
      ([.character("a"), .paste("  "), .enter], []),
      ([.character("a"), .paste("Milk"), .escape], []),
      ([.character("s"), .paste("fri 9:00"), .enter], [.postpone(id("a"), to: "fri 9:00")]),
      (
        [.character("t"), .paste("#shop urgent -old"), .enter],
        change(
          "Tagged: #shop, #urgent, without #old", "a", .remove(.tags, ["old"]),
          .add(.tags, ["shop", "urgent"]))
      ),
      ([.character("m"), .enter], change("Moved to Work: Apples", "a", .move(toList: Self.list("work")))),
      (
        [.character("m"), .paste("wo"), .enter],
        change("Moved to Work: Apples", "a", .move(toList: Self.list("work")))
      ),
      ([.character("m"), .paste("nothing"), .enter], []),
    ]
    for (keys, effects) in table {
      var screen = try Self.home()
      var found: [Effect] = []
      for key in keys { found = screen.take(key) }
      #expect(found == effects, "\(keys)")
    }
  }

  static func list(_ name: String) -> ModelIdentifier {
    ModelIdentifier(source: "/Folder", list: .init(name))
  }

  @Test func subtasksAreAskedAbout() throws {
    var screen = try Self.home()
    #expect(screen.type("j", " ") == [])
    #expect(screen.frame().text.contains("It has 1 open subtask."))
    #expect(screen.type("x") == [])
    let effects = screen.type("a")
    #expect(
      effects == [
        .change(label: "Done: Bread", [ScreenEdit(id("b"), .complete(Completion(subtasks: .include)))])
      ])
    #expect(screen.prompt == nil)
    #expect(screen.type("d", .escape) == [])
    #expect(
      screen.type("d", "k") == [.change(label: "Deleted: Bread", [ScreenEdit(id("b"), .delete(.keep))])])
  }

  @Test func deletionIsConfirmedAsTheSettingsSay() throws {
    var settings = ScreenSettings()
    settings.deletion = .always
    var screen = try Self.home(settings: settings)
    #expect(screen.type("d") == [])
    #expect(screen.frame().text.contains("Delete “Apples”?  [y] yes  [esc] leave it"))
    #expect(screen.type("n") == [])
    #expect(screen.type("y") == [.change(label: "Deleted: Apples", [ScreenEdit(id("a"), .delete(.keep))])])
  }

  @Test func whatIsDoneIsOpenedAgain() throws {
    var screen = try Self.home()
    screen.type(".", "G")
    #expect(screen.subject == id("e"))
    #expect(screen.type(" ") == [.change(label: "Reopened: Eggs", [ScreenEdit(id("e"), .reopen)])])
  }

  @Test func bindingsMayBeOthers() throws {
    var settings = ScreenSettings()
    settings.bindings.bind(.done, to: [.character("x")])
    var screen = try Self.home(settings: settings)
    #expect(screen.type(" ") == [])
    #expect(
      screen.type("x") == [.change(label: "Done: Apples", [ScreenEdit(id("a"), .complete(Completion()))])])
    #expect(screen.frame().text.contains("x done"))
  }

  // MARK: What is shown

  @Test func aFilterShowsItsErrorsAsTheyAreTyped() throws {
    var screen = try Self.home()
    screen.type("/", .paste("due <"))
    let error = try #require(screen.linePrompt?.error)
    #expect(screen.frame().text.contains(error.prefix(20)))
    #expect(screen.type(.enter) == [] && screen.linePrompt != nil)
    screen.type(.paste(" today"), .enter)
    #expect(screen.prompt == nil && screen.titles == ["Dates"])
    screen.type(.escape)
    #expect(screen.titles == ["Apples", "Bread", "Crumbs", "Dates"])
    // Words that are no expression are looked for.
    screen.type("/", .paste("crumb"), .enter)
    #expect(screen.titles == ["Crumbs"])
    screen.type("/", .control("u"), .enter)
    #expect(screen.titles.count == 4)
    screen.type("/", .paste("title = nothing"), .enter)
    #expect(screen.titles == [] && screen.subject == nil)
    #expect(screen.type(" ", "d", "e", "J", ">") == [])
  }

  @Test func ordersAndGroups() throws {
    var screen = try Self.home()
    screen.type("o")
    #expect(screen.titles == ["Dates", "Bread", "Crumbs", "Apples"])
    #expect(screen.type("K") == [] && screen.message?.text.contains("manual order") ?? false)
    screen.type("o")
    #expect(screen.titles == ["Apples", "Bread", "Crumbs", "Dates"])
    screen.type("o", "g")
    #expect(screen.titles == ["[Overdue]", "Dates", "[Without a due date]", "Apples", "Bread", "Crumbs"])
    #expect(screen.subject != nil)
    screen.type(.home)
    #expect(screen.subject == id("d"))
    screen.type("j")
    #expect(screen.subject == id("a"))
    screen.type("k")
    #expect(screen.subject == id("d"))
  }

  @Test func anEmptyCatalogIsNoTrouble() throws {
    var screen = try Self.screen("BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Void\nEND:VCALENDAR\n")
    for command in ScreenCommand.allCases where command != .quit {
      for key in command.row.keys { _ = screen.take(key) }
      _ = screen.frame()
    }
    var none = Screen(
      CatalogFacts(Catalog(sources: []), SampleCatalog.context), size: ScreenSize(columns: 20, rows: 5))
    for command in ScreenCommand.allCases {
      for key in command.row.keys { _ = none.take(key) }
      _ = none.frame()
    }
  }

  // MARK: Others change it

  @Test func theLineStaysWithItsReminder() throws {
    var screen = try Self.home()
    screen.type("G")
    let other = Self.text.replacing(
      "UID:a\nSUMMARY:Apples", with: "UID:a0\nSUMMARY:New\nEND:VTODO\nBEGIN:VTODO\nUID:a\nSUMMARY:Apples")
    _ = screen.take(.done(try SampleCatalog.parse(other), ""), SampleCatalog.context)
    #expect(screen.subject == id("d") && screen.titles.count == 5)
  }

  @Test func whatIsGoneLeavesTheLineWhereItWas() throws {
    var screen = try Self.home()
    screen.type("j", "l")
    let other = Self.text.replacing("UID:b\nSUMMARY:Bread", with: "UID:z\nSUMMARY:Zest")
    _ = screen.take(.done(try SampleCatalog.parse(other), ""), SampleCatalog.context)
    guard case .reminders = screen.page else { return #expect(Bool(false)) }
    #expect(screen.subject != nil && screen.titles.contains("Zest"))
  }

  @Test func aListThatVanishesIsLeft() throws {
    var screen = try Self.home()
    screen.type("l", "s")
    let work = Self.text[Self.text.firstRange(of: "END:VCALENDAR\n")!.upperBound...]
    _ = screen.take(.done(try SampleCatalog.parse(String(work)), ""), SampleCatalog.context)
    guard case .lists = screen.page else { return #expect(Bool(false)) }
    #expect(screen.prompt == nil && screen.message?.text.hasPrefix("Home is gone") ?? false)
    _ = screen.take(.done(Catalog(sources: []), ""), SampleCatalog.context)
    #expect(screen.frame().text.contains("0 lists"))
  }

  @Test func whatIsDoneStaysOnItsPage() throws {
    var screen = try Self.home()
    _ = screen.type(" ")
    let done = Self.text.replacing("SUMMARY:Apples", with: "SUMMARY:Apples\nSTATUS:COMPLETED")
    _ = screen.take(.done(try SampleCatalog.parse(done), "Done: Apples"), SampleCatalog.context)
    #expect(screen.titles == ["Apples", "Bread", "Crumbs", "Dates"])
    #expect(screen.frame().text.contains("✓ Apples"))
    screen.type(".", ".", ".")
    #expect(screen.titles == ["Bread", "Crumbs", "Dates"])
  }

  @Test func aRefusalIsTold() throws {
    var screen = try Self.home()
    _ = screen.type(" ")
    _ = screen.take(.failed("the list is read-only"), SampleCatalog.context)
    #expect(screen.frame().text.contains("! the list is read-only"))
    screen.type("j")
    #expect(!screen.frame().text.contains("read-only"))
  }

  @Test func aResizeKeepsTheLineInSight() throws {
    var screen = try Self.home()
    screen.type("G")
    for rows in [3, 4, 10, 60, 5] {
      for columns in [1, 8, 20, 200] {
        screen.resize(ScreenSize(columns: columns, rows: rows))
        #expect(screen.subject == id("d"))
        #expect(screen.frame().lines.contains { $0.rendered(.none).hasPrefix("▸") }, "\(columns)×\(rows)")
      }
    }
  }
}

extension Screen {
  /// Takes keys one after another: `"5"` is the key 5.
  @discardableResult
  mutating func type(_ keys: Key...) -> [Effect] {
    var effects: [Effect] = []
    for key in keys { effects = take(key) }
    return effects
  }

  var linePrompt: LinePrompt? { if case .line(let line) = prompt { line } else { nil } }

  /// Of the lines of the page; headings in brackets.
  var titles: [String] {
    guard case .reminders(let page) = page else { return [] }
    return page.rows.map { row in
      row.path.map { data.catalog.reminder(at: $0)?.title ?? "" } ?? "[\(row.title)]"
    }
  }
}

extension Key: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .character(text.first ?? " ") }
}
