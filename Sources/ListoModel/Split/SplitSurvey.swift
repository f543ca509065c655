internal import ICalendar

/// The first look at a collection that is taken apart: which component goes where.
///
/// Memory is 40 bytes a component, and where families matter its UID and that of its parent.
public struct SplitSurvey: Sendable {
  /// A component by its place.
  struct Entry: Sendable {
    let offset: Int
    let length: UInt32
    let input: UInt32
    /// See ``SplitSurvey/sheets``.
    let sheet: UInt32
    /// See ``SplitSurvey/parts``; before ``finish()`` what the component says of itself.
    var part: UInt32
    /// Of its family member; -1 where families do not matter.
    let member: Int32
    let flags: Flags
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let reminder = Flags(rawValue: 1)
    /// It has to be read and written anew: its END is missing, carriage returns end its lines, or it says where it came from.
    static let rewritten = Flags(rawValue: 2)
    static let returnsEndLines = Flags(rawValue: 4)
  }

  /// A part by what it is about.
  struct PartKey: Hashable, Sendable {
    /// The source, or source and list, that it is in, where these count.
    let home: String
    /// What tells it from others there.
    let identity: String
    /// What people call it.
    let label: String
  }

  /// Reminders of one UID in one list.
  private struct Member {
    /// The part that the master, else the first override, says.
    var part: UInt32
    var hasMaster = false
    var parent: [UInt8]?
    var list: UInt32
  }

  /// By what it divides.
  public let way: SplitWay
  private(set) var sheets: [SplitSheet] = []
  private(set) var entries: [Entry] = []
  private(set) var parts: [PartKey] = []
  private var partNumbers: [PartKey: UInt32] = [:]
  private var calendarNumbers: [ObjectIdentifier: UInt32] = [:]
  private var sheetNumbers: [SplitSheet.Key: [UInt32]] = [:]
  private var members: [Member] = []
  private var memberNumbers: [[UInt8]: Int32] = [:]
  private var listNumbers: [String: UInt32] = [:]
  private var resources = SplitResources()
  /// What is no resource of CalDAV, or has not all that it had.
  var resourceProblems: [Diagnostic] { resources.problems }
  /// Bytes outside of components and calendars that have no place in a part, by input.
  private(set) var strays: [Int: Int] = [:]
  /// Calendars that hold nothing, and go nowhere.
  private var isUsed: Set<UInt32> = []
  /// An item says from which input a merge took it (X-LISTO-ORIGIN).
  public private(set) var hasOrigins = false

  /// Nothing was read yet.
  public init(by way: SplitWay) { self.way = way }

  /// Takes note of what is in a batch.
  ///
  /// - Parameters:
  ///   - input: the number of the input, in their order.
  ///   - isCollection: its list is a folder of files.
  public mutating func take(_ batch: SurveyedBatch, input: Int, isCollection: Bool) {
    var cursor = batch.start
    for position in batch.batch.indices {
      let item = batch.batch[position]
      let index = cursor.step(batch.batch.kind(at: position)).calendar
      guard batch.survey.calendars.indices.contains(index) else {
        if case .other(let bytes) = item { stray(bytes, input) }
        continue
      }
      let sheet = number(of: batch.survey.calendars[index], isCollection)
      switch item {
      case .component(let component) where component.kind != .vtimezone:
        let extent = batch.batch.extent(at: position)
        take(component, batch.batch.shift + extent.lowerBound, extent.count, sheet, input)
      case .other(let bytes): stray(bytes, input)
      default: break
      }
    }
  }

  private mutating func stray(_ bytes: ArraySlice<UInt8>, _ input: Int) {
    if bytes.contains(where: { $0 > 0x20 }) { strays[input, default: 0] += bytes.count }
  }

  private mutating func number(of calendar: Survey.Calendar, _ isCollection: Bool) -> UInt32 {
    if let known = calendarNumbers[ObjectIdentifier(calendar)] { return known }
    let key = SplitSheet.Key(calendar, list: Self.home(calendar))
    let zones = calendar.context.zones.definitions
    let known = sheetNumbers[key]?.first { sheets[Int($0)].join(zones) }
    let number = known ?? UInt32(sheets.count)
    calendarNumbers[ObjectIdentifier(calendar)] = number
    guard known == nil else { return number }
    sheets.append(SplitSheet(calendar, isCollection: isCollection))
    sheetNumbers[key, default: []].append(number)
    // An empty list is a part as well.
    if way == .list || way == .source { _ = part(home(calendar)) }
    return number
  }

  private mutating func take(
    _ component: Component, _ offset: Int, _ length: Int, _ ownSheet: UInt32, _ input: Int
  ) {
    var sheet = ownSheet
    isUsed.insert(sheet)
    sheets[Int(sheet)].note(component)
    var flags: Flags = component.kind == .vtodo ? .reminder : []
    if component.returnsEndLines { flags.insert([.returnsEndLines, .rewritten]) }
    if !component.standsAlone { flags.insert(.rewritten) }
    let home = sheets[Int(sheet)].calendar
    var keys: [PartKey]
    var member: Int32 = -1
    switch way {
    case .list, .source: keys = [self.home(home)]
    case .tag, .year:
      keys = [key(component)]
      member = self.member(component, list: home)
    case .uid:
      let uid = component.first(.uid)?.text ?? ""
      let name = uid.isEmpty ? component.derivedUID : uid
      let list = Self.home(home)
      let place = resources.place(component, uid: name, list: number(ofList: list), sheet, &sheets)
      sheet = place.sheet
      keys = [PartKey(home: list, identity: place.identity, label: name)]
    case .origin:
      let names = Origin.names(of: component)
      if !names.isEmpty {
        hasOrigins = true
        flags.insert(.rewritten)
      }
      keys = (names.isEmpty ? [""] : names).map {
        // A file of its own again: its name gets its extension back.
        let name = $0.lowercased().hasSuffix(".ics") ? String($0.dropLast(4)) : $0
        return PartKey(home: "", identity: $0, label: name.isEmpty ? way.lacking : name)
      }
    }
    for key in keys {
      let part = self.part(key)
      note(component, part, member)
      entries.append(
        Entry(
          offset: offset, length: UInt32(length), input: UInt32(input), sheet: sheet, part: part,
          member: member, flags: flags))
    }
  }

  private mutating func part(_ key: PartKey) -> UInt32 {
    if let known = partNumbers[key] { return known }
    partNumbers[key] = UInt32(parts.count)
    parts.append(key)
    return UInt32(parts.count - 1)
  }

  private func key(_ component: Component) -> PartKey {
    let label = way.label(of: component)
    return PartKey(home: "", identity: label ?? "", label: label ?? way.lacking)
  }

  private func home(_ calendar: Survey.Calendar) -> PartKey {
    let source = calendar.place.source
    guard way == .list else { return PartKey(home: "", identity: source.identifier, label: source.title) }
    return PartKey(home: "", identity: Self.home(calendar), label: calendar.place.listTitle)
  }

  /// What names a list.
  static func home(_ calendar: Survey.Calendar) -> String {
    ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list).description
  }

  // MARK: Families

  private mutating func member(_ component: Component, list calendar: Survey.Calendar) -> Int32 {
    guard let uid = component.first(.uid)?.value, !uid.isEmpty else { return -1 }
    let list = number(ofList: Self.home(calendar))
    let key = Self.memberKey(list, uid)
    if let known = memberNumbers[key] { return known }
    memberNumbers[key] = Int32(members.count)
    members.append(Member(part: .max, list: list))
    return Int32(members.count - 1)
  }

  private mutating func number(ofList name: String) -> UInt32 {
    let number = listNumbers[name] ?? UInt32(listNumbers.count)
    listNumbers[name] = number
    return number
  }

  private static func memberKey(_ list: UInt32, _ uid: some Collection<UInt8>) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: list >> UInt32(8 * $0)) } + uid
  }

  private mutating func note(_ component: Component, _ part: UInt32, _ member: Int32) {
    guard member >= 0 else { return }
    let isMaster = component.first(.recurrenceID) == nil
    let known = members[Int(member)]
    guard known.part == .max || isMaster && !known.hasMaster else { return }
    members[Int(member)].part = part
    members[Int(member)].hasMaster = isMaster
    guard component.kind == .vtodo else { return }
    members[Int(member)].parent = Reminder(component, in: .none).parent.map { Array(TextValue.encode($0)) }
  }

  /// Brings families together; call it when all was taken in.
  mutating func finish() {
    guard way.keepsFamilies else { return }
    let roots = self.roots()
    for index in entries.indices where entries[index].member >= 0 {
      entries[index].part = members[roots[Int(entries[index].member)]].part
    }
    (members, memberNumbers) = ([], [:])
  }

  /// Of each member the one that all are a part of in the end; in a circle, the first of it.
  private func roots() -> [Int] {
    var parents = members.map { member -> Int? in
      member.parent.flatMap { memberNumbers[Self.memberKey(member.list, $0)] }.map { Int($0) }
    }
    var roots = [Int](repeating: -1, count: members.count)
    var rounds = [Int](repeating: -1, count: members.count)
    for start in members.indices where roots[start] < 0 {
      var path: [Int] = []
      var place = start
      while roots[place] < 0, rounds[place] != start, let parent = parents[place] {
        rounds[place] = start
        path.append(place)
        place = parent
      }
      if roots[place] < 0, rounds[place] == start, parents[place] != nil {
        // A circle.
        let circle = path.drop { $0 != place }
        place = circle.min() ?? place
        parents[place] = nil
      }
      let root = roots[place] < 0 ? place : roots[place]
      roots[place] = root
      for member in path { roots[member] = root }
    }
    return roots
  }

  /// Calendars without a component, which go to no part, by way of what they hold.
  var emptyCalendars: [Survey.Calendar] {
    way == .list || way == .source
      ? [] : sheets.enumerated().filter { !isUsed.contains(UInt32($0.offset)) }.map(\.element.calendar)
  }
}
