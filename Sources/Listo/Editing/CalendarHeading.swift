internal import ICalendar
internal import ListoModel

/// The lines in which a calendar says what list it is, under the names that its producer has for them.
struct CalendarHeading {
  /// One run of a calendar's own lines, before and after a change.
  struct Edited {
    let before: Component
    let after: Component
  }

  private let parts: [Component]

  /// - Parameter calendar: with a header.
  init?(_ calendar: CalendarContext) {
    guard let header = calendar.header else { return nil }
    parts = [header] + calendar.trailing
  }

  func edited(_ change: ListChange) -> [Edited] {
    switch change {
    case .rename(let title):
      let value = TextValue.encode(title)
      let names = [PropertyID.name, .xWrCalname].map(\.name).filter(holds)
      return edited(names.isEmpty ? [(PropertyID.xWrCalname.name, value)] : names.map { ($0, value) })
    case .color(let color): return edited(lines(of: color))
    case .order(let number):
      return edited([(CalendarContext.orderName, Array(String(number).utf8))])
    }
  }

  /// Both names of a colour, as far as the calendar has them, or has none.
  private func lines(of color: ListColor?) -> [(String, [UInt8]?)] {
    let (apple, css) = (PropertyID.xAppleCalendarColor.name, PropertyID.color.name)
    guard let color else { return [apple, css].filter(holds).map { ($0, nil) } }
    var values: [String: [UInt8]] = [:]
    for line in CollectionMetadata(title: nil, color: color).lines {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      values[String(decoding: line[..<colon], as: UTF8.self)] = Array(line[(colon + 1)...])
    }
    // Apple writes the opacity behind it.
    let old = parts.lazy.compactMap { $0.all(named: apple).first }.first
    if old?.value.count == 9, let value = values[apple] { values[apple] = value + Array("FF".utf8) }
    let (hasApple, hasName) = (holds(apple), holds(css))
    var result: [(String, [UInt8]?)] = []
    // A name that is there goes where the new colour has none, and the number says it.
    if hasName || !hasApple, values[css] != nil || hasName { result.append((css, values[css])) }
    if hasApple || values[css] == nil || !hasName { result.append((apple, values[apple])) }
    return result
  }

  private func holds(_ name: String) -> Bool { parts.contains { !$0.all(named: name).isEmpty } }

  /// Each property with its new value in all of its lines, behind the first lines where it is new; nil takes
  /// it out.
  private func edited(_ values: [(name: String, value: [UInt8]?)]) -> [Edited] {
    parts.enumerated().compactMap { index, part in
      var edits: [Component.Edit] = []
      for (name, value) in values {
        // A name in a language of its own is another name.
        let lines = part.all(named: name).filter { $0.parameter("LANGUAGE") == nil }
        guard let value else {
          edits += lines.map { .remove($0) }
          continue
        }
        for line in lines where !line.value.elementsEqual(value) {
          edits.append(
            .replace(
              line,
              ContentLineText.line(
                name, parameters: line.parameters, value: value, lineEnd: part.lineEnd)))
        }
        if index == 0,
          !parts.contains(where: { part in
            part.all(named: name).contains { $0.parameter("LANGUAGE") == nil }
          })
        {
          edits.append(.append(ContentLineText.line(name, value: value, lineEnd: part.lineEnd)))
        }
      }
      return edits.isEmpty ? nil : Edited(before: part, after: part.edited(edits))
    }
  }
}
