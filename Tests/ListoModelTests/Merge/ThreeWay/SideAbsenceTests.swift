import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// A component missing from a side of a merge counts as deleted only if the side could have held it.
@Suite struct SideAbsenceTests {
  private static func items(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { todo("UID:u\($0)", "DTSTAMP:20260101T000000Z", "SUMMARY:Thing \($0)") }
  }

  private static func file(_ lines: [String]) -> [UInt8] {
    Array(
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
  }

  private static let whole = file(items(0..<10))

  private func merge(
    _ sides: [any MergeInput], base: any MergeInput = MemoryInput(name: "base", whole),
    allowsEmpty: Bool = false,
    options: MergeOptions = MergeOptions.oneList
  ) throws -> MergePlan {
    try Merge.plan(
      sides, base: MergeBase(inputs: [base], sides: Array(sides.indices), allowsEmpty: allowsEmpty),
      options: options)
  }

  /// Wherever a calendar is cut off, nothing of it counts.
  @Test func whatIsCutOffIsNoSide() throws {
    let ours = MemoryInput(name: "ours", Self.whole)
    var random = SplitMix64(seed: Seed.current)
    let end = Self.whole.count - "END:VCALENDAR\r\n".utf8.count
    for length in [0, 1, 14, 15, end - 1, end]
      + (0..<40).map({ _ in Int.random(in: 0...end, using: &random) })
    {
      let cut = MemoryInput(name: "cut", Array(Self.whole.prefix(length)))
      #expect(throws: MergeError.self, "\(length) bytes, LISTO_SEED=\(random.seed)") {
        try merge([ours, cut])
      }
      #expect(throws: MergeError.self, "a base of \(length) bytes, LISTO_SEED=\(random.seed)") {
        try merge([ours, ours], base: cut)
      }
    }
  }

  /// Of a side that something could not be read of, nothing that it lacks is deleted; what it changed counts,
  /// and so does what others deleted.
  @Test(arguments: [
    "END:VTODO", "BEGIN:VTODO\r\nUID:u0\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Thing 0",
  ])
  func whatCouldNotBeReadIsNotDeleted(damage: String) throws {
    let changed = todo("UID:u1", "DTSTAMP:20260101T000000Z", "SUMMARY:Changed")
    let partial = MemoryInput(name: "partial", Self.file([changed, damage] + Self.items([0, 2])))
    let ours = MemoryInput(name: "ours", Self.file(Self.items(0..<8)))
    for sides in [[ours, partial], [partial, ours]] as [[any MergeInput]] {
      let plan = try merge(sides)
      #expect(plan.report.kept == 8)
      #expect(plan.report.deleted == 2)
      #expect(String(decoding: try Self.output(plan), as: UTF8.self).contains("SUMMARY:Changed"))
      let told = plan.report.problems.filter { $0.code == .incompleteSide }
      #expect(told.map(\.file) == ["partial"])
      #expect(told.first?.message.contains("7 of 10") == true)
    }
  }

  /// A component that is too large to be read would be lost, so it ends the merge, with a base and without.
  @Test func whatIsTooLargeEndsTheMerge() throws {
    let large = todo("UID:u3", "SUMMARY:" + String(repeating: "x", count: 9000))
    let input = Limited(name: "large", Self.file(Self.items([0]) + [large] + Self.items([1])))
    let whole = MemoryInput(name: "ours", Self.whole)
    #expect {
      try merge([whole, input])
    } throws: { error in
      if case MergeError.oversize(let problem) = error {
        problem.file == "large" && problem.line == 8
      } else {
        false
      }
    }
    #expect(throws: MergeError.self) { try Merge.plan([whole, input]) }
    // Text that is no calendar at all has nothing to lose.
    let text = Limited(name: "text", [UInt8](repeating: 0x78, count: 9000))
    #expect(try Merge.plan([whole, text]).report.kept == 10)
  }

  /// Components lost before the input came here count like those that are seen to be lost.
  @Test func whatWasLostInConversionIsNotDeleted() throws {
    let partial = MemoryInput(name: "partial", isPartial: true, Self.file(Self.items([4])))
    let whole = MemoryInput(name: "ours", Self.whole)
    #expect(try merge([whole, partial]).report.kept == 10)
    let plan = try merge([whole, whole], base: partial)
    #expect(plan.report.kept == 10)
    #expect(plan.report.problems.map(\.code) == [.incompleteSide])
  }

  @Test func anEmptySideHasToBeMeant() throws {
    let (ours, empty) = (MemoryInput(name: "ours", Self.whole), MemoryInput(name: "empty", Self.file([])))
    #expect(throws: MergeError.emptied(EmptiedSide(side: 1, list: "", count: 10))) {
      try merge([ours, empty])
    }
    let plan = try merge([ours, empty], allowsEmpty: true)
    #expect(plan.report.kept == 0)
    #expect(plan.report.problems.map(\.code) == [.manyDeletions])
    // Where there is nothing to delete, it means nothing.
    #expect(try merge([empty, empty], base: empty).report.kept == 0)
  }

  @Test func aMessageIsNoSide() throws {
    let cancel = Self.file(["METHOD:CANCEL", todo("UID:u3", "SEQUENCE:1", "DTSTAMP:20260102T000000Z")])
    let (ours, message) = (MemoryInput(name: "ours", Self.whole), MemoryInput(name: "message", cancel))
    #expect(throws: MergeError.self) { try merge([ours, message]) }
    var options = MergeOptions(preference: .theirs)
    options.appliesMessages = true
    #expect(throws: MergeError.self) { try merge([ours, ours], base: message, options: options) }
    let theirs = MemoryInput(name: "theirs", Self.file(Self.items(0..<9)))
    for sides in [[message, ours, theirs], [ours, message, theirs], [ours, theirs, message]] {
      let plan = try merge(sides, options: options)
      #expect(plan.report.kept == 9)
      #expect(String(decoding: try Self.output(plan), as: UTF8.self).count(of: "STATUS:CANCELLED") == 1)
    }
  }

  @Test func whatHidesIsToldFromWhatIsOnlyOdd() throws {
    // A value that cannot be read, or bytes that are not UTF-8, hide nothing.
    let odd = Self.file(Self.items(1..<10) + [todo("UID:u10", "DUE:someday", "SUMMARY:x")])
    #expect(try merge([MemoryInput(name: "a", odd), MemoryInput(name: "b", Self.whole)]).report.deleted == 1)
  }

  private static func output(_ plan: MergePlan) throws -> [UInt8] {
    var output: [UInt8] = []
    try plan.write { output += $0 }
    return output
  }
}

/// An input of which components larger than 4 KB are not read.
private struct Limited: MergeInput {
  let name: String
  let listName = ""
  let content: [UInt8]

  init(name: String, _ content: [UInt8]) { (self.name, self.content) = (name, content) }

  var limits: ReadingLimits { ReadingLimits(itemBytes: 4096, blockBytes: 512) }

  func open() -> any ByteSource & Sendable { MemorySource(content) }

  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) {
    bytes += content.dropFirst(offset).prefix(count)
  }
}
