public import ICalendar

/// The calendar of a reminder: the parts of its VCALENDAR that are needed to interpret it.
public final class CalendarContext: Sendable {
  /// The calendar's properties; nil for a component outside of a VCALENDAR.
  public let header: Component?
  /// Properties of the calendar that came after its first component.
  public let trailing: [Component]
  /// The time zones of the calendar, by TZID.
  public let zones: ZoneTable
  /// The input as the user named it, for Diagnostics.
  public let file: String

  /// A calendar of these lines and zones.
  ///
  /// - Parameter file: the name of the input, as the user gave it.
  public init(header: Component?, trailing: [Component] = [], zones: ZoneTable = .empty, file: String) {
    (self.header, self.trailing, self.zones, self.file) = (header, trailing, zones, file)
  }

  /// The calendar with further definitions of zones.
  package func defining(_ zones: [Component]) -> CalendarContext {
    guard !zones.isEmpty else { return self }
    return CalendarContext(
      header: header, trailing: trailing, zones: ZoneTable(Array(self.zones.definitions.values) + zones),
      file: file)
  }

  /// The calendar's first property with this id.
  public func first(_ id: PropertyID) -> Property? {
    header?.first(id) ?? trailing.lazy.compactMap { $0.first(id) }.first
  }

  /// Every property of the calendar with this id.
  public func all(_ id: PropertyID) -> [Property] {
    (header?.all(id) ?? []) + trailing.flatMap { $0.all(id) }
  }

  /// True if the calendar is an iTIP message (RFC 5546), such as METHOD:CANCEL, instead of a collection.
  public var isMessage: Bool {
    first(.method).map { MergeMessage.methods.contains($0.text.uppercased()) } ?? false
  }

  /// True if the calendar may be a part of a collection (`MergeMessage/partialMethods`).
  public var isPartOfCollection: Bool {
    first(.method).map { MergeMessage.partialMethods.contains($0.text.uppercased()) } ?? false
  }

  /// All of the calendar's own lines in one: those behind its first component after those before it.
  var ownLines: Component? {
    header?.edited(trailing.flatMap(\.properties).map { .append(Array($0.bytes)) })
  }

  /// The context of no file: for components that were just made.
  public static let none = CalendarContext(header: nil, file: "-")
}
