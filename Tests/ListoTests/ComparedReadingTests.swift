import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoFormats
@testable import ListoModel

/// Without what two inputs have alike they are told apart as with it.
@Suite struct ComparedReadingTests {
  private static let folder = CatalogBuilder.Folder(
    parent: Source(identifier: "/s", title: "s", kind: .folder),
    source: Source(identifier: "/s/f", title: "f", kind: .folder), name: "f", path: "/s/f")

  private static func side(_ limits: ReadingLimits) -> ComparedReading.Side {
    ComparedReading.Side(file: "Home.ics", fileName: "Home.ics", in: folder, limits: limits)
  }

  /// Nil where both have to be read whole.
  private static func read(
    _ old: [UInt8], _ new: [UInt8], _ limits: ReadingLimits
  ) throws -> [CalendarFile]? {
    var reading = ComparedReading(old: side(limits), new: side(limits), zones: ZoneCache())
    let pipeline = ThreadPipeline()
    guard try reading.readOld(MemorySource(old), on: pipeline),
      try reading.readNew(MemorySource(new), on: pipeline)
    else { return nil }
    if reading.lacksNew {
      guard try reading.readNew(MemorySource(new), on: pipeline) else { return nil }
    }
    if reading.lacksOld {
      guard try reading.readOldAgain(MemorySource(old), on: pipeline) else { return nil }
    }
    let files = reading.finish()
    return [files.old, files.new]
  }

  /// The report on two files: the difference, the patch, and the problems met in reading them.
  private static func telling(_ files: [CalendarFile], includesInsignificant: Bool) throws -> String {
    let builders = files.map { file in
      var builder = CatalogBuilder()
      builder.add(file, fileName: "Home.ics", in: folder)
      return builder
    }
    var options = CatalogDifference.Options()
    options.includesInsignificant = includesInsignificant
    let difference = try CatalogDifference(
      from: builders[0].catalog(), to: builders[1].catalog(), options: options)
    return [
      String(decoding: DifferenceJSON.value(difference, old: "a", new: "b").pretty, as: UTF8.self),
      String(decoding: Patch(difference).text, as: UTF8.self),
      "\(builders.map(\.problems))",
    ].joined(separator: "\n")
  }

  /// - Returns: how many reminders were left out; nil where both inputs had to be read whole.
  private static func compare(
    _ old: [UInt8], _ new: [UInt8], _ random: inout SplitMix64, _ words: String
  ) throws -> Int? {
    let limits = ReadingLimits(blockBytes: [300, 1000, 1 << 18].pick(using: &random))
    guard let held = try read(old, new, limits) else { return nil }
    let whole = try [old, new].map {
      try CalendarFile(reading: MemorySource($0), file: "Home.ics", limits: limits)
    }
    let includesInsignificant = Bool.random(using: &random)
    #expect(
      try telling(held, includesInsignificant: includesInsignificant)
        == telling(whole, includesInsignificant: includesInsignificant), "\(words)")
    for (held, whole) in zip(held, whole) {
      #expect(held.calendars.count == whole.calendars.count, "\(words)")
      for (calendar, all) in zip(held.calendars, whole.calendars) {
        #expect(calendar.reminders.count + (calendar.omitted?.same ?? 0) == all.reminders.count, "\(words)")
      }
    }
    return held[0].calendars.reduce(0) { $0 + ($1.omitted?.same ?? 0) }
  }

  @Test func generatedPairs() throws {
    var random = SplitMix64(seed: Seed.current)
    var (read, whole, left, ofSeveral) = (0, 0, 0, 0)
    for _ in 0..<400 {
      let pairs = (0..<[1, 1, 2, 3].pick(using: &random)).map { _ in Self.pair(&random) }
      let old = pairs.map(\.0).joined()
      let new = (Int.random(in: 0..<8, using: &random) == 0 ? pairs.reversed() : pairs).map(\.1).joined()
      let found = try Self.compare(
        Array(old.utf8), Array(new.utf8), &random, "seed \(random.seed)\n\(old)\n\(new)")
      if let found { (read, left) = (read + 1, left + found) } else { whole += 1 }
      if found != nil, pairs.count > 1 { ofSeveral += 1 }
    }
    #expect(read > 100 && whole > 10 && left > 300 && ofSeveral > 20, "seed \(random.seed)")
  }

  /// Each file of others beside itself without one of its lines.
  @Test func filesOfOthers() throws {
    var random = SplitMix64(seed: Seed.current)
    var read = 0
    for (path, bytes) in try Corpus.small(Corpus.own + Corpus.others, below: 1 << 15) {
      var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      lines.remove(at: Int.random(in: lines.indices, using: &random))
      let other = Array(lines.joined(separator: [10]))
      for (old, new) in [(bytes, other), (other, bytes), (bytes, bytes)] {
        read += try Self.compare(old, new, &random, "\(path), seed \(random.seed)") == nil ? 0 : 1
      }
    }
    #expect(read > 10)
  }

  /// A file that is another one when it is read again.
  @Test func aFileThatChanges() throws {
    let limits = ReadingLimits()
    let text = { (titles: [String]) -> [UInt8] in
      Array(Self.calendar(titles.map { ["UID:\($0)", "SUMMARY:\($0)"] }, header: []).utf8)
    }
    let (old, new) = (text(["a", "b", "c"]), text(["a", "c", "d"]))
    for changed in [
      text(["x", "a", "b", "c"]), text(["a", "b"]), text(["a", "bb", "c"]), text(["a", "c"]),
    ] {
      var reading = ComparedReading(old: Self.side(limits), new: Self.side(limits), zones: ZoneCache())
      #expect(try reading.readOld(MemorySource(old), on: ThreadPipeline()))
      #expect(try reading.readNew(MemorySource(new), on: ThreadPipeline()))
      #expect(reading.lacksOld)
      #expect(try !reading.readOldAgain(MemorySource(changed), on: ThreadPipeline()))
    }
  }

  // MARK: Generated calendars

  private static func pair(_ random: inout SplitMix64) -> (String, String) {
    let old = (0..<12).map { reminder("\($0)", &random) }
    var new: [[String]] = []
    for reminder in old {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: continue
      case 1, 2: new.append(edited(reminder, &random))
      case 3: new.insert(reminder, at: Int.random(in: 0...new.count, using: &random))
      default: new.append(reminder)
      }
    }
    if Int.random(in: 0..<3, using: &random) == 0 { new.append(reminder("new", &random)) }
    let berlin = ["+0100", "+0200"]
    let offset = berlin.pick(using: &random)
    let other = Int.random(in: 0..<6, using: &random) == 0 ? berlin.pick(using: &random) : offset
    var titles = [String](repeating: ["Home", "Work"].pick(using: &random), count: 2)
    if Int.random(in: 0..<8, using: &random) == 0 { titles[1] = "House" }
    return (
      calendar(old, header: ["X-WR-CALNAME:\(titles[0])"], offset, end: "\r\n"),
      calendar(
        new, header: ["X-WR-CALNAME:\(titles[1])"], other,
        end: ["\r\n", "\r\n", "\r\n", "\n"].pick(using: &random))
    )
  }

  /// Reminders that may not be left out come rarely.
  private static func reminder(_ uid: String, _ random: inout SplitMix64) -> [String] {
    var lines = ["UID:\(uid)", "SUMMARY:title \(Int.random(in: 0..<4, using: &random))"]
    switch Int.random(in: 0..<40, using: &random) {
    case 0: lines = ["SUMMARY:without"]
    case 1, 2: lines[0] = "UID:1"
    default: break
    }
    for _ in 0..<Int.random(in: 0..<4, using: &random) { lines.append(line(&random)) }
    return lines
  }

  private static func line(_ random: inout SplitMix64) -> String {
    [
      "DTSTAMP:2026010\(Int.random(in: 1...9, using: &random))T000000Z", "STATUS:NEEDS-ACTION",
      "STATUS:COMPLETED", "PERCENT-COMPLETE:0", "PERCENT-COMPLETE:50", "COMPLETED:20260101T000000Z",
      "SEQUENCE:1", "ORGANIZER:mailto:a@example.org", "CATEGORIES:a,b", "CATEGORIES:b", "X-A:1", "X-A:2",
      "DUE;TZID=Europe/Berlin:20260203T080000", "EXDATE;TZID=Europe/Berlin:20260203T080000",
      "RRULE:FREQ=DAILY", "RECURRENCE-ID:20260203T080000Z",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260203T090000",
      "RELATED-TO:1", "no line", "BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM",
      "BEGIN:VALARM\r\nTRIGGER:-PT9M\r\nEND:VALARM",
    ].pick(using: &random)
  }

  private static func edited(_ lines: [String], _ random: inout SplitMix64) -> [String] {
    var lines = lines
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lines.append(line(&random))
    case 1 where lines.count > 1: lines.remove(at: Int.random(in: 1..<lines.count, using: &random))
    case 2: lines[lines.count - 1] += "x"
    default: lines.shuffle(using: &random)
    }
    return lines
  }

  private static func calendar(
    _ reminders: [[String]], header: [String], _ offset: String = "+0100", end: String = "\r\n"
  ) -> String {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
    ]
    let event = ["BEGIN:VEVENT", "UID:e", "SUMMARY:\(reminders.count % 3)", "END:VEVENT"]
    let todos = reminders.flatMap { ["BEGIN:VTODO"] + $0 + ["END:VTODO"] }
    return (["BEGIN:VCALENDAR", "VERSION:2.0"] + header + zone + todos + event + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n").split(separator: "\r\n", omittingEmptySubsequences: false).joined(
        separator: end)
  }
}
