import ICalendar
import Testing

@testable import ListoModel

/// Which properties of versions have to be looked at: those whose lines are not the same bytes in all of
/// them.
@Suite struct DifferingPropertiesTests {
  private static func component(_ lines: String...) throws -> Component {
    let text = (["BEGIN:VTODO"] + lines + ["END:VTODO"]).map { $0 + "\r\n" }.joined()
    return try #require(Component(Array(text.utf8)))
  }

  private static func differing(_ components: Component...) -> Set<PropertyID> {
    let set = PropertySet(differingIn: components)
    return Set(PropertyID.allCases.filter(set.contains))
  }

  @Test func whatIsTheSameInBetweenIsPassedOver() throws {
    let one = try Self.component("UID:1", "LAST-MODIFIED:20260101T000000Z", "DUE:20260203", "SUMMARY:Bread")
    let other = try Self.component("UID:1", "LAST-MODIFIED:20260102T000000Z", "DUE:20260203", "SUMMARY:Rolls")
    #expect(Self.differing(one, other) == [.lastModified, .summary])
    #expect(Self.differing(one, one, other) == [.lastModified, .summary])
    #expect(Self.differing(one, one).isEmpty)
  }

  @Test func orderCountsWithinAPropertyAlone() throws {
    let one = try Self.component("UID:1", "SUMMARY:Bread", "CATEGORIES:a", "CATEGORIES:b", "DUE:20260203")
    let moved = try Self.component("DUE:20260203", "CATEGORIES:a", "SUMMARY:Bread", "CATEGORIES:b", "UID:1")
    let swapped = try Self.component("UID:1", "SUMMARY:Bread", "CATEGORIES:b", "CATEGORIES:a", "DUE:20260203")
    #expect(Self.differing(one, moved).isEmpty)
    #expect(Self.differing(one, swapped) == [.categories])
  }

  @Test func anotherLineAnotherSpellingAndNone() throws {
    let one = try Self.component("UID:1", "SUMMARY:Bread", "X-A:1", "COMMENT:c")
    let other = try Self.component("UID:1", "summary:Bread", "X-A:1", "COMMENT:c", "COMMENT:c", "X-B:1")
    #expect(Self.differing(one, other) == [.summary, .comment, .other])
    #expect(Self.differing(other, one) == [.summary, .comment, .other])
  }

  /// Properties that change together are decided together, and EXDATE is decided beside the dates.
  @Test func groupsAreWhole() {
    let decided = MergeUnit.properties(decidedWith: [.due, .summary])
    for id in MergeGroup.dates.properties + [.exdate, .summary] { #expect(decided.contains(id)) }
    for id in MergeGroup.completion.properties + [.description, .other] { #expect(!decided.contains(id)) }
    #expect(MergeUnit.properties(decidedWith: [.exdate]).contains(.rrule))
  }
}
