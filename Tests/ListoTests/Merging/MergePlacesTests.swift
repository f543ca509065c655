import Testing

@testable import Listo

/// A merge of places, by the rules of the command.
@Suite struct MergePlacesTests {
  private static let bread = StoreFolder.calendar(nil, StoreFolder.todo("1", "SUMMARY:Bread"))

  private func ended(_ places: [String], base: String?, allowsEmpty: Bool = false) -> WorkError? {
    do throws(WorkError) {
      _ = try Merge.plan(places, base: base, allowsEmpty: allowsEmpty)
      return nil
    } catch {
      return error
    }
  }

  /// A folder that is not mounted is empty too, and is no folder in which everything was deleted.
  @Test func withABaseNoSideIsEmpty() throws {
    let folder = try StoreFolder()
    for name in ["base/Home.ics", "laptop/Home.ics"] { try folder.write(name, Self.bread) }
    try folder.write("phone/.hidden", "")
    let (laptop, phone) = (folder.path + "/laptop", folder.path + "/phone")
    func nothing(_ error: WorkError?) -> (side: String, isBase: Bool)? {
      guard case .nothingToMerge(let side, let isBase) = error else { return nil }
      return (side, isBase)
    }
    let side = try #require(nothing(ended([laptop, phone], base: folder.path + "/base")))
    #expect(side.side == phone && !side.isBase)
    let base = try #require(nothing(ended([laptop, laptop], base: phone)))
    #expect(base.side == phone && base.isBase)
    #expect(ended([laptop, phone], base: folder.path + "/base", allowsEmpty: true) == nil)
    #expect(ended([laptop, phone], base: nil) == nil)
  }

  /// A reminder that can no longer be read does not count as deleted.
  @Test func withABaseItsFilesAreRead() throws {
    let folder = try StoreFolder()
    for side in ["base", "laptop", "phone"] {
      try folder.write("\(side)/Home.ics", Self.bread)
      try folder.write("\(side)/more.jsonl", (side == "phone" ? "" : "{") + #""title":"Butter","uid":"2"}"#)
    }
    let sides = [folder.path + "/laptop", folder.path + "/phone"]
    guard case .incomplete(let input, _) = ended(sides, base: folder.path + "/base") else {
      Issue.record("a file that is not read would count as deleted")
      return
    }
    #expect(input == folder.path + "/phone/more.jsonl")
    #expect(ended(sides, base: nil) == nil)
  }
}
