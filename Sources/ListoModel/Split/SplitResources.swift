internal import ICalendar

/// Which file each component of a vdir goes to: a resource of CalDAV is one calendar with the components of one UID and one kind, a master
/// and its overrides (RFC 4791 §4.1). What cannot be in that is in a file of its own, and told.
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
    /// The calendar, where it cannot be one with others: a message, or one with other time zones of the same names.
    var sheet: UInt32?
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
  private var sheetOf: [Copy: UInt32] = [:]
  private var joined: Set<[UInt32]> = []

  /// - Parameters:
  ///   - sheet: of its calendar.
  ///   - sheets: that of the resource gets the time zones of the others.
  /// - Returns: what tells the resource from others of the UID, and its calendar.
  mutating func place(
    _ component: Component, uid: String, list: UInt32, _ sheet: UInt32, _ sheets: inout [SplitCalendar]
  ) -> (identity: String, sheet: UInt32) {
    let context = sheets[Int(sheet)].calendar.context
    let item = Item(list: list, uid: uid)
    var name = Name(item: item, kind: component.name)
    if sheets[Int(sheet)].message != nil { name.sheet = sheet }
    let occurrence = RecurrenceKey(component.first(.recurrenceID)).resolved(in: context.zones.zone)
    var copy = take(Version(name: name, occurrence: occurrence))
    if let known = sheetOf[copy], known != sheet, !sheets[Int(known)].join(sheets[Int(sheet)].zones) {
      name.sheet = sheet
      copy = take(Version(name: name, occurrence: occurrence))
    }
    let home = sheetOf[copy] ?? sheet
    sheetOf[copy] = home
    if home != sheet {
      sheets[Int(home)].note(component)
      tellLines(sheets, sheet, home)
    }
    let isFirst = first[item, default: copy] == copy
    if isFirst { first[item] = copy }
    tell(
      component, isFirst: isFirst || name.sheet == sheet && sheets[Int(sheet)].message != nil, context.file)
    let identity =
      isFirst ? uid : "\(uid)\n\(name.kind)\n\(name.sheet.map { String($0) } ?? "")\n\(copy.number)"
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
          "\(component.name) has no UID; a CalDAV server takes no file without one"))
    }
    guard !isFirst else { return }
    log.append(
      Diagnostic(
        .warning, .duplicateIdentifier, file: file, line: component.lineNumber,
        "the UID \(uid.isEmpty ? component.derivedUID : uid) has a file already; this \(component.name) is another version, or of "
          + "another kind, and gets a file of its own: a CalDAV server takes one of them"))
  }

  /// What a calendar says of itself, and the one that its component is put into does not.
  private mutating func tellLines(_ sheets: [SplitCalendar], _ sheet: UInt32, _ home: UInt32) {
    guard joined.insert([sheet, home]).inserted else { return }
    let other = sheets[Int(home)]
    for line in sheets[Int(sheet)].lines(lackingIn: other) {
      log.append(
        Diagnostic(
          .warning, .loss, file: sheets[Int(sheet)].calendar.context.file, line: line.lineNumber,
          "\(String(decoding: line.unfolded, as: UTF8.self)) is in no file of what the calendar of \(other.calendar.context.file) has too"
        ))
    }
  }
}
