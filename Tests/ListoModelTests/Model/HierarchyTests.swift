import ICalendar
import Testing

@testable import ListoModel

/// Who stands below whom.
@Suite struct HierarchyTests {
  /// The elements as they are visited, indented by their depth; the last of siblings with a full stop.
  private func walked(_ parents: [Int?], order: [Int]) -> [String] {
    var lines: [String] = []
    Hierarchy(parents: parents, order: order).walk { index, depth, isLast in
      lines.append(String(repeating: " ", count: depth) + "\(index)" + (isLast ? "." : ""))
    }
    return lines
  }

  @Test func siblingsStandInTheirOrder() {
    let parents = [nil, 0, 1, 0, nil]
    #expect(walked(parents, order: [4, 3, 2, 1, 0]) == ["4", "0.", " 3", " 1.", "  2."])
    #expect(walked(parents, order: [0, 1, 2, 3, 4]) == ["0", " 1", "  2.", " 3.", "4."])
  }

  @Test func belowTheNearestThatIsInIt() {
    let parents = [nil, 0, 1, 2, 0]
    #expect(walked(parents, order: [0, 3, 4]) == ["0.", " 3", " 4."])
    #expect(walked(parents, order: [4, 3]) == ["4", "3."])
    #expect(walked(parents, order: [3, 2]) == ["2.", " 3."])
    let tree = Hierarchy(parents: parents, order: [0, 3])
    #expect([0, 1, 2, 3, 4].map(tree.contains) == [true, false, false, true, false])
  }

  @Test func circlesAreCut() {
    #expect(walked([0], order: [0]) == ["0."])
    #expect(walked([1, 0], order: [1, 0]) == ["1.", " 0."])
    // Of others that are not in it.
    #expect(walked([1, 0], order: [0]) == ["0."])
    #expect(walked([1, 2, 1], order: [0]) == ["0."])
  }

  /// RELTYPE=CHILD counts for reminders that name no parent of the list themselves (RFC 5545 §3.2.15).
  @Test func partsThatTheirParentNames() throws {
    let lines = [
      ["UID:p", "RELATED-TO;RELTYPE=CHILD:a", "RELATED-TO;reltype=child:b", "RELATED-TO;RELTYPE=CHILD:c"],
      ["UID:a"], ["UID:b", "RELATED-TO:o"], ["UID:c", "RELATED-TO:gone"],
      ["UID:o", "RELATED-TO;RELTYPE=CHILD:o", "RELATED-TO;RELTYPE=CHILD:a"],
    ]
    let reminders = try lines.map {
      Reminder(try #require(Component(Array(Make.todo($0).utf8))), in: .none)
    }
    #expect(Hierarchy.parents(of: reminders) == [nil, 0, 4, 0, nil])
  }
}
