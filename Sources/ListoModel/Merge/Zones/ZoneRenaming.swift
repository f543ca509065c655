package import ICalendar

extension Component {
  /// The component with other names for zones: the TZID parameters that have one of the names, here and in
  /// the components inside.
  package func renamingZones(_ names: [String: String]) -> Component {
    var edits: [Edit] = []
    for property in properties where property.hasParameters {
      guard let tzid = property.tzid, let name = names[tzid] else { continue }
      let parameters = property.parameters.map { parameter in
        parameter.name == "TZID" ? Parameter(name: "TZID", values: [name]) : parameter
      }
      let line = ContentLineText.line(
        property.name, parameters: parameters, value: property.value, lineEnd: lineEnd)
      edits.append(.replace(property, line))
    }
    for child in children {
      let renamed = child.renamingZones(names)
      if renamed.bytes != child.bytes { edits.append(.replaceChild(child, Array(renamed.bytes))) }
    }
    return edited(edits)
  }

  /// A VTIMEZONE under another name; its TZID is TEXT (RFC 5545 §3.8.3.1), with the escapes that the name
  /// needs.
  func called(_ name: String) -> Component {
    var renamed = self
    renamed.set(.tzid, value: TextValue.encode(name))
    return renamed
  }

  /// The component with the names that its zones had before any of them was renamed: what K hashes, since a
  /// name depends on who else has it. A name that only looks as if it had been renamed is cut too, always.
  var withBareZoneNames: Component {
    var used: Set<String> = []
    collectZones(into: &used)
    let renamed = used.filter(ZoneIdentity.mayBeRenamed)
    return renamed.isEmpty
      ? self
      : renamingZones(Dictionary(uniqueKeysWithValues: renamed.map { ($0, ZoneIdentity.bareName($0)) }))
  }

  /// The component with one name for all its zones; nil where it names none.
  var withOneZoneName: Component? {
    var used: Set<String> = []
    collectZones(into: &used)
    guard !used.isEmpty else { return nil }
    return renamingZones(Dictionary(uniqueKeysWithValues: used.map { ($0, "zone") }))
  }

  /// The TZIDs that its lines name, those of the components inside too.
  func collectZones(into names: inout Set<String>) {
    for property in properties where property.hasParameters {
      if let tzid = property.tzid { names.insert(tzid) }
    }
    for child in children { child.collectZones(into: &names) }
  }
}

extension MergeIndex {
  /// Marks the components whose zones have other names in the output, and gives those that are named by their
  /// content the name of what is written.
  mutating func markRenamed(_ bytes: MergeBytes) throws(MergeError) {
    guard let zones = bytes.zones, !zones.meanings.isEmpty else { return }
    var buffer: [UInt8] = []
    for number in entries.indices where zones.meanings[entries[number].calendar] != nil {
      buffer.removeAll(keepingCapacity: true)
      try bytes.append(entries[number], to: &buffer)
      guard Self.mayNameZone(buffer.span) else { continue }
      let component = try bytes.component(entries[number])
      let renamed = zones.renamed(component, ofCalendar: entries[number].calendar)
      guard renamed.bytes != component.bytes else { continue }
      entries[number].flags.insert(.rezoned)
      entries[number].digest = ByteHash(renamed.bytes)
      if entries[number].flags.contains(.hashed) { hashKey(of: number, renamed) }
    }
  }

  /// A line may have a TZID parameter: the letters stand there, or a line is folded, perhaps between them.
  private static func mayNameZone(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index + 4 < bytes.count {
      let byte = bytes[index]
      if byte | 0x20 == 0x74, bytes[index + 1] | 0x20 == 0x7A, bytes[index + 2] | 0x20 == 0x69,
        bytes[index + 3] | 0x20 == 0x64
      {
        return true
      }
      let isEnd = byte == 0x0A || byte == 0x0D
      if isEnd, bytes[index + 1] == 0x20 || bytes[index + 1] == 0x09 { return true }
      index += 1
    }
    return false
  }

  /// A key that is a hash of the content is that of the content with the new names, as the next merge reads
  /// it.
  private mutating func hashKey(of number: Int, _ renamed: Component) {
    let entry = entries[number]
    let key = Int(entry.keyStart)..<Int(entry.keyStart + entry.keyLength)
    let hash = ContentName(renamed).bytes
    keys.replaceSubrange(key.upperBound - hash.count..<key.upperBound, with: hash)
  }
}
