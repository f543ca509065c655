internal import ICalendar

/// Properties and components from jCal (RFC 7265).
///
/// A value of the type `unknown` is taken as it is written; any other must be one that its property can have (``ComponentText``).
struct JCalParsing {
  /// What was met, with lines; to be reported by who asked.
  private(set) var problems: [Diagnostic] = []

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  private mutating func report(_ node: JSONNode, _ message: String, _ code: Diagnostic.Code = .badValue) {
    problems.append(Diagnostic(.warning, code, line: node.line, message))
  }

  /// A component: `["vtodo",[properties],[components]]`; nil, and reported, for anything else.
  mutating func component(_ node: JSONNode) -> ComponentText? {
    guard let parts = node.elements, parts.count >= 2, let name = parts[0].string,
      ComponentText.isComponentName(name), let properties = parts[1].elements
    else {
      report(node, "a component of jCal is an array of a name, properties and components; this is left out")
      return nil
    }
    var result = ComponentText(name, line: node.line)
    for property in properties { add(property, to: &result) }
    for child in parts.count > 2 ? parts[2].elements ?? [] : [] {
      if let component = component(child) { result.append(component) }
    }
    if parts.count > 3 || (parts.count > 2 && parts[2].elements == nil) {
      report(node, "what stands behind the properties of \(name) is no array of components; it is left out")
    }
    return result
  }

  /// Adds a property to a component; reports what is none.
  mutating func add(_ node: JSONNode, to component: inout ComponentText) {
    guard let property = property(node) else { return }
    component.raw(
      named: property.name, property.value, parameters: property.parameters, line: property.number,
      isRaw: property.isRaw)
  }

  /// The parts of a content line.
  struct Line {
    var name: String
    var parameters: [Parameter]
    var value: [UInt8]
    /// Of the input.
    var number: Int
    /// The value is not to be checked: its type says nothing of it, or it is known to be right.
    var isRaw: Bool
  }

  /// A property: `["due",{},"date","2026-12-01"]`; nil, and reported, for anything else.
  mutating func property(_ node: JSONNode) -> Line? {
    guard let parts = node.elements, parts.count >= 4, let name = parts[0].string, ComponentText.isName(name),
      let members = parts[1].members, let type = parts[2].string
    else {
      report(node, "a property of jCal is an array of name, parameters, type and value; this is left out")
      return nil
    }
    let id = PropertyID(name: name)
    let shape = id == .other ? JCalShape.of(name: name.uppercased()) : JCalShape.of(id)
    let values = Array(parts[3...])
    guard !values.contains(where: \.isOmitted) else { return nil }
    var parameters: [Parameter] = []
    let valueType = Self.valueParameter(type, shape, id)
    if let valueType { parameters.append(Parameter(name: "VALUE", values: [valueType])) }
    for member in members {
      guard ComponentText.isParameterName(member.key), let texts = Self.texts(member.value) else {
        report(
          member.value,
          "the parameter \"\(member.key)\" of \(name) has no such name, or is neither a text nor texts; it is left out"
        )
        continue
      }
      let name = member.key.uppercased()
      if name != "VALUE" || valueType == nil { parameters.append(Parameter(name: name, values: texts)) }
    }
    let known = JCalType(rawValue: type.lowercased())
    guard let value = value(values, known, shape, of: name) else { return nil }
    // The usual time need not be read a second time.
    let isTime =
      shape.type == .dateTime && known == .dateTime && values.count == 1
      && values[0].string.map(Self.isTime) ?? false
    let isRaw = known == .unknown || isTime
    return Line(name: name, parameters: parameters, value: value, number: node.line, isRaw: isRaw)
  }

  /// VALUE for a type; nil where it is what a line without VALUE says (RFC 7265 §3.4).
  private static func valueParameter(_ type: String, _ shape: JCalShape, _ id: PropertyID) -> String? {
    let type = type.lowercased()
    guard type != "unknown", !type.isEmpty else { return nil }
    // RFC 7986 §5 and RFC 9073 §6 ask for VALUE even so.
    switch id {
    case .conference, .image, .link, .refreshInterval, .source, .styledDescription: return type.uppercased()
    default: return type == shape.type.rawValue ? nil : type.uppercased()
    }
  }

  private static func texts(_ node: JSONNode) -> [String]? {
    if let text = word(node) { return [text] }
    guard let elements = node.elements else { return nil }
    let texts = elements.compactMap(word)
    return texts.count == elements.count ? texts : nil
  }

  /// A text, or a number or truth value as it is written.
  private static func word(_ node: JSONNode) -> String? {
    switch node.content {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "TRUE" : "FALSE"
    default: nil
    }
  }

  // MARK: Values

  private mutating func value(
    _ values: [JSONNode], _ type: JCalType?, _ shape: JCalShape, of name: String
  ) -> [UInt8]? {
    var parts: [[UInt8]] = []
    for node in values {
      guard let part = single(node, type ?? .unknown) else {
        report(node, "a value of \(name) is \(node.kind), which its type does not allow; it is left out")
        continue
      }
      parts.append(part)
    }
    guard !parts.isEmpty else { return nil }
    return Array(parts.joined(separator: [0x2C]))
  }

  private func single(_ node: JSONNode, _ type: JCalType) -> [UInt8]? {
    if case .object(let members) = node.content { return type == .recur ? Self.recurrence(members) : nil }
    if case .array(let elements) = node.content {
      // The parts of a structured value, or the halves of a period.
      let parts = elements.compactMap { element in Self.word(element).map { Self.encode($0, type) } }
      guard parts.count == elements.count, !parts.isEmpty else { return nil }
      return Array(parts.joined(separator: [type == .period ? 0x2F : 0x3B]))
    }
    return Self.word(node).map { Self.encode($0, type) }
  }

  private static func encode(_ word: String, _ type: JCalType) -> [UInt8] {
    switch type {
    case .text: return TextValue.encode(word)
    case .date, .dateTime: return moment(word)
    case .period:
      let halves = word.split(separator: "/", omittingEmptySubsequences: false)
      return Array(halves.map { moment(String($0)) }.joined(separator: [0x2F]))
    case .time, .utcOffset: return word.utf8.filter { $0 != 0x3A }
    case .float, .integer: return decimal(word)
    default: return oneLine(word)
    }
  }

  /// `2026-12-01T10:15:00Z` without its separators; what is no date stays as it is.
  static func moment(_ word: String) -> [UInt8] {
    let moment: Moment? =
      if let day = Day(iso: word) {
        .date(day)
      } else if let local = LocalDateTime(iso: word) {
        .floating(local)
      } else if word.hasSuffix("Z"), let local = LocalDateTime(iso: String(word.dropLast())) {
        .utc(local)
      } else {
        nil
      }
    return moment.map { Array($0.iCalendarText.utf8) } ?? oneLine(word)
  }

  /// `2026-12-01T10:15:00`, with or without Z: a value of a date and time.
  private static func isTime(_ word: String) -> Bool {
    LocalDateTime(iso: word.utf8.last == 0x5A ? String(word.dropLast()) : word) != nil
  }

  /// A number without an exponent, which iCalendar has not.
  private static func decimal(_ word: String) -> [UInt8] {
    guard word.contains(where: { $0 == "e" || $0 == "E" }) else { return oneLine(word) }
    let pieces = word.lowercased().split(separator: "e", maxSplits: 1)
    guard pieces.count == 2, let exponent = Int(pieces[1]), abs(exponent) < 400 else { return oneLine(word) }
    let isNegative = pieces[0].hasPrefix("-")
    let mantissa = pieces[0].drop { $0 == "-" || $0 == "+" }.split(
      separator: ".", omittingEmptySubsequences: false)
    guard let whole = mantissa.first else { return oneLine(word) }
    var digits = Array(whole.utf8) + (mantissa.count > 1 ? Array(mantissa[1].utf8) : [])
    var point = whole.utf8.count + exponent
    if point < 0 {
      digits = [UInt8](repeating: 0x30, count: -point) + digits
      point = 0
    }
    if point > digits.count { digits += [UInt8](repeating: 0x30, count: point - digits.count) }
    var front = Array(digits[..<point].drop { $0 == 0x30 })
    if front.isEmpty { front = [0x30] }
    let back = digits[point...]
    return (isNegative ? [0x2D] : []) + front + (back.isEmpty ? [] : [0x2E] + back)
  }

  /// A raw value; a line break cannot stand in one.
  static func oneLine(_ word: String) -> [UInt8] {
    guard word.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return Array(word.utf8) }
    var bytes: [UInt8] = []
    for byte in word.utf8 {
      if byte == 0x0A { bytes += [0x5C, 0x6E] } else if byte != 0x0D { bytes.append(byte) }
    }
    return bytes
  }

  /// A RECUR object (RFC 7265 §3.6.10) in the order of its keys.
  private static func recurrence(_ members: [JSONNode.Member]) -> [UInt8]? {
    var parts: [[UInt8]] = []
    for member in members {
      guard ComponentText.isParameterName(member.key), let words = texts(member.value) else { return nil }
      let values = words.map { member.key.lowercased() == "until" ? moment($0) : oneLine($0) }
      parts.append(
        Array(member.key.uppercased().utf8) + [0x3D] + Array(values.joined(separator: [0x2C])))
    }
    return parts.isEmpty ? nil : Array(parts.joined(separator: [0x3B]))
  }
}

/// A component of jCal by itself, and what is to be told of it.
struct ParsedComponent {
  /// Nil for what is none.
  let component: ComponentText?
  let problems: [Diagnostic]

  init(_ node: JSONNode) {
    var parsing = JCalParsing()
    component = parsing.component(node)
    problems = parsing.takeProblems()
  }
}
