import ICalendar
import Testing

@testable import ListoModel

@Suite struct InsignificantContentTests {
  /// A property whose significance depends on others of its component is in the table, with these others: a
  /// comparison looks at such a line again.
  @Test func whatDependsOnOthersIsListed() throws {
    let properties = PropertyID.allCases.filter { !$0.name.isEmpty && $0 != .begin && $0 != .end }
    let values: [PropertyID: String] = [
      .completed: "20260101T000000Z", .percentComplete: "50", .status: "COMPLETED",
      .organizer: "mailto:a@b.example", .dtstart: "20260101T000000Z", .due: "20260101T000000Z",
    ]
    for property in properties {
      let value =
        InsignificantContent.defaults.first { $0.property == property }?.value ?? values[property] ?? "1"
      let line = "\(property.name):\(value)"
      // A start at the due date says nothing, and a diff shows the other one of them.
      let others =
        InsignificantContent.dependent.first { $0.property == property }?.others
        ?? (property == .dtstart ? [.due] : [])
      let alone = try Self.level(of: property, line, beside: nil)
      for other in properties where other != property {
        let level = try Self.level(of: property, line, beside: "\(other.name):\(values[other] ?? "1")")
        #expect((level != alone) == others.contains(other), "\(line) beside \(other.name)")
      }
      if let level = InsignificantContent.level(of: property) { #expect(level == alone, "\(line)") }
    }
  }

  private static func level(
    of property: PropertyID, _ line: String, beside other: String?
  ) throws -> EqualityLevel {
    let lines = ["BEGIN:VTODO", line] + [other].compactMap(\.self) + ["END:VTODO"]
    let component = try #require(Component(Array(lines.joined(separator: "\r\n").utf8)))
    return InsignificantContent.level(of: try #require(component.first(property)), in: component)
  }
}
