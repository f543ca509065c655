internal import ICalendar

/// Which file each component of a vdir goes to: a resource of CalDAV is one calendar with the components of
/// one UID and one kind, a master and its overrides (RFC 4791 §4.1). What cannot be in that is in a file of
/// its own, and told.
struct SplitResources: Sendable {
  private var log = DiagnosticLog(limits: ReadingLimits())
  var problems: [Diagnostic] { log.diagnostics }

  private struct Item: Hashable {
    let list: UInt32
    let uid: String
  }

  /// A resource by what its components have in common.
  private struct Name: Hashable {
    let item: Item
    let kind: String
    /// The calendar, where it cannot be one with others: a message, or one with other time zones of the same
    /// names.
    var calendar: UInt32?
  }

  private struct Version: Hashable {
    let name: Name
    let occurrence: RecurrenceKey
  }

  private struct Copy: Hashable {
    let name: Name
    let number: Int
  }

  private var first: [Item: Copy] = [:]
  /// How many versions of a component there are.
  private var versions: [Version: Int] = [:]
  /// The calendar that a resource is in.
  private var homes: [Copy: UInt32] = [:]
  private var joined: Set<[UInt32]> = []

  /// - Parameters:
  ///   - calendar: the index of its calendar.
  ///   - calendars: that of the resource gets the time zones of the others.
  /// - Returns: what tells the resource from others of the UID, and its calendar.
  mutating func place(
    _ component: Component, uid: String, list: UInt32, _ calendar: UInt32, _ calendars: inout [SplitCalendar]
  ) -> (identity: String, calendar: UInt32) {
    let context = calendars[Int(calendar)].first.context
    let item = Item(list: list, uid: uid)
    var name = Name(item: item, kind: component.name)
    if calendars[Int(calendar)].message != nil { name.calendar = calendar }
    let occurrence = RecurrenceKey(component.first(.recurrenceID)).resolved(in: context.zones.zone)
    var copy = take(Version(name: name, occurrence: occurrence))
    if let known = homes[copy], known != calendar, !calendars[Int(known)].join(calendars[Int(calendar)].zones)
    {
      name.calendar = calendar
      copy = take(Version(name: name, occurrence: occurrence))
    }
    let home = homes[copy] ?? calendar
    homes[copy] = home
    if home != calendar {
      calendars[Int(home)].note(component)
      tellLines(calendars, calendar, home)
    }
    let isFirst = first[item, default: copy] == copy
    if isFirst { first[item] = copy }
    tell(
      component, isFirst: isFirst || name.calendar == calendar && calendars[Int(calendar)].message != nil,
      context.file)
    let identity =
      isFirst ? uid : "\(uid)\n\(name.kind)\n\(name.calendar.map { String($0) } ?? "")\n\(copy.number)"
    return (identity, home)
  }

  /// The n-th version of a component is in the n-th resource.
  private mutating func take(_ version: Version) -> Copy {
    defer { versions[version, default: 0] += 1 }
    return Copy(name: version.name, number: versions[version, default: 0])
  }

  private mutating func tell(_ component: Component, isFirst: Bool, _ file: String) {
    let uid = component.first(.uid)?.text ?? ""
    if uid.isEmpty {
      log.append(
        Diagnostic(
          .warning, .missingUID, file: file, line: component.lineNumber,
          "\(component.name) has no UID; CalDAV servers refuse files without a UID"))
    }
    guard !isFirst else { return }
    log.append(
      Diagnostic(
        .warning, .duplicateIdentifier, file: file, line: component.lineNumber,
        "the UID \(uid.isEmpty ? component.derivedUID : uid) has a file already; this \(component.name) is another version, or of "
          + "another kind, and gets a file of its own: a CalDAV server takes one of them"))
  }

  /// Reports the own lines of a calendar that the calendar into which its component is put lacks.
  private mutating func tellLines(_ calendars: [SplitCalendar], _ calendar: UInt32, _ home: UInt32) {
    guard joined.insert([calendar, home]).inserted else { return }
    let other = calendars[Int(home)]
    for line in calendars[Int(calendar)].lines(lackingIn: other) {
      log.append(
        Diagnostic(
          .warning, .loss, file: calendars[Int(calendar)].first.context.file, line: line.lineNumber,
          "\(String(decoding: line.unfolded, as: UTF8.self)) is in no file of what the calendar of \(other.first.context.file) has too"
        ))
    }
  }
}
