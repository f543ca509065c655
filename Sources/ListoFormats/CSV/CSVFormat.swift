internal import ICalendar
internal import ListoModel

extension Format {
  /// A row a reminder: `CSVReader`, `CSVWriter`.
  public static let csv = Format(
    name: "csv", title: "CSV", extensions: ["csv"],
    holds: "every field, one reminder per row",
    options: CSVOptions.all + [
      FormatOption("semicolon", "semicolons between cells, for spreadsheets in much of Europe")
    ],
    capabilities: .fieldsAlone,
    recognise: { CSVHeader.likelihood($0, $1, extensions: ["csv"]) },
    makeReader: { CSVReader(delimiter: $0.contains("semicolon") ? 0x3B : nil, $0) },
    makeWriter: { CSVOptions.writer(delimiter: $0.contains("semicolon") ? 0x3B : 0x2C, $0, $1) })

  /// CSV with tabs.
  public static let tsv = Format(
    name: "tsv", title: "TSV", extensions: ["tsv", "tab"], holds: "as CSV, with tabs",
    options: CSVOptions.all, capabilities: .fieldsAlone,
    recognise: { CSVHeader.likelihood($0, $1, extensions: ["tsv", "tab"]) },
    makeReader: { CSVReader(delimiter: 0x09, $0) },
    makeWriter: { CSVOptions.writer(delimiter: 0x09, $0, $1) })
}

extension Format {
  /// The name of this format for `-f`, where an input is not recognised: of a table without titles with the
  /// option that names them.
  package func argument(for beginning: ArraySlice<UInt8>) -> String {
    guard !columns.isEmpty, let name = CSVHeader.missingTitle(in: beginning) else { return name }
    return "'\(self.name)+map=\(name):title'"
  }
}

/// The options of CSV and TSV.
private enum CSVOptions {
  static let all = [
    FormatOption("bom", "a byte order mark, by which spreadsheets recognize UTF-8"),
    FormatOption(
      "columns", "the columns that are written, in their order, such as title,due",
      value: .columns(CSVColumn.choices)),
    FormatOption(
      "dates", "the order of day, month and year when reading ambiguous dates",
      value: .word(DateOrder.allCases.map(\.rawValue))),
    FormatOption(
      "encoding", "the encoding when reading; otherwise UTF-8, and Windows-1252 in lines that are not UTF-8",
      value: .word(ByteEncoding.allCases.map(\.rawValue))),
    FormatOption(
      "map",
      "a column of the file to read as one of Listo's, such as Done:status, or with words Done:status(ja=completed)",
      value: CSVMapping.form),
    FormatOption(
      "safe",
      "an apostrophe before cells that a spreadsheet would run (= + - @ at the start) or change (long numbers)"
    ),
  ]

  static func writer(delimiter: UInt8, _ options: FormatOptions, _ losses: Losses) -> CSVWriter {
    CSVWriter(
      delimiter: delimiter, columns: options.value("columns").map(FormatOption.Value.columns),
      isSafe: options.contains("safe"), hasMark: options.contains("bom"), losses: losses)
  }
}

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
