internal import ICalendar
internal import ListoModel

/// The parts of a reminder that no attribute of a field holds.
extension TaskwarriorObject {
  /// Attributes under the names that they had.
  func writeExtras(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    for extra in extras {
      output.put(Array(",\"\(extra.name)\":".utf8))
      if extra.isJSON {
        output.append(bytes, extra.value)
      } else {
        output.putString(bytes, extra.value, isText: false)
      }
    }
  }

  /// A text of content lines and components, unfolded.
  mutating func writeLines(
    _ key: Key, _ lines: [Range<Int>], _ components: [Component], _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) {
    guard !lines.isEmpty || !components.isEmpty else { return }
    self.key(key, &output)
    output.put(0x22)
    var isFirst = true
    for line in lines {
      if !isFirst { output.put(Self.lineFeed) }
      isFirst = false
      output.putPart(bytes, line, isText: false)
    }
    for component in components {
      if !isFirst { output.put(Self.lineFeed) }
      isFirst = false
      write(component, &output)
    }
    output.put(0x22)
  }

  /// Where all of a line stands.
  static func whole(_ line: LineParts) -> Range<Int> {
    line.nameEnd - nameCounts[Int(line.id.rawValue)]..<line.value.upperBound
  }

  private static let nameCounts = PropertyID.allCases.map { $0.name.utf8.count }
  private static let lineFeed = Array("\\n".utf8)

  private mutating func write(_ component: Component, _ output: inout OutputSpan<UInt8>) {
    output.put(Self.begin)
    Self.writeName(component, &output)
    if inner.take(component, component.bytes), inner.lines.allSatisfy({ $0.id != .other }) {
      let bytes = inner.bytes(of: component)
      for line in inner.lines {
        output.put(Self.lineFeed)
        output.putPart(bytes.span, Self.whole(line), isText: false)
      }
    } else {
      for property in component.properties {
        let line = property.unfolded
        output.put(Self.lineFeed)
        output.putPart(line.span, 0..<line.count, isText: false)
      }
    }
    if component.hasChildren {
      for child in component.children {
        output.put(Self.lineFeed)
        write(child, &output)
      }
    }
    output.put(Self.end)
    Self.writeName(component, &output)
  }

  private static let begin = Array("BEGIN:".utf8)
  private static let end = Array("\\nEND:".utf8)
  private static let alarm = Array("VALARM".utf8)

  private static func writeName(_ component: Component, _ output: inout OutputSpan<UInt8>) {
    guard component.kind != .valarm else { return output.put(alarm) }
    let name = Array(component.name.utf8)
    output.putPart(name.span, 0..<name.count, isText: false)
  }
}
