internal import ICalendar
internal import ListoModel

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
