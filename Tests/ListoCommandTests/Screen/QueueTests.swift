import Listo
import Testing

@testable import ListoCommand

/// Reminders one at a time: a review, and what is next.
@Suite struct QueueTests {
  private func screen(_ purpose: QueuePage.Purpose = .review, _ progress: ReviewProgress = ReviewProgress())
    throws -> Screen
  {
    var screen = try ScreenTests.screen()
    screen.pages = [.queue(QueuePage(purpose, ["a", "b", "c"].map { ScreenTests.id($0) }, progress))]
    screen.refreshPage()
    return screen
  }

  private func succeed(_ screen: inout Screen) -> [Effect] {
    screen.take(.done(screen.data.catalog, "done"), SampleCatalog.context)
  }

  private let id = { (uid: String) in ScreenTests.id(uid) }

  @Test func aDecisionGoesOnAndIsRemembered() throws {
    var screen = try screen()
    #expect(screen.subject == id("a"))
    for keys in [
      [Key.character(" ")], ["n"], ["s", .paste("fri"), .enter], ["t", .paste("x"), .enter], ["m", .enter],
      ["d"],
    ] {
      var screen = screen
      var effects: [Effect] = []
      for key in keys { effects = screen.take(key) }
      #expect(effects.count == 1 && screen.subject == id("a"), "\(keys)")
      #expect(
        succeed(&screen) == [.rememberReview(ReviewProgress(decided: [id("a")], current: id("b")))], "\(keys)"
      )
      #expect(screen.subject == id("b"), "\(keys)")
    }
    #expect(
      screen.type("f") == [
        .rememberFocus([id("a")]), .rememberReview(ReviewProgress(decided: [id("a")], current: id("b"))),
      ])
  }

  @Test func whatFailsIsNotDecided() throws {
    var screen = try screen()
    screen.type(" ")
    #expect(screen.take(.failed("read-only"), SampleCatalog.context) == [])
    #expect(screen.subject == id("a"))
    screen.type("!")
    #expect(succeed(&screen) == [])
    #expect(screen.subject == id("a"))
  }

  @Test func laterComesRoundAgain() throws {
    var screen = try screen()
    #expect(screen.type(.enter) == [.rememberReview(ReviewProgress(decided: [], current: id("b")))])
    screen.type("d", "a")
    _ = succeed(&screen)
    #expect(screen.subject == id("c"))
    screen.type("l")
    #expect(screen.subject == id("a"))
    screen.type(" ")
    _ = succeed(&screen)
    #expect(screen.subject == id("c"))
    screen.type(" ")
    #expect(succeed(&screen) == [.rememberReview(nil)])
    #expect(screen.subject == nil)
    #expect(screen.frame().text.contains("All reviewed: 3 of 3 decided."))
    #expect(screen.type("q") == [.quit])
  }

  @Test func undoGoesBackToIt() throws {
    var screen = try screen()
    screen.type(" ")
    _ = succeed(&screen)
    #expect(screen.type("u") == [.undo])
    _ = succeed(&screen)
    #expect(screen.subject == id("a"))
  }

  @Test func aReviewIsResumedWhereItWas() throws {
    var screen = try screen(.review, ReviewProgress(decided: [id("a"), id("gone")], current: id("c")))
    #expect(screen.subject == id("c"))
    #expect(screen.frame().text.contains("3 of 3 · 1 decided"))
    screen.type("l")
    #expect(screen.subject == id("b"))
  }

  @Test func whatIsGoneIsPassedOver() throws {
    var screen = try screen()
    let other = ScreenTests.text.replacing("UID:a\n", with: "UID:other\n")
    _ = screen.take(.done(try SampleCatalog.parse(other), ""), SampleCatalog.context)
    #expect(screen.subject == id("b"))
  }

  @Test func nextIsNotRemembered() throws {
    var screen = try screen(.next)
    #expect(screen.type("l") == [])
    #expect(screen.subject == id("b"))
  }

  @Test func pickingTogglesTheFocus() throws {
    var screen = try ScreenTests.screen()
    screen.open(.query(title: "Focus", NamedQuery("focus", "open")), order: .natural, picking: true)
    let first = try #require(screen.subject)
    #expect(screen.type(" ") == [.rememberFocus([first])])
    #expect(screen.subject != first)
    #expect(screen.frame().text.contains("★"))
    #expect(screen.type("k", " ") == [.rememberFocus([])])
  }

  /// A step ends when all is decided, or with its key; the last one stays.
  @Test func stepsFollowOneAnother() throws {
    var screen = try screen()
    screen.type(.tab)
    #expect(screen.message?.text == "only listo morning has steps")
    screen.steps = Steps(StandardQuery.next.query)
    #expect(screen.frame().text.hasPrefix("Morning 1 of 3 › Review"))
    for _ in 0..<3 {
      screen.type("n")
      _ = succeed(&screen)
    }
    #expect(screen.titles.filter { !$0.hasPrefix("[") } == ["Dates", "Apples", "Crumbs", "Write"])
    screen.type("j")
    #expect(screen.frame().text.contains("tab go on"))
    screen.type(" ", .tab)
    #expect(screen.subject == id("a") && screen.frame().text.hasPrefix("Morning 3 of 3 › Next"))
    screen.type("n")
    _ = succeed(&screen)
    #expect(screen.subject == id("d"))
    #expect(screen.type(.tab) == [] && screen.message?.text == "this is the last step")
    #expect(
      screen.stepReports == [
        "Review: 3 of 3 reminders decided", "Focus: 1 picked for today", "Next: 1 of 4 reminders decided",
      ])
  }

  @Test func anEmptyReviewIsNoStep() throws {
    var screen = try ScreenTests.screen()
    screen.pages = [.queue(QueuePage(.review, []))]
    screen.steps = Steps(StandardQuery.next.query)
    screen.endFinishedStep()
    #expect(screen.frame().text.hasPrefix("Morning 2 of 3 › Focus"))
  }

  /// Parents and lists are picked where they are, and unpicked where reminders are picked.
  @Test func parentsAndListsArePicked() throws {
    var screen = try ScreenTests.screen()
    let list = ScreenTests.list("home")
    screen.type("5", .enter, .escape)
    #expect(screen.type("f") == [.rememberFocus([list])])
    #expect(screen.frame().text.contains("★ ● Home"))
    #expect(screen.type(.enter, "j", "f") == [.rememberFocus([list, id("b")])])
    #expect(screen.message?.text == "Added to today's focus: Bread, with its 1 open subtask")
    screen.open(.query(title: "Focus", NamedQuery("focus", "open and not has open subtask")), picking: true)
    #expect(screen.titles.prefix(3) == ["[In focus]", "", "Bread"])
    #expect(screen.type(.home, " ") == [.rememberFocus([id("b")])])
    #expect(screen.type(" ") == [.rememberFocus([])])
    screen.type(.escape, .escape, .escape, "f")
    screen.type("1", .enter)
    #expect(screen.frame().text.contains("★ ● Home"))
    screen.type(.enter)
    #expect(screen.subject == id("a"))
  }
}
