import Listo
import Testing

@testable import ListoCommand

/// Changes that are shown before they are written: the screen's words about them, and the lines that it works
/// out again.
@Suite struct SavingTests {
  private let id = { (uid: String) in ScreenTests.id(uid) }
  private let home = ScreenTests.list("home")

  /// The catalog with a change made.
  private func changed(_ catalog: Catalog, _ edits: ScreenEdit...) throws -> Catalog {
    var editing = Editing(catalog, in: EditContext(SampleCatalog.context))
    let plan = try editing.advance(in: EditContext(SampleCatalog.context)) { editing throws(EditError) in
      for edit in edits { try editing.apply(edit.changes, to: edit.identifier) }
    }
    return catalog.replacing(
      plan.steps.map { step in
        Catalog.Replacement(
          list: step.list, identifier: step.identifier,
          reminder: step.after.map { Reminder($0, in: step.before?.calendar ?? .none) })
      })
  }

  @Test func itSaysThatItIsSaving() throws {
    var screen = try ScreenTests.home()
    let catalog = screen.data.catalog
    screen.type(" ")
    _ = screen.take(.saving(catalog, "Done: Apples; saving…"), SampleCatalog.context, changed: [home])
    #expect(screen.frame().text.contains("Done: Apples; saving…"))
    #expect(screen.frame().lines[0].rendered(.none).contains("saving…"))
    // The word stays though something else is done.
    screen.type("j")
    #expect(screen.frame().text.contains("saving…") && !screen.frame().text.contains("Apples; saving"))
    _ = screen.take(.saving(catalog, "Flagged: Bread; saving…"), SampleCatalog.context, changed: [home])
    _ = screen.take(.saved("Done: Apples; undo takes it back"), SampleCatalog.context)
    #expect(screen.unsavedCount == 1 && screen.message?.text == "Flagged: Bread; saving…")
    _ = screen.take(.saved("Flagged: Bread; undo takes it back"), SampleCatalog.context)
    #expect(screen.unsavedCount == 0 && screen.message?.text == "Flagged: Bread; undo takes it back")
    #expect(!screen.frame().text.contains("saving"))
  }

  @Test func whatIsBeingAskedStays() throws {
    var screen = try ScreenTests.home()
    _ = screen.take(.saving(screen.data.catalog, "x; saving…"), SampleCatalog.context, changed: [home])
    screen.type("a", "M")
    _ = screen.take(.saved("x; undo takes it back"), SampleCatalog.context)
    #expect(screen.message == nil && screen.prompt != nil)
  }

  @Test func aDecisionThatCouldNotBeWrittenWaitsAgain() throws {
    var screen = try ScreenTests.screen()
    screen.pages = [.queue(QueuePage(.review, ["a", "b", "d"].map(id)))]
    screen.refreshPage()
    screen.type(" ")
    let effects = screen.take(
      .saving(screen.data.catalog, "Done: Apples; saving…"), SampleCatalog.context, changed: [])
    #expect(effects == [.rememberReview(ReviewProgress(decided: [id("a")], current: id("b")))])
    #expect(screen.subject == id("b"))
    let after = screen.take(.takenBack("the disk is full", [id("a")]), SampleCatalog.context)
    #expect(after == [.rememberReview(ReviewProgress(current: id("a")))])
    #expect(screen.subject == id("a") && screen.unsavedCount == 0)
    #expect(screen.message == Screen.Message(text: "the disk is full", isError: true))
  }

  /// The lines, the counts and the order are those that a screen has which is opened now.
  @Test(arguments: [false, true])
  func linesAreThoseOfAScreenOpenedNow(naturally: Bool) throws {
    let edits: [ScreenEdit] = [
      ScreenEdit(id("a"), .flag(true)), ScreenEdit(id("b"), .complete(Completion(subtasks: .keep))),
      ScreenEdit(id("d"), .set(.title, .text("Figs"))), ScreenEdit(id("c"), .setParent(nil)),
      ScreenEdit(id("d"), .set(.due, .moment(.date(SampleCatalog.context.today)))),
      ScreenEdit(id("a"), .arrange(.bottom)), ScreenEdit(id("c"), .delete(.keep)),
      ScreenEdit(id("e"), .reopen), ScreenEdit(id("d"), .move(toList: ScreenTests.list("work"))),
      ScreenEdit(id("a"), .cancel),
    ]
    var screen = try ScreenTests.home()
    if naturally { screen.type("o") }
    for edit in edits {
      let catalog = try changed(screen.data.catalog, edit)
      _ = screen.take(
        .saving(catalog, "x"), SampleCatalog.context, changed: [home, ScreenTests.list("work")])
      var fresh = Screen(CatalogFacts(catalog, SampleCatalog.context), size: screen.size)
      fresh.open(.list(home), order: naturally ? .natural : .manual)
      guard case .reminders(let page) = screen.page, case .reminders(let other) = fresh.page else {
        return #expect(Bool(false))
      }
      #expect(page.rows == other.rows, "\(edit)")
      for list in [home, ScreenTests.list("work")] {
        #expect(screen.data.knownCounts(of: list) == fresh.data.knownCounts(of: list), "\(edit)")
      }
    }
  }

  @Test func whatIsDoneStaysOnThePage() throws {
    var screen = try ScreenTests.home()
    screen.type(" ")
    let catalog = try changed(screen.data.catalog, ScreenEdit(id("a"), .complete(Completion())))
    _ = screen.take(.saving(catalog, "x"), SampleCatalog.context, changed: [home])
    #expect(screen.subject == id("a") && screen.frame().text.contains("✓ Apples"))
  }
}
