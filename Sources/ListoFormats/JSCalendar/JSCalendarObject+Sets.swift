internal import ICalendar
internal import ListoModel

extension JSCalendarObject {
  // MARK: Words

  /// A set of the words of all lines of a property, each once: a line with one that is there stays as it is.
  ///
  /// - Parameter isText: several, as TEXT, are in a line.
  mutating func wordSet(
    _ key: Key, _ id: PropertyID, isText: Bool, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    var next = lines.first(id)
    guard next != nil else { return }
    words.removeAll(keepingCapacity: true)
    var known = KnownWords()
    while let index = next {
      next = lines.next(id, from: index + 1)
      let count = words.count
      guard canBeWords(key, index, bytes) else { continue }
      split(lines[index].value, isText, bytes)
      guard !words[count...].contains(where: \.isEmpty), known.add(words, from: count, isText, bytes) else {
        words.removeLast(words.count - count)
        continue
      }
      if count == 0 { put(key, &output) }
      for number in count..<words.count {
        output.put(number == 0 ? 0x7B : 0x2C)
        output.putString(bytes, words[number], isText: isText)
        output.put(0x3A)
        output.put(Self.yes)
      }
      lines.place(index)
    }
    if !words.isEmpty { output.put(0x7D) }
  }

  private mutating func canBeWords(_ key: Key, _ index: Int, _ bytes: Span<UInt8>) -> Bool {
    let value = lines[index].value
    guard bytes.first(0x0D, from: value.lowerBound, to: value.upperBound) == nil,
      extensions.isEmpty || !extensions.isTaken("\(key)", before: index)
    else { return false }
    return lines[index].parameters.isEmpty
      || parameters(index, bytes).list.allSatisfy { $0.name == "VALUE" }
  }

  /// Appends the places of the words in a value, as `TextValue.split` finds them.
  private mutating func split(_ value: Range<Int>, _ isText: Bool, _ bytes: Span<UInt8>) {
    var start = value.lowerBound
    var index = start
    while isText, index < value.upperBound {
      if bytes[index] == 0x5C {
        index += 1
      } else if bytes[index] == 0x2C {
        words.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    words.append(start..<value.upperBound)
  }

  /// The words of a set that are there. A few are compared as they are written, where none can be written in
  /// two ways.
  private struct KnownWords {
    private var texts: Set<String> = []
    private var isSimple = true
    private static var few: Int { 16 }

    /// Adds words; false, and none of them is added, where one of them is there.
    mutating func add(_ words: [Range<Int>], from start: Int, _ isText: Bool, _ bytes: Span<UInt8>) -> Bool {
      for word in words[start...] where isSimple { isSimple = Self.isSimple(bytes, word) }
      guard !isSimple || words.count > Self.few else {
        for number in start..<words.count {
          let word = words[number]
          for other in words[..<number]
          where other.count == word.count
            && bytes.isSame(word.count, from: word.lowerBound, as: bytes, from: other.lowerBound)
          {
            return false
          }
        }
        return true
      }
      if words.count == 1 { return true }
      isSimple = false
      while texts.count < start { texts.insert(bytes.text(words[texts.count], isText: isText)) }
      for number in start..<words.count
      where !texts.insert(bytes.text(words[number], isText: isText)).inserted {
        for number in start..<number { texts.remove(bytes.text(words[number], isText: isText)) }
        return false
      }
      return true
    }

    private static func isSimple(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
      for index in word where bytes[index] == 0x5C || bytes[index] >= 0x80 { return false }
      return true
    }
  }

  // MARK: Relations

  /// The relation of another reminder to this one.
  private struct Relation {
    /// The first of its lines.
    let line: Int
    /// The types as JSON, in the order in which they came.
    var types = NamedValues<Bool>()
  }

  mutating func relations(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    var next = lines.first(.relatedTo)
    guard next != nil else { return }
    var relations: [Relation] = []
    var places: [String: Int] = [:]
    while let index = next {
      next = lines.next(.relatedTo, from: index + 1)
      let parameters = parameters(index, bytes)
      guard !lines[index].value.isEmpty, parameters.type ?? "TEXT" == "TEXT",
        let others = parameters.list.isEmpty
          ? JSObject() : parameters.others(without: ["VALUE", "RELTYPE"])
      else { continue }
      let type = parameters["RELTYPE"]?.value.lowercased()
      if let relation = parameters["RELTYPE"], relation.values.count != 1 || relation.value.isEmpty {
        continue
      }
      // Nearly always there is one.
      if relations.count == 1, places.isEmpty { places[bytes.text(lines[relations[0].line].value)] = 0 }
      let other = relations.isEmpty ? "" : bytes.text(lines[index].value)
      if let place = places[other] {
        // A relation without a type beside others of the same reminder would be lost among them.
        guard let type, !relations[place].types.isEmpty, relations[place].types[type] == nil, others.isEmpty
        else { continue }
        relations[place].types[type] = true
      } else {
        if !relations.isEmpty { places[other] = relations.count }
        var relation = Relation(line: index)
        if let type { relation.types[type] = true }
        relations.append(relation)
        if !others.isEmpty {
          convert(
            "relatedTo/" + JSObject.escaped(bytes.text(lines[index].value)), nil, others, line: index)
        }
      }
      lines.place(index)
    }
    guard !relations.isEmpty else { return }
    put(.relatedTo, &output)
    for (number, relation) in relations.enumerated() {
      output.put(number == 0 ? 0x7B : 0x2C)
      output.putString(bytes, lines[relation.line].value, isText: true)
      output.put(relation.types.isEmpty ? Self.related : Self.relatedBy)
      for (number, type) in relation.types.members.enumerated() {
        if number > 0 { output.put(0x2C) }
        output.put(text: type.name)
        output.put(0x3A)
        output.put(Self.yes)
      }
      output.put(relation.types.isEmpty ? Self.end : Self.endBy)
    }
    output.put(0x7D)
  }

  private static let related = Array(":{\"@type\":\"Relation\"".utf8)
  private static let relatedBy = Array(":{\"@type\":\"Relation\",\"relation\":{".utf8)
  private static let end = Array("}".utf8)
  private static let endBy = Array("}}".utf8)

  // MARK: Recurrence

  /// RRULE: all of them, or the one that the second version has.
  mutating func rules(_ key: Key, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    var next = lines.first(.rrule)
    var isOpen = false
    while let index = next, !(isOpen && isBis) {
      next = lines.next(.rrule, from: index + 1)
      guard clock.kind != .none, lines[index].parameters.isEmpty,
        let rule = JSRecurrence.rule(bytes.copy(lines[index].value)[...], until: { until($0) })
      else { continue }
      if isOpen { output.put(0x2C) } else { put(key, isBis ? [] : [0x5B], &output) }
      isOpen = true
      output.put(rule)
      lines.place(index)
    }
    guard isOpen else { return }
    if !isBis { output.put(0x5D) }
    facts.isRecurring = true
  }

  /// The end of a rule as a local time of the clock; nil where it would not come back. It comes back as a
  /// date for a date, as UTC for a time in a zone (RFC 5545 §3.3.10).
  private func until(_ end: Moment) -> LocalDateTime? {
    var zones = JSZoneTable()
    let moment = JSMoment(end, hasZone: false, &zones)
    guard moment.kind == clock.kind, let local = clock.local(moment, table.zones) else { return nil }
    guard moment.kind == .zoned else { return local }
    return table.zones[clock.zone].named?.instant(of: local) == moment.instant(in: zones) ? local : nil
  }

  /// EXDATE and RDATE (RFC 8984 §4.3.5). A line stays as it is where one of its dates has no place.
  mutating func overrides(_ output: inout OutputSpan<UInt8>) {
    guard lines.first(.exdate) != nil || lines.first(.rdate) != nil else { return }
    var overrides = JSObject()
    for index in lines.indices where lines[index].id == .exdate || lines[index].id == .rdate {
      if add(lines.property(index), index, to: &overrides) { lines.place(index) }
    }
    guard !overrides.isEmpty else { return }
    put(.recurrenceOverrides, &output)
    output.put(overrides.node)
    facts.isRecurring = true
  }

  private mutating func add(_ property: Property, _ line: Int, to overrides: inout JSObject) -> Bool {
    let parameters = JSParameters(property.parameters, &table.zones)
    guard let others = parameters.others(without: ["VALUE", "TZID"]), others.isEmpty,
      parameters.type != "PERIOD", let moments = try? property.moments(), !moments.isEmpty
    else { return false }
    var (times, seen) = ([] as [(moment: JSMoment, key: String)], Set<LocalDateTime>())
    for moment in moments {
      let moment = JSMoment(moment, hasZone: parameters.hasZone, &table.zones)
      guard moment.isSound, let local = clock.local(moment, table.zones),
        clock.returns(moment, local, table.zones), seen.insert(local).inserted,
        overrides[JSTime.text(local)] == nil
      else { return false }
      times.append((moment, JSTime.text(local)))
    }
    for (_, key) in times {
      var patch = JSObject()
      if property.id == .exdate { patch["excluded"] = .bool(true) }
      overrides[key] = patch.node
    }
    for (moment, key) in times where moment.kind == .zoned {
      let zone = table.zones[moment.zone]
      guard zone.name != nil, zone.label != table.zones[clock.zone].name else { continue }
      var parameters = JSObject()
      parameters["tzid"] = .text(zone.label)
      convert("recurrenceOverrides/" + key, nil, parameters, line: line)
    }
    return true
  }
}
