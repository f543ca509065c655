internal import ICalendar

/// Properties and components from jCal (RFC 7265).
///
/// A value of the type `unknown` is taken as it is written; any other must be one that its property can have
/// (``ComponentText``).
struct JCalParsing {
  /// The problems with their lines; the caller reports them.
  private(set) var problems: [Diagnostic] = []
  /// The content line that is being made, but for its folds.
  private var line: [UInt8] = []

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  private mutating func report(_ line: Int, _ message: String) {
    problems.append(Diagnostic(.warning, .badValue, line: line, message))
  }

  /// A component: `["vtodo",[properties],[components]]`; nil, and reported, for anything else.
  mutating func component(_ node: JSONNode) -> ComponentText? {
    let (json, place) = node.place
    return component(json.content, place)
  }

  mutating func component(_ json: JSONContent, _ place: Int) -> ComponentText? {
    let line = json.line(place)
    let end = json.kind(place) == .array ? json.behind(place) : place
    let first = place + 1
    guard first < end, json.kind(first) == .string, case let second = json.behind(first), second < end,
      json.kind(second) == .array, case let name = json.text(first), ComponentText.isComponentName(name)
    else {
      report(line, "a component of jCal is an array of a name, properties and components; this is left out")
      return nil
    }
    var result = ComponentText(name, line: line)
    let third = json.behind(second)
    var property = second + 1
    while property < third {
      add(json, property, to: &result)
      property = json.behind(property)
    }
    guard third < end else { return result }
    let isArray = json.kind(third) == .array
    if isArray {
      for child in json.elements(third) {
        if let component = component(json, child) { result.append(component) }
      }
    }
    if !isArray || json.behind(third) < end {
      report(line, "the value after the properties of \(name) is not an array of components; it is left out")
    }
    return result
  }

  // MARK: Properties

  /// Adds a property, `["due",{},"date","2026-12-01"]`, to a component; reports what is none.
  mutating func add(_ node: JSONNode, to component: inout ComponentText) {
    let (json, place) = node.place
    add(json.content, place, to: &component)
  }

  /// The property is written as it will stand, and the value is then looked at: so that nothing is made
  /// twice.
  mutating func add(_ json: JSONContent, _ place: Int, to component: inout ComponentText) {
    let number = json.line(place)
    let end = json.kind(place) == .array && json.count(place) >= 4 ? json.behind(place) : place
    let first = place + 1
    guard first < end, json.kind(first) == .string, case let name = json.bytes(first),
      ComponentText.isName(name),
      case let members = json.behind(first), json.kind(members) == .object,
      case let third = json.behind(members), json.kind(third) == .string
    else {
      return report(
        number, "a property of jCal is an array of name, parameters, type and value; this is left out")
    }
    let values = json.behind(third)..<end
    guard !Self.isOmitted(json, values) else { return }
    let id = PropertyID(nameBytes: name)
    if line.capacity == 0 { line.reserveCapacity(128) }
    line.removeAll(keepingCapacity: true)
    for byte in name { line.append(byte.upper) }
    let shape = id == .other ? JCalShape.of(name: String(decoding: line, as: UTF8.self)) : JCalShape.of(id)
    let word = json.bytes(third)
    let type = JCalType(word: word)
    let said = addParameters(json, members, of: first, type, word, shape, id)
    line.append(0x3A)
    let start = line.count
    guard let isTime = addValue(json, values, type ?? .unknown, of: first) else { return }
    // The usual time need not be read a second time.
    let isRight = type == .unknown || (isTime && shape.type == .dateTime && type == .dateTime)
    component.add(line, of: id, valueFrom: start, said: said, line: number, isRight: isRight)
  }

  private static func isOmitted(_ json: JSONContent, _ values: Range<Int>) -> Bool {
    var place = values.lowerBound
    while place < values.upperBound {
      if json.kind(place) == .omitted { return true }
      place = json.behind(place)
    }
    return false
  }

  // MARK: Parameters

  /// Appends the parameters to the line.
  ///
  /// - Returns: what VALUE says; nil where nothing does.
  private mutating func addParameters(
    _ json: JSONContent, _ members: Int, of name: Int, _ type: JCalType?, _ word: ArraySlice<UInt8>,
    _ shape: JCalShape, _ id: PropertyID
  ) -> JCalType? {
    var said: JCalType?
    let isTyped = Self.needsValue(type, word, shape, id)
    if isTyped {
      said = type ?? .unknown
      line += Self.valueParameter
      if let type { line += type.value } else { addWord(String(decoding: word, as: UTF8.self).uppercased()) }
    }
    var hasValue = isTyped
    for (key, value) in json.members(members) {
      guard let bytes = Self.parameterName(json.bytes(key)), Self.areWords(json, value) else {
        report(
          json.line(value),
          "the parameter \"\(json.text(key))\" of \(json.text(name)) has an invalid name, or is neither a text nor texts; it is left out"
        )
        continue
      }
      let isValue = bytes.elementsEqual("VALUE".utf8)
      if isValue, isTyped { continue }
      if isValue, !hasValue {
        hasValue = true
        let first = json.kind(value) == .array ? json.elements(value).first { _ in true } : value
        let text = first.flatMap { Self.word(json, $0) } ?? []
        said = text.isEmpty ? nil : JCalType(word: text) ?? .unknown
      }
      line.append(0x3B)
      line += bytes
      line.append(0x3D)
      guard json.kind(value) == .array else {
        ParameterValue.append(Self.word(json, value) ?? [], to: &line)
        continue
      }
      for (index, element) in json.elements(value).enumerated() {
        if index > 0 { line.append(0x2C) }
        ParameterValue.append(Self.word(json, element) ?? [], to: &line)
      }
    }
    return said
  }

  private static let valueParameter = Array(";VALUE=".utf8)

  private mutating func addWord(_ word: String) { ParameterValue.append(Array(word.utf8)[...], to: &line) }

  /// The name of a parameter in upper case; nil for what can be none.
  private static func parameterName(_ key: ArraySlice<UInt8>) -> [UInt8]? {
    guard key.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      let name = String(decoding: key, as: UTF8.self)
      return ComponentText.isParameterName(name) ? Array(name.uppercased().utf8) : nil
    }
    guard !key.isEmpty, !key.contains(where: { ComponentText.cannotStandInParameterName($0) }) else {
      return nil
    }
    return key.map(\.upper)
  }

  /// VALUE says what a line without it would not (RFC 7265 §3.4).
  private static func needsValue(
    _ type: JCalType?, _ word: ArraySlice<UInt8>, _ shape: JCalShape, _ id: PropertyID
  ) -> Bool {
    guard type != .unknown, !word.isEmpty else { return false }
    // RFC 7986 §5 and RFC 9073 §6 ask for VALUE even so.
    switch id {
    case .conference, .image, .link, .refreshInterval, .source, .styledDescription: return true
    default: return type != shape.type
    }
  }

  /// It is a word, or an array of such.
  private static func areWords(_ json: JSONContent, _ place: Int) -> Bool {
    guard json.kind(place) == .array else { return word(json, place) != nil }
    return json.elements(place).allSatisfy { word(json, $0) != nil }
  }

  /// A text, or a number or truth value as it is written.
  private static func word(_ json: JSONContent, _ place: Int) -> ArraySlice<UInt8>? {
    switch json.kind(place) {
    case .string, .number: json.bytes(place)
    case .yes: yes[...]
    case .no: no[...]
    default: nil
    }
  }

  private static let yes = Array("TRUE".utf8)
  private static let no = Array("FALSE".utf8)

  // MARK: Values

  /// Appends the values to the line.
  ///
  /// - Returns: whether it is one date and time; nil where there is none that its type allows.
  private mutating func addValue(
    _ json: JSONContent, _ values: Range<Int>, _ type: JCalType, of name: Int
  ) -> Bool? {
    var place = values.lowerBound
    var count = 0
    var isTime = false
    while place < values.upperBound {
      let start = line.count
      if count > 0 { line.append(0x2C) }
      if let isOfTime = addSingle(json, place, type) {
        isTime = isOfTime
        count += 1
      } else {
        line.removeLast(line.count - start)
        report(
          json.line(place),
          "a value of \(json.text(name)) is \(json.kindName(place)), which its type does not allow; it is left out"
        )
      }
      place = json.behind(place)
    }
    guard count > 0 else { return nil }
    return isTime && json.behind(values.lowerBound) == values.upperBound
  }

  /// - Returns: whether it is a date and time; nil for what its type does not allow, of which something may
  ///   have been appended.
  private mutating func addSingle(_ json: JSONContent, _ place: Int, _ type: JCalType) -> Bool? {
    switch json.kind(place) {
    case .object: return type == .recur && addRecurrence(json, place) ? false : nil
    case .array:
      // The parts of a structured value, or the halves of a period.
      guard json.count(place) > 0 else { return nil }
      for (index, element) in json.elements(place).enumerated() {
        if index > 0 { line.append(type == .period ? 0x2F : 0x3B) }
        guard let word = Self.word(json, element) else { return nil }
        Self.append(word, type, to: &line)
      }
      return false
    default: return Self.word(json, place).map { Self.append($0, type, to: &line) }
    }
  }

  /// A RECUR object (RFC 7265 §3.6.10) in the order of its keys.
  private mutating func addRecurrence(_ json: JSONContent, _ place: Int) -> Bool {
    guard json.count(place) > 0 else { return false }
    for (index, member) in json.members(place).enumerated() {
      guard let name = Self.parameterName(json.bytes(member.key)), Self.areWords(json, member.value) else {
        return false
      }
      if index > 0 { line.append(0x3B) }
      line += name
      line.append(0x3D)
      let isEnd = name.elementsEqual("UNTIL".utf8)
      func append(_ word: ArraySlice<UInt8>) {
        if isEnd { Self.appendMoment(word, to: &line) } else { Self.appendOneLine(word, to: &line) }
      }
      if json.kind(member.value) == .array {
        for (index, element) in json.elements(member.value).enumerated() {
          if index > 0 { line.append(0x2C) }
          append(Self.word(json, element) ?? [])
        }
      } else {
        append(Self.word(json, member.value) ?? [])
      }
    }
    return true
  }
}

/// A component of jCal by itself, and what is to be told of it.
struct ParsedComponent {
  /// Nil for what is none.
  let component: FinishedComponent?
  let problems: [Diagnostic]

  init(_ node: JSONNode) {
    var parsing = JCalParsing()
    component = parsing.component(node).map { FinishedComponent($0, isVerbatim: true) }
    problems = parsing.takeProblems()
  }
}
