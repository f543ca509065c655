/// An objection of libical's parser or of its restriction check to a component.
package struct LibicalFinding: Sendable, Hashable {
  /// The kinds of objections, by the part that libical objects to.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// A value that is empty, or that it cannot read; the property is gone from its tree.
    case value
    /// A property whose name it does not know; only the name is left in its tree.
    case propertyName
    /// A parameter or its value.
    case parameter
    /// A line that is no content line.
    case line
    /// A property that RFC 5546 wants, or does not want, for the calendar's METHOD.
    case restriction
    case other
  }

  /// The kind of part that libical objects to.
  package let kind: Kind
  /// The name of the property that it is about, in libical's spelling: `X` stands for any that begins with
  /// `X-`.
  package let property: String?
  /// The value that libical could not read, without blanks around it; empty for a value that is not there.
  package let value: String
  /// The message of libical, in English, without the value.
  package let message: String

  /// Reads libical's words: the name stands before ` property.`, behind `for property ` or behind `property
  /// name: `; the value behind the first colon.
  init(kind: Kind, text: String) {
    self.kind = kind
    let colon = text.firstIndex(of: ":")
    var said = colon.map { text[..<$0] } ?? text[...]
    let rest = colon.map { text[text.index(after: $0)...].drop { $0 == " " } } ?? ""
    let words = said.split(separator: " ")
    if said.hasSuffix("property name") {
      property = String(rest)
      value = ""
    } else if kind != .line, let index = words.firstIndex(where: { $0 == "property" || $0 == "property." }) {
      let isBefore = words[index] == "property." || index + 1 == words.count
      let place = isBefore ? index - 1 : index + 1
      property = words.indices.contains(place) ? String(words[place]) : nil
      value = String(rest)
    } else {
      property = nil
      value = String(rest)
    }
    if said.hasSuffix(". Removing entire property") { said = said.dropLast(26) }
    message = String(said)
  }
}
