import Foundation
import Listo
import ListoTestSupport
import Testing

/// Undo out of order, in files of one to four calendars: the file is as if the change had never been made, or
/// the undo is refused.
@Suite struct UndoLawTests {
  private static let context = EditContext(
    ViewContext(now: noon, zone: .utc), makeUID: { "new" })

  /// A change that can be made again.
  private enum Step: CustomStringConvertible {
    case add(String, list: String)
    case retitle(String, String)
    case complete(String)
    case delete(String)
    case move(String, list: String)
    case arrange(String, before: String)

    var description: String {
      switch self {
      case .add(let uid, let list): "add \(uid) to \(list)"
      case .retitle(let uid, let title): "retitle \(uid) \(title)"
      case .complete(let uid): "complete \(uid)"
      case .delete(let uid): "delete \(uid)"
      case .move(let uid, let list): "move \(uid) to \(list)"
      case .arrange(let uid, let other): "arrange \(uid) before \(other)"
      }
    }

    var uid: String {
      switch self {
      case .add(let uid, _), .retitle(let uid, _), .complete(let uid), .delete(let uid), .move(let uid, _),
        .arrange(let uid, _):
        uid
      }
    }

    func apply(to store: ReminderStore) throws {
      func list(_ title: String) throws -> ModelIdentifier {
        let lists = store.catalog.sources.flatMap(\.lists)
        return try #require(lists.first { $0.list.title == title }).identifier
      }
      switch self {
      case .add(let uid, let title):
        let list = try list(title)
        let component = Component(Array(StoreFolder.todo(uid, "SUMMARY:\(uid)").utf8))
        let identifier = ModelIdentifier(
          source: list.source, list: list.list, uid: ModelIdentifier.Name(uid))
        try store.apply("add", at: noon) { _ in
          EditPlan(steps: [EditPlan.Step(list: list, identifier: identifier, before: nil, after: component)])
        }
      case .retitle(let uid, let title):
        try change(store, .set(.title, .text(title)), uid)
      case .complete(let uid): try change(store, .complete(Completion()), uid)
      case .delete(let uid): try change(store, .delete(.keep), uid)
      case .move(let uid, let title): try change(store, .move(toList: try list(title)), uid)
      case .arrange(let uid, let other):
        try change(store, .arrange(.before(try store.catalog.identifier(other))), uid)
      }
    }

    private func change(_ store: ReminderStore, _ change: Change, _ uid: String) throws {
      let identifier = try store.catalog.identifier(uid)
      try store.apply("change", in: UndoLawTests.context) { editing throws(EditError) in
        try editing.apply(change, to: identifier)
      }
    }
  }

  private static func file(_ random: inout SplitMix64) -> String {
    var uid = 0
    return (0..<Int.random(in: 1...4, using: &random)).map { list in
      let todos = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        uid += 1
        return StoreFolder.todo("\(uid)", "SUMMARY:Reminder \(uid)")
      }
      return StoreFolder.calendar("List \(list)", todos.joined())
    }.joined()
  }

  private static func steps(_ text: String, _ random: inout SplitMix64) -> [Step] {
    let lists = text.components(separatedBy: "X-WR-CALNAME:").dropFirst().map { String($0.prefix(6)) }
    var uids = text.components(separatedBy: "\r\nUID:").dropFirst().map { String($0.prefix { $0.isNumber }) }
    return (0..<Int.random(in: 2...5, using: &random)).compactMap { index in
      guard let uid = uids.randomElement(using: &random), Int.random(in: 0..<6, using: &random) > 0 else {
        uids.append("new\(index)")
        return lists.randomElement(using: &random).map { .add("new\(index)", list: $0) }
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .retitle(uid, "Title \(index)")
      case 1: return .complete(uid)
      case 2, 3:
        uids.removeAll { $0 == uid }
        return .delete(uid)
      case 4: return lists.randomElement(using: &random).map { .move(uid, list: $0) }
      default:
        guard let other = uids.randomElement(using: &random), other != uid else { return nil }
        return .arrange(uid, before: other)
      }
    }
  }

  /// The lines of a file, those of each reminder in an order of their own: a line that was added stands
  /// behind those before it.
  private static func lines(_ text: String) -> [[String]] {
    text.components(separatedBy: "BEGIN:VTODO").map { $0.components(separatedBy: "\r\n").sorted() }
  }

  @Test func anUndoOutOfOrderIsExactOrRefused() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    var (exact, refused) = (0, 0)
    for round in 0..<Rounds.times(60) {
      let text = Self.file(&random)
      let steps = Self.steps(text, &random)
      guard !steps.isEmpty else { continue }
      let folder = try StoreFolder()
      try folder.write("a.ics", text)
      let store = try folder.store()
      var made: [(step: Step, id: Transaction.ID)] = []
      for step in steps {
        // One that cannot be made, such as an order across lists, is none.
        guard (try? step.apply(to: store)) != nil, let id = try store.history().first?.id,
          id != made.last?.id
        else { continue }
        made.append((step, id))
      }
      guard let chosen = made.indices.randomElement(using: &random) else { continue }
      let before = try folder.text("a.ics")
      let note = "seed \(random.seed), round \(round): \(made.map(\.step)), undo \(chosen)\n\(before)"
      do {
        try store.undo(made[chosen].id, at: noon)
      } catch {
        #expect(try folder.text("a.ics") == before, "\(note)")
        refused += 1
        continue
      }
      let other = try StoreFolder()
      try other.write("a.ics", text)
      let again = try other.store()
      // An order is written by what is there; so is that of a reminder which comes to a list with an order.
      var isOfOrder = false
      if case .arrange = made[chosen].step { isOfOrder = true }
      let isWhole = !made.suffix(from: chosen + 1).contains {
        switch $0.step {
        case .arrange: true
        case .move, .add: isOfOrder
        default: false
        }
      }
      for (index, step) in made.enumerated() where index != chosen {
        guard isWhole, (try? step.step.apply(to: again)) == nil else { continue }
        // A reminder that the change added may have gone since.
        guard before.contains("UID:\(step.step.uid)\r\n") else { continue }
        Issue.record("\(step.step) was made of the change, whose undo was not refused: \(note)")
      }
      guard isWhole else { continue }
      #expect(try Self.lines(folder.text("a.ics")) == Self.lines(other.text("a.ics")), "\(note)")
      exact += 1
    }
    #expect(exact > refused, "\(exact) exact, \(refused) refused")
  }
}
