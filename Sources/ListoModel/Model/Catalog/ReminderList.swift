internal import ICalendar

/// A list of reminders: one or more VCALENDARs, or a collection (EventKit's EKCalendar).
public struct ReminderList: Sendable, Hashable {
  /// X-WR-RELCALID, else the VCALENDAR's UID, else the collection's name, else the file's name.
  public let identifier: String
  /// The name for people.
  public let title: String
  /// The colour that its calendar or its folder gives it.
  public let color: ListColor?
  /// The description of its calendar (DESCRIPTION, X-WR-CALDESC).
  public let summary: String?
  /// The position among the lists of its source: X-APPLE-CALENDAR-ORDER of the calendar, or vdir's `order`,
  /// if there is one.
  public let order: Int?
  /// Its files can be written.
  public let allowsModification: Bool
  /// The title is that of its calendar or its folder, and not made from the name of the file.
  package let isNamed: Bool

  /// A list.
  ///
  /// - Parameter identifier: its name within its source.
  public init(
    identifier: String, title: String, color: ListColor?, summary: String? = nil, order: Int? = nil,
    allowsModification: Bool = true
  ) {
    self.init(
      identifier: identifier, title: title, isNamed: true, color: color, summary: summary, order: order,
      allowsModification: allowsModification)
  }

  init(
    identifier: String, title: String, isNamed: Bool, color: ListColor?, summary: String? = nil,
    order: Int? = nil, allowsModification: Bool
  ) {
    (self.identifier, self.title, self.isNamed, self.color) = (identifier, title, isNamed, color)
    (self.summary, self.order, self.allowsModification) = (summary, order, allowsModification)
  }
}

extension CalendarContext {
  /// X-WR-RELCALID, else the VCALENDAR's UID (RFC 7986 §5.3).
  public var identifier: String? {
    text(.xWrRelcalid) ?? text(.uid)
  }

  /// NAME (RFC 7986 §5.1; the one without LANGUAGE first), else X-WR-CALNAME.
  public var title: String? {
    let names = all(.name)
    let name = names.first { $0.parameter("LANGUAGE") == nil } ?? names.first
    let title = name?.text ?? ""
    return title.isEmpty ? text(.xWrCalname) : title
  }

  /// DESCRIPTION (RFC 7986 §5.2), else X-WR-CALDESC.
  public var summary: String? { text(.description) ?? text(.xWrCaldesc) }

  /// X-APPLE-CALENDAR-COLOR, which can say more than a CSS name, else COLOR (RFC 7986 §5.9).
  public var color: ListColor? {
    text(.xAppleCalendarColor).flatMap { ListColor($0) } ?? text(.color).flatMap { ListColor($0) }
  }

  /// X-APPLE-CALENDAR-ORDER, a whole number.
  public var order: Int? {
    let name = CalendarContext.orderName
    let written = ([header].compactMap(\.self) + trailing).lazy.compactMap { $0.all(named: name).first }.first
    return written.flatMap { try? IntegerValue.parse($0.value) }
  }

  /// The property in which Apple's servers store the place of a calendar among others.
  package static let orderName = "X-APPLE-CALENDAR-ORDER"

  /// The identifier of the list that this calendar is, in a file that is a list of its own.
  func listIdentifier(inFile name: String) -> String { identifier ?? name }

  /// Its title there: its own, else the file's name without the extension.
  func listTitle(inFile name: String) -> String {
    title ?? Self.title(ofFile: name)
  }

  /// The name of a file without its extension.
  static func title(ofFile name: String) -> String {
    guard let stop = name.lastIndex(of: "."), stop > name.startIndex else { return name }
    return String(name[..<stop])
  }

  private func text(_ id: PropertyID) -> String? {
    guard let text = first(id)?.text, !text.isEmpty else { return nil }
    return text
  }
}
