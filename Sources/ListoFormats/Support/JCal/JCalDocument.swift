internal import ICalendar

/// Properties and components as jCal that is not written out: what is to stand in another JSON, and is looked
/// at before.
struct JCalDocument: JCalSink {
  var draft: JSONDocument.Draft

  /// - Parameters:
  ///   - parts: so many are made room for.
  ///   - texts: so many bytes of text are made room for.
  init(parts: Int, texts: Int) { draft = JSONDocument.Draft(parts: parts, texts: texts) }

  private mutating func string(_ text: String) { draft.append(.string, text.utf8, line: 1) }

  // MARK: Components

  mutating func begin(component name: String) {
    draft.begin(.array, line: 1)
    string(name)
  }

  mutating func beginComponents(_ count: Int) { draft.begin(.array, line: 1) }

  mutating func component(_ index: Int, _ body: (inout JCalDocument) -> Void) { body(&self) }

  mutating func end(component name: String, _ components: Int) {
    draft.end()
    draft.end()
  }

  // MARK: Properties

  mutating func beginProperties() { draft.begin(.array, line: 1) }

  mutating func property(_ index: Int, _ body: (inout JCalDocument) -> Void) { body(&self) }

  mutating func endProperties(_ count: Int) { draft.end() }

  mutating func begin(_ id: PropertyID) {
    draft.begin(.array, line: 1)
    draft.append(.string, Self.names[Int(id.rawValue)], line: 1)
  }

  /// By id.
  private static let names = PropertyID.allCases.map { Array($0.name.lowercased().utf8) }

  mutating func begin(name: String) {
    draft.begin(.array, line: 1)
    string(name)
  }

  static func made(of parameters: [Parameter]) -> [Parameter] { parameters }

  mutating func parameters(_ parameters: [Parameter]?) {
    draft.begin(.object, line: 1)
    for parameter in parameters ?? [] {
      draft.append(.key, parameter.name.lowercased().utf8, line: 1)
      let values = parameter.values
      if values.count == 1 {
        string(values[0])
      } else {
        draft.begin(.array, line: 1)
        for value in values { string(value) }
        draft.end()
      }
    }
    draft.end()
  }

  mutating func type(_ type: JCalType) { draft.append(.string, type.name, line: 1) }

  mutating func type(word: String) { string(word) }

  mutating func end() { draft.end() }

  // MARK: Values

  mutating func value(_ index: Int, _ body: (inout JCalDocument) -> Void) { body(&self) }

  mutating func structure(_ structure: JCalStructure, _ body: (inout JCalDocument) -> Void) {
    draft.begin(structure == .rule ? .object : .array, line: 1)
    body(&self)
    draft.end()
  }

  mutating func part(_ index: Int, _ name: StaticString, _ body: (inout JCalDocument) -> Void) { body(&self) }

  mutating func member(
    _ index: Int, _ name: String, _ elements: [ArraySlice<UInt8>],
    _ body: (inout JCalDocument, ArraySlice<UInt8>) -> Void
  ) {
    draft.append(.key, name.utf8, line: 1)
    if elements.count == 1 { return body(&self, elements[0]) }
    draft.begin(.array, line: 1)
    for element in elements { body(&self, element) }
    draft.end()
  }

  mutating func text(_ value: ArraySlice<UInt8>) {
    if value.contains(0x5C) { string(TextValue.decode(value)) } else { string(value) }
  }

  mutating func string(_ value: ArraySlice<UInt8>) {
    if value.span.isUTF8 {
      draft.append(.string, value, line: 1)
    } else {
      string(String(decoding: value, as: UTF8.self))
    }
  }

  mutating func moment(_ moment: Moment) {
    let start = draft.texts.count
    moment.appendISO(to: &draft.texts)
    draft.value(.string, from: start, line: 1)
  }

  mutating func moment(_ moment: DigitMoment) {
    let start = draft.texts.count
    draft.texts.append(addingCapacity: 40) { $0.append(moment.iso) }
    draft.value(.string, from: start, line: 1)
  }

  mutating func literal(_ value: some Collection<UInt8>) {
    switch value.first {
    case 0x74: draft.value(.yes, from: draft.texts.count, line: 1)
    case 0x66: draft.value(.no, from: draft.texts.count, line: 1)
    default: draft.append(.number, value, line: 1)
    }
  }
}
