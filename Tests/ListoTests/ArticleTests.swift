import Foundation
import Testing

/// The articles for people who import Listo: their code is the code of ``Snippets``, which is compiled and
/// run.
@Suite struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
  }

  /// The lines between a line that is `start` and one that is `end`, without what all of them are indented
  /// by.
  private static func blocks(_ lines: [String], from start: String, to end: String) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in lines {
      let word = line.drop { $0 == " " }
      if let open = block {
        guard word == end else {
          block?.append(line)
          continue
        }
        let indent = open.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        blocks.append(open.map { String($0.dropFirst(indent)) })
        block = nil
      } else if word == start {
        block = []
      }
    }
    return blocks
  }

  @Test func everyExampleIsASnippet() throws {
    let snippets = Self.blocks(
      try Self.lines("Tests/ListoTests/Snippets.swift"), from: "// snippet", to: "// end")
    #expect(snippets.count == 15)
    let catalogue = "Sources/Listo/Listo.docc"
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: catalogue).path
    ).filter { $0.hasSuffix(".md") }.map { catalogue + "/" + $0 }
    #expect(articles.count > 4)
    var shown: Set<[String]> = []
    for page in articles.sorted() {
      for block in Self.blocks(try Self.lines(page), from: "```swift", to: "```") {
        #expect(
          snippets.contains(block), "\(page) has code that no test compiles: \(block.joined(separator: "\n"))"
        )
        shown.insert(block)
      }
    }
    #expect(shown.count == snippets.count, "a snippet is in no article")
  }
}
