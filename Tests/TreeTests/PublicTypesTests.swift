import Foundation
import Testing

/// The types that an app sees with `import Listo`: few, and each in a topic of the reference.
@Suite struct PublicTypesTests {
  /// The modules that Listo does not hand on to apps.
  private static let others: Set = ["Patterns", "XMLEvents", "ListoTesting", "Platform", "ListoCommand"]

  private static func types() throws -> Set<String> {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*public (?:final |indirect )?(?:struct|class|enum|protocol|actor) (\w+)/
    return try SourceFile.all(in: "Sources").filter { !others.contains($0.target) }
      .reduce(into: []) { $0.formUnion($1.declared(declaration)) }
  }

  @Test func eachIsInATopic() throws {
    let page = try SourceFile.text(of: "Sources/Listo/Listo.docc/Listo.md")
    let topics = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
    #expect(Set(topics).count == topics.count, "a type is in two topics")
    let types = try Self.types()
    #expect(types.subtracting(topics).sorted() == [], "public, and in no topic")
    #expect(Set(topics).subtracting(types).sorted() == [], "in a topic, and not public")
  }

  /// Types that only the command needs are `package`. A new public type is a decision.
  @Test func thereAreNoMoreThanKnown() throws {
    #expect(try Self.types().count <= 195)
  }
}
