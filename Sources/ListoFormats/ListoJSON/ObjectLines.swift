internal import ICalendar
internal import ListoModel

/// The lines of a component on their way into an object: the steps that a reminder and an alarm have in
/// common.
///
/// Usual lines are copied from their places. Rare ones are made by the code that reads and writes any line,
/// and then appended.
struct ObjectLines: Sendable {
  private(set) var own = PlacedLines()
  private var made = JSONText()
  /// A line with parameters stands in `properties`: it may name a zone.
  private(set) var restHasParameters = false
  /// ``JCal/plainHeads``, as they are appended.
  private let heads = JCal.plainHeads.map { ShortText($0) }

  /// How many strings held bytes that are not UTF-8, and were written with U+FFFD.
  var replacements: Int { made.replacements }

  /// Takes a component in, in the place of the last one.
  mutating func take(_ component: Component) {
    own.take(component)
    made.replacements = 0
    restHasParameters = false
  }

  /// Notes that a line stands under a typed key.
  @inline(__always)
  mutating func place(_ index: Int) { own.place(index) }

  /// The facts about the parameters of a line.
  @inline(__always)
  mutating func facts(
    _ index: Int, _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace
  ) -> ParameterFacts {
    place.facts(of: own.lines[index], bytes, component, in: &own)
  }

  mutating func property(_ index: Int, of component: Component) -> Property {
    own.property(own.lines[index], of: component)
  }

  /// The value of a line.
  mutating func octets(_ index: Int, of component: Component) -> ArraySlice<UInt8> {
    own.octets(own.lines[index].value, of: component)
  }

  /// Appends a string of the bytes in a range, decoded as TEXT where `isText`.
  @inline(__always)
  mutating func write(
    _ range: Range<Int>, isText: Bool, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    if !output.putString(bytes, range, isText: isText) { made.replacements += 1 }
  }

  /// Appends an array of the lines that stand under no typed key.
  mutating func writeRest(
    _ bytes: Span<UInt8>, _ component: Component, to output: inout OutputSpan<UInt8>
  ) {
    var isFirst = true
    for index in own.lines.indices where !own.isPlaced(index) {
      output.put(isFirst ? 0x5B : 0x2C)
      isFirst = false
      let line = own.lines[index]
      let isPlain = line.parameters.isEmpty && line.id != .other
      let start = output.count
      if isPlain, JCal.write(line.id, heads, bytes, line.value, to: &output) { continue }
      output.removeLast(output.count - start)
      if isPlain {
        let value = own.octets(line.value, of: component)
        append(to: &output) { JCal.write(line.id, value, to: &$0) }
      } else {
        if !line.parameters.isEmpty { restHasParameters = true }
        let property = own.property(line, of: component)
        append(to: &output) { JCal.write(property, to: &$0) }
      }
    }
    output.put(0x5D)
  }

  /// The lines from which no property can be read.
  mutating func unparsed(of component: Component) -> [ArraySlice<UInt8>] {
    own.malformed.map { own.property(ofLine: $0, of: component).unfolded }
  }

  /// Appends what a closure makes.
  mutating func append(to output: inout OutputSpan<UInt8>, _ body: (inout JSONText) -> Void) {
    made.bytes.removeAll(keepingCapacity: true)
    body(&made)
    output.put(made.bytes)
  }
}
