internal import ICalendar
internal import ListoModel

/// Writes a VALARM as an Alert (RFC 8984 §4.5.2): ``JSAlert`` is the way back.
struct JSAlertWriter: Sendable {
  private var lines = JSLines()
  private var extensions = JSExtensions()
  private var scratch: [UInt8] = []
  /// How many lines of the last alarm are no property.
  private(set) var unreadable = 0
  /// The identifier of the last alert, where it was wanted.
  private(set) var identifier = ""

  /// Appends the identifier of an alert, a colon and the alert.
  ///
  /// - Parameters:
  ///   - identifiers: those of the alerts beside it, by the UIDs of their alarms.
  ///   - heads: ``JCal/plainHeads``.
  mutating func write(
    _ alarm: Component, _ identifiers: [String: String], wantsIdentifier: Bool,
    _ table: inout JSParameterTable, _ heads: [ShortText?], to output: inout OutputSpan<UInt8>
  ) {
    lines.take(alarm)
    if let own = lines.bytes {
      write(own.span, alarm, identifiers, wantsIdentifier, &table, heads, &output)
    } else {
      let own = alarm.bytes
      write(own.span, alarm, identifiers, wantsIdentifier, &table, heads, &output)
    }
    lines.release()
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ alarm: Component, _ identifiers: [String: String], _ wantsIdentifier: Bool,
    _ table: inout JSParameterTable, _ heads: [ShortText?], _ output: inout OutputSpan<UInt8>
  ) {
    unreadable = lines.malformed
    let identifying = prepare(bytes)
    if extensions.isEmpty, let line = identifying ?? uid {
      let value = lines[line].value
      if wantsIdentifier { identifier = bytes.text(value) }
      output.putString(bytes, value, isText: true)
      output.put(0x3A)
      _ = object(bytes, alarm, identifiers, &table, heads, &output)
      return
    }
    // The identifier is derived from the content of the alert.
    var (alert, rest, isAgain) = ([] as [UInt8], 0..<0, false)
    swap(&alert, &scratch)
    alert.removeAll(keepingCapacity: true)
    alert.append(inRoomOf: alarm.byteCount * 2 + 1024) { output in
      if isAgain {
        lines.take(alarm)
        _ = prepare(bytes)
      }
      isAgain = true
      rest = object(bytes, alarm, identifiers, &table, heads, &output)
    }
    let derived = finish(&alert, rest)
    identifier = identifying.map { bytes.text(lines[$0].value) } ?? derived
    output.put(text: identifier)
    output.put(0x3A)
    output.put(alert)
    scratch = alert
  }

  /// Finds the lines that are about the alert and not of it.
  ///
  /// - Returns: the one that says what it is called.
  private mutating func prepare(_ bytes: Span<UInt8>) -> Int? {
    extensions.take(&lines, bytes, areLast: false)
    var next = lines.first(.other)
    while let index = next {
      next = lines.next(.other, from: index + 1)
      guard lines[index].parameters.isEmpty, lines.isNamed(Self.jsid, index, bytes) else { continue }
      lines.place(index)
      return index
    }
    return nil
  }

  private static let jsid = Array("JSID".utf8)

  /// The line of the UID, where it can be the identifier as it stands there.
  private var uid: Int? {
    guard let index = lines.first(.uid), lines[index].parameters.isEmpty, !lines[index].value.isEmpty else {
      return nil
    }
    return index
  }

  /// Sets the members that extensions are, in an object that was written without them.
  ///
  /// - Returns: the identifier that follows from what the alert says.
  private func finish(_ alert: inout [UInt8], _ rest: Range<Int>) -> String {
    if extensions.isEmpty {
      let node = lines.first(.uid) == nil ? nil : JSONNode(whole: alert)
      return node.map { JSAlert.derivedIdentifier($0) } ?? UUIDv5.string(name: alert)
    }
    var object = extensions.object(alert, rest)
    object.order(by: Key.ranks)
    var json = JSONText()
    json.object(object)
    alert = json.bytes
    return JSAlert.derivedIdentifier(object.node)
  }

  // MARK: Members

  /// The keys in the order in which they are written.
  private enum Key: Int, CaseIterable {
    case trigger, action, acknowledged, relatedTo

    static let all = allCases
    static let ranks = KeyTable((["@type"] + allCases.map { "\($0)" }).enumerated().map { ($1, $0) })
  }

  /// - Returns: where the member `iCalendar` stands.
  private mutating func object(
    _ bytes: Span<UInt8>, _ alarm: Component, _ identifiers: [String: String],
    _ table: inout JSParameterTable, _ heads: [ShortText?], _ output: inout OutputSpan<UInt8>
  ) -> Range<Int> {
    output.put(Self.begin)
    for key in Key.all {
      switch key {
      case .trigger: first(.trigger, key) { $0.trigger($1, bytes, &table, &output) }
      case .action: first(.action, key) { $0.action($1, bytes, &output) }
      case .acknowledged: first(.acknowledged, key) { $0.acknowledged($1, bytes, &output) }
      case .relatedTo where identifiers.isEmpty: break
      case .relatedTo: first(.relatedTo, key) { $0.relation($1, identifiers, bytes, &output) }
      }
    }
    let start = output.count
    // Of children that are nested too deep none is read.
    let children = alarm.hasChildren ? alarm.children : []
    extensions.putRest(Self.rest, &lines, children, heads, bytes, &output)
    let end = output.count
    output.put(0x7D)
    return start..<end
  }

  private static let begin = Array("{\"@type\":\"Alert\"".utf8)

  /// Of a property's lines the first that can be the member is it.
  @inline(__always)
  private mutating func first(_ id: PropertyID, _ key: Key, _ write: (inout Self, Int) -> Bool) {
    var next = lines.first(id)
    while let index = next {
      let isTaken = !extensions.isEmpty && extensions.isTaken("\(key)", before: index)
      if !isTaken, write(&self, index) { return lines.place(index) }
      next = lines.next(id, from: index + 1)
    }
  }

  private mutating func trigger(
    _ index: Int, _ bytes: Span<UInt8>, _ table: inout JSParameterTable, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let value = lines[index].value
    let parameters = table.parameters(&lines, index, bytes)
    guard parameters.list.allSatisfy({ $0.name == "VALUE" || $0.name == "RELATED" }) else { return false }
    let related = parameters.list.isEmpty ? nil : parameters["RELATED"]?.value.uppercased()
    if let moment = JSTime.utc(bytes, value) {
      guard related == nil else { return false }
      output.put(Self.absolute)
      output.append(moment)
    } else {
      guard related == nil || related == "START" || related == "END",
        JSCalendarObject.isDuration(bytes, value)
      else { return false }
      output.put(Self.offset)
      output.putString(bytes, value, isText: false)
      if let related { output.put(related == "START" ? Self.toStart : Self.toEnd) }
    }
    output.put(0x7D)
    return true
  }

  private static let absolute = Array(",\"trigger\":{\"@type\":\"AbsoluteTrigger\",\"when\":".utf8)
  private static let offset = Array(",\"trigger\":{\"@type\":\"OffsetTrigger\",\"offset\":".utf8)
  private static let toStart = Array(",\"relativeTo\":\"start\"".utf8)
  private static let toEnd = Array(",\"relativeTo\":\"end\"".utf8)

  private func action(_ index: Int, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let value = lines[index].value
    guard lines[index].parameters.isEmpty else { return false }
    for (word, json) in Self.actions where word.count == value.count {
      guard bytes.holds(word, at: value.lowerBound) else { continue }
      output.put(json)
      return true
    }
    return false
  }

  private static let actions = [("DISPLAY", "display"), ("EMAIL", "email")].map {
    (Array($0.utf8), Array(",\"action\":\"\($1)\"".utf8))
  }

  private func acknowledged(_ index: Int, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    guard lines[index].parameters.isEmpty, let moment = JSTime.utc(bytes, lines[index].value) else {
      return false
    }
    output.put(Self.acknowledged)
    output.append(moment)
    return true
  }

  private static let acknowledged = Array(",\"acknowledged\":".utf8)

  /// RELATED-TO names the UID of another alarm, a relation the identifier of its alert.
  private mutating func relation(
    _ index: Int, _ identifiers: [String: String], _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let parameters = lines.property(index).parameters
    guard let other = identifiers[bytes.text(lines[index].value)], parameters.count == 1,
      let type = parameters.first, type.name == "RELTYPE", type.values.count == 1
    else { return false }
    output.put(",\"relatedTo\":{")
    output.put(text: other)
    output.put(":{\"@type\":\"Relation\",\"relation\":{")
    output.put(text: type.value.lowercased())
    output.put(":true}}}")
    return true
  }

  private static let rest = Array(",\"iCalendar\":{\"name\":\"valarm\"".utf8)
}

extension JSCalendarObject {
  /// Each VALARM as an alert; one that is called as another stays a component.
  mutating func alerts(_ output: inout OutputSpan<UInt8>) {
    let count = children.count { $0.kind == .valarm }
    guard count > 0 else { return }
    let identifiers = identifiers()
    var (ids, isOpen) = ([] as Set<String>, false)
    for (index, child) in children.enumerated() where child.kind == .valarm {
      let start = output.count
      if isOpen { output.put(0x2C) } else { put(.alerts, [0x7B], &output) }
      alert.write(child, identifiers, wantsIdentifier: count > 1, &table, heads, to: &output)
      if count > 1, !ids.insert(alert.identifier).inserted {
        output.removeLast(output.count - start)
        otherChildren.append(index)
        continue
      }
      isOpen = true
      facts.unreadable += alert.unreadable
    }
    output.put(0x7D)
  }

  /// The identifiers of alerts by the UIDs of their alarms: only where one may be related to another.
  private mutating func identifiers() -> [String: String] {
    guard children.contains(where: { $0.kind == .valarm && $0.first(.relatedTo) != nil }) else { return [:] }
    var identifiers: [String: String] = [:]
    var scratch: [UInt8] = []
    for child in children where child.kind == .valarm {
      guard let uid = child.first(.uid)?.text else { continue }
      scratch.append(addingCapacity: 64) { output in
        alert.write(child, [:], wantsIdentifier: true, &table, heads, to: &output)
      }
      identifiers[uid] = alert.identifier
    }
    return identifiers
  }
}
