import Testing

@testable import ListoModel

@Suite struct QueryCombiningTests {
  @Test(arguments: [
    ("all", "all", "all"), ("open", "all", "open"), ("all", "open", "open"),
    ("open", "overdue", "open and overdue"),
    ("open and overdue", "list = Home", "open and overdue and list = Home"),
    ("list = Home", "open and overdue", "list = Home and open and overdue"),
    ("open or overdue", "list = Home", "(open or overdue) and list = Home"),
    ("open and overdue", "blocked and recurring", "open and overdue and blocked and recurring"),
  ])
  func bothHold(one: String, other: String, both: String) throws {
    let expression = try QueryExpression(one).and(try QueryExpression(other))
    #expect(expression.description == both)
    #expect(try expression == QueryExpression(both))
  }

  @Test func allOfSome() throws {
    let nodes = try ["open", "overdue", "blocked"].map { try QueryExpression($0).node }
    for (count, text) in ["all", "open", "open and overdue", "open and overdue and blocked"].enumerated() {
      #expect(QueryExpression(allOf: Array(nodes.prefix(count))).description == text)
    }
  }
}
