internal import ICalendar

/// The parameters of a content line, as canonical content counts them.
struct CanonicalParameters {
  private struct Entry {
    var name: [UInt8]
    var values: [[UInt8]]
  }
  private var entries: [Entry] = []

  /// - Parameter head: the unfolded line up to its value, without the colon.
  init(_ head: ArraySlice<UInt8>) {
    guard var index = head.firstIndex(of: 0x3B) else { return }
    let end = head.endIndex
    while index < end {
      index += 1
      var name: [UInt8] = []
      while index < end, head[index] != 0x3D, head[index] != 0x3B {
        name.append(head[index].upper)
        index += 1
      }
      var values: [[UInt8]] = []
      if index < end, head[index] == 0x3D {
        repeat {
          index += 1
          values.append(Self.value(head, &index))
        } while index < end && head[index] == 0x2C
      }
      if !name.isEmpty { entries.append(Entry(name: name, values: values)) }
      while index < end, head[index] != 0x3B { index += 1 }
    }
  }

  /// Appends what counts in a name (``CanonicalLine/Rule/name``), and answers how the value is to be read.
  func append(
    to result: inout [UInt8], naming property: PropertyID, defaults: PropertyDefaults
  ) -> PropertyDefaults.Text {
    var text = defaults.text
    var kept: [Entry] = []
    for var entry in entries {
      if entry.name.elementsEqual("VALUE".utf8) {
        let type = (entry.values.first ?? []).map(\.upper)
        if type == defaults.valueType { continue }
        text = type.elementsEqual("TEXT".utf8) ? .single : .none
        entry.values = [type]
      } else if property == .relatedTo, entry.name.elementsEqual("RELTYPE".utf8) {
        let type = (entry.values.first ?? []).map(\.upper)
        if type.elementsEqual("PARENT".utf8) { continue }
        entry.values = [type]
      }
      kept.append(entry)
    }
    Self.append(kept, to: &result)
    return text
  }

  /// Appends what counts of what they mean, and answers how the value is to be read.
  func append(
    to result: inout [UInt8], meaning property: PropertyID, defaults: PropertyDefaults, kind: ValueKind,
    value: ArraySlice<UInt8>
  ) -> ValueKind {
    var kind = kind
    var kept: [Entry] = []
    for var entry in entries {
      if entry.name.elementsEqual("VALUE".utf8) {
        let type = (entry.values.first ?? []).map(\.upper)
        if type == defaults.valueType { continue }
        // Programs leave it out before a time, so that the value's shape tells.
        let isTime = type.elementsEqual("DATE-TIME".utf8)
        if property == .trigger, isTime, value.first.map({ $0 &- 0x30 < 10 }) ?? false { continue }
        kind = ValueKind(valueType: type, of: kind)
        // Each value says whether it is a date, and in which zone a time is.
        if kind == .moments, !type.elementsEqual("PERIOD".utf8) { continue }
        entry.values = [type]
      } else if kind == .moments, entry.name.elementsEqual("TZID".utf8) {
        continue
      } else if let word = ParameterDefaults.word(entry.name, entry.values, of: property) {
        guard !word.isDefault else { continue }
        entry.values = word.values
      }
      kept.append(entry)
    }
    Self.append(kept, to: &result)
    return kind
  }

  private static func append(_ entries: [Entry], to result: inout [UInt8]) {
    var kept = entries
    if kept.count > 1 {
      kept.sort {
        $0.name != $1.name
          ? $0.name.lexicographicallyPrecedes($1.name)
          : $0.values.lexicographicallyPrecedes($1.values) { $0.lexicographicallyPrecedes($1) }
      }
    }
    // A count of 255 or more only says that there are that many: the entries are told apart by their own
    // lengths.
    result.append(UInt8(truncatingIfNeeded: min(kept.count, 255)))
    for entry in kept {
      appendCounted(entry.name, to: &result)
      appendCount(entry.values.count, to: &result)
      for value in entry.values { appendCounted(value, to: &result) }
    }
  }

  static func appendCounted(_ bytes: [UInt8], to result: inout [UInt8]) {
    appendCount(bytes.count, to: &result)
    result += bytes
  }

  private static func appendCount(_ count: Int, to result: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: count >> shift)) }
  }

  /// One value at `index`, without quotation marks, decoded by RFC 6868; `index` is moved behind it.
  private static func value(_ head: ArraySlice<UInt8>, _ index: inout Int) -> [UInt8] {
    let end = head.endIndex
    guard index < end, head[index] == 0x22 else {
      let start = index
      while index < end, head[index] != 0x2C, head[index] != 0x3B { index += 1 }
      return decode(head[start..<index])
    }
    index += 1
    let start = index
    while index < end, head[index] != 0x22 { index += 1 }
    defer { index = min(index + 1, end) }
    return decode(head[start..<index])
  }

  private static func decode(_ value: ArraySlice<UInt8>) -> [UInt8] {
    guard value.contains(0x5E) else { return Array(value) }
    var result: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      let next = index + 1 < value.endIndex ? value[index + 1] : 0
      let decoded: UInt8? =
        switch (value[index], next) {
        case (0x5E, 0x6E): 0x0A
        case (0x5E, 0x27): 0x22
        case (0x5E, 0x5E): 0x5E
        default: nil
        }
      result.append(decoded ?? value[index])
      index += decoded == nil ? 1 : 2
    }
    return result
  }
}

extension Property {
  /// A `;` follows the name.
  var hasParameters: Bool {
    for byte in bytes {
      if byte == 0x3A { return false }
      if byte == 0x3B { return true }
    }
    return false
  }
}

/// Parameters that are words, the same in any case, and what a missing one says (RFC 5545 §3.2).
enum ParameterDefaults {
  /// The values of a parameter in upper case, and whether they say what a missing one does; nil for one that
  /// is no word.
  ///
  /// - Parameter name: in upper case.
  static func word(
    _ name: [UInt8], _ values: [[UInt8]], of property: PropertyID
  ) -> (values: [[UInt8]], isDefault: Bool)? {
    guard words.contains(name) else { return nil }
    let upper = values.map { $0.map(\.upper) }
    return (upper, upper.count == 1 && defaults[property]?[name] == upper[0])
  }

  /// - Parameter name: in upper case.
  static func word(_ parameter: Parameter, of property: PropertyID) -> (values: [[UInt8]], isDefault: Bool) {
    let values = parameter.values.map { Array($0.utf8) }
    return word(Array(parameter.name.utf8), values, of: property) ?? (values, false)
  }

  private static let words: Set<[UInt8]> = Set(
    [
      "CUTYPE", "DISPLAY", "ENCODING", "FBTYPE", "FEATURE", "LANGUAGE", "PARTSTAT", "RANGE", "RELATED",
      "RELTYPE", "ROLE", "RSVP",
    ].map { Array($0.utf8) })

  private static let defaults: [PropertyID: [[UInt8]: [UInt8]]] = [
    .attendee: table([
      "CUTYPE": "INDIVIDUAL", "PARTSTAT": "NEEDS-ACTION", "ROLE": "REQ-PARTICIPANT", "RSVP": "FALSE",
    ]),
    .relatedTo: table(["RELTYPE": "PARENT"]),
    .trigger: table(["RELATED": "START"]),
  ]

  private static func table(_ words: [String: String]) -> [[UInt8]: [UInt8]] {
    Dictionary(uniqueKeysWithValues: words.map { (Array($0.key.utf8), Array($0.value.utf8)) })
  }
}
