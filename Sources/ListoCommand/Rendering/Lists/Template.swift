internal import Listo

/// A line for each reminder, as `--template` and `--columns` write it: `{due:date} {title}`.
///
/// In braces stands a name, and behind colons how its value is written: a form (`date`), a width (`20`, or
/// `>20` to the right), or both. `{{` and `}}` stand for braces, `\n`, `\t` and `\\` for a line end, a tab
/// and a backslash.
struct Template: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case text(String)
    case value(Placeholder)
  }

  struct Placeholder: Sendable, Hashable {
    var name: ListingName
    var form: ValueForm?
    /// In cells: what is longer is cut, what is shorter filled up.
    var width: Int?
    var isAlignedRight = false
  }

  let pieces: [Piece]

  var placeholders: [Placeholder] {
    pieces.compactMap { piece in if case .value(let placeholder) = piece { placeholder } else { nil } }
  }

  /// - Throws: ``TemplateError``.
  init(_ text: String) throws(TemplateError) {
    let characters = Array(text)
    var pieces: [Piece] = []
    var literal = ""
    var index = 0
    while index < characters.count {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      switch characters[index] {
      case "{" where next == "{", "}" where next == "}":
        literal.append(characters[index])
        index += 2
      case "\\":
        guard let next, let meaning = Self.escapes[next] else {
          throw TemplateError(
            text, index..<index + 2, "a backslash must be followed by n, t or another backslash")
        }
        literal.append(meaning)
        index += 2
      case "}": throw TemplateError(text, index..<index + 1, "unmatched brace; write }} for a brace")
      case "{":
        guard let end = characters[index...].firstIndex(of: "}") else {
          throw TemplateError(text, index..<index + 1, "this brace is not closed; write {{ for a brace")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(.value(try Placeholder(text, characters, index + 1..<end)))
        index = end + 1
      default:
        literal.append(characters[index])
        index += 1
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  private static let escapes: [Character: Character] = ["n": "\n", "t": "\t", "\\": "\\"]

  /// The line of a reminder.
  func text(of path: Catalog.IndexPath, _ values: inout ListingValues) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let literal): text += literal
      case .value(let placeholder): text += placeholder.text(of: path, &values)
      }
    }
    return text
  }

  // MARK: Columns

  /// The columns of `due:date,title:30`.
  ///
  /// - Throws: ``TemplateError``.
  static func columns(_ text: String) throws(TemplateError) -> [Placeholder] {
    let characters = Array(text)
    var columns: [Placeholder] = []
    var start = 0
    while start <= characters.count {
      let end = characters[start...].firstIndex(of: ",") ?? characters.count
      columns.append(try Placeholder(text, characters, start..<end))
      start = end + 1
    }
    return columns
  }
}

extension Template.Placeholder {
  /// Reads `name:form:width`.
  fileprivate init(
    _ text: String, _ characters: [Character], _ range: Range<Int>
  ) throws(TemplateError) {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where characters[index] == ":" {
      parts.append(start..<index)
      start = index + 1
    }
    parts.append(start..<range.upperBound)
    let place = Self.trimmed(parts[0], characters)
    let word = String(characters[place])
    guard let name = ListingName.named(word) else {
      let near = UnknownName.guess(word, in: ListingName.all)
      let known = near ?? "the fields are \(ListingName.all.joined(separator: ", "))."
      throw TemplateError(
        text, place, word.isEmpty ? "a field is missing here" : "unknown field '\(word)'; \(known)")
    }
    self.init(name: name)
    for part in parts.dropFirst() {
      let place = Self.trimmed(part, characters)
      let word = String(characters[place])
      let digits = word.first == ">" || word.first == "<" ? String(word.dropFirst()) : word
      if let width = Int(digits), (1...500).contains(width) {
        (self.width, isAlignedRight) = (width, word.first == ">")
      } else if let form = ValueForm(rawValue: word), name.forms.contains(form) {
        self.form = form
      } else {
        let forms = name.forms.map(\.rawValue)
        let near = UnknownName.guess(word, in: forms)
        let known = (forms + ["a width such as 20"]).joined(separator: ", ")
        throw TemplateError(
          text, place,
          "unknown form '\(word)' of \(String(characters[parts[0]])); \(near ?? "the forms are \(known)")")
      }
    }
  }

  private static func trimmed(_ range: Range<Int>, _ characters: [Character]) -> Range<Int> {
    var range = range
    while let first = range.first, characters[first] == " " { range = first + 1..<range.upperBound }
    while let last = range.last, characters[last] == " " { range = range.lowerBound..<last }
    return range
  }

  func text(of path: Catalog.IndexPath, _ values: inout ListingValues) -> String {
    let text = values.text(name, form, of: path)
    guard let width else { return text }
    return text.truncated(toCells: width, ellipsis: values.glyphs.ellipsis)
      .padded(toCells: width, alignedRight: isAlignedRight)
  }
}

/// Why a text is no template: what is wrong, and where.
struct TemplateError: Error, Hashable {
  let text: String
  /// Where in it, counted in characters.
  let range: Range<Int>
  let reason: String

  init(_ text: String, _ range: Range<Int>, _ reason: String) {
    (self.text, self.range, self.reason) = (text, range, reason)
  }

  /// The text, and below it a caret at what is wrong.
  var picture: [String] {
    let characters = Array(text)
    let start = min(range.lowerBound, characters.count)
    let end = min(range.upperBound, characters.count)
    let before = TextWidth.cells(Visible.line(String(characters[..<start])))
    let marked = TextWidth.cells(Visible.line(String(characters[start..<end])))
    return [
      "  " + text,
      "  " + String(repeating: " ", count: before) + String(repeating: "^", count: max(1, marked)),
    ]
  }
}
