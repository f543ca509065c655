import ICalendar
import Testing

@testable import ListoFormats

struct ComponentTextTests {
  /// Text in text doubles its backslashes: what is kept of components that cannot stand in each other must
  /// not.
  @Test func whatIsKeptInEachOtherIsBounded() {
    var inner = ComponentText.reminder(line: 250)
    for line in (1..<250).reversed() {
      var outer = ComponentText.reminder(line: line)
      outer.append(inner)
      inner = outer
    }
    #expect(inner.bytes.count < 100_000)
    let leftOut = inner.problems.filter { $0.message.contains("left out") }
    #expect(!leftOut.isEmpty)
    #expect(leftOut.allSatisfy { $0.code == .badSyntax && $0.line != nil })
  }

  @Test func fewAreKept() {
    var inner = ComponentText.reminder(line: 3)
    for line in [2, 1] {
      var outer = ComponentText.reminder(line: line)
      outer.append(inner)
      inner = outer
    }
    #expect(inner.problems.count == 2)
    #expect(inner.problems.allSatisfy { !$0.message.contains("left out") })
  }
}
