internal import ICalendar
internal import ListoModel

/// Changes to the lines of one component: a line that takes another value keeps its name, its case, its
/// folding and its parameters as they are written.
struct LineEdits {
  let component: Component
  private var edits: [Component.Edit] = []

  init(_ component: Component) { self.component = component }

  /// The component with all of them.
  var result: Component { component.edited(edits) }

  /// Puts another value into a line.
  mutating func replace(_ property: Property, value: String) {
    guard !property.value.elementsEqual(value.utf8) else { return }
    edits.append(.replace(property, line(like: property, value)))
  }

  /// Gives the first property with this id a value without parameters; where there is none a line is added.
  mutating func set(_ id: PropertyID, _ value: String) {
    guard let property = component.first(id) else { return append(id, value) }
    guard !property.parameters.isEmpty else { return replace(property, value: value) }
    edits.append(
      .replace(property, line(like: property, value, without: Set(property.parameters.map(\.name)))))
  }

  /// Gives a line another name.
  mutating func rename(_ property: Property, _ name: String) {
    let line = LineStyle(component).line(name, Array(property.parameters), property.value)
    edits.append(.replace(property, line))
  }

  mutating func append(_ id: PropertyID, parameters: [Parameter] = [], _ value: String) {
    edits.append(.append(LineStyle(component).line(id.name, parameters, value.utf8)))
  }

  /// Puts other dates into a line.
  ///
  /// - Parameter moment: a date in their new form, whose TZID and VALUE the line takes; nil if they are
  ///   written as before.
  mutating func replace(_ property: Property, values: String, like moment: Moment?) {
    guard let moment else { return replace(property, value: values) }
    let isPeriod = property.parameter("VALUE")?.value.uppercased() == "PERIOD"
    edits.append(
      .replace(
        property,
        line(
          like: property, values, without: isPeriod ? ["TZID"] : ["TZID", "VALUE"],
          adding: isPeriod ? moment.parameters.filter { $0.name == "TZID" } : moment.parameters)))
  }

  private func line(
    like property: Property, _ value: String, without names: Set<String> = [], adding added: [Parameter] = []
  ) -> [UInt8] {
    LineStyle(component).line(
      like: property, value.utf8, without: names, adding: added, returnsEndLines: component.returnsEndLines)
  }

  mutating func remove(_ property: Property) { edits.append(.remove(property)) }

  mutating func remove(_ ids: PropertyID...) {
    for id in ids { for property in component.all(id) { remove(property) } }
  }

  mutating func remove(_ child: Component) { edits.append(.removeChild(child)) }

  mutating func replace(_ child: Component, by other: Component) {
    edits.append(.replaceChild(child, Array(other.bytes)))
  }
}

extension Component {
  /// Done at a time, at which it is written.
  func completed(at now: Instant) -> Component { done(at: now).stamped(now) }

  /// Written at a time.
  func stamped(_ now: Instant) -> Component {
    var edits = LineEdits(self)
    edits.stamp(now)
    return edits.result
  }
}

extension LineEdits {
  /// The next occurrence is begun by no one: what was done of the last one is no part of it. What says so
  /// already stays.
  mutating func begin(_ component: Component) {
    let reminder = Reminder(component, in: .none)
    if let status = reminder.writtenStatus, status != .needsAction { set(.status, "NEEDS-ACTION") }
    remove(.completed, .percentComplete)
  }

  /// LAST-MODIFIED and DTSTAMP (RFC 5545 §3.8.7).
  mutating func stamp(_ now: Instant) {
    let text = component.timeOfChange(now).iCalendarText
    set(.lastModified, text)
    set(.dtstamp, text)
  }
}
