import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// How many of the reminders that an export brings again under new UIDs are found, and how many are taken for
/// one that are not.
@Suite struct ReExportTests {
  private struct Entry {
    let item: DuplicateSearch.Item
    /// The number of the real reminder that the entry is a copy of; the same for duplicates.
    let truth: Int
  }

  private static let verbs = [
    "Call", "Buy", "Pay", "Write to", "Ask", "Repair", "Plan", "Book", "Return", "Clean",
  ]
  private static let things = [
    "the dentist", "milk", "the rent", "Anna", "the gutters", "a birthday present", "the winter tyres",
    "oat milk",
    "the library books", "the landlord", "the bathroom tap", "train tickets", "Jonas", "the smoke detectors",
    "insurance", "the bicycle", "bread and butter", "the tax return",
  ]
  private static let ends = [
    "", "", "", " about the cleaning", " before Sunday", " for mum", " (locker 142)", " for two",
    " at the office",
    " for the advent weekend",
  ]

  private static func entry(_ truth: Int, _ home: Int, _ uid: Int, _ lines: [String]) throws -> Entry {
    let component = try #require(Component(Array(Make.todo(["UID:\(uid)"] + lines).utf8)))
    return Entry(item: DuplicateSearch.Item(likeness: Likeness(component), homes: [home]), truth: truth)
  }

  private static func export(_ random: inout SplitMix64) throws -> [Entry] {
    var entries: [Entry] = []
    var known: Set<String> = []
    for number in 0..<120 {
      let title = verbs.pick(using: &random) + " " + things.pick(using: &random) + ends.pick(using: &random)
      guard known.insert(title).inserted else { continue }
      var lines: [String] = []
      let day = { (month: Int) in "DUE;VALUE=DATE:20260\(month)1\(number % 9)" }
      if Bool.random(using: &random) { lines.append(day(1 + number % 8)) }
      if Int.random(in: 0..<4, using: &random) == 0 {
        lines.append("DESCRIPTION:Number \(number) of the list")
      }
      if Int.random(in: 0..<5, using: &random) == 0 { lines.append("STATUS:COMPLETED") }
      entries.append(try entry(number, 0, number, ["SUMMARY:" + title] + lines))
      switch Int.random(in: 0..<10, using: &random) {
      case 0: break
      case 1:
        // The same again, next month, or done: another reminder.
        let other = lines.contains("STATUS:COMPLETED") ? [] : ["STATUS:COMPLETED"]
        let anew = lines.contains { $0.hasPrefix("DUE") } ? [day(9)] : other
        entries.append(try entry(1000 + number, 1, 1000 + number, ["SUMMARY:" + title] + anew))
      default:
        entries.append(
          try entry(number, 1, 1000 + number, ["SUMMARY:" + edited(title, &random)] + lines))
      }
    }
    return entries
  }

  private static func edited(_ title: String, _ random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: title.lowercased()
    case 1: title + "!"
    case 2: title.replacing(" ", with: "  ")
    case 3: title.replacing(" the ", with: " ")
    case 4: title + " " + ["soon", "today", "please"].pick(using: &random)
    default: title
    }
  }

  @Test(arguments: [(0.8, 0.93, 0.8), (0.9, 0.8, 0.93)])
  func precisionAndRecall(threshold: Double, recall: Double, precision: Double) throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var (right, wrong, missed) = (0, 0, 0)
    for _ in 0..<20 {
      let entries = try Self.export(&random)
      let groups = DuplicateSearch.groups(entries.map(\.item), atLeast: threshold).groups
      let truth = Dictionary(grouping: entries.indices) { entries[$0].truth }.values.count { $0.count == 2 }
      let found = groups.map { Set($0.map { entries[$0].truth }) }
      let good = found.count { $0.count == 1 }
      right += good
      wrong += found.count - good
      missed += truth - good
    }
    let (found, hits) = (Double(right) / Double(right + wrong), Double(right) / Double(right + missed))
    print("from \(threshold): precision \(found), recall \(hits)")
    #expect(hits >= recall && found >= precision, "seed \(seed): recall \(hits), precision \(found)")
  }
}
