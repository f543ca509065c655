internal import ICalendar

extension MergeIndex {
  /// The data kept for one component, in 64 bytes: a merge of millions keeps them all, and little else.
  struct Entry: Sendable {
    /// The hash of the bytes that would be written.
    var digest: ByteHash
    private var offsetLow: UInt32
    var length: UInt32
    /// Index of its calendar in ``MergeIndex/calendars``.
    var calendar: UInt32
    /// Its key without list and RECURRENCE-ID, in ``MergeIndex/keys``.
    var keyStart: UInt32
    var keyLength: UInt32
    /// Index in ``MergeIndex/recurrences``; -1 for a master.
    var recurrence: Int32
    private(set) var sequence: Int32
    private var sortOrder: Int32
    private var stampLow: UInt32
    private var createdLow: UInt32
    private var stampHigh: Int8
    private var createdHigh: Int8
    private var offsetHigh: UInt16
    var flags: Flags

    /// - Parameters:
    ///   - sortOrder: X-APPLE-SORT-ORDER.
    ///   - created: CREATED in seconds since 1970.
    init(
      offset: Int, length: UInt32, key: Range<Int>, recurrence: Int32, digest: ByteHash,
      rank: VersionRank, sortOrder: Int32?, created: Int64?, flags: Flags
    ) {
      (self.digest, self.length, calendar) = (digest, length, 0)
      (keyStart, keyLength) = (UInt32(key.lowerBound), UInt32(key.count))
      (self.recurrence, sequence, self.flags) = (recurrence, rank.sequence, flags)
      (stampLow, stampHigh) = Self.parts(rank.stamp)
      (self.sortOrder, createdLow, createdHigh, offsetLow, offsetHigh) = (0, 0, 0, 0, 0)
      self.offset = offset
      setPlace(sortOrder: sortOrder, created: created)
    }

    /// Where its bytes stand in its input: up to 2⁴⁸.
    var offset: Int {
      get { Int(offsetHigh) << 32 | Int(offsetLow) }
      set {
        offsetLow = UInt32(truncatingIfNeeded: newValue)
        offsetHigh = UInt16(truncatingIfNeeded: newValue >> 32)
      }
    }

    /// See ``VersionRank``.
    var stamp: Int64 { Int64(stampHigh) << 32 | Int64(stampLow) }

    var rank: VersionRank {
      VersionRank(
        isScheduled: flags.contains(.scheduled), stamp: stamp, isModification: flags.contains(.modification),
        sequence: sequence)
    }

    /// CREATED in seconds since 1970; `Int64.max` without.
    var created: Int64 {
      flags.contains(.created) ? Int64(createdHigh) << 32 | Int64(createdLow) : .max
    }

    /// X-APPLE-SORT-ORDER, else CREATED in seconds from 2001-01-01; `Int64.max` without either.
    var order: Int64 {
      if flags.contains(.ordered) { return Int64(sortOrder) }
      return flags.contains(.created) ? created - Self.orderEpoch : .max
    }

    /// 2001-01-01T00:00:00Z in seconds since 1970.
    private static let orderEpoch = Quirks.orderEpoch.seconds

    /// Sets what ``order`` and ``created`` are made of.
    mutating func setPlace(sortOrder: Int32?, created: Int64?) {
      flags.subtract([.ordered, .created])
      if let sortOrder {
        self.sortOrder = sortOrder
        flags.insert(.ordered)
      }
      if let created {
        (createdLow, createdHigh) = Self.parts(created)
        flags.insert(.created)
      }
    }

    /// The two parts of a time of the years 0 to 9999, which 40 bits hold.
    private static func parts(_ seconds: Int64) -> (low: UInt32, high: Int8) {
      (UInt32(truncatingIfNeeded: seconds), Int8(truncatingIfNeeded: seconds >> 32))
    }
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16
    /// A VTODO.
    static let reminder = Flags(rawValue: 1)
    /// The bytes to write are not its own as they stand: see ``Component/standingAlone()``.
    static let rewritten = Flags(rawValue: 2)
    /// A reminder without UID.
    static let lacksUID = Flags(rawValue: 4)
    /// Another component without UID: the last 32 octets of its key are a hash.
    static let hashed = Flags(rawValue: 8)
    static let scheduled = Flags(rawValue: 16)
    /// The stamp is a LAST-MODIFIED.
    static let modification = Flags(rawValue: 32)
    /// In its input carriage returns alone end lines.
    static let returnsEndLines = Flags(rawValue: 128)
    /// It names a zone that has another name in the output.
    static let rezoned = Flags(rawValue: 256)
    /// It is made of others: `offset` is its ``MergeRecipe`` and which of its results.
    static let made = Flags(rawValue: 512)
    /// It says where it came from: see ``MergeOrigins``.
    static let originated = Flags(rawValue: 1024)
    /// It has an X-APPLE-SORT-ORDER.
    static let ordered = Flags(rawValue: 2048)
    /// It has a CREATED.
    static let created = Flags(rawValue: 4096)
  }
}
