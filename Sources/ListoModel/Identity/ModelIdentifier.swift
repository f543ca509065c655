package import ICalendar

/// The name of a source, a list or a reminder: equal across runs, working directories and spellings of a
/// path.
///
/// Written `source`, `source/list`, `source/list/UID` or `source/list/UID/RECURRENCE-ID`, each part
/// percent-encoded (RFC 3986: all but letters, digits and `-._:@+` are), so that it fits in a URL, an anchor
/// and a shell word. The second holder of a name ends in `~2`, the third in `~3`.
public struct ModelIdentifier: Sendable, Hashable, CustomStringConvertible {
  private let place: Place
  /// The account, the absolute path of the folder that holds the calendars, or `-`.
  public var source: String { place.source }
  /// X-WR-RELCALID, else the VCALENDAR's UID, else the collection's or the file's name.
  public var list: Name? { place.list }
  /// The UID; for a reminder without one, the hash of its content.
  public let uid: Name?
  /// The RECURRENCE-ID in the form of RFC 5545, with its zone after a space; nil for a master.
  public let recurrenceID: String?

  /// A name, and whose it is among those that share it. Names are equal where their bytes are: an accented
  /// letter that is encoded in two ways makes two names.
  public struct Name: Sendable, Hashable {
    /// The name, not encoded.
    public let text: String
    /// 1 for the first holder.
    public let holder: Int

    /// A name of the first holder, or of another one.
    public init(_ text: String, holder: Int = 1) {
      (self.text, self.holder) = (text, holder)
    }

    /// Both have the same bytes and the same holder.
    public static func == (left: Name, right: Name) -> Bool {
      left.holder == right.holder && left.text.hasBytes(of: right.text)
    }

    /// By the text, in which names of the same bytes are the same, and the holder.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(holder)
      hasher.combine(text)
    }
  }

  /// A source, or a list of one. The reminders of a list share it: there may be a million.
  private final class Place: Sendable, Hashable {
    let source: String
    let list: Name?

    init(source: String, list: Name?) { (self.source, self.list) = (source, list) }

    static func == (left: Place, right: Place) -> Bool {
      left === right || left.source == right.source && left.list == right.list
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(list)
    }
  }

  /// The identifier of a source.
  public init(source: String) {
    self.init(source: source, list: nil, uid: nil, recurrenceID: nil)
  }

  /// The identifier of a list, or of a reminder where there is a UID.
  public init(source: String, list: Name?, uid: Name? = nil, recurrenceID: String? = nil) {
    self.init(in: Place(source: source, list: list), uid, recurrenceID)
  }

  private init(in place: Place, _ uid: Name?, _ recurrenceID: String?) {
    (self.place, self.uid, self.recurrenceID) = (place, uid, recurrenceID)
  }

  /// The identifier of a reminder of the same list.
  package func reminder(_ uid: Name, recurrenceID: String?) -> ModelIdentifier {
    ModelIdentifier(in: place, uid, recurrenceID)
  }

  /// The kind of the element.
  public enum Kind: String, Sendable { case source, list, reminder }

  /// The kind of the element: a source, a list or a reminder.
  public var kind: Kind { list == nil ? .source : uid == nil ? .list : .reminder }

  /// The identifier of the list, or source, that holds it; nil for a source.
  public var container: ModelIdentifier? {
    switch kind {
    case .source: nil
    case .list: ModelIdentifier(source: source)
    case .reminder: ModelIdentifier(source: source, list: list)
    }
  }

  /// The identifier without its source, so that it does not depend on the place of the folder and does not
  /// reveal it: `list/UID`. Empty for a source.
  public var withinSource: String { String(decoding: withinSourceBytes, as: UTF8.self) }

  /// The same in ASCII.
  package var withinSourceBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    if let list {
      Self.append(list.text, to: &bytes)
      bytes += Self.suffix(list).utf8
    }
    guard let uid else { return bytes }
    if list != nil { bytes.append(0x2F) }
    Self.append(uid.text, to: &bytes)
    if let recurrenceID {
      bytes.append(0x2F)
      Self.append(recurrenceID, to: &bytes)
    }
    bytes += Self.suffix(uid).utf8
    return bytes
  }

  public var description: String {
    var bytes: [UInt8] = []
    Self.append(source, to: &bytes)
    if list != nil || uid != nil {
      bytes.append(0x2F)
      bytes += withinSourceBytes
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func suffix(_ name: Name) -> String { name.holder > 1 ? "~\(name.holder)" : "" }

  /// Parses the text of `description`; nil if the text is not an identifier.
  public init?(_ text: String) {
    guard let written = WrittenIdentifier(Array(text.utf8)[...]) else { return nil }
    self.init(
      source: written.source, list: written.list, uid: written.uid, recurrenceID: written.recurrenceID)
  }

  /// Appends a part, percent-encoded.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if standsForItself(byte) {
        bytes.append(byte)
      } else {
        bytes += byte.percentEncoded
      }
    }
  }

  /// Returns true for bytes that are written unchanged: letters, digits and `-._:@+`. Others are
  /// percent-encoded.
  public static func standsForItself(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x3A, 0x40, 0x2B: true
    default: false
    }
  }
}

extension ModelIdentifier {
  /// The name of a reminder of a surveyed calendar: the one that it has in a ``Catalog``.
  ///
  /// - Parameter holder: which holder of its name it is, as ``Survey/holders`` has it.
  package init(_ component: Component, holder: Int, in calendar: Survey.Calendar) {
    let name = IdentityInList(Reminder(component, in: calendar.context))
    self.init(
      source: calendar.place.source.identifier, list: calendar.list, uid: Name(name.uid, holder: holder),
      recurrenceID: name.recurrenceID)
  }
}
