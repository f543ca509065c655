import ListoTestSupport
import Synchronization
import Testing

@testable import Listo
@testable import ListoModel

/// Several threads make the same output as one.
@Suite struct SharedWorkTests {
  private static func todo(_ number: Int, title: String, stamp: Int) -> String {
    "BEGIN:VTODO\r\nUID:\(number)\r\nDTSTAMP:20260101T000000Z\r\n"
      + "LAST-MODIFIED:2026010\(stamp)T000000Z\r\nSUMMARY:\(title)\r\nDUE;TZID=Europe/Berlin:20260203T080000\r\n"
      + "END:VTODO\r\n"
  }

  private static func calendar(_ items: [String], header: String = "") -> [UInt8] {
    Array(
      ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n" + header + items.joined()
        + "END:VCALENDAR\r\n")
        .utf8)
  }

  private static func merged(_ inputs: [MemoryInput], on pipeline: some Pipeline) throws -> [UInt8] {
    var result: [UInt8] = []
    try Merge.plan(inputs, on: pipeline).write { result += $0 }
    return result
  }

  /// Small inputs in a row and a large one among them, versions of one reminder in several of them.
  @Test func aMergeOfManyFiles() throws {
    var random = SplitMix64(seed: Seed.current)
    let inputs = (0..<300).map { number in
      let count = number == 150 ? 2000 : 1
      let items = (0..<count).map { _ in
        let uid = Int.random(in: 0..<200, using: &random)
        return Self.todo(uid, title: "\(uid) of \(number)", stamp: Int.random(in: 1...9, using: &random))
      }
      return MemoryInput(name: "\(number)", listName: "Home", Self.calendar(items))
    }
    let alone = try Self.merged(inputs, on: SerialPipeline())
    #expect(try Self.merged(inputs, on: ThreadPipeline()) == alone)
    #expect(alone.count > 20_000)
  }

  /// One of the small inputs asks for something, and is left out.
  @Test func aMessageAmongManyFiles() throws {
    var inputs = (0..<100).map {
      MemoryInput(name: "\($0)", listName: "Home", Self.calendar([Self.todo($0, title: "a", stamp: 1)]))
    }
    inputs[40] = MemoryInput(
      name: "40", listName: "Home",
      Self.calendar([Self.todo(7, title: "b", stamp: 2)], header: "METHOD:CANCEL\r\n"))
    let (alone, shared) = (
      try Merge.plan(inputs, on: SerialPipeline()), try Merge.plan(inputs, on: ThreadPipeline())
    )
    #expect(alone.report.problems == shared.report.problems && alone.report.problems.count == 1)
    #expect(try Self.merged(inputs, on: SerialPipeline()) == Self.merged(inputs, on: ThreadPipeline()))
  }

  /// A patch about more reminders than one thread is given at a time.
  @Test func aPatchOfManyReminders() throws {
    let numbers = Array(0..<1500)
    let versions = (old: 1, theirs: 3, ours: 2)
    let side = { (stamp: Int, title: String, keeps: (Int) -> Bool) in
      Self.calendar(numbers.filter(keeps).map { Self.todo($0, title: "\($0) \(title)", stamp: stamp) })
    }
    let old = side(versions.old, "old") { _ in true }
    let theirs = side(versions.theirs, "theirs") { $0 % 7 != 0 }
    let ours = side(versions.ours, "ours") { $0 % 5 != 0 }
    let difference = try CatalogDifference(from: Self.catalog(old), to: Self.catalog(theirs))
    let patch = try Patch(reading: MemorySource(Patch(difference).text))
    var names = ListNames()
    let survey = try Survey(
      of: MemorySource(ours), file: "a.ics", fileName: "a.ics", in: Self.folder, names: &names)
    let target = PatchTarget(
      name: Patch.ListName(
        identifier: survey.calendars[0].place.listIdentifier, title: survey.calendars[0].place.listTitle,
        path: "a.ics"), calendar: survey.calendars[0].context)
    var search = PatchSearch(patch, in: [target])
    var reader = SurveyedReader(MemorySource(ours), survey: survey)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        guard case .component(let component) = item, let calendar else { return }
        search.take(component, in: calendar.context, list: 0, input: 0, ordinal: ordinal)
      }
    }
    let (alone, shared) = (PatchPlan(search), PatchPlan(search, on: ThreadPipeline()))
    #expect(alone.counts[.changed] ?? 0 > 1000)
    #expect(alone.decisions.map(\.uid) == shared.decisions.map(\.uid))
    #expect(alone.decisions.map(\.outcome) == shared.decisions.map(\.outcome))
    #expect(alone.conflicts == shared.conflicts && alone.conflicts > 1000)
    #expect(alone.edits.mapValues(Self.bytes) == shared.edits.mapValues(Self.bytes))
    #expect(
      alone.additions.map { $0.map(\.component.bytes) } == shared.additions.map { $0.map(\.component.bytes) })
  }

  private static func bytes(_ edit: PatchPlan.Edit) -> [UInt8]? {
    switch edit {
    case .replace(let bytes): Array(bytes)
    case .remove: nil
    }
  }

  private static let folder = CatalogBuilder.Folder(
    parent: Source(identifier: "/s", title: "s", kind: .folder),
    source: Source(identifier: "/s/f", title: "f", kind: .folder), name: "f", path: "/s/f")

  private static func catalog(_ bytes: [UInt8]) throws -> Catalog {
    var builder = CatalogBuilder()
    builder.add(
      try CalendarFile(reading: MemorySource(bytes), file: "a.ics"), fileName: "a.ics", in: folder)
    return builder.catalog()
  }

  /// Large ones keep their place, and what was done before a failure was done.
  @Test(arguments: [nil, 40, 41, 99] as [Int?])
  func inputsInTheirOrder(failing: Int?) {
    struct Failure: Error {}
    let numbers = Array(0..<100)
    let isLarge = { @Sendable (number: Int) in number == 41 || number == 70 }
    let made = Mutex(0)
    var seen: [Int] = []
    do throws(Failure) {
      try InputSharing.run(numbers) { number -> Int? in
        guard !isLarge(number) else { return nil }
        made.withLock { $0 += 1 }
        return number
      } large: { number throws(Failure) in
        if number == failing { throw Failure() }
        seen.append(number)
      } consume: { element, number throws(Failure) in
        #expect(element == number)
        if number == failing { throw Failure() }
        seen.append(number)
      }
      #expect(failing == nil && made.withLock { $0 } == 98)
    } catch {
      #expect(failing != nil)
    }
    #expect(seen == Array(numbers.prefix(failing ?? 100)))
  }
}
