internal import ICalendar
internal import ListoModel

/// Members of one value, which one line says.
extension JSCalendarObject {
  @inline(__always)
  func put(_ key: Key, _ json: [UInt8], _ output: inout OutputSpan<UInt8>) {
    put(key, &output)
    output.put(json)
  }

  func put(_ key: Key, _ json: String, _ output: inout OutputSpan<UInt8>) {
    put(key, &output)
    output.put(json)
  }

  func put(_ key: Key, text: String, _ output: inout OutputSpan<UInt8>) {
    put(key, &output)
    output.put(text: text)
  }

  // MARK: Parameters

  /// The parameters of a line, taken apart.
  mutating func parameters(_ index: Int, _ bytes: Span<UInt8>) -> JSParameters {
    table.parameters(&lines, index, bytes)
  }

  /// The parameters of a line that its key does not say; nil where its value is not of the usual type, or one
  /// has no place.
  @inline(__always)
  mutating func others(_ index: Int, _ type: String, _ bytes: Span<UInt8>) -> JSObject? {
    lines[index].parameters.isEmpty ? JSObject() : further(index, type, bytes)
  }

  private mutating func further(_ index: Int, _ type: String, _ bytes: Span<UInt8>) -> JSObject? {
    let parameters = parameters(index, bytes)
    guard parameters.type ?? type == type else { return nil }
    return parameters.others(without: ["VALUE"])
  }

  /// A line that may say a member: the property's first, which counts whatever it says, and must stay the
  /// first.
  private func line(_ key: Key, _ index: Int?) -> Int? {
    guard let index, extensions.isEmpty || !extensions.isTaken("\(key)", before: index) else { return nil }
    return index
  }

  /// Notes that a member says what a line says, and which parameters that has.
  mutating func place(_ key: Key, _ index: Int, _ parameters: JSObject) {
    lines.place(index)
    if !parameters.isEmpty { convert("\(key)", nil, parameters, line: index) }
  }

  // MARK: Texts

  /// - Parameter isLocalized: the language of the text holds for the object, which has one.
  /// - Returns: the component has such a line.
  @discardableResult
  mutating func text(
    _ key: Key, _ index: Int?, isLocalized: Bool = false, _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index else { return false }
    let value = lines[index].value
    guard line(key, index) != nil, bytes.first(0x0D, from: value.lowerBound, to: value.upperBound) == nil,
      var others = others(index, "TEXT", bytes)
    else { return true }
    if isLocalized, let language = others["language"]?.string, line(.locale, index) != nil {
      locale = language
      others["language"] = nil
    }
    put(key, &output)
    output.putString(bytes, value, isText: true)
    place(key, index, others)
    return true
  }

  /// The same of the first line that the member can say.
  mutating func firstText(
    _ key: Key, _ id: PropertyID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    var next = lines.first(id)
    while let index = next {
      text(key, index, bytes, &output)
      if lines.isPlaced(index) { return }
      next = lines.next(id, from: index + 1)
    }
  }

  /// That of JSCalendar; the one of iCalendar is the same for all.
  mutating func version(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    if isBis { put(.version, "\"2.0\"", &output) }
    for index in lines.indices where lines[index].id == .version {
      let line = lines[index]
      if line.parameters.isEmpty, bytes.text(line.value, isText: false) == "2.0" { lines.place(index) }
    }
  }

  /// STYLED-DESCRIPTION, where it is the only description (the draft on STYLED-DESCRIPTION).
  mutating func styled(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    guard !isGroup else { return }
    var next = lines.first(.styledDescription)
    while let index = next {
      next = lines.next(.styledDescription, from: index + 1)
      let (value, parameters) = (lines[index].value, parameters(index, bytes))
      let others = parameters.list.filter { $0.name != "VALUE" }
      guard others.count == 1, let type = others.first, type.name == "FMTTYPE", type.values.count == 1,
        type.value.lowercased() != "text/plain", parameters.type ?? "TEXT" == "TEXT",
        bytes.first(0x0D, from: value.lowerBound, to: value.upperBound) == nil
      else { continue }
      put(.description, &output)
      output.putString(bytes, value, isText: true)
      put(.descriptionContentType, text: type.value, &output)
      return lines.place(index)
    }
  }

  /// An address: the first that the member can say.
  mutating func address(
    _ key: Key, _ id: PropertyID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    var next = line(key, lines.first(id))
    while let index = next {
      next = line(key, lines.next(id, from: index + 1))
      guard let others = others(index, "URI", bytes) else { continue }
      put(key, &output)
      output.putString(bytes, lines[index].value, isText: false)
      return place(key, index, others)
    }
  }

  // MARK: Words, numbers, times

  /// Words of iCalendar, in capitals, and those of JSCalendar as JSON.
  static func wordTable(_ words: [(String, String)]) -> [(name: [UInt8], json: [UInt8])] {
    words.map { (Array($0.utf8), Array("\"\($1)\"".utf8)) }
  }

  mutating func word(
    _ key: Key, _ id: PropertyID, _ words: [(name: [UInt8], json: [UInt8])], _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) {
    guard let index = lines.first(id), let others = others(index, "TEXT", bytes) else { return }
    let value = lines[index].value
    for word in words where word.name.count == value.count && bytes.holds(word.name, at: value.lowerBound) {
      put(key, word.json, &output)
      return place(key, index, others)
    }
  }

  mutating func utc(
    _ key: Key, _ index: Int?, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    guard let index = line(key, index), let others = others(index, "DATE-TIME", bytes),
      let moment = JSTime.utc(bytes, lines[index].value)
    else { return }
    put(key, &output)
    output.append(moment)
    place(key, index, others)
  }

  mutating func integer(
    _ key: Key, _ id: PropertyID, _ range: ClosedRange<Int>, _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) {
    guard let index = lines.first(id), let others = others(index, "INTEGER", bytes),
      let number = Self.integer(bytes, lines[index].value), range.contains(number)
    else { return }
    put(key, &output)
    if number < 10 { output.put(0x30 | UInt8(number)) } else { output.put(String(number)) }
    place(key, index, others)
  }

  private static func integer(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int? {
    guard bytes.isPlainInteger(value) else {
      return try? IntegerValue.parse(bytes.copy(value)[...])
    }
    return bytes.integer(value)
  }

  mutating func duration(
    _ key: Key, _ index: Int?, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    guard let index, let others = others(index, "DURATION", bytes),
      Self.isDuration(bytes, lines[index].value, from: 0x50)
    else { return }
    put(key, &output)
    output.putString(bytes, lines[index].value, isText: false)
    place(key, index, others)
  }

  /// A duration that begins with a letter, or with another than a sign.
  ///
  /// - Parameter first: `P`, or nil for anything but a plus sign.
  static func isDuration(_ bytes: Span<UInt8>, _ value: Range<Int>, from first: UInt8? = nil) -> Bool {
    guard let start = value.first, first.map({ bytes[start] == $0 }) ?? (bytes[start] != 0x2B) else {
      return false
    }
    return bytes.isPlainDuration(value)
      || (try? CalendarDuration.parse(bytes.copy(value)[...])) != nil
  }
}
