import Testing

@testable import Listo
@testable import ListoModel

/// How a large input is read for a list, by what the list shows.
@Suite struct ListingNeedsTests {
  private static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)

  private func needs(_ query: Query, isForFinished: Bool = false) -> ListingNeeds {
    ListingNeeds(query, Self.context, isForFinished: isForFinished)
  }

  @Test func everythingIsPrintedAsItStands() {
    var all = needs(.all, isForFinished: true)
    #expect(!all.isEverything)
    all.fields = nil
    #expect(all.isEverything && all.selection == nil)
    #expect(!needs(.all).isEverything)
    for change: (inout ListingNeeds) -> Void in [
      { $0.needsOthers = true }, { $0.order = .natural }, { $0.limit = 3 },
    ] {
      var other = all
      change(&other)
      #expect(!other.isEverything)
    }
  }

  @Test func ofSomeTheLinesOfARowAreHeld() throws {
    var some = needs(.isOpen)
    #expect(try #require(some.selection).lines != nil)
    some.fields = [.notes]
    #expect(try #require(some.selection).lines == nil)
    some.fields = nil
    #expect(try #require(some.selection).lines == nil)
    some.needsNumbers = true
    #expect(some.selection == nil)
    some.needsNumbers = false
    some.needsOthers = true
    #expect(some.selection == nil)
  }

  /// The first alone are held where what is left out can be counted as it is told.
  @Test func aLimit() throws {
    var some = needs(.isOpen)
    #expect(try #require(some.selection).best == nil)
    some.limit = 5
    var selection = try #require(some.selection)
    #expect(selection.best?.count == 5 && selection.group == nil)
    some.group(by: .due)
    selection = try #require(some.selection)
    #expect(selection.best?.count == 5 && selection.group != nil)
    some.group(by: .tag)
    #expect(try #require(some.selection).best == nil)
    some.group(by: .list)
    some.order = SortOrder([.init(.list)])
    #expect(try #require(some.selection).best == nil)
  }
}
