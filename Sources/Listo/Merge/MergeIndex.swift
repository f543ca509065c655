internal import ICalendar

/// What a merge remembers of each component of its inputs: enough to group versions, to order them and to
/// order the output, and where to read the bytes again: 80 bytes and the UID.
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
    /// Half of the SHA-256 of the bytes that would be written: equal only for equal bytes.
    var digest: ByteDigest
    /// See ``VersionRank``.
    var stamp: Int64
    var sequence: Int32
    /// X-APPLE-SORT-ORDER, else CREATED in seconds from 2001-01-01; `Int64.max` without either.
    var order: Int64
    /// CREATED in seconds since 1970; `Int64.max` without.
    var created: Int64
    var flags: Flags

    var rank: VersionRank {
      VersionRank(
        isScheduled: flags.contains(.scheduled), stamp: stamp, isModification: flags.contains(.modification),
        sequence: sequence)
    }
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
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
  }

  /// Whose components they are: one VCALENDAR, or what stands outside of any in one input.
  struct Calendar {
    var list: UInt32
    /// Index of its input, in the order of the inputs' names.
    let input: UInt32
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
  var zones: [ZoneDefinition] = []

  init() {}

  /// Adds what was noted of a batch.
  ///
  /// - Parameters:
  ///   - calendars: for each of the batch's entries the calendar it belongs to.
  mutating func append(_ batch: MergeIndex, calendars: [UInt32]) {
    let (keyStart, first) = (UInt32(keys.count), Int32(recurrences.count))
    keys += batch.keys
    recurrences += batch.recurrences
    for (entry, calendar) in zip(batch.entries, calendars) {
      var entry = entry
      entry.calendar = calendar
      entry.keyStart += keyStart
      if entry.recurrence >= 0 { entry.recurrence += first }
      entries.append(entry)
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
    left.keyLength == right.keyLength && list(left) == list(right)
      && left.flags.contains(.reminder) == right.flags.contains(.reminder) && key(left) == key(right)
      && recurrence(left) == recurrence(right)
  }
}

// MARK: Reading components

extension MergeIndex {
  /// What one walk over a component's lines finds.
  private struct Found {
    var uid: Property?
    var recurrence: Property?
    var lastModified: Int64?
    var dtstamp: Int64?
    var created: Int64?
    var sequence: Int32?
    var order: Int32?
    var isScheduled = false

    init(_ component: Component) {
      var seen = Set<PropertyID>.Small()
      for property in component.properties {
        switch property.id {
        case .uid where uid == nil: uid = property
        case .recurrenceID where recurrence == nil: recurrence = property
        case .lastModified where seen.insert(0): lastModified = StampValue.seconds(property.value)
        case .dtstamp where seen.insert(1): dtstamp = StampValue.seconds(property.value)
        case .created where seen.insert(2): created = StampValue.seconds(property.value)
        case .sequence where seen.insert(3): sequence = StampValue.integer(property.value)
        case .xAppleSortOrder where seen.insert(4): order = StampValue.integer(property.value)
        case .organizer: isScheduled = true
        default: continue
        }
      }
    }
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  private static let orderEpoch: Int64 = 978_307_200

  /// What is to be remembered of a batch's components but its zones, in their order; calendars are filled in
  /// by ``append(_:calendars:)``.
  init(_ batch: ItemBatch) {
    for item in batch {
      guard case .component(let component) = item, component.zoneName == nil else { continue }
      add(component, at: batch.offset + component.bytes.startIndex)
    }
  }

  /// Notes a component.
  private mutating func add(_ component: Component, at offset: Int) {
    let found = Found(component)
    var flags: Flags = []
    let isReminder = component.kind == .vtodo
    let uid = found.uid.map(\.value) ?? []
    var written = component
    if isReminder { flags.insert(.reminder) }
    if isReminder && uid.isEmpty { flags.insert(.lacksUID) }
    if !component.standsAlone || flags.contains(.lacksUID) {
      flags.insert(.rewritten)
      written = Self.written(component, flags)
    }
    let start = keys.count
    if !isReminder {
      keys += component.name.utf8
      keys.append(0)
    }
    if !uid.isEmpty {
      keys += uid
    } else if isReminder {
      keys += written.first(.uid)?.value ?? []
    } else {
      flags.insert(.hashed)
      keys.append(0)
      keys += CanonicalContent(component).digestForPeople.bytes
    }
    var recurrence: Int32 = -1
    if found.recurrence != nil {
      recurrence = Int32(recurrences.count)
      recurrences.append(RecurrenceKey(found.recurrence))
    }
    let rank = VersionRank(
      isScheduled: found.isScheduled, lastModified: found.lastModified, dtstamp: found.dtstamp,
      sequence: found.sequence)
    if rank.isScheduled { flags.insert(.scheduled) }
    if rank.isModification { flags.insert(.modification) }
    entries.append(
      Entry(
        offset: offset, length: UInt32(component.bytes.count), calendar: 0, keyStart: UInt32(start),
        keyLength: UInt32(keys.count - start), recurrence: recurrence, digest: ByteDigest(written.bytes),
        stamp: rank.stamp, sequence: rank.sequence,
        order: found.order.map(Int64.init) ?? found.created.map { $0 - Self.orderEpoch } ?? .max,
        created: found.created ?? .max, flags: flags))
  }

  /// The component as the output has it.
  static func written(_ component: Component, _ flags: Flags) -> Component {
    let whole = component.standingAlone()
    return flags.contains(.lacksUID) ? whole.withDerivedUID() : whole
  }
}

extension Component {
  /// The TZID of a VTIMEZONE that has one; nil for any other component.
  var zoneName: ArraySlice<UInt8>? {
    guard kind == .vtimezone, let tzid = first(.tzid)?.value, !tzid.isEmpty else { return nil }
    return tzid
  }
}

extension Set<PropertyID> {
  /// Eight marks in a byte.
  struct Small {
    private var bits: UInt8 = 0

    /// Sets a mark, and answers whether it was not set before.
    mutating func insert(_ bit: UInt8) -> Bool {
      defer { bits |= 1 << bit }
      return bits & (1 << bit) == 0
    }
  }
}
