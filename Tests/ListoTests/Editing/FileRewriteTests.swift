import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import Listo

/// Files that a command makes anew, as a change that undo takes back.
@Suite struct FileRewriteTests {
  private static func calendar(_ items: [String]) -> [UInt8] {
    Array(("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + items.joined() + "END:VCALENDAR\r\n").utf8)
  }

  private static func item(_ uid: Int, _ title: String) -> String {
    "BEGIN:VTODO\r\nUID:\(uid)\r\nSUMMARY:\(title)\r\nEND:VTODO\r\n"
  }

  /// The splices of any two versions make one of the other, and those of what only lost items are these
  /// items.
  @Test func splicesMakeTheNewFile() throws {
    var random = SplitMix64(seed: Seed.current)
    for round in 0..<300 {
      let old = (0..<Int.random(in: 0...8, using: &random)).map { uid in
        Self.item(uid, ["a", "b"].pick(using: &random))
      }
      var new = old.filter { _ in Int.random(in: 0...3, using: &random) > 0 }
      let isLessOnly = Bool.random(using: &random)
      if !isLessOnly {
        new = new.map {
          Int.random(in: 0...3, using: &random) == 0 ? $0.replacing("SUMMARY:", with: "SUMMARY:new ") : $0
        }
        new.insert(Self.item(90, "x"), at: Int.random(in: 0...new.count, using: &random))
        if Bool.random(using: &random) { new.reverse() }
      }
      let (before, after) = (Self.calendar(old), Self.calendar(new))
      let splices = FileRewrite.splices(from: before, to: after, "/a.ics")
      let change = FileChange("/a.ics", .changed, splices)
      var result: [UInt8] = []
      for piece in change.pieces(size: before.count) {
        switch piece {
        case .kept(let range): result += before[range]
        case .new(let bytes): result += bytes
        }
      }
      #expect(result == after, "seed \(Seed.current), round \(round)")
      _ = try ChangedFile(change, of: before)
      guard isLessOnly else { continue }
      #expect(splices.map { String(decoding: $0.old, as: UTF8.self) } == old.filter { !new.contains($0) })
      #expect(splices.allSatisfy { $0.new.isEmpty && $0.item != nil })
    }
  }

  /// All files are written, or none.
  @Test func filesComeChangeAndGo() throws {
    let folder = try StoreFolder()
    let old = Self.calendar([Self.item(1, "a"), Self.item(2, "b")])
    let changed = try folder.write("changed.ics", old)
    let removed = try folder.write("removed.ics", old)
    let before = try folder.files()
    let new = Self.calendar([Self.item(1, "a")])
    var rewrite = FileRewrite()
    try rewrite.replace(changed, old, by: new)
    try rewrite.replace(removed, old, by: nil)
    try rewrite.create(folder.path + "/new/created.ics", new)
    let result = try rewrite.write(folder.journal, label: "patch", at: Instant(seconds: 1_800_000_000))
    #expect(try folder.files() == ["changed.ics": new, "new/created.ics": new])
    #expect(result.id != nil)
    let store = try folder.store()
    _ = try store.undo(#require(result.id), at: Instant(seconds: 1_800_000_100))
    #expect(try folder.files() == before)
  }
}
