internal import ICalendar

/// Alarms at a time, which move along where an occurrence is completed. Where versions moved on by different
/// ways, they are those of the version whose dates count: else the reminder would ring at the times of all.
struct MovedAlarms {
  /// The alarms of the base that are at a time, by what they say beside; each group in the order of time.
  private let base: [[UInt8]: [Component]]
  private let settling: [[UInt8]: [Component]]

  /// - Parameters:
  ///   - base: what the versions began with.
  ///   - settling: the version whose dates count.
  init(base: Component, settling: Component) {
    (self.base, self.settling) = (Self.alarms(of: base), Self.alarms(of: settling))
  }

  /// A version with the alarms that it moved where they are in the other; the same bytes where it moved none.
  func settled(_ version: Component) -> Component {
    var edits: [Component.Edit] = []
    for (key, own) in Self.alarms(of: version) {
      guard let before = base[key], let wanted = settling[key], before.count == own.count,
        wanted.count == own.count
      else { continue }
      // Moved by both, all of them.
      for index in own.indices where own[index].bytes != wanted[index].bytes {
        guard Self.time(own[index]) != Self.time(before[index]),
          Self.time(wanted[index]) != Self.time(before[index])
        else { continue }
        edits.append(.replaceChild(own[index], Array(wanted[index].bytes)))
      }
    }
    return version.edited(edits)
  }

  private static func alarms(of component: Component) -> [[UInt8]: [Component]] {
    let alarms = component.children.filter { $0.kind == .valarm && time($0) != nil }
    return Dictionary(grouping: alarms, by: key).mapValues { alarms in
      alarms.sorted { (time($0) ?? 0, $0.lineNumber) < (time($1) ?? 0, $1.lineNumber) }
    }
  }

  /// The alarm's content without the time at which it rings and the time of its acknowledgement.
  private static func key(_ alarm: Component) -> [UInt8] {
    let lines = alarm.properties.filter { ![.trigger, .acknowledged, .xMozLastack].contains($0.id) }
      .flatMap { CanonicalLine.elements(of: $0, in: alarm, .forPeople) }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// In seconds from 1970; nil where it rings at a distance, or does not ring.
  private static func time(_ alarm: Component) -> Int64? {
    let read = Alarm(alarm)
    guard case .absolute(let utc)? = read.trigger, !read.isPlaceholder else { return nil }
    return Instant(utc: utc).seconds
  }
}
