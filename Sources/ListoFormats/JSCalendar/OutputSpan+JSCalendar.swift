internal import ICalendar

extension OutputSpan where Element == UInt8 {
  mutating func put(_ node: JSONNode) {
    var json = JSONText()
    json.node(node)
    put(json.bytes)
  }

  /// A component with all that stands in it, as jCal has it.
  mutating func put(jCal component: Component) {
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component, to: &json, unparsed: &unparsed)
    put(json.bytes)
  }
}
