public import ICalendar
internal import Listo

/// A component that is being made from another format: content lines (RFC 5545 §3.1), escaped, folded at 75
/// octets, with CRLF.
///
/// What a property's value is, is said by the function that adds it; a parameter such as VALUE=DATE or TZID
/// that follows from the value is added by itself. Properties stand in the order in which they are added,
/// sub-components behind them.
public struct ComponentText: Sendable {
  /// In upper case.
  public let name: String
  /// The line of the input that it was read from, counted from 1; 0 where it is not known.
  public var line: Int
  private var lines: [UInt8] = []
  private var children: [UInt8] = []
  /// A bit for each property that was added.
  private var present: UInt128 = 0

  public init(_ name: String, line: Int = 0) {
    (self.name, self.line) = (name.uppercased(), line)
  }

  /// A reminder.
  public static func reminder(line: Int) -> ComponentText { ComponentText("VTODO", line: line) }

  /// A property of this kind was added.
  public func has(_ id: PropertyID) -> Bool { present & Self.bit(id) != 0 }

  private static func bit(_ id: PropertyID) -> UInt128 { 1 << UInt128(id.rawValue) }

  /// TEXT (RFC 5545 §3.3.11), escaped here.
  public mutating func text(_ id: PropertyID, _ text: String, parameters: [Parameter] = []) {
    raw(id, TextValue.encode(text), parameters: parameters)
  }

  /// Several TEXTs on one line; nothing where there are none.
  public mutating func texts(_ id: PropertyID, _ texts: [String], parameters: [Parameter] = []) {
    if !texts.isEmpty { raw(id, TextValue.encodeList(texts), parameters: parameters) }
  }

  public mutating func integer(_ id: PropertyID, _ number: Int) { raw(id, String(number).utf8) }

  /// A date, or a date and time, with the parameter that says which.
  public mutating func moment(_ id: PropertyID, _ moment: Moment, parameters: [Parameter] = []) {
    raw(id, moment.iCalendarText.utf8, parameters: parameters + moment.parameters)
  }

  /// A value as it stands behind the colon; line ends in it are dropped.
  public mutating func raw(_ id: PropertyID, _ value: some Sequence<UInt8>, parameters: [Parameter] = []) {
    add(id.name, id, parameters, Array(value))
  }

  /// Appends a line in its place, so that most lines are written once.
  private mutating func add(_ name: String, _ id: PropertyID, _ parameters: [Parameter], _ value: [UInt8]) {
    present |= Self.bit(id)
    Self.append(name, parameters, value, to: &lines)
  }

  private static func append(
    _ name: String, _ parameters: [Parameter], _ value: [UInt8], to lines: inout [UInt8]
  ) {
    let start = lines.count
    lines += name.utf8
    for parameter in parameters {
      lines.append(0x3B)
      lines += parameter.name.utf8
      lines.append(0x3D)
      for (index, value) in parameter.values.enumerated() {
        if index > 0 { lines.append(0x2C) }
        lines += ParameterValue.encode(value)
      }
    }
    lines.append(0x3A)
    if value.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines += value.filter { $0 != 0x0A && $0 != 0x0D }
    } else {
      lines += value
    }
    guard lines.count - start > 75 else { return lines += ContentLineText.crlf }
    let line = Array(lines[start...])
    lines.removeSubrange(start...)
    lines += ContentLineText.fold(line[...])
  }

  /// A property by its name, in any case, with a value as it stands behind the colon.
  ///
  /// - Returns: false, and nothing is added, for a name that no property can have (RFC 5545 §3.1: letters,
  ///   digits and hyphens).
  @discardableResult
  public mutating func raw(
    named name: String, _ value: some Sequence<UInt8>, parameters: [Parameter] = []
  ) -> Bool {
    guard Self.isName(name), parameters.allSatisfy({ Self.isParameterName($0.name) }) else { return false }
    add(name.uppercased(), PropertyID(name: name), parameters, Array(value))
    return true
  }

  /// A content line that stands apart from any component, such as a property of the calendar; nil for a name
  /// that no property, or parameter, can have.
  public static func line(
    named name: String, _ value: some Sequence<UInt8>, parameters: [Parameter] = []
  ) -> [UInt8]? {
    guard isName(name), parameters.allSatisfy({ isParameterName($0.name) }) else { return nil }
    var line: [UInt8] = []
    append(name.uppercased(), parameters, Array(value), to: &line)
    return line
  }

  /// Letters, digits and hyphen (RFC 5545 §3.1); underscore and full stop are seen in the wild.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 256
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F, 0x2E: true
        default: false
        }
      }
  }

  /// Producers write names that no standard allows; those can be written again that cannot be taken for
  /// something else.
  static func isParameterName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte >= 0x20 && byte != 0x7F && ![0x22, 0x2C, 0x3A, 0x3B, 0x3D].contains(byte)
      }
  }

  /// What can stand behind `BEGIN:`.
  static func isComponentName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// Lines that are no properties; see ``lines(of:)``.
  public mutating func passage(_ text: some Sequence<UInt8>) { lines += Self.lines(of: text) }

  /// A passage that is no property as lines of their own: one line is folded, several stay as they are. White
  /// space in front, which would make it a part of the line before, is left out.
  static func lines(of text: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(text).drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return ContentLineText.fold(bytes) }
    return bytes.last == 0x0A ? Array(bytes) : bytes + ContentLineText.crlf
  }

  /// A sub-component, such as an alarm.
  public mutating func append(_ child: ComponentText) { children += child.bytes }

  /// From `BEGIN` to `END`.
  public var bytes: [UInt8] {
    var result = Array("BEGIN:\(name)\r\n".utf8)
    result.reserveCapacity(lines.count + children.count + 64)
    result += lines
    result += children
    result += "END:\(name)\r\n".utf8
    return result
  }
}
