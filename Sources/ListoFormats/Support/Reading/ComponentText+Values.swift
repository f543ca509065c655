package import ICalendar
internal import ListoModel

/// Properties by their values, whatever these are read as.
extension ComponentText {
  /// TEXT (RFC 5545 §3.3.11), escaped here.
  package mutating func text(_ id: PropertyID, _ text: String, parameters: [Parameter] = []) {
    add(id, parameters) { TextValue.append(text, to: &$0) }
  }

  /// The same for the bytes of a text, which is UTF-8.
  mutating func text(_ id: PropertyID, _ text: ArraySlice<UInt8>, parameters: [Parameter] = []) {
    add(id, parameters) { TextValue.append(text, to: &$0) }
  }

  /// Several TEXTs on one line; nothing where there are none.
  package mutating func texts(_ id: PropertyID, _ texts: [String], parameters: [Parameter] = []) {
    if !texts.isEmpty { add(id, parameters) { TextValue.append(list: texts, to: &$0) } }
  }

  /// The same for the bytes of texts, which are UTF-8.
  mutating func texts(
    _ id: PropertyID, _ texts: some Sequence<ArraySlice<UInt8>>, parameters: [Parameter] = []
  ) {
    var rest = texts.makeIterator()
    guard let first = rest.next() else { return }
    add(id, parameters) { line in
      TextValue.append(first, to: &line)
      while let text = rest.next() {
        line.append(0x2C)
        TextValue.append(text, to: &line)
      }
    }
  }

  package mutating func integer(_ id: PropertyID, _ number: Int) {
    add(id, []) { $0 += String(number).utf8 }
  }

  /// A date, or a date and time, with the parameter that says which.
  package mutating func moment(_ id: PropertyID, _ moment: Moment, parameters: [Parameter] = []) {
    if parameters.isEmpty {
      switch moment {
      case .zoned: break
      case .date, .floating, .utc: return self.moment(id, DigitMoment(moment))
      }
    }
    let own = moment.parameters
    add(id, parameters.isEmpty ? own : parameters + own) { moment.appendICalendar(to: &$0) }
  }

  /// The same by its digits, with the name of a zone for its parameter TZID; an empty one is none.
  mutating func moment(
    _ id: PropertyID, _ moment: DigitMoment, zone: ArraySlice<UInt8> = [], parameters: [Parameter]
  ) {
    line(id) { line in
      Self.append(parameters, to: &line)
      line.append(inRoomOf: zone.count * 2 + 80) { $0.append(moment, zone: 0..<zone.count, zone.span) }
    }
  }

  /// A value as it stands behind the colon; line ends in it are dropped. One that the property cannot have is
  /// kept aside.
  ///
  /// - Parameter line: of the input, where it is not the component's.
  package mutating func raw(
    _ id: PropertyID, _ value: some Sequence<UInt8>, parameters: [Parameter] = [], line: Int? = nil
  ) {
    check(id.name, id, Array(value)[...], parameters, line)
  }

  /// A line of a property as it stands in another component that was made here.
  mutating func copy(_ id: PropertyID, _ bytes: Span<UInt8>, _ line: Range<Int>) {
    present |= Self.bit(id)
    lines.append(addingCapacity: line.count) { $0.append(bytes, line) }
  }

  /// A property that was read from iCalendar, as it is: what its value means does not matter.
  mutating func copy(_ property: Property) {
    guard property.id != .malformed else { return passage(property.unfolded) }
    add(property.name, property.id, property.parameters, property.value)
  }

  /// The same, to the byte: nothing of the line is looked at.
  mutating func passage(_ property: Property) {
    let line = property.unfolded
    let bytes = line.span
    guard property.id != .malformed, property.id != .begin, property.id != .end,
      bytes.first(0x0A, in: bytes.indices) == nil, bytes.first(0x0D, in: bytes.indices) == nil
    else { return passage(ContentLineText.fold(line)) }
    lines.append(inRoomOf: line.count + line.count / 16 + 100) { output in
      output.append(bytes, bytes.indices)
      output.endLine(from: 0)
    }
  }

  mutating func check(
    _ name: String, _ id: PropertyID, _ value: ArraySlice<UInt8>, _ parameters: [Parameter], _ line: Int?
  ) {
    if let wanted = ContentValue.wanted(by: id, value, parameters) {
      tell(.badValue, line, "\(name) is '\(Self.shown(value))', which is not a valid \(wanted)")
      return keep(name, value, parameters)
    }
    add(name, id, parameters, value)
  }
}
