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

/// A reminder that has more than its fields and lines to be kept.
extension TaskwarriorObject {
  /// Takes in the lines that stand beside the fields.
  mutating func takeMore(_ component: Component) {
    let values = reader.values(of: component)
    let properties = reader.rest.map { reader.property($0.line, of: component) }
    keptUUID = properties.lazy.compactMap { TaskwarriorExtra.uuid($0) }.first.flatMap(TaskwarriorUUID.number)
    takeExact(of: component)
    var said: Set<Int> = []
    kept = TaskwarriorKept(of: properties, values, status: fields.status, &said)
    let uid = component.first(.uid)?.value
    if reader.duration == nil, uid.map({ !overridden.contains(Array($0)) }) ?? true {
      kept.takeRule(of: component, values, status: fields.status)
    }
    takeRest(properties, of: component, besides: said)
    for (name, value) in kept.machinery { takeExtra(name, value, of: component) }
  }

  private mutating func put(_ bytes: some Collection<UInt8>, _ component: Component) -> Range<Int> {
    reader.append(bytes, behind: component)
  }

  private mutating func takeExact(of component: Component) {
    var lines = reader.parameterized.filter { $0.id != .categories && $0.id != .duration }
      .map { reader.property($0, of: component) }
    if reader.parameterized.contains(where: { $0.id == .categories }) || !reader.doubledTags.isEmpty {
      // They are one set, so that they come back together.
      lines += component.all(.categories)
    }
    if let duration = reader.duration { lines.append(reader.property(duration, of: component)) }
    exact = lines.map { put($0.unfolded, component) }
  }

  private mutating func takeRest(
    _ properties: [Property], of component: Component, besides said: Set<Int>
  ) {
    var (uids, names) = (Set<String>(), Set(kept.machinery.map(\.name)))
    if kept.isInstance { names.insert("uuid") }
    for (index, property) in properties.enumerated() where !said.contains(index) {
      if kept.isInstance, TaskwarriorExtra.uuid(property) != nil { continue }
      // RFC 9253 §5.2
      if reader.rest[index].reason == .foreign, property.id == .relatedTo, !property.value.isEmpty,
        property.parameters.count == 1, property.namesDependency
      {
        if uids.insert(property.text).inserted { depends.append(property.text) }
      } else if let (name, value) = TaskwarriorExtra.attribute(property), names.insert(name).inserted {
        takeExtra(name, value, of: component)
      } else {
        rest.append(put(property.unfolded, component))
      }
    }
  }

  private mutating func takeExtra(
    _ name: String, _ value: TaskwarriorTask.Value, of component: Component
  ) {
    switch value {
    case .text(let text):
      extras.append(Extra(name: name, value: put(text.utf8, component), isJSON: false))
    case .json(let text):
      extras.append(Extra(name: name, value: put(text.utf8, component), isJSON: true))
    case .texts: break
    }
  }
}
