internal import ICalendar
internal import ListoModel

/// Names in property drawers.
enum OrgDrawer {
  /// There is no STATUS, and this is what other properties say.
  static let implied = "X-LISTO-IMPLIED"

  /// The lines that begin and end a drawer.
  static let start = Array(":PROPERTIES:\n".utf8)
  static let end = Array(":END:\n".utf8)

  /// Keys that mean something else to Org.
  private static let special: Set<String> = [
    "ID", "PRIORITY", "TODO", "TAGS", "ALLTAGS", "CATEGORY", "ITEM", "FILE", "BLOCKED", "CLOSED", "DEADLINE",
    "SCHEDULED",
    "TIMESTAMP", "EFFORT", "BEGIN", "END",
  ]

  /// Keys with which Org runs Lisp, or finds files and folders. They keep iCalendar's name, so that none of
  /// them comes from a calendar.
  private static func isActive(_ key: String) -> Bool {
    ["HEADER-ARGS", "DIR", "ARCHIVE", "COLUMNS", "LOGGING", "INCLUDES", "DEFINES", "IMPORTS", "VAR"].contains(
      key)
      || ["EXPORT_", "ATTACH_", "TABLE_", "HTML_", "LATEX_", "BEAMER_"].contains(where: key.hasPrefix)
  }

  /// Percent-encodes control characters, blanks and `%`; and all that is not ASCII where the text is no
  /// UTF-8.
  ///
  /// - Parameter all: whatever is ASCII and no letter or digit, too.
  static func encode(_ text: ArraySlice<UInt8>, all: Bool = false) -> [UInt8] {
    let isText = text.span.isUTF8
    var bytes: [UInt8] = []
    for byte in text {
      let isWord = byte >= 0x80 || ComponentText.isNameByte(byte)
      if byte > 0x20, byte != 0x7F, byte != 0x25, byte < 0x80 || isText, isWord || !all {
        bytes.append(byte)
      } else {
        bytes += byte.percentEncoded
      }
    }
    return bytes
  }

  /// The key for an iCalendar property; nil for a name that no drawer can have.
  static func key(for property: Property) -> [UInt8]? {
    guard property.id == .other else { return keys[Int(property.id.rawValue)] }
    let name = property.name
    return ComponentText.isName(name) ? Array(key(for: name).utf8) : nil
  }

  private static let keys = PropertyID.allCases.map { id in
    ComponentText.isName(id.name) ? Array(key(for: id.name).utf8) : nil
  }

  private static func key(for name: String) -> String {
    let own = name.hasPrefix("X-ORG-") ? String(name.dropFirst(6)) : ""
    if !own.isEmpty { return !isActive(own) && self.name(for: own) == name ? own : name }
    // A name that Org, or another program, may give its own properties.
    return isActive(name) || self.name(for: name) != name ? "ICAL-" + name : name
  }

  /// The meaning of a key.
  enum Meaning {
    /// The UID, which stands in `ID`.
    case identifier
    case property(Name)
  }

  /// The name of a property.
  struct Name: Sendable {
    let id: PropertyID
    /// In upper case; none where the id says it, so that no core counts references of a name that all use.
    let bytes: [UInt8]
    /// It is one of Org's own, or of another program: its value is text.
    let isForeign: Bool

    fileprivate init(_ name: String) {
      (id, bytes, isForeign) = (PropertyID(name: name), Array(name.utf8), name.hasPrefix("X-ORG-"))
    }

    fileprivate init(_ id: PropertyID) { (self.id, bytes, isForeign) = (id, [], false) }
  }

  /// The meaning of a key, which is UTF-8; nil for one that no property can have.
  static func meaning(_ bytes: Span<UInt8>, _ key: Range<Int>) -> Meaning? {
    if key.count == 2, bytes[key.lowerBound] | 0x20 == 0x69, bytes[key.lowerBound + 1] | 0x20 == 0x64 {
      return .identifier
    }
    let id = PropertyID(bytes, key)
    if areKeys[Int(id.rawValue)] { return .property(Name(id)) }
    let key = bytes.text(key, isText: false)
    if key.uppercased() == "ID" { return .identifier }
    return name(for: key).map { .property(Name($0)) }
  }

  /// Whether a key that is the name of a known property stands for that.
  private static let areKeys = PropertyID.allCases.map { $0 != .other && name(for: $0.name) == $0.name }

  /// The iCalendar property for a key: one of Org's own, or of another program, is kept as X-ORG-….
  private static func name(for key: String) -> String? {
    let upper = key.uppercased()
    if upper == "ID" { return "UID" }
    let name = upper.hasPrefix("ICAL-") ? String(upper.dropFirst(5)) : upper
    guard ComponentText.isName(name) else { return nil }
    let isOurs = PropertyID(name: name) != .other || name.hasPrefix("X-")
    if upper.hasPrefix("ICAL-") || (isOurs && !special.contains(name)) { return name }
    return "X-ORG-" + name
  }
}
