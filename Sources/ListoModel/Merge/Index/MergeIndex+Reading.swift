internal import ICalendar

extension MergeIndex {
  /// The entries of a batch's components, in their order, without its time zones; ``append(_:calendars:)``
  /// fills in the calendars.
  init(_ batch: ItemBatch) {
    let lines = batch.walk(Found.selection)
    var row = 0
    entries.reserveCapacity(batch.count)
    for position in batch.indices {
      guard case .component(let kind) = batch.kind(at: position),
        let component = batch.component(at: position)
      else { continue }
      let offset = batch.shift + batch.extent(at: position).lowerBound
      if kind == .vtodo {
        add(component, Found(component, lines, row: row, in: batch.bytes), at: offset, batch, position)
        row += 1
      } else if component.zoneName == nil {
        add(component, Found(component), at: offset, batch, position)
      }
    }
  }

  /// The values in the lines of a component that the index keeps.
  private struct Found {
    /// The indices of the first UID in the bytes it was read from, where it stands there as it is.
    var uid: Range<Int>?
    /// The UID where it does not.
    var otherUID: [UInt8] = []
    var recurrence: RecurrenceKey?
    var lastModified: Int64?
    var dtstamp: Int64?
    var created: Int64?
    var sequence: Int32?
    var order: Int32?
    var isScheduled = false

    static let selection = PropertySelection([
      .uid, .recurrenceID, .lastModified, .dtstamp, .created, .sequence, .xAppleSortOrder, .organizer,
    ])

    /// - Parameter lines: a walk over the component's batch for ``selection``.
    init(_ component: Component, _ lines: WalkedLines, row: Int, in bytes: [UInt8]) {
      let span = bytes.span
      func stamp(_ id: PropertyID) -> Int64? {
        guard let place = lines.place(id, row: row) else { return nil }
        if let value = place.plainValue { return StampValue.seconds(span, value) }
        return StampValue.seconds(component.property(at: place).value)
      }
      func integer(_ id: PropertyID) -> Int32? {
        guard let place = lines.place(id, row: row) else { return nil }
        if let value = place.plainValue { return StampValue.integer(span, value) }
        return StampValue.integer(component.property(at: place).value)
      }
      if let place = lines.place(.uid, row: row) {
        uid = place.plainValue
        if uid == nil { otherUID = Array(component.property(at: place).value) }
      }
      if let place = lines.place(.recurrenceID, row: row) {
        recurrence = RecurrenceKey(component.property(at: place))
      }
      isScheduled = lines.place(.organizer, row: row) != nil
      lastModified = stamp(.lastModified)
      // Nothing asks for it beside a LAST-MODIFIED; see ``VersionRank``.
      if isScheduled || lastModified == nil { dtstamp = stamp(.dtstamp) }
      created = stamp(.created)
      sequence = integer(.sequence)
      order = integer(.xAppleSortOrder)
    }

    /// The same by asking for each property.
    init(_ component: Component) {
      if let uid = component.first(.uid) { otherUID = Array(uid.value) }
      if let property = component.first(.recurrenceID) { recurrence = RecurrenceKey(property) }
      isScheduled = component.first(.organizer) != nil
      lastModified = component.first(.lastModified).flatMap { StampValue.seconds($0.value) }
      dtstamp = component.first(.dtstamp).flatMap { StampValue.seconds($0.value) }
      created = component.first(.created).flatMap { StampValue.seconds($0.value) }
      sequence = component.first(.sequence).flatMap { StampValue.integer($0.value) }
      order = component.first(.xAppleSortOrder).flatMap { StampValue.integer($0.value) }
    }
  }

  /// Notes the component at a position of a batch.
  private mutating func add(
    _ component: Component, _ found: Found, at offset: Int, _ batch: ItemBatch, _ position: Int
  ) {
    let (bytes, extent) = (batch.bytes, batch.extent(at: position))
    let isReminder = component.kind == .vtodo
    let lacksUID = (found.uid?.isEmpty ?? true) && found.otherUID.isEmpty
    var flags: Flags = []
    if isReminder { flags.insert(.reminder) }
    if isReminder && lacksUID { flags.insert(.lacksUID) }
    var written: Component?
    if flags.contains(.lacksUID) || !component.standsAlone {
      flags.insert(.rewritten)
      if component.returnsEndLines { flags.insert(.returnsEndLines) }
      written = Self.written(component, flags)
    }
    let start = keys.count
    if !isReminder {
      keys += component.name.utf8
      keys.append(0)
    }
    if !lacksUID {
      if let uid = found.uid { keys += bytes[uid] } else { keys += found.otherUID }
    } else if isReminder {
      keys += written?.first(.uid)?.value ?? []
    } else {
      flags.insert(.hashed)
      keys.append(0)
      // Of what is written: that is what the next merge reads.
      keys += ContentName(written ?? component).bytes
    }
    var recurrence: Int32 = -1
    if let key = found.recurrence {
      recurrence = Int32(recurrences.count)
      recurrences.append(key)
    }
    let rank = VersionRank(
      isScheduled: found.isScheduled, lastModified: found.lastModified, dtstamp: found.dtstamp,
      sequence: found.sequence)
    if rank.isScheduled { flags.insert(.scheduled) }
    if rank.isModification { flags.insert(.modification) }
    let digest = written.map { ByteHash($0.bytes) } ?? ByteHash(bytes.span, extent)
    entries.append(
      Entry(
        offset: offset, length: UInt32(extent.count), key: start..<keys.count, recurrence: recurrence,
        digest: digest, rank: rank, sortOrder: found.order, created: found.created, flags: flags))
  }

  /// The data that the index keeps for a component that is made of others.
  struct Made {
    let length: UInt32
    let digest: ByteHash
    let sortOrder: Int32?
    let created: Int64?
    /// Empty where it is that of its versions.
    var uid: ArraySlice<UInt8> = []

    init(_ component: Component) {
      (length, digest) = (UInt32(component.byteCount), ByteHash(component.bytes))
      (sortOrder, created) = MergeIndex.place(of: component)
      uid = component.first(.uid)?.value ?? []
    }

    init(_ bytes: [UInt8], sortOrder: Int32?, created: Int64?) {
      (length, digest) = (UInt32(bytes.count), ByteHash(bytes[...]))
      (self.sortOrder, self.created) = (sortOrder, created)
    }
  }

  /// X-APPLE-SORT-ORDER, and CREATED in seconds since 1970.
  static func place(of component: Component) -> (sortOrder: Int32?, created: Int64?) {
    (
      component.first(.xAppleSortOrder).flatMap { StampValue.integer($0.value) },
      component.first(.created).flatMap { StampValue.seconds($0.value) }
    )
  }

  /// Notes a component that is made of others.
  ///
  /// - Parameters:
  ///   - number: one of those.
  ///   - place: its recipe, and which of the recipe's results it is: 0 the merged component, then its
  ///     siblings.
  mutating func add(
    _ made: Made, like number: Int, at place: (recipe: Int, part: Int)
  ) throws(MergeError) -> Int {
    let uid = place.part > 0 ? made.uid : []
    guard keys.count + uid.count <= Int(UInt32.max), entries.count < Int(Int32.max) else {
      throw .unreadable(input: "-", .unreadable(reason: Self.full))
    }
    var entry = entries[number]
    entry.offset = place.recipe << 8 | place.part
    entry.length = made.length
    entry.digest = made.digest
    entry.flags = entry.flags.intersection([.reminder, .scheduled, .modification, .hashed]).union(.made)
    entry.setPlace(sortOrder: made.sortOrder, created: made.created)
    if place.part > 0 {
      entry.keyStart = UInt32(keys.count)
      keys += uid
      entry.keyLength = UInt32(keys.count) - entry.keyStart
      entry.recurrence = -1
    }
    entries.append(entry)
    return entries.count - 1
  }

  /// The component as the output has it.
  static func written(_ component: Component, _ flags: Flags) -> Component {
    let whole = component.standingAlone()
    return flags.contains(.lacksUID) ? whole.withDerivedUID() : whole
  }
}

extension Component {
  /// The TZID of a VTIMEZONE that has one, as the text that it is, which parameters name without its escapes;
  /// nil for any other component.
  var zoneName: String? {
    guard kind == .vtimezone, let tzid = first(.tzid), !tzid.value.isEmpty else { return nil }
    return tzid.text
  }
}
