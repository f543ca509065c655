internal import ICalendar
internal import ListoModel

/// Lines that cannot stand where they were read, which are kept aside as text.
extension ComponentText {
  /// The property in which text is kept that cannot stand where it was read: a line whose value its property
  /// cannot have, lines that would begin or end a component.
  package static let keptName = "X-LISTO-LINE"

  /// Keeps a content line as text.
  mutating func keep(_ name: String, _ value: some Sequence<UInt8>, _ parameters: [Parameter] = []) {
    var line: [UInt8] = []
    Self.appendHead(name, parameters, to: &line)
    Self.append(raw: Array(value)[...], to: &line)
    keep(line)
  }

  mutating func keep(_ line: some Sequence<UInt8>) {
    let text = String(decoding: Array(line), as: UTF8.self)
    let start = lines.count
    Self.appendHead(Self.keptName, [], to: &lines)
    TextValue.append(text, to: &lines)
    ContentLineText.endLine(from: start, of: &lines)
  }

  /// Keeps a cell, or the value of a key, that is no value of a field: `X-LISTO-CELL;X-COLUMN=Assignee:Ann`.
  mutating func keep(cell: ArraySlice<UInt8>, named name: String) {
    raw(
      named: Property.keptCellName, TextValue.encode(String(decoding: cell, as: UTF8.self)),
      parameters: [Parameter(name: "X-COLUMN", values: [name])])
  }

  mutating func tell(_ code: Diagnostic.Code, _ line: Int?, _ reason: String) {
    let number = line ?? self.line
    problems.append(
      Diagnostic(
        .warning, code, line: number > 0 ? number : nil, "\(reason); it is kept as \(Self.keptName)"))
  }

  /// Takes over what another has to tell.
  mutating func take(problemsOf other: ComponentText) { problems += other.problems }

  static func shown(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.prefix(60).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }
}

extension Property {
  /// The property in which a cell or the value of a key is kept that is no value of a field.
  fileprivate static let keptCellName = "X-LISTO-CELL"

  /// It holds such a cell.
  package var isKeptCell: Bool { id == .other && name == Self.keptCellName }
}
