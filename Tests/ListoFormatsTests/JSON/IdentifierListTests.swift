import ListoFormats
import ListoModel
import Testing

/// What names reminders on standard input.
@Suite struct IdentifierListTests {
  private func texts(_ text: String) throws -> [String] {
    try IdentifierList.read(Array(text.utf8)).map(\.text)
  }

  @Test func linesAreIdentifiersOrWords() throws {
    let found = try IdentifierList.read(Array("Home/list/uid-1\r\n\n  599d \n4711@example.org\n599d\n".utf8))
    #expect(found.map(\.text) == ["Home/list/uid-1", "599d", "4711@example.org"])
    guard case .identifier? = found.first, case .word? = found.last else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func jsonHasTheIdentifierOfEach() throws {
    #expect(try texts(#"[{"id":"a/b/c","title":"x"},{"id":"a/b/d"}]"#) == ["a/b/c", "a/b/d"])
    #expect(try texts("{\"id\":\"a/b/c\"}\n{\"id\":\"a/b/c\"}\n") == ["a/b/c"])
  }

  @Test(arguments: [#"[{"title":"x"}]"#, #"{"id":"short"}"#, #"[{"id":"a/b/c"}"#])
  func jsonWithoutOneIsRefused(text: String) {
    #expect(throws: IdentifierList.Problem.self) { try texts(text) }
  }
}
