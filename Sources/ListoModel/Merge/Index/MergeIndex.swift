internal import ICalendar

/// The data that a merge keeps for each component of its inputs: enough to group versions, to order them and
/// the output, and to find the bytes for reading them again: 64 bytes and the UID.
struct MergeIndex: Sendable {
  /// Whose components they are: one VCALENDAR, or what stands outside of any in one input.
  struct Calendar {
    var list: UInt32
    /// Index of its input, in the order of the inputs' names.
    let input: UInt32
    /// Which side of a three-way merge its input is; see ``MergeBase``.
    var side: Int32 = 0
    /// The file, or folder with a file for each item, that it is in.
    var home: UInt32 = 0
  }

  /// A VTIMEZONE.
  struct ZoneDefinition {
    /// ``ICalendar/Component/zoneName`` in UTF-8.
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
  /// Some reminders with different UIDs share a key.
  var joinsDuplicates = false

  init() {}

  /// Makes room for so many bytes of inputs that begin with this batch, so that what is there is not copied
  /// again and again as it grows; room that is not filled is only a promise of the system's.
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

  /// Whether a batch can be added: keys and components are counted in 32 bits. A part is left for what the
  /// merge itself makes.
  func hasRoom(for batch: MergeIndex) -> Bool {
    Self.hasRoom(
      keys: keys.count + batch.keys.count, entries: entries.count + batch.entries.count)
  }

  static func hasRoom(keys: Int, entries: Int) -> Bool {
    keys < 3 << 30 && entries < 3 << 29
  }

  /// Why not.
  static let full = "all inputs together have more components, or longer UIDs, than a merge can hold (3 GiB)"

  /// Adds what was noted of a batch.
  ///
  /// - Parameter calendars: the calendars of the batch's entries, in their order, each with the number of
  ///   entries up to the next.
  mutating func append(_ batch: MergeIndex, calendars: [(calendar: UInt32, count: Int)]) {
    let (keyStart, first) = (UInt32(keys.count), Int32(recurrences.count))
    keys += batch.keys
    recurrences += batch.recurrences
    var next = 0
    // In room that is there for all of them: who appends one by one is asked for each whether the array is
    // its own.
    entries.append(addingCapacity: batch.entries.count) { output in
      for run in calendars {
        for number in next..<next + run.count {
          var entry = batch.entries[number]
          entry.calendar = run.calendar
          entry.keyStart += keyStart
          if entry.recurrence >= 0 { entry.recurrence += first }
          output.append(entry)
        }
        next += run.count
      }
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

  func isSameKey(_ left: Entry, _ right: Entry) -> Bool {
    guard left.keyLength == right.keyLength, list(left) == list(right),
      left.flags.contains(.reminder) == right.flags.contains(.reminder), hasSameOctets(left, right)
    else { return false }
    // Most have none, and then there is nothing to be made to compare.
    return left.recurrence < 0 && right.recurrence < 0 || recurrence(left) == recurrence(right)
  }

  private func hasSameOctets(_ left: Entry, _ right: Entry) -> Bool {
    let keys = self.keys.span
    return keys.isSame(
      Int(left.keyLength), from: Int(left.keyStart), as: keys, from: Int(right.keyStart))
  }
}
