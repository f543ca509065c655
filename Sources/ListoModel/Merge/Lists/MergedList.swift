internal import ICalendar

/// The properties of one list, from all calendars that belong to it.
///
/// Every rule is a least, a greatest, a union or "the same in all": so the result depends neither on the
/// order of the calendars nor on which are merged first.
struct MergedList {
  /// X-WR-RELCALID, else the VCALENDAR's UID, else the name of the file or collection; empty for the only
  /// list, and for one of calendars without a name.
  let identifier: String
  /// See ``ListGroups/List/fileName``.
  let fileName: String
  private var calendars = 0
  /// Each distinct line by its canonical form.
  private var lines: [[UInt8]: Held] = [:]
  private var colors: [CalendarColor: Set<Int>] = [:]
  /// Sides that have the list, and those of them whose calendars say something of their own: a file of a vdir
  /// says nothing, which does not mean that it took something away. The base is -1.
  private var sides: Set<Int> = []
  private var tellingSides: Set<Int> = []
  /// The same of title and colour, which a vdir says beside its files.
  private var namingSides: Set<Int> = []
  private var coloringSides: Set<Int> = []

  /// A line, the first input by name that has it, and how many calendars do.
  private struct Held {
    var line: CalendarLine
    var input: String
    var calendars: Int
    /// Who has it.
    var sides: Set<Int>
  }

  init(_ list: ListGroups.List) { (identifier, fileName) = (list.identifier, list.fileName) }

  /// Inputs come in the order of their names.
  ///
  /// - Parameter beside: what `displayname` and `color` of a vdir say, as lines.
  mutating func add(
    _ calendar: CalendarLines, beside: CalendarLines = CalendarLines(), input: String, side: Int
  ) {
    if side >= 0 { calendars += 1 }
    sides.insert(side)
    if calendar.lines.contains(where: { $0.id != .calscale && Self.rule($0) != .replaced }) {
      tellingSides.insert(side)
      namingSides.insert(side)
      coloringSides.insert(side)
    }
    if beside.lines.contains(where: { Self.rule($0) == .title }) { namingSides.insert(side) }
    if beside.color != nil { coloringSides.insert(side) }
    var seen: Set<[UInt8]> = []
    let slash = beside.lines.isEmpty ? nil : input.utf8.lastIndex(of: 0x2F)
    let folder = slash.map { input[...$0] } ?? ""
    let places =
      calendar.lines.map { ($0, input) }
      + beside.lines.map { ($0, folder + (Self.rule($0) == .title ? "displayname" : "color")) }
    for (line, input) in places {
      let isFirst = seen.insert(line.canonical).inserted
      guard var held = lines[line.canonical] else {
        lines[line.canonical] = Held(line: line, input: input, calendars: side < 0 ? 0 : 1, sides: [side])
        continue
      }
      if held.sides.max() ?? -1 < 0 { held.input = input }
      if isFirst && side >= 0 { held.calendars += 1 }
      held.sides.insert(side)
      // Of two spellings the lesser, so that their order does not matter.
      if line.unfolded.lexicographicallyPrecedes(held.line.unfolded) { held.line = line }
      lines[line.canonical] = held
    }
    if let color = calendar.color ?? beside.color { colors[color, default: []].insert(side) }
  }

  /// Only the base has it.
  var isGone: Bool { !sides.contains { $0 >= 0 } }

  /// A line, title or colour is kept unless the base has it and a side took it away.
  private func isKept(_ holders: Set<Int>, _ telling: KeyPath<MergedList, Set<Int>> = \.tellingSides) -> Bool
  {
    guard holders.contains(-1) else { return true }
    return holders.isSuperset(of: self[keyPath: telling])
  }

  // MARK: The result

  /// How several values of one property become one.
  private enum Rule {
    /// The lexicographically least; several are a conflict.
    case least
    /// The shortest duration, the latest time: several are no conflict.
    case shortest, latest
    /// Only if all calendars have the same.
    case unanimous
    /// All of them.
    case union
    /// Written by Listo or not at all.
    case replaced
    /// Under both names: NAME and X-WR-CALNAME, COLOR and X-APPLE-CALENDAR-COLOR.
    case title, color
  }

  private static func rule(_ line: CalendarLine) -> Rule {
    switch line.id {
    case .version, .prodid, .method: return .replaced
    case .name, .xWrCalname: return line.hasParameters ? .union : .title
    case .color, .xAppleCalendarColor: return .color
    case .refreshInterval: return .shortest
    case .lastModified: return .latest
    case .source: return .unanimous
    case .uid, .xWrRelcalid: return line.value.isEmpty ? .replaced : .least
    case .calscale, .xWrTimezone, .xWrCaldesc, .url: return .least
    // RFC 7986 §5.2: several in several languages.
    case .description: return line.hasParameters ? .union : .least
    default: return line.name == "X-PUBLISHED-TTL" ? .shortest : .union
    }
  }

  /// The merged calendar's own properties.
  struct Merged {
    /// The title; nil where no calendar has one.
    let title: String?
    /// The content lines, with CRLF.
    let lines: [UInt8]
    let decisions: [MergeReport.CalendarDecision]
  }

  /// Merges the properties of the calendars.
  ///
  /// - Parameter isOnly: the result has no other list, so that the options' title and colour are for this
  ///   one.
  func merged(_ options: MergeOptions, isOnly: Bool) -> Merged {
    let kept = lines.values.filter { isKept($0.sides) }
    var header = Header(identifier: identifier)
    header.write("PRODID", Array(CalendarText.producer.utf8))
    header.write("VERSION", Array("2.0".utf8))
    var asked: String?
    if case .one(let title) = options.lists { asked = title }
    let title = writeTitle(asked, &header)
    writeColor(isOnly ? options.color : nil, &header)
    let others = kept.filter { ![.title, .color, .replaced].contains(Self.rule($0.line)) }
    let groups = Dictionary(grouping: others) { $0.line.name }
    var names = Set(groups.keys)
    // Without it the next reader would take the output's name for the list's.
    let lacksIdentifier = !identifier.isEmpty && names.isDisjoint(with: ["X-WR-RELCALID", "UID"])
    if lacksIdentifier { names.insert("X-WR-RELCALID") }
    for name in names.sorted() {
      if let group = groups[name] {
        write(group, &header)
      } else {
        header.write(name, TextValue.encode(identifier))
      }
    }
    let dropped = lines.values.filter {
      $0.calendars > 0 && !header.canonical.contains($0.line.canonical)
    }
    return Merged(
      title: title.map { String(decoding: $0, as: UTF8.self) }, lines: header.bytes,
      decisions: header.decisions(dropped.map { ($0.line, $0.input) }))
  }

  private func writeTitle(_ title: String?, _ header: inout Header) -> [UInt8]? {
    // One value under two names: who has it under either has it.
    let titles = Dictionary(grouping: lines.values.filter { Self.rule($0.line) == .title }) { $0.line.text }
    let texts = titles.filter { isKept($0.value.reduce(into: []) { $0.formUnion($1.sides) }, \.namingSides) }
      .keys
      .sorted { $0.lexicographicallyPrecedes($1) }
    let asked = title.map { Array($0.utf8) }
    guard let chosen = asked ?? texts.first else { return nil }
    let value = CalendarValue.encode(chosen)
    header.write("NAME", value)
    header.write("X-WR-CALNAME", value)
    if asked == nil && texts.count > 1 { header.conflicts += ["NAME", "X-WR-CALNAME"] }
    return chosen
  }

  private func writeColor(_ color: String?, _ header: inout Header) {
    let values = Dictionary(grouping: colors) { $0.key.value ?? $0.key.name ?? [] }
    let sorted = values.filter {
      isKept($0.value.reduce(into: []) { $0.formUnion($1.value) }, \.coloringSides)
    }.values
      .joined()
      .map(\.key).sorted(by: CalendarColor.precedes)
    let asked = color.map { color -> CalendarColor in
      let bytes = Array(color.utf8)
      return color.hasPrefix("#")
        ? CalendarColor(apple: bytes, name: nil) : CalendarColor(apple: nil, name: bytes)
    }
    guard let chosen = asked ?? sorted.first else { return }
    if let name = chosen.name { header.write("COLOR", CalendarValue.encode(name)) }
    if let apple = chosen.apple { header.write("X-APPLE-CALENDAR-COLOR", CalendarValue.encode(apple)) }
    if asked == nil && Set(sorted.map { $0.value ?? $0.name }).count > 1 {
      header.conflicts += ["COLOR", "X-APPLE-CALENDAR-COLOR"]
    }
  }

  /// All lines of one name but title and colour.
  private func write(_ group: [Held], _ header: inout Header) {
    let sorted = group.sorted { $0.line.canonical.lexicographicallyPrecedes($1.line.canonical) }
    for held in sorted where Self.rule(held.line) == .union { header.write(held.line) }
    let rest = sorted.filter { Self.rule($0.line) != .union }
    guard let first = rest.first else { return }
    switch Self.rule(first.line) {
    case .unanimous:
      if rest.count == 1 && first.calendars == calendars { header.write(first.line) }
    case .shortest:
      let length = { (held: Held) in
        (try? CalendarDuration.parse(held.line.value[...]))?.totalSeconds ?? Int64.max
      }
      header.write((rest.min { length($0) < length($1) } ?? first).line)
    case .latest:
      let stamp = { (held: Held) in StampValue.seconds(held.line.value[...]) ?? Int64.min }
      header.write((rest.max { stamp($0) < stamp($1) } ?? first).line)
    default:
      header.write(first.line)
      if rest.count > 1 { header.conflicts.append(first.line.name) }
    }
  }
}

/// The lines of the merged calendar as they are written.
private struct Header {
  let identifier: String
  private(set) var bytes: [UInt8] = []
  private(set) var canonical: Set<[UInt8]> = []
  private var values: [String: [String]] = [:]
  /// Names of the properties whose values were not one.
  var conflicts: [String] = []

  init(identifier: String) { self.identifier = identifier }

  mutating func write(_ name: String, _ value: [UInt8]) {
    write(Array(name.utf8) + [0x3A] + value)
  }

  mutating func write(_ line: CalendarLine) { write(line.unfolded) }

  private mutating func write(_ unfolded: [UInt8]) {
    let line = ContentLineText.fold(unfolded[...])
    bytes += line
    guard
      let property = Component(Array("BEGIN:VCALENDAR\r\n".utf8) + line)?.properties.first(where: { _ in true
      })
    else { return }
    canonical.insert(CanonicalLine.bytes(of: property))
    values[property.name, default: []].append(String(decoding: unfolded, as: UTF8.self))
  }

  /// The decisions on the dropped lines, one for each property.
  func decisions(_ dropped: [(line: CalendarLine, input: String)]) -> [MergeReport.CalendarDecision] {
    Dictionary(grouping: dropped) { $0.line.name }.sorted { $0.key < $1.key }.map { name, lines in
      MergeReport.CalendarDecision(
        list: identifier, property: name, kept: values[name] ?? [],
        dropped: lines.map { MergeReport.CalendarDecision.Dropped(line: $0.line.unfolded, input: $0.input) }
          .sorted { ($0.text, $0.input) < ($1.text, $1.input) },
        isConflict: conflicts.contains(name))
    }
  }
}

/// TEXT whose bytes need not be UTF-8.
private enum CalendarValue {
  static func encode(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
      switch byte {
      case 0x0A: result += [0x5C, 0x6E]
      case 0x2C, 0x3B, 0x5C: result += [0x5C, byte]
      default: result.append(byte)
      }
    }
    return result
  }
}
