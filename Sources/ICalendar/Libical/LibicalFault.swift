import CLibical

/// The known ways in which libical loses or changes a property or a component (Documentation/Libical.md). The
/// tests have the smallest input for each.
package enum LibicalFault: String, Sendable, CaseIterable {
  case emptyValue = "it keeps no property with an empty value"
  case unknownName = "it does not know the property"
  case smallX = "it does not know names that begin with x- in lower case"
  case unspeakable = "it knows the name, but cannot read the type of the value"
  case unreadable = "the value is not of its type"
  case escapes = "it removes backslashes in lists, in X- properties and where they are not needed"
  case decimals = "it rounds to six decimals"
  case quotedLists = "it takes a quotation mark in a list for the start of a quoted text"
  case emptyElement = "it moves the comma of an empty value to the next value"
  case manyValues = "it keeps only 500 values of a list"
  case parameterLists = "it keeps only one value of a parameter"
  case parameterWriting = "it changes carets, quotation marks, backslashes and blanks in parameters"
  case parameterName = "it writes the parameter REQUIRED as REASON"
  case zoneName = "it ends a TZID at the last colon of the line, not at the first (RFC 5545 §3.2)"
  case carriageReturn = "it removes a carriage return inside a line"
  case emptyStart = "it ends a line at a fold before its name"
  case byteOrderMark = "it does not know a name after a byte order mark"
  case requestStatus = "it replaces the text of the status with its own"
  case typedX = "it reads an X- property by its VALUE parameter"
  case trigger = "it reads a time only with VALUE=DATE-TIME"
  case lowerCase = "it reads the letters of dates, times and durations only in capitals"
  case negativeZero = "it drops the sign of a duration of zero"
  case blanks = "it removes blanks around a value"
  case ownErrors = "it treats an X-LIC-ERROR as its own"
  case malformedLine = "it splits a line whose colons are all quoted at one of them"
  case writtenComma = "it writes the comma in a tag without a backslash, so one tag becomes two"
  case blankInName = "it removes blanks after a name"
  case manyParameters = "it keeps 100 parameters, and treats the rest as the value"
  case controlCharacter = "it removes control characters at the ends of names and values"
  case noContentLine = "it drops a line that is not a content line"
  case valueType = "it infers the type of a value from its text, and drops an unknown VALUE"
  case component = "it does not know the component"

  /// The first version of libical that does not do this; nil where 4.0.2 still does.
  package var mendedIn: Int? {
    switch self {
    case .unknownName, .smallX, .decimals, .parameterLists, .parameterName, .byteOrderMark, .component:
      LibicalVersion.four
    case .parameterWriting: LibicalVersion.three18
    default: nil
    }
  }

  /// Only the spelling changes: whoever reads libical's text reads the same value.
  package var keepsMeaning: Bool { self == .negativeZero || self == .blanks }

  /// The row of the table that a property falls under; nil where libical is not known to change it.
  static func of(_ property: Property, in kind: ComponentKind) -> LibicalFault? {
    let value = property.value
    let name = property.name
    if name == "X-LIC-ERROR" { return .ownErrors }
    if name.hasPrefix("X-"), property.bytes.first == UInt8(ascii: "x") { return .smallX }
    if LibicalGuard.unspeakableNames.contains(name) { return .unspeakable }
    if value.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .emptyValue }
    if property.unfolded.contains(0x0D) { return .carriageReturn }
    if property.unfolded.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
      return .controlCharacter
    }
    if property.parameters.count > 100 { return .manyParameters }
    if let first = property.bytes.first, first == 0x0A || first == 0x0D { return .emptyStart }
    if property.unfolded.starts(with: [0xEF, 0xBB, 0xBF]) { return .byteOrderMark }
    if !hasUnquotedColon(property.unfolded) { return .malformedLine }
    if property.tzid != nil, value.contains(UInt8(ascii: ":")) { return .zoneName }
    guard let text = LibicalComparison.text(value, property.id, property.tzid) else { return .unreadable }
    if property.id == .geo { return .decimals }
    if LibicalComparison.timed.contains(property.id), value.contains(where: { $0 >= 0x61 }) {
      return .lowerCase
    }
    if text == "-PT0S" { return .negativeZero }
    if LibicalComparison.dates.contains(property.id) {
      let isDay = !value.contains(UInt8(ascii: "T"))
      if isDay != (property.parameter("VALUE")?.value.uppercased() == "DATE"),
        !value.contains(UInt8(ascii: "/"))
      {
        return .valueType
      }
    }
    if value.first == 0x20 || value.first == 0x09 || value.last == 0x20 || value.last == 0x09 {
      return .blanks
    }
    if property.id == .requestStatus { return .requestStatus }
    if property.id == .trigger, value[value.startIndex] &- 48 < 10, property.parameter("VALUE") == nil {
      return .trigger
    }
    if let fault = ofParameters(property) { return fault }
    let isX = name.hasPrefix("X-")
    if !isX, property.id == .other || unknownNames.contains(property.id) { return .unknownName }
    if isX, property.parameter("VALUE") != nil { return .typedX }
    if isX, value.contains(UInt8(ascii: "\\")) { return .escapes }
    if hasUnknownEscape(value) { return .escapes }
    let isList = LibicalComparison.lists.contains(property.id)
    if isList, value.contains(where: { $0 == UInt8(ascii: "\\") }) { return .escapes }
    if isList, value.contains(UInt8(ascii: "\"")) { return .quotedLists }
    if isList, value.contains(0x20) { return .blanks }
    if isList, value.first == 0x2C || value.last == 0x2C { return .emptyValue }
    if isList, zip(value, value.dropFirst()).contains(where: { $0 == 0x2C && $1 == 0x2C }) {
      return .emptyElement
    }
    if isList, value.count(where: { $0 == 0x2C }) >= 500 { return .manyValues }
    if property.parameter("VALUE") != nil || namesWithoutUsualType.contains(name) { return .valueType }
    return nil
  }

  /// Properties with an id that libical 3.0.16 does not know (RFC 9073, RFC 9074, RFC 9253).
  private static let unknownNames: Set<PropertyID> = [
    .concept, .link, .proximity, .refid, .styledDescription,
  ]

  /// Properties that always want a VALUE (RFC 7986 §5).
  static let namesWithoutUsualType: Set<String> = ["CONFERENCE", "IMAGE", "REFRESH-INTERVAL", "SOURCE"]

  private static func ofParameters(_ property: Property) -> LibicalFault? {
    let parameters = property.parameters
    if property.parameterProblem != nil { return .parameterWriting }
    if parameters.contains(where: { $0.values.count > 1 }) { return .parameterLists }
    let start = property.unfolded.prefix(property.unfolded.count - property.value.count)
    let odd: [UInt8] = [0x5E, 0x5C, 0x20, 0x09]
    if start.contains(where: { odd.contains($0) }) { return .parameterWriting }
    if String(validating: start, as: UTF8.self) == nil { return .parameterWriting }
    if parameters.contains(where: { $0.value.isEmpty || $0.value.contains("\"") }) {
      return .parameterWriting
    }
    if parameters.contains(where: { $0.name == "REQUIRED" }) { return .parameterName }
    return nil
  }

  static func hasUnquotedColon(_ line: ArraySlice<UInt8>) -> Bool {
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":") && !isQuoted { return true }
    }
    return false
  }

  private static func hasUnknownEscape(_ value: ArraySlice<UInt8>) -> Bool {
    var isEscaped = false
    for byte in value {
      if isEscaped {
        isEscaped = false
        if !"nN,;\\".utf8.contains(byte) { return true }
      } else {
        isEscaped = byte == UInt8(ascii: "\\")
      }
    }
    return isEscaped
  }
}

/// Versions of libical, comparable: 30016 for 3.0.16.
package enum LibicalVersion {
  /// The one that this was built with.
  package static let built = Int(listo_version())
  package static let three18 = 30018
  package static let four = 40000
}
