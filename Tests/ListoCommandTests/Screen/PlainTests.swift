import Foundation
import Listo
import Testing

@testable import ListoCommand

/// The screen as a dialogue.
@Suite struct PlainTests {
  /// A world that notes what is asked of it.
  final class NotingWorld: ScreenWorld {
    let context = SampleCatalog.context
    var catalog: Catalog
    var effects: [Effect] = []

    init(_ catalog: Catalog) { self.catalog = catalog }

    func perform(_ effect: Effect) -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
      effects.append(effect)
      if case .change(let label, _) = effect { return (.done(catalog, label), []) }
      return (.nothing, [])
    }
  }

  private func run(_ screen: Screen, _ lines: [String]) -> (text: String, effects: [Effect]) {
    let world = NotingWorld(screen.data.catalog)
    var rest = lines[...]
    var text = ""
    var dialogue = PlainDialogue(
      screen, world,
      read: {
        let line = rest.popFirst()
        text += (line ?? "^D") + "\n"
        return line
      }, write: { text += $0 })
    dialogue.run()
    return (text, world.effects)
  }

  @Test func aListIsOpenedAndChanged() throws {
    let (text, effects) = run(
      try ScreenTests.screen(),
      [
        "5", "done 1", "2", "back", "done 2", "a", "delete 3", "add Milk tomorrow", "move 1", "wo", "/",
        "bread", "quit",
      ])
    #expect(
      text.contains("5  Home, 4 open, 1 overdue, 1 done")
        || text.contains("5  Home, 4 open · 1 overdue · 1 done"), "\(text)")
    #expect(text.contains("4  Dates, 1 day overdue"))
    #expect(text.contains("It has 1 open subtask. [k] keep them open, [a] all done, [enter] leave it: a"))
    let id = { (uid: String) in ScreenTests.id(uid) }
    #expect(
      effects == [
        .change(label: "Done: Apples", [ScreenEdit(id("a"), .complete(Completion()))]),
        .change(label: "Done: Bread", [ScreenEdit(id("b"), .complete(Completion(subtasks: .include)))]),
        .change(label: "Deleted: Crumbs", [ScreenEdit(id("c"), .delete(.keep))]),
        .add("Milk tomorrow", list: ScreenTests.list("home")),
        .change(
          label: "Moved to Work: Apples", [ScreenEdit(id("a"), .move(toList: ScreenTests.list("work")))]),
      ], "\(text)")
    #expect(!text.contains("\u{1B}"))
  }

  @Test func aReviewIsADialogue() throws {
    var screen = try ScreenTests.screen()
    screen.pages = [.queue(QueuePage(.review, ["a", "c", "d"].map { ScreenTests.id($0) }))]
    screen.refreshPage()
    let (text, effects) = run(screen, ["snooze fri", "done", "nonsense", "delet", "delete", "quit"])
    #expect(effects.contains(.postpone(ScreenTests.id("a"), to: "fri")), "\(text)")
    #expect(text.contains("error: unknown command 'nonsense'; help lists the commands"), "\(text)")
    #expect(text.contains("did you mean 'delete'?"))
  }

  @Test func theEndOfInputIsAnEnd() throws {
    let (text, effects) = run(try ScreenTests.screen(), [])
    #expect(effects == [] && text.hasSuffix("> ^D\n\n"))
    #expect(run(try ScreenTests.home(), ["done 1", "add"]).text.contains("Add to Home: ^D"))
  }
}
