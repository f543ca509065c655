internal import ICalendar

extension Patch {
  /// The patch as iCalendar, with CRLF; components keep their bytes.
  public var text: [UInt8] {
    var bytes: [UInt8] = []
    var part = 0
    for section in sections {
      for (side, kind) in [(section.base, "BASE"), (section.theirs, "THEIRS")] {
        part += 1
        let other = kind == "BASE" ? section.theirs : section.base
        write(side, kind, part, other: other, isMove: section.isMove, to: &bytes)
      }
    }
    if sections.isEmpty {
      // A patch that changes nothing is one too.
      bytes += CalendarText.head
      bytes += Self.mark("BASE", part: 0, of: 0, items: 0) + CalendarText.end
    }
    return bytes
  }

  private func write(
    _ side: Side?, _ kind: String, _ part: Int, other: Side?, isMove: Bool, to bytes: inout [UInt8]
  ) {
    bytes += CalendarText.head
    bytes += Self.mark(
      kind, part: part, of: 2 * sections.count, items: side?.items.count ?? 0, isAbsent: side == nil,
      isMove: isMove)
    if let list = (side ?? other)?.list { bytes += list.line(Self.listName) }
    if part == 1 { for list in sameLists { bytes += list.line(Self.sameListName) } }
    if side?.lines != nil { bytes += Self.line("X-LISTO-LINES", [], "WHOLE") }
    for line in side?.lines ?? [] { bytes += ContentLineText.fold(line[...]) }
    let zones = side?.zones.definitions ?? [:]
    for (_, zone) in zones.sorted(by: { $0.key < $1.key }) { bytes += zone.standingAlone().bytes }
    for item in side?.items ?? [] { bytes += item.standingAlone().bytes }
    bytes += CalendarText.end
  }

  private static func mark(
    _ kind: String, part: Int, of parts: Int, items: Int, isAbsent: Bool = false,
    isMove: Bool = false
  ) -> [UInt8] {
    var parameters = [("FORMAT", format), ("PART", part), ("PARTS", parts), ("ITEMS", items)].map {
      Parameter(name: $0, values: [String($1)])
    }
    if isAbsent { parameters.append(Parameter(name: "LIST", values: ["NONE"])) }
    if isMove { parameters.append(Parameter(name: "MOVED", values: ["TRUE"])) }
    return line(markName, parameters, kind)
  }

  private static func line(_ name: String, _ parameters: [Parameter], _ value: String) -> [UInt8] {
    ContentLineText.line(name, parameters: parameters, value: value.utf8)
  }
}
