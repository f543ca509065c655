public import ICalendar

/// The calendar that a reminder came from: what it needs of its VCALENDAR to be understood.
public final class CalendarContext: Sendable {
  /// The calendar's own properties; nil for a component that stood outside of a VCALENDAR.
  public let header: Component?
  /// Properties of the calendar that stood behind its first component.
  public let trailing: [Component]
  /// What the calendar's TZIDs mean.
  public let zones: ZoneTable
  /// The input as the user named it, for Diagnostics.
  public let file: String

  /// A calendar of these lines and zones.
  ///
  /// - Parameter file: the input as the user named it.
  public init(header: Component?, trailing: [Component] = [], zones: ZoneTable = .empty, file: String) {
    (self.header, self.trailing, self.zones, self.file) = (header, trailing, zones, file)
  }

  /// The calendar's first property with this id.
  public func first(_ id: PropertyID) -> Property? {
    header?.first(id) ?? trailing.lazy.compactMap { $0.first(id) }.first
  }

  /// Every property of the calendar with this id.
  public func all(_ id: PropertyID) -> [Property] {
    (header?.all(id) ?? []) + trailing.flatMap { $0.all(id) }
  }

  /// It is no collection but a message (RFC 5546) about what is in one, such as METHOD:CANCEL.
  public var isMessage: Bool {
    first(.method).map { MergeMessage.methods.contains($0.text.uppercased()) } ?? false
  }

  /// What it lacks may be elsewhere (`MergeMessage/partialMethods`).
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
