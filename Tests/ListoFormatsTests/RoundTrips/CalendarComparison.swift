import ICalendar
import ListoModel
import ListoFormats

/// Two texts of iCalendar, compared calendar by calendar: what one says and the other does not.
///
/// Equal is what ``CanonicalContent`` calls equal, but for spellings of one value that every reader takes for
/// the same, which ``SameMeaning`` lists.
struct CalendarComparison {
  /// A calendar's own lines and its components, as canonical text.
  private struct Content {
    var header: [String] = []
    var components: [String] = []
  }

  let differences: [String]

  init(_ left: [UInt8], _ right: [UInt8], remindersOnly: Bool = false) throws {
    let (left, right) = (
      try Self.contents(left, remindersOnly), try Self.contents(right, remindersOnly)
    )
    var differences: [String] = []
    if left.count != right.count { differences.append("\(left.count) calendars became \(right.count)") }
    for (left, right) in zip(left, right) {
      differences += Self.differences(left.header, right.header)
      differences += Self.differences(left.components, right.components)
    }
    self.differences = differences
  }

  private static func differences(_ left: [String], _ right: [String]) -> [String] {
    var rest: [String: Int] = [:]
    for text in right { rest[text, default: 0] += 1 }
    var lost: [String] = []
    for text in left {
      if rest[text, default: 0] > 0 { rest[text, default: 0] -= 1 } else { lost.append(text) }
    }
    let added = rest.sorted { $0.key < $1.key }.flatMap { Array(repeating: $0.key, count: $0.value) }
    // The lines that differ, of components that are mostly the same.
    return zip(lost, added).flatMap { lost, added -> [String] in
      let (old, new) = (lost.split(separator: "\n"), added.split(separator: "\n"))
      return old.filter { !new.contains($0) }.map { "- " + $0 }
        + new.filter { !old.contains($0) }.map { "+ " + $0 }
    } + lost.dropFirst(added.count).map { "- " + $0 } + added.dropFirst(lost.count).map { "+ " + $0 }
  }

  private static func contents(_ bytes: [UInt8], _ remindersOnly: Bool) throws -> [Content] {
    var result: [Content] = []
    // Components that stand in no calendar, in a row, are a calendar without a header.
    var isOpen = false
    var reader = ItemReader(bytes)
    while let item = try reader.next() {
      switch item {
      case .open(let header):
        result.append(Content(header: header.properties.compactMap(SameMeaning.line)))
        isOpen = true
      case .properties(let header):
        if !result.isEmpty {
          result[result.count - 1].header += header.properties.compactMap(SameMeaning.line)
        }
      case .component(let component):
        if !isOpen {
          result.append(Content())
          isOpen = true
        }
        if remindersOnly && component.kind != .vtodo { continue }
        result[result.count - 1].components.append(SameMeaning.text(of: component))
      case .close: isOpen = false
      case .other, .problem: continue
      }
    }
    return remindersOnly ? [Content(components: result.flatMap(\.components))] : result
  }
}

/// A component or line in one spelling of many that mean the same.
enum SameMeaning {
  static func text(of component: Component) -> String {
    var lines = component.properties.filter { $0.id != .categories }.compactMap(line)
    // CATEGORIES of all lines are one set (RFC 5545 §3.8.1.2); those with parameters stand for themselves.
    let categories = component.all(.categories)
    let plain = categories.filter(\.parameters.isEmpty)
    if !plain.isEmpty {
      let words = Set(plain.flatMap { TextValue.split($0.value).map(TextValue.decode) })
      lines.append("CATEGORIES:" + words.sorted().joined(separator: "|"))
    }
    lines += categories.filter { !$0.parameters.isEmpty }.compactMap(line)
    // Nor does it matter on how many lines dates stand (RFC 5545 §3.8.5.1).
    lines = lines.flatMap { line -> [String] in
      guard line.hasPrefix("EXDATE") || line.hasPrefix("RDATE"), let colon = line.lastIndex(of: ":") else {
        return [line]
      }
      return line[line.index(after: colon)...].split(separator: ",").map { String(line[...colon]) + $0 }
    }
    lines.sort()
    let children = component.children.map(text).sorted()
    return (["BEGIN:" + component.name] + lines + children + ["END:" + component.name]).joined(
      separator: "\n")
  }

  /// Nil for a line that is no property: few formats have a place for it, and none for where it stood.
  static func line(_ property: Property) -> String? {
    guard property.id != .malformed else { return nil }
    let name = property.name
    var parameters: [String: [String]] = [:]
    for parameter in property.parameters { parameters[parameter.name, default: []] += parameter.values }
    let type = parameters.removeValue(forKey: "VALUE")?.first?.uppercased()
    let value = Value(property, type)
    if property.id == .relatedTo, parameters["RELTYPE"]?.first?.uppercased() == "PARENT" {
      parameters["RELTYPE"] = nil
    }
    if let type = value.type { parameters["VALUE"] = [type] }
    let words = parameters.sorted { $0.key < $1.key }.map { ";\($0.key)=\($0.value.joined(separator: ","))" }
    return name + words.joined() + ":" + value.text.replacing("\n", with: "\\n")
  }

  private struct Value {
    var text: String
    /// VALUE, where it says more than the value itself.
    var type: String?

    init(_ property: Property, _ type: String?) {
      self.type = type
      text = property.rawText
      let isText: Bool
      switch property.id {
      // A text: escapes that are needless or missing do not count.
      case .action, .calscale, .class, .color, .comment, .contact, .description, .location, .method, .name,
        .prodid, .proximity, .refid, .relatedTo, .status, .styledDescription, .summary, .transp, .tzid,
        .tzname,
        .uid, .version, .requestStatus:
        isText = type == nil || type == "TEXT"
        if type == "TEXT" { self.type = nil }
      case .categories:
        text = Set(TextValue.split(property.value).map(TextValue.decode)).sorted().joined(separator: "|")
        return
      case .resources:
        text = TextValue.split(property.value).map(TextValue.decode).joined(separator: "|")
        return
      default: isText = type == "TEXT"
      }
      if isText {
        text = property.text
        return
      }
      switch property.id {
      // The form of the value shows its type: VALUE says nothing more.
      case .acknowledged, .completed, .created, .dtend, .dtstamp, .dtstart, .due, .exdate, .lastModified,
        .rdate,
        .recurrenceID, .trigger:
        self.type = type == "PERIOD" ? type : nil
      case .attach, .concept, .conference, .image, .link, .source, .tzurl, .url:
        if type == "URI" { self.type = nil }
      case .duration, .estimatedDuration, .refreshInterval:
        if type == "DURATION" { self.type = nil }
      case .percentComplete, .priority, .repeat, .sequence:
        if type == "INTEGER" { self.type = nil }
        text = (try? IntegerValue.parse(property.value)).map(String.init) ?? text
      case .geo:
        if type == "FLOAT" { self.type = nil }
        let parts = text.split(separator: ";").map { Double($0).map { "\($0)" } ?? String($0) }
        text = parts.joined(separator: ";")
      case .tzoffsetfrom, .tzoffsetto:
        if type == "UTC-OFFSET" { self.type = nil }
      case .attendee, .organizer:
        if type == "CAL-ADDRESS" { self.type = nil }
      case .rrule, .exrule:
        if type == "RECUR" { self.type = nil }
        var parts = text.split(separator: ";").map(String.init)
        parts = parts.map { part in
          guard let equals = part.firstIndex(of: "=") else { return part }
          return part[..<equals].uppercased() + part[equals...]
        }
        // The order of parts has no meaning (RFC 5545 §3.3.10).
        text = parts.sorted().joined(separator: ";")
      default:
        if type == "UNKNOWN" || (property.name == "FREEBUSY" && type == "PERIOD") { self.type = nil }
      }
    }
  }
}
