import ICalendar
import ListoEditing
import ListoModel
import ListoTestSupport
import Testing

/// Each change touches the lines that it names and no other: over files of other programs, and over what
/// those never hold.
@Suite struct ByteLawTests {
  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func filesOfOtherPrograms() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var law = ByteLaw(seed: seed)
    for path in Corpus.others {
      try law.check(try Corpus.bytes(path), path, cases: 60, using: &random)
    }
    print("byte law over the corpus: \(law.count) changes, \(law.refused) refused, seed \(seed)")
    #expect(law.count > 3000)
  }

  @Test func ownFiles() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var law = ByteLaw(seed: seed)
    for path in Corpus.own { try law.check(try Corpus.bytes(path), path, cases: 12, using: &random) }
    #expect(law.count > 500)
  }

  @Test func generatedFiles() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var law = ByteLaw(seed: seed)
    for number in 0..<1500 {
      let file = OddFile(using: &random)
      try law.check(file.bytes, "generated \(number)", cases: 2, using: &random)
    }
    #expect(law.count > 2000)
  }
}

/// Makes random changes and looks at what they did.
struct ByteLaw {
  let seed: UInt64
  private(set) var count = 0
  private(set) var refused = 0

  init(seed: UInt64) { self.seed = seed }

  private static let stamps: Set<String> = ["LAST-MODIFIED", "DTSTAMP"]

  mutating func check(
    _ bytes: [UInt8], _ name: String, cases: Int, using random: inout SplitMix64
  ) throws {
    guard let desk = try? Desk([(name: "file.ics", bytes: bytes)]) else { return }
    let all = desk.catalog.sources.flatMap(\.lists).flatMap(\.identifiers)
    guard !all.isEmpty else { return }
    for _ in 0..<cases {
      let identifier = all.pick(using: &random)
      let (change, names) = Self.change(using: &random)
      var editing = desk.editing
      do {
        try editing.apply(change, to: identifier)
      } catch {
        refused += 1
        #expect(editing.plan.isEmpty, "seed \(seed), \(name)")
        continue
      }
      count += 1
      let place: Comment = "seed \(seed), \(name), \(identifier), \(change)"
      for step in editing.plan.steps {
        guard let before = step.before?.component, let after = step.after else { continue }
        look(before, after, change, names, place)
      }
      guard let before = desk.catalog[identifier], let after = editing[identifier] else { continue }
      expectValue(change, before, after, place)
    }
  }

  /// Only what is named differs, and all that is read anew is what it was.
  private func look(
    _ before: Component, _ after: Component, _ change: Change, _ names: Set<String>, _ place: Comment
  ) {
    let returns = before.returnsEndLines
    let old = ContentLines(before.bytes, returnsEndLines: returns)
    var new = ContentLines(after.bytes, returnsEndLines: returns)
    if case .addAlarm = change {
      new = new.withoutBlocks("VALARM", keeping: before.children.count { $0.kind == .valarm })
    }
    let names = names.union(Self.stamps).union(["SEQUENCE"])
    if let difference = old.difference(to: new, without: names) {
      Issue.record("\(difference) \(place)")
    }
    let again = Component(Array(after.bytes), returnsEndLines: returns)
    #expect(again?.kind == before.kind, place)
    #expect(again?.properties.map { Array($0.value) } == after.properties.map { Array($0.value) }, place)
    #expect(after.children.count >= before.children.count || after.children.isEmpty, place)
    expectLibical(before, after, place)
  }

  /// libical reads the values that are written, and objects to nothing new.
  private func expectLibical(_ before: Component, _ after: Component, _ place: Comment) {
    guard let old = (try? before.completed().parsedByLibical()) ?? nil, old.errors.isEmpty else { return }
    guard let new = (try? after.completed().parsedByLibical()) ?? nil else {
      Issue.record("libical cannot read it: \(place)")
      return
    }
    #expect(new.errors.isEmpty, place)
    for id in [PropertyID.status, .percentComplete, .priority, .due, .dtstart, .completed] {
      guard before.all(id).count < 2, let written = after.first(id), !written.value.isEmpty,
        before.first(id).map({ !$0.value.elementsEqual(written.value) }) ?? true
      else { continue }
      let read = new.properties.first { $0.name == id.name }?.value
      #expect(read?.uppercased() == written.rawText.uppercased(), place)
    }
  }

  private func expectValue(_ change: Change, _ before: Reminder, _ after: Reminder, _ place: Comment) {
    switch change {
    // KOrganizer's series is moved so that its next occurrence is due then.
    case .set(.due, .moment(let moment)?) where before.first(.xKdeLibkcalDtrecurrence) == nil:
      if moment.local == nil || moment == after.due { #expect(after.due == moment, place) }
    case .set(.priority, .integer(5)?): #expect(after.priorityBucket == .medium, place)
    case .set(let field, let value) where [.title, .notes, .location, .tags, .order].contains(field):
      if field != .order || value != nil { #expect(Field[field].get(after) == value, place) }
    case .add(_, let texts): #expect(Set(texts).isSubset(of: after.tags), place)
    case .remove(_, let texts): #expect(Set(texts).isDisjoint(with: after.tags), place)
    case .cancel: #expect(after.status == .cancelled, place)
    case .reopen: #expect(after.isOpen, place)
    case .complete:
      if before.first(.rrule) == nil, before.first(.rdate) == nil {
        #expect(!after.isOpen || before.first(.recurrenceID) != nil, place)
      }
    case .flag(let isFlagged): #expect((after.priorityBucket == .high) == isFlagged, place)
    case .removeAlarms: #expect(after.alarms.isEmpty, place)
    default: return
    }
  }

  /// A change, and the lines that it names.
  private static func change(using random: inout SplitMix64) -> (Change, Set<String>) {
    let texts = [
      "Plain", "With, comma; and \\ backslash", "Zwölf Boxkämpfer 🥊 " + String(repeating: "über ", count: 20),
      "two\nlines",
    ]
    let text = FieldValue.text(texts.pick(using: &random))
    let status: Set<String> = ["STATUS", "PERCENT-COMPLETE", "COMPLETED"]
    let dates: Set<String> = [
      "DTSTART", "DUE", "DURATION", "TRIGGER", "RRULE", "EXDATE", "RDATE", "RECURRENCE-ID",
      "X-KDE-LIBKCAL-DTRECURRENCE",
    ]
    let recurrence: Set<String> = [
      "RRULE", "RDATE", "EXDATE", "ACKNOWLEDGED", "DTEND", "X-KDE-LIBKCAL-DTRECURRENCE", "X-MOZ-SNOOZE-TIME",
      "RELATED-TO",
    ]
    let moments = ["20261224", "20261224T180000", "20261224T180000Z", "20000101T000000Z"]
    switch Int.random(in: 0..<17, using: &random) {
    case 0: return (.set(.title, text), ["SUMMARY"])
    case 1: return (.set(.notes, text), ["DESCRIPTION", "X-ALT-DESC", "STYLED-DESCRIPTION"])
    case 2: return (.set(.location, nil), ["LOCATION"])
    case 3: return (.set(.tags, .texts(["a", "b c"])), ["CATEGORIES"])
    case 4: return (.add(.tags, ["new, one"]), ["CATEGORIES"])
    case 5: return (.remove(.tags, ["MEETING", "outdoors", "x"]), ["CATEGORIES"])
    case 6: return (.complete(Completion()), status.union(dates).union(recurrence))
    case 7: return (.reopen, status)
    case 8: return (.cancel, status)
    case 9: return (.set(.percent, .integer([0, 30].pick(using: &random))), status)
    case 10: return (.set(.due, .moment(day(moments.pick(using: &random)))), dates)
    case 11: return (.set(.due, nil), dates)
    case 12: return (.flag(Bool.random(using: &random)), ["PRIORITY"])
    case 13: return (.set(.priority, .integer(5)), ["PRIORITY"])
    case 14: return (.addAlarm(.relative(seconds: -900)), [])
    case 15: return (.setParent(nil), ["RELATED-TO"])
    default: return (.set(.order, .integer(77)), ["X-APPLE-SORT-ORDER"])
    }
  }
}

/// A file as no program should write it: line ends of three kinds, folds anywhere, names in any case, what is
/// missing, double or empty.
struct OddFile {
  let bytes: [UInt8]

  init(using random: inout SplitMix64) {
    let lineEnd = ["\r\n", "\n", "\r"].pick(using: &random)
    let blank = [" ", "\t"].pick(using: &random)
    var lines: [String] = []
    let isBare = Int.random(in: 0..<8, using: &random) == 0
    if !isBare { lines += ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Odd//Odd//EN"] }
    for number in 0..<Int.random(in: 1...4, using: &random) {
      lines.append(["BEGIN:VTODO", "begin:vtodo"].pick(using: &random))
      if Int.random(in: 0..<6, using: &random) > 0 { lines.append("UID:item\(number)") }
      var own = Self.lines.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      own.shuffle(using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 { own = own.map(Self.lowerCased) }
      lines += own
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        lines += ["BEGIN:VALARM"] + Self.alarm.filter { _ in Bool.random(using: &random) } + ["END:VALARM"]
        if Int.random(in: 0..<5, using: &random) == 0 { lines.append("X-BEHIND:an alarm") }
      }
      lines.append("END:VTODO")
      if Int.random(in: 0..<8, using: &random) == 0 { lines.append("") }
    }
    if !isBare { lines.append("END:VCALENDAR") }
    let hasEnd = Int.random(in: 0..<6, using: &random) > 0
    if !hasEnd { lines.removeLast(Int.random(in: 1...min(2, lines.count - 1), using: &random)) }
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      bytes += Self.folded(Array(line.utf8), lineEnd, blank, using: &random)
      if index < lines.count - 1 || hasEnd { bytes += lineEnd.utf8 }
    }
    self.bytes = bytes
  }

  private static func lowerCased(_ line: String) -> String {
    guard let end = line.firstIndex(where: { $0 == ":" || $0 == ";" }) else { return line }
    return line[..<end].lowercased() + line[end...]
  }

  /// Also within a character.
  private static func folded(
    _ line: [UInt8], _ lineEnd: String, _ blank: String, using random: inout SplitMix64
  ) -> [UInt8] {
    guard line.count > 12, Int.random(in: 0..<4, using: &random) == 0 else { return line }
    let place = Int.random(in: 8..<line.count, using: &random)
    return Array(line[..<place]) + Array((lineEnd + blank).utf8) + Array(line[place...])
  }

  private static let lines = [
    "DTSTAMP:20260101T000000Z",
    "SUMMARY:Über Größe 🥊 und vieles mehr\\, das lang ist und gefaltet werden muss",
    "SUMMARY;LANGUAGE=en:Second",
    "SUMMARY:", "DESCRIPTION;ALTREP=\"cid:a;b:c\":Text", "DESCRIPTION:a\\nb", "CATEGORIES:x,outdoors\\, wet",
    "CATEGORIES:", "CATEGORIES;LANGUAGE=de:x",
    "STATUS:COMPLETED", "STATUS:", "STATUS:IN-PROCESS", "COMPLETED:20260101T000000Z",
    "COMPLETED;VALUE=DATE:20260101", "PERCENT-COMPLETE:100",
    "PERCENT-COMPLETE:x", "PRIORITY:5", "PRIORITY:0", "DUE;VALUE=DATE:20261201", "DUE:20261201",
    "DUE;TZID=\"Europe/Berlin\";X-P=1:20261201T100000",
    "DUE;VALUE=DATE-TIME:20261201T100000Z", "DTSTART;VALUE=DATE:20261201", "DTSTART:20261101T100000",
    "DURATION:P1D", "RRULE:FREQ=WEEKLY",
    "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261108T100000", "RELATED-TO:item0",
    "RELATED-TO;RELTYPE=CHILD:item1", "LOCATION:There", "SEQUENCE:4",
    "X-APPLE-SORT-ORDER:9", "LAST-MODIFIED:20260101T000000",
    "X-LONG;P=\"q:r\":" + String(repeating: "long ", count: 30), "NOT A LINE", "GEO:1;2",
    "ATTENDEE;CN=\"A, B\":mailto:a@b.example", "CLASS:PRIVATE", "URL:https://x.example/",
  ]

  private static let alarm = [
    "ACTION:DISPLAY", "TRIGGER:-PT15M", "TRIGGER;VALUE=DATE-TIME:20261130T100000Z",
    "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "UID:alarm",
    "ACKNOWLEDGED:20260101T000000Z", "DESCRIPTION:x",
  ]
}
