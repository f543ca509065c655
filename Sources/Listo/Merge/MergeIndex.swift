internal import ICalendar

/// What a merge remembers of each component of its inputs: enough to group versions, to order them and to
/// order the output, and where to read the bytes again: 88 bytes and the UID.
struct MergeIndex: Sendable {
  struct Entry {
    /// Where its bytes stand in its input.
    var offset: Int
    var length: UInt32
    /// Index of its calendar in ``calendars``.
    var calendar: UInt32
    /// Its key without list and RECURRENCE-ID, in ``keys``.
    var keyStart: UInt32
    var keyLength: UInt32
    /// Index in ``recurrences``; -1 for a master.
    var recurrence: Int32
    /// Of the bytes that would be written.
    var digest: ByteHash
    /// Of the key's octets; see ``hash(_:)``.
    var keyHash: UInt64
    /// See ``VersionRank``.
    var stamp: Int64
    var sequence: Int32
    // Here, where there is room that would else be lost.
    var flags: Flags
    /// X-APPLE-SORT-ORDER, else CREATED in seconds from 2001-01-01; `Int64.max` without either.
    var order: Int64
    /// CREATED in seconds since 1970; `Int64.max` without.
    var created: Int64

    var rank: VersionRank {
      VersionRank(
        isScheduled: flags.contains(.scheduled), stamp: stamp, isModification: flags.contains(.modification),
        sequence: sequence)
    }
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16
    /// A VTODO.
    static let reminder = Flags(rawValue: 1)
    /// What is written is not its bytes as they stand: see ``Component/standingAlone()``.
    static let rewritten = Flags(rawValue: 2)
    /// A reminder without UID.
    static let lacksUID = Flags(rawValue: 4)
    /// Another component without UID: the last 32 octets of its key are a hash.
    static let hashed = Flags(rawValue: 8)
    static let scheduled = Flags(rawValue: 16)
    /// The stamp is a LAST-MODIFIED.
    static let modification = Flags(rawValue: 32)
    /// And there is no second one.
    static let onlyModification = Flags(rawValue: 64)
    /// In its input carriage returns alone end lines.
    static let returnsEndLines = Flags(rawValue: 128)
    /// It names a zone that has another name in the output.
    static let rezoned = Flags(rawValue: 256)
    /// It is made of others: `offset` is its ``MergeRecipe`` and which of its results.
    static let made = Flags(rawValue: 512)
    /// It says where it came from: see ``MergeOrigins``.
    static let originated = Flags(rawValue: 1024)
  }

  /// Whose components they are: one VCALENDAR, or what stands outside of any in one input.
  struct Calendar {
    var list: UInt32
    /// Index of its input, in the order of the inputs' names.
    let input: UInt32
    /// Which side of a three-way merge its input is; see ``MergeBase``.
    var side: Int32 = 0
  }

  /// A VTIMEZONE.
  struct ZoneDefinition {
    let tzid: [UInt8]
    let component: Component
    let input: UInt32
    let calendar: UInt32
  }

  var entries: [Entry] = []
  /// The keys' octets, one after another: a reminder's UID; another component's name, NUL, and its UID, or
  /// NUL and the hash of its content.
  var keys: [UInt8] = []
  var recurrences: [RecurrenceKey] = []
  var calendars: [Calendar] = []
  /// Each spelling of a definition once for each list.
  var zones: [ZoneDefinition] = []
  /// Which calendar has which of ``zones``, in the order in which they stand there.
  var definedZones: [(calendar: UInt32, zone: UInt32)] = []

  init() {}

  /// Makes room for an input whose first batch is this one, so that what is there is not copied again and again
  /// as it grows.
  mutating func reserve(_ batch: MergeIndex, of count: Int, among size: Int) {
    guard count > 0, size > 4 * count else { return }
    // A little more, since the next batches are not just like the first.
    let share = Double(size) / Double(count) * 1.05
    let wanted = [(entries.count, batch.entries.count), (keys.count, batch.keys.count)].map {
      $0 + Int(Double($1) * share)
    }
    if wanted[0] > entries.capacity { entries.reserveCapacity(max(wanted[0], entries.capacity * 3 / 2)) }
    if wanted[1] > keys.capacity { keys.reserveCapacity(max(wanted[1], keys.capacity * 3 / 2)) }
  }

  /// Adds what was noted of a batch.
  ///
  /// - Parameter calendars: the calendars of the batch's entries, in their order, each with the number of entries up to
  ///   the next.
  mutating func append(_ batch: MergeIndex, calendars: [(calendar: UInt32, count: Int)]) {
    let (keyStart, first) = (UInt32(keys.count), Int32(recurrences.count))
    keys += batch.keys
    recurrences += batch.recurrences
    var next = 0
    for run in calendars {
      for entry in batch.entries[next..<next + run.count] {
        var entry = entry
        entry.calendar = run.calendar
        entry.keyStart += keyStart
        if entry.recurrence >= 0 { entry.recurrence += first }
        entries.append(entry)
      }
      next += run.count
    }
  }

  func key(_ entry: Entry) -> ArraySlice<UInt8> {
    keys[Int(entry.keyStart)..<Int(entry.keyStart + entry.keyLength)]
  }

  func recurrence(_ entry: Entry) -> RecurrenceKey {
    entry.recurrence < 0 ? .master : recurrences[Int(entry.recurrence)]
  }

  func list(_ entry: Entry) -> UInt32 { calendars[Int(entry.calendar)].list }

  func input(_ entry: Entry) -> UInt32 { calendars[Int(entry.calendar)].input }

  /// Whether two versions are sure to differ for people, without a look at them: the one LAST-MODIFIED of each is
  /// another time than that of the other.
  func areSureToDiffer(_ left: Entry, _ right: Entry) -> Bool {
    left.flags.contains(.onlyModification) && right.flags.contains(.onlyModification)
      && left.stamp != right.stamp
  }

  func isSameKey(_ left: Entry, _ right: Entry) -> Bool {
    guard left.keyHash == right.keyHash, left.keyLength == right.keyLength, list(left) == list(right),
      left.flags.contains(.reminder) == right.flags.contains(.reminder), hasSameOctets(left, right)
    else { return false }
    // Most have none, and then there is nothing to be made to compare.
    return left.recurrence < 0 && right.recurrence < 0 || recurrence(left) == recurrence(right)
  }

  private func hasSameOctets(_ left: Entry, _ right: Entry) -> Bool {
    let keys = self.keys.span
    let (one, other) = (Int(left.keyStart), Int(right.keyStart))
    var index = 0
    while index < Int(left.keyLength), keys[one + index] == keys[other + index] { index += 1 }
    return index == Int(left.keyLength)
  }
}
