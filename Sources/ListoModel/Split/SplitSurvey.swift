internal import ICalendar

/// The first look at a collection that is taken apart: which component goes where.
///
/// Memory is 40 bytes a component, and where families matter as much again for hashes of its UID and that of
/// its parent.
package struct SplitSurvey: Sendable {
  /// A component by its place.
  struct Entry: Sendable {
    let offset: Int
    let length: UInt32
    let input: UInt32
    /// See ``SplitSurvey/calendars``.
    let calendar: UInt32
    /// See ``SplitSurvey/parts``; before ``finish()`` what the component says of itself.
    var part: UInt32
    /// The index of its family member; -1 where families do not matter.
    let member: Int32
    /// The time zones that it names: see ``SplitSurvey/zones``.
    let zones: UInt32
    let flags: Flags
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let reminder = Flags(rawValue: 1)
    /// It has to be read and written anew: its END is missing, carriage returns end its lines, or it says
    /// where it came from.
    static let rewritten = Flags(rawValue: 2)
    static let returnsEndLines = Flags(rawValue: 4)
  }

  /// A part by what it is about.
  struct PartKey: Hashable, Sendable {
    /// The source, or source and list, that it is in, where these count.
    let home: String
    /// The text that distinguishes it from others there.
    let identity: String
    /// The name for people.
    let label: String
  }

  /// Reminders of one UID in one list.
  /// A UID in a list.
  private struct MemberKey: HashedKey {
    let uid: ByteHash
    let list: UInt32

    var word: UInt64 { uid.word ^ UInt64(list) }
  }

  private struct Member {
    /// The part that the master, else the first override, says.
    var part: UInt32
    var hasMaster = false
    var parent: ByteHash?
    var list: UInt32
  }

  /// By what it divides.
  package let way: SplitWay
  private(set) var calendars: [SplitCalendar] = []
  private(set) var entries: [Entry] = []
  private(set) var parts: [PartKey] = []
  private var partNumbers: [PartKey: UInt32] = [:]
  private var calendarNumbers: [ObjectIdentifier: UInt32] = [:]
  private var calendarsByKey: [SplitCalendar.Key: [UInt32]] = [:]
  private var members: [Member] = []
  private var memberNumbers = NumberedKeys<MemberKey>()
  /// Which time zones components name, each set of names once.
  private(set) var zones: [Set<String>] = []
  private var zoneNumbers: [Set<String>: UInt32] = [:]
  private var listNumbers: [String: UInt32] = [:]
  private var lists: [ObjectIdentifier: UInt32] = [:]
  private var resources = SplitResources()
  /// The warnings about items that are no resource of CalDAV, or have not all that they had.
  var resourceProblems: [Diagnostic] { resources.problems }
  /// Bytes outside of components and calendars that have no place in a part, by input.
  private(set) var strays: [Int: Int] = [:]
  /// Calendars that hold nothing, and go nowhere.
  private var isUsed: Set<UInt32> = []
  /// An item says from which input a merge took it (X-LISTO-ORIGIN).
  package private(set) var hasOrigins = false

  /// Nothing was read yet.
  package init(by way: SplitWay) { self.way = way }

  /// Takes note of what is in a batch, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - input: the number of the input, in their order.
  ///   - isCollection: its list is a folder of files.
  package mutating func take(_ batch: SurveyedBatch, input: Int, isCollection: Bool) {
    take(SplitNotes(batch, by: way), input: input, isCollection: isCollection)
  }

  /// The same of a batch that was looked through on any thread.
  package mutating func take(_ notes: SplitNotes, input: Int, isCollection: Bool) {
    let batch = notes.batch
    var cursor = batch.start
    var rest = notes.notes[...]
    // The numbers of parts and zones, by their numbers in this batch.
    var parts = [UInt32?](repeating: nil, count: notes.labels.count)
    let zones = notes.zones.map { number(ofZones: $0) }
    var run: (calendar: Survey.Calendar, number: UInt32)?
    var lastUsed: UInt32?
    for position in batch.batch.indices {
      let kind = batch.batch.kind(at: position)
      let index = cursor.step(kind).calendar
      let own = rest.prefix { $0.position == position }
      rest = rest.dropFirst(own.count)
      guard batch.survey.calendars.indices.contains(index) else {
        if case .other(let bytes) = batch.batch[position] { stray(bytes, input) }
        continue
      }
      let calendar = batch.survey.calendars[index]
      if run?.calendar !== calendar { run = (calendar, number(of: calendar, isCollection)) }
      guard let calendarNumber = run?.number else { continue }
      if case .other(let bytes) = batch.batch[position] { stray(bytes, input) }
      guard let first = own.first else { continue }
      if lastUsed != calendarNumber { isUsed.insert(calendarNumber) }
      lastUsed = calendarNumber
      calendars[Int(calendarNumber)].note(zones: notes.zones[first.zones])
      for note in own { take(note, zones[note.zones], notes, &parts, calendarNumber, input) }
    }
  }

  private mutating func stray(_ bytes: ArraySlice<UInt8>, _ input: Int) {
    if bytes.contains(where: { $0 > 0x20 }) { strays[input, default: 0] += bytes.count }
  }

  private mutating func number(of calendar: Survey.Calendar, _ isCollection: Bool) -> UInt32 {
    if let known = calendarNumbers[ObjectIdentifier(calendar)] { return known }
    let key = SplitCalendar.Key(calendar, list: Self.home(calendar))
    let zones = calendar.context.zones.definitions
    let known = calendarsByKey[key]?.first { calendars[Int($0)].join(zones) }
    let number = known ?? UInt32(calendars.count)
    calendarNumbers[ObjectIdentifier(calendar)] = number
    guard known == nil else { return number }
    calendars.append(SplitCalendar(calendar, isCollection: isCollection))
    calendarsByKey[key, default: []].append(number)
    // An empty list is a part as well.
    if way == .list || way == .source { _ = part(home(calendar)) }
    return number
  }

  private mutating func number(ofZones names: Set<String>) -> UInt32 {
    if let known = zoneNumbers[names] { return known }
    zoneNumbers[names] = UInt32(zones.count)
    zones.append(names)
    return UInt32(zones.count - 1)
  }

  private mutating func take(
    _ note: SplitNotes.Note, _ zones: UInt32, _ notes: SplitNotes, _ parts: inout [UInt32?],
    _ own: UInt32, _ input: Int
  ) {
    var (calendar, member): (UInt32, Int32) = (own, -1)
    let home = calendars[Int(calendar)].first
    let label = note.label.map { notes.labels[$0] }
    let part: UInt32
    switch way {
    case .list, .source: part = self.part(self.home(home))
    case .tag, .year, .origin:
      if way == .origin { hasOrigins = hasOrigins || note.label != nil }
      part = note.label.flatMap { parts[$0] } ?? self.part(key(label))
      if let label = note.label { parts[label] = part }
      member = self.member(note, list: home)
    case .uid:
      let (name, list) = (label ?? "", Self.home(home))
      guard let component = notes.batch.batch.component(at: note.position) else { return }
      let place = resources.place(component, uid: name, list: number(ofList: list), calendar, &calendars)
      calendar = place.calendar
      part = self.part(PartKey(home: list, identity: place.identity, label: name))
    }
    self.note(note, part, member)
    let extent = notes.batch.batch.extent(at: note.position)
    entries.append(
      Entry(
        offset: notes.batch.batch.shift + extent.lowerBound, length: UInt32(extent.count),
        input: UInt32(input), calendar: calendar, part: part, member: member, zones: zones, flags: note.flags)
    )
  }

  private mutating func part(_ key: PartKey) -> UInt32 {
    if let known = partNumbers[key] { return known }
    partNumbers[key] = UInt32(parts.count)
    parts.append(key)
    return UInt32(parts.count - 1)
  }

  private func key(_ label: String?) -> PartKey {
    guard way == .origin else { return PartKey(home: "", identity: label ?? "", label: label ?? way.lacking) }
    // A file of its own again: its name gets its extension back.
    let origin = label ?? ""
    let name = origin.lowercased().hasSuffix(".ics") ? String(origin.dropLast(4)) : origin
    return PartKey(home: "", identity: origin, label: name.isEmpty ? way.lacking : name)
  }

  private func home(_ calendar: Survey.Calendar) -> PartKey {
    let source = calendar.place.source
    guard way == .list else { return PartKey(home: "", identity: source.identifier, label: source.title) }
    return PartKey(home: "", identity: Self.home(calendar), label: calendar.place.listTitle)
  }

  /// The identifier of a list.
  static func home(_ calendar: Survey.Calendar) -> String {
    ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list).description
  }

  // MARK: Families

  private mutating func member(_ note: SplitNotes.Note, list calendar: Survey.Calendar) -> Int32 {
    guard let uid = note.family?.uid else { return -1 }
    let list = number(ofList: calendar)
    let (number, isNew) = memberNumbers.insert(MemberKey(uid: uid, list: list))
    if isNew { members.append(Member(part: .max, list: list)) }
    return Int32(number)
  }

  private mutating func number(ofList calendar: Survey.Calendar) -> UInt32 {
    if let known = lists[ObjectIdentifier(calendar)] { return known }
    let number = number(ofList: Self.home(calendar))
    lists[ObjectIdentifier(calendar)] = number
    return number
  }

  private mutating func number(ofList name: String) -> UInt32 {
    let number = listNumbers[name] ?? UInt32(listNumbers.count)
    listNumbers[name] = number
    return number
  }

  private mutating func note(_ note: SplitNotes.Note, _ part: UInt32, _ member: Int32) {
    guard member >= 0, let family = note.family else { return }
    let known = members[Int(member)]
    guard known.part == .max || family.isMaster && !known.hasMaster else { return }
    members[Int(member)].part = part
    members[Int(member)].hasMaster = family.isMaster
    if note.flags.contains(.reminder) { members[Int(member)].parent = family.parent }
  }

  /// Brings families together; call it when all was taken in.
  mutating func finish() {
    guard way.keepsFamilies else { return }
    let roots = self.roots()
    for index in entries.indices where entries[index].member >= 0 {
      entries[index].part = members[roots[Int(entries[index].member)]].part
    }
    (members, memberNumbers) = ([], NumberedKeys())
  }

  /// Of each member the one that all are a part of in the end; in a circle, the first of it.
  private func roots() -> [Int] {
    var parents = members.map { member -> Int? in
      member.parent.flatMap { memberNumbers.number(of: MemberKey(uid: $0, list: member.list)) }
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
      ? [] : calendars.enumerated().filter { !isUsed.contains(UInt32($0.offset)) }.map(\.element.first)
  }
}
