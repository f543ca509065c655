import Testing

@testable import ListoModel

/// The description of the language that people read is true of it.
@Suite struct QueryGrammarTests {
  @Test func examplesAreExpressions() throws {
    #expect(QueryGrammar.examples.count >= 20)
    for example in QueryGrammar.examples {
      let expression = try QueryExpression(example.form)
      #expect(try QueryExpression(expression.description) == expression)
    }
  }

  /// Each form, with something in the place of its letters.
  @Test func formsAreExpressions() throws {
    for form in QueryGrammar.forms.flatMap({ Self.alternatives($0.form) }) {
      var text = form.replacing("FIELD", with: "title").replacing("REGEX", with: "x")
        .replacing("VALUE", with: "x").replacing("TEXT", with: "x").replacing("…", with: "x")
      for letter in ["A", "B"] {
        text = text.split(separator: " ").map {
          $0 == letter ? "open" : $0 == "(\(letter))" ? "(open)" : String($0)
        }
        .joined(separator: " ")
      }
      #expect(throws: Never.self, "\(text)") { try QueryExpression(text) }
    }
  }

  @Test func wordsAndFieldsAreExpressions() throws {
    for word in QueryGrammar.words { _ = try QueryExpression(word.form) }
    for field in QueryGrammar.fields { _ = try QueryExpression("has \(field.form)") }
  }

  @Test func valuesAreValues() throws {
    let rows = QueryGrammar.values.flatMap { Self.alternatives($0.form) }
    for row in rows where !row.contains("…") {
      let fits = ["due", "order", "title"].contains { (try? QueryExpression("\($0) = \(row)")) != nil }
      #expect(fits, "\(row)")
    }
  }

  /// The parts of a form that commas separate, but for those in parentheses.
  private static func alternatives(_ form: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in form {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map { String($0.drop { $0 == " " }) }
  }
}
