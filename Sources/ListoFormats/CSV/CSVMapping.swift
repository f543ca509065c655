internal import ListoModel

/// A column of a file as the option `map` names it: `Done:status`, or with words for values
/// `Done:status(ja=completed)`.
struct CSVMapping: Sendable {
  /// As it was given.
  let text: String
  /// The name of the column in the file.
  let name: String
  let column: CSVColumn
  /// The values that words stand for, by the words in small letters.
  let words: [String: String]

  /// The values that the option may have.
  static let form = FormatOption.Value.column(CSVColumn.targets)

  init?(_ text: String) {
    guard let mapping = Self.form.mapping(text), let column = CSVColumn.named(mapping.column) else {
      return nil
    }
    (self.text, name, self.column) = (text, mapping.name, column)
    words = Dictionary(
      mapping.words.map { (CSVCell.trimmed($0.word).lowercased(), $0.value) },
      uniquingKeysWith: { _, last in last })
  }

  /// The first value of its words that the column cannot have; in a column that is no field no word has a
  /// value.
  var badValue: String? {
    let values = words.values.sorted()
    guard case .field(let id) = column else { return values.first }
    return values.first { CSVCell.value($0, of: id) == nil }
  }
}
