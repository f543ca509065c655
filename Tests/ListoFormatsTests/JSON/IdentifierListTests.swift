import ListoFormats
import ListoModel
import Testing

/// The identifiers on standard input that name reminders.
@Suite struct IdentifierListTests {
  private func texts(_ text: String) throws -> [String] {
    try IdentifierList.read(Array(text.utf8)).map(\.text)
  }

  /// The lookup decides on the meaning of a line: a UID may look like an identifier.
  @Test func linesAreWords() throws {
    let found = try IdentifierList.read(
      Array("Home/list/uid-1\r\n\n  599d \nhttps://example.org/7\n599d\n".utf8))
    #expect(found == ["Home/list/uid-1", "599d", "https://example.org/7"].map(IdentifierList.Entry.word))
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
