package import ICalendar

/// How a producer writes content lines, as far as a component shows it: what is written beside its lines
/// looks like them.
package struct LineStyle: Sendable {
  package let lineEnd: [UInt8]
  /// The octets of a part of a folded line; `Int.max` where long lines are not folded.
  private(set) var width = 75
  /// The byte that begins the parts of a folded line after the first.
  private(set) var blank: UInt8 = 0x20
  /// Names of properties and parameters are written in lower case.
  private(set) var isLowerCase = false

  /// Parts shorter than this were folded by hand, which says nothing.
  private static let narrowest = 50

  /// - Complexity: linear in the component's own lines.
  package init(_ component: Component) {
    lineEnd = component.lineEnd
    var widest = 0
    var hasLongLine = false
    var isFirst = true
    for property in component.properties {
      if isFirst, let letter = property.bytes.first {
        isLowerCase = (0x61...0x7A).contains(letter)
        isFirst = false
      }
      guard property.bytes.count > Self.narrowest else { continue }
      let parts = Self.parts(of: property, component.returnsEndLines)
      if parts.count == 1 { hasLongLine = hasLongLine || (parts.first?.count ?? 0) > 75 }
      for part in parts.dropLast() where part.count >= widest { widest = part.count }
      if parts.count > 1, let first = parts[1].first { blank = first }
    }
    if widest >= Self.narrowest { width = widest } else if hasLongLine { width = .max }
  }

  /// A line of its own.
  ///
  /// - Parameter value: raw octets.
  package func line(_ name: String, _ parameters: [Parameter], _ value: some Sequence<UInt8>) -> [UInt8] {
    var line = cased(name)
    for parameter in parameters {
      line.append(0x3B)
      line += text(parameter)
    }
    line.append(0x3A)
    line += value
    return fold(line[...])
  }

  /// A property with another value: its name and its parameters stay as they are written, but for those of
  /// QUOTED-PRINTABLE, which the new value is not.
  ///
  /// - Parameters:
  ///   - names: of the parameters that go, in upper case.
  ///   - added: those that come; one that stands there with the same value stays as it is written.
  package func line(
    like property: Property, _ value: some Sequence<UInt8>, without names: Set<String> = [],
    adding added: [Parameter] = [], returnsEndLines: Bool
  ) -> [UInt8] {
    var head = Array(property.unfolded.dropLast(property.value.count))
    if head.last == 0x3A { head.removeLast() }
    let names = property.isQuotedPrintable ? names.union(Property.ofQuotedPrintable) : names
    if !names.isEmpty || !added.isEmpty { head = self.head(head[...], names, added, property.parameters) }
    var own = self
    let parts = Self.parts(of: property, returnsEndLines)
    if parts.count > 1 {
      if let first = parts[1].first { own.blank = first }
      let widest = parts.dropLast().map(\.count).max() ?? 0
      if widest >= Self.narrowest { own.width = widest }
    } else if (parts.first?.count ?? 0) > 75 {
      own.width = .max
    }
    return own.fold((head + [0x3A] + value)[...])
  }

  private func head(
    _ head: ArraySlice<UInt8>, _ names: Set<String>, _ added: [Parameter], _ present: [Parameter]
  ) -> [UInt8] {
    var isQuoted = false
    let segments = head.split(omittingEmptySubsequences: false) { byte in
      if byte == 0x22 { isQuoted.toggle() }
      return byte == 0x3B && !isQuoted
    }
    var added = added
    var result = Array(segments.first ?? [])
    var place: Int?
    for segment in segments.dropFirst() {
      let name = String(decoding: segment.prefix { $0 != 0x3D }, as: UTF8.self).uppercased()
      if let index = added.firstIndex(where: { $0.name == name && present.contains($0) }) {
        added.remove(at: index)
      } else if names.contains(name) || added.contains(where: { $0.name == name }) {
        if place == nil { place = result.count }
        continue
      }
      result += [0x3B] + segment
    }
    var texts: [UInt8] = []
    for parameter in added {
      texts.append(0x3B)
      texts += text(parameter)
    }
    result.insert(contentsOf: texts, at: place ?? result.count)
    return result
  }

  private func text(_ parameter: Parameter) -> [UInt8] {
    let values = parameter.values.map { ParameterValue.encode($0) }
    return cased(parameter.name) + [0x3D] + Array(values.joined(separator: [0x2C]))
  }

  /// libical reads a name with a lower-case `x-` as no name at all.
  private func cased(_ name: String) -> [UInt8] {
    Array((isLowerCase && !name.hasPrefix("X-") ? name.lowercased() : name).utf8)
  }

  /// A line folded in this style, with its line end; line ends within it are left out.
  package func fold(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let clean = line.filter { $0 != 0x0A && $0 != 0x0D }
    return ContentLineText.fold(clean[...], lineEnd: lineEnd, width: width, blank: blank)
  }

  /// The physical lines of a property, without their ends.
  private static func parts(of property: Property, _ returnsEndLines: Bool) -> [ArraySlice<UInt8>] {
    let bytes = property.bytes
    let end: UInt8 = returnsEndLines ? 0x0D : 0x0A
    return bytes.split(separator: end).map { $0.last == 0x0D ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
  }
}
