internal import ICalendar

/// The content of `displayname` and `color` of a vdir, a folder with a file for each item. The files
/// themselves do not name their list.
package struct CollectionMetadata: Sendable, Hashable {
  /// The content of `displayname`: the title of the list.
  public var title: String?
  /// The content of `color`.
  public var color: ListColor?

  /// Creates the metadata of a list; nil for a missing file.
  public init(title: String?, color: ListColor?) { (self.title, self.color) = (title, color) }

  /// Reads the title and the colour from a calendar's own lines.
  ///
  /// - Parameter lines: unfolded.
  init(lines: [[UInt8]]) {
    let context = CalendarContext(header: Self.header(lines), file: "")
    self.init(title: context.title, color: context.color)
  }

  /// The same as a calendar's own lines, unfolded: a title has two names, and so has a colour that CSS knows.
  package var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    if let title {
      let value = TextValue.encode(title)
      lines += [Array("NAME:".utf8) + value, Array("X-WR-CALNAME:".utf8) + value]
    }
    if let color {
      let both = CalendarColor(apple: Array(color.description.utf8), name: nil)
      if let name = both.name { lines.append(Array("COLOR:".utf8) + name) }
      lines.append(Array("X-APPLE-CALENDAR-COLOR:\(color)".utf8))
    }
    return lines
  }

  /// Each under one name.
  var plainLines: [[UInt8]] {
    lines.filter { $0.starts(with: "NAME:".utf8) || $0.starts(with: "X-APPLE-CALENDAR-COLOR:".utf8) }
  }

  static func header(_ lines: [[UInt8]]) -> Component? {
    Component(Array("BEGIN:VCALENDAR\r\n".utf8) + lines.flatMap { ContentLineText.fold($0[...]) })
  }
}

extension CatalogBuilder.Folder {
  /// The content of `displayname` and `color`; nil if its folder has neither.
  package var metadata: CollectionMetadata? {
    displayName == nil && color == nil ? nil : CollectionMetadata(title: displayName, color: color)
  }
}
