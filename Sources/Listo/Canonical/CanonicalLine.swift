internal import ICalendar

/// One property in canonical form: unfolded, its name and its parameters' names in upper case, parameters
/// sorted, a VALUE or RELTYPE that says the default left out, TEXT decoded, any other value as its raw
/// octets.
///
/// The bytes are for comparing and hashing: name, NUL, the parameters with their lengths, the value. Equal
/// bytes mean equal content.
enum CanonicalLine {
  static func bytes(of property: Property) -> [UInt8] {
    var result: [UInt8] = []
    append(property, to: &result)
    return result
  }

  static func append(_ property: Property, to result: inout [UInt8]) {
    let id = property.id
    guard id != .malformed else {
      result.append(0)
      result += property.unfolded
      return
    }
    appendName(property, id, to: &result)
    result.append(0)
    let value = property.value
    let defaults = PropertyDefaults.of(id)
    var text = defaults.text
    if property.hasParameters {
      let line = property.unfolded
      let parameters = CanonicalParameters(line.dropLast(value.count + 1))
      text = parameters.append(to: &result, property: id, defaults: defaults)
    } else {
      result.append(0)
    }
    switch text {
    case .none: result += value
    case .single: appendText(value, to: &result)
    case .list: appendTexts(value, to: &result)
    }
  }

  @inline(__always)
  private static func appendName(_ property: Property, _ id: PropertyID, to result: inout [UInt8]) {
    if id != .other {
      result += id.name.utf8
      return
    }
    let start = result.count
    for byte in property.bytes {
      if byte == 0x3A || byte == 0x3B { return }
      if byte == 0x0D || byte == 0x0A { break }
      result.append(byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte)
    }
    // The name itself is folded, which is legal and rare.
    result.removeSubrange(start...)
    result += property.name.utf8
  }

  /// A TEXT value decoded (RFC 5545 §3.3.11). An escape that the standard does not know stays as it is.
  static func appendText(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    guard value.contains(0x5C) else {
      result += value
      return
    }
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == 0x5C, index < value.endIndex else {
        result.append(byte)
        continue
      }
      switch value[index] {
      case 0x6E, 0x4E: result.append(0x0A)
      case 0x2C, 0x3B, 0x5C: result.append(value[index])
      default:
        result.append(byte)
        result.append(value[index])
      }
      index += 1
    }
  }

  /// Several TEXT values, decoded but for commas and backslashes, so that bare commas are the separators.
  private static func appendTexts(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    guard value.contains(0x5C) else {
      result += value
      return
    }
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == 0x5C else {
        result.append(byte)
        continue
      }
      let escaped = index < value.endIndex ? value[index] : 0
      switch escaped {
      case 0x6E, 0x4E: result.append(0x0A)
      case 0x3B: result.append(escaped)
      case 0x2C, 0x5C: result += [0x5C, escaped]
      default:
        result += [0x5C, 0x5C]
        continue
      }
      index += 1
    }
  }
}
