import Foundation
import Listo
import ListoTestSupport
import Testing

/// Byte exactness: a file differs by exactly what was changed, and taking it back gives its bytes back.
@Suite struct StoreByteTests {
  @Test func ofOurOwnFiles() throws { try tryOut(Corpus.own) }

  @Test(.enabled(if: Corpus.isThere, "no LISTO_CORPUS"))
  func ofFilesOfOthers() throws { try tryOut(Corpus.others) }

  /// Small files, so that every kind of neighbour is met.
  @Test func ofGeneratedFiles() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    for _ in 0..<60 {
      let folder = try StoreFolder()
      let bytes = Self.generated(&random)
      try folder.write("a.ics", bytes)
      try tryOut(folder, "a.ics", bytes, &random)
    }
  }

  /// - Parameter paths: a share of them, each time another, since each change waits for the disk.
  private func tryOut(_ paths: [String]) throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    var count = 0
    for (_, bytes) in try Corpus.drawn(100, of: paths, below: 1 << 20, using: &random) {
      let folder = try StoreFolder()
      try folder.write("a.ics", bytes)
      if try tryOut(folder, "a.ics", bytes, &random) { count += 1 }
    }
    #expect(count > 0)
  }

  /// A few changes, one after the other; then all of them back.
  @discardableResult
  private func tryOut(
    _ folder: StoreFolder, _ name: String, _ bytes: [UInt8], _ random: inout SplitMix64
  ) throws -> Bool {
    let store = try folder.store()
    var done = 0
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let catalog = store.catalog
      let paths = catalog.reminderPaths
      guard let path = paths.randomElement(using: &random), let reminder = catalog.reminder(at: path),
        let identifier = catalog.modelIdentifier(at: path), let list = catalog.list(at: path),
        list.list.allowsModification
      else { break }
      let isAddition = Int.random(in: 0..<3, using: &random) == 0
      let isRemoval = !isAddition && Int.random(in: 0..<3, using: &random) == 0
      let before = try folder.files()
      var changed = reminder.component
      changed.set(.summary, value: Array("Byte \(random.next())".utf8))
      let new = Component(Array(StoreFolder.todo("new-\(random.next())").utf8))
      let step = EditPlan.Step(
        list: list.identifier,
        identifier: isAddition
          ? ModelIdentifier(
            source: identifier.source, list: identifier.list, uid: ModelIdentifier.Name("new")) : identifier,
        before: isAddition ? nil : reminder, after: isAddition ? new : isRemoval ? nil : changed)
      let transaction = try store.apply("round", at: noon) { _ throws(WorkError) in EditPlan(steps: [step]) }
      done += 1
      // The transaction reports the changes that were made, and no others.
      let after = try folder.files()
      try requireExact(transaction, before, after, folder, "seed \(random.seed), \(name)")
      #expect(transaction.items.count == 1, "seed \(random.seed)")
      if !isRemoval, !isAddition {
        // One without a UID has another name now, and a file of one item may be another list.
        let now = store.catalog.sources.flatMap(\.lists).flatMap(\.reminders)
        #expect(
          now.contains { $0.component.bytes.elementsEqual(changed.bytes) }, "seed \(random.seed), \(path)")
      }
    }
    for _ in 0..<done { try store.undo(at: noon) }
    #expect(try folder.files() == [name: bytes], "seed \(random.seed)")
    return done > 0
  }

  private func requireExact(
    _ transaction: Transaction, _ before: [String: [UInt8]], _ after: [String: [UInt8]],
    _ folder: StoreFolder,
    _ comment: Comment
  ) throws {
    var expected = before
    for file in transaction.files {
      let name = String(file.path.dropFirst(folder.path.count + 1))
      var bytes = before[name] ?? []
      for splice in file.splices.reversed() {
        let range = splice.offset..<splice.offset + splice.old.count
        #expect(Array(bytes[range]) == splice.old, comment)
        bytes.replaceSubrange(range, with: splice.new)
      }
      expected[name] = file.kind == .removed ? nil : bytes
    }
    #expect(after == expected, comment)
    // And they are whole lines: what stands around is not torn.
    for file in transaction.files where file.kind == .changed {
      for splice in file.splices where !splice.old.isEmpty {
        #expect(Component(splice.old) != nil, comment)
      }
    }
  }

  private static func generated(_ random: inout SplitMix64) -> [UInt8] {
    let end = ["\r\n", "\n"].pick(using: &random)
    var lines: [String] = []
    for calendar in 0..<Int.random(in: 1...2, using: &random) {
      let isBare = Int.random(in: 0..<6, using: &random) == 0
      if !isBare {
        lines += ["BEGIN:VCALENDAR", "VERSION:2.0"]
        if Bool.random(using: &random) { lines.append("X-WR-CALNAME:List \(calendar)") }
      }
      for item in 0..<Int.random(in: 1...4, using: &random) {
        let name = ["VTODO", "VTODO", "VEVENT", "X-OTHER"].pick(using: &random)
        lines += ["BEGIN:\(name)", "UID:\(calendar)-\(item)"]
        if Bool.random(using: &random) { lines += ["SUMMARY:Größe \(item)", " folded"] }
        if Bool.random(using: &random) {
          lines += ["BEGIN:VALARM", "TRIGGER:-PT5M", "SUMMARY:alarm", "END:VALARM"]
        }
        if Int.random(in: 0..<4, using: &random) == 0 { lines.append("") }
        lines.append("END:\(name)")
        if Int.random(in: 0..<6, using: &random) == 0 { lines.append("stray text") }
      }
      if !isBare {
        if Int.random(in: 0..<5, using: &random) == 0 { lines.append("X-TRAILING:b") }
        lines.append("END:VCALENDAR")
      }
    }
    // One that is cut off.
    if Int.random(in: 0..<5, using: &random) == 0 { lines.removeLast(Int.random(in: 1...2, using: &random)) }
    let text = lines.joined(separator: end)
    return Array((Bool.random(using: &random) ? text + end : text).utf8)
  }
}
