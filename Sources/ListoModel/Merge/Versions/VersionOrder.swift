package import ICalendar

/// The part of a version's order that its stamps decide.
///
/// For scheduled items (an ORGANIZER is there) SEQUENCE, then DTSTAMP (RFC 5546 §2.1.5). For all others
/// LAST-MODIFIED, else DTSTAMP, else 0, and only then SEQUENCE, which says nothing there: Nextcloud never
/// writes it, others count every save. A scheduled version outranks an unscheduled one.
package struct VersionRank: Sendable, Hashable {
  /// An ORGANIZER is there: it is scheduled among several people.
  package let isScheduled: Bool
  /// Seconds since 1970-01-01T00:00:00Z: DTSTAMP of a scheduled item, LAST-MODIFIED ?? DTSTAMP ?? 0 of any
  /// other.
  package let stamp: Int64
  /// The stamp is a LAST-MODIFIED.
  package let isModification: Bool
  /// SEQUENCE (RFC 5545 §3.8.7.4); 0 where it is missing.
  package let sequence: Int32

  init(isScheduled: Bool, lastModified: Int64?, dtstamp: Int64?, sequence: Int32?) {
    self.isScheduled = isScheduled
    isModification = !isScheduled && lastModified != nil
    stamp = (isScheduled ? nil : lastModified) ?? dtstamp ?? 0
    self.sequence = sequence ?? 0
  }

  init(isScheduled: Bool, stamp: Int64, isModification: Bool, sequence: Int32) {
    (self.isScheduled, self.stamp) = (isScheduled, stamp)
    (self.isModification, self.sequence) = (isModification, sequence)
  }

  /// The rank of a version, from its own lines.
  package init(_ component: Component) {
    self.init(
      isScheduled: component.first(.organizer) != nil,
      lastModified: component.first(.lastModified).flatMap { StampValue.seconds($0.value) },
      dtstamp: component.first(.dtstamp).flatMap { StampValue.seconds($0.value) },
      sequence: component.first(.sequence).flatMap { StampValue.integer($0.value) })
  }

  /// The rule by which this rank is not the other; nil where the stamps leave them equal.
  func rule(against other: VersionRank) -> MergeRule? {
    if isScheduled != other.isScheduled { return .scheduled }
    if isScheduled && sequence != other.sequence { return .sequence }
    if stamp != other.stamp { return isModification || other.isModification ? .lastModified : .dtstamp }
    return sequence != other.sequence ? .sequence : nil
  }
}

extension VersionRank: Comparable {
  package static func == (left: VersionRank, right: VersionRank) -> Bool { left.parts == right.parts }

  package static func < (left: VersionRank, right: VersionRank) -> Bool { left.parts < right.parts }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(stamp)
    hasher.combine(sequence)
  }

  private var parts: (Int64, Int64, Int64) {
    isScheduled ? (1, Int64(sequence), stamp) : (0, stamp, Int64(sequence))
  }
}

/// The total order of versions: their stamps, then the hash of their canonical content without the names of
/// zones, then with them, then what the zones are, and their bytes. The greatest is the result of a merge, so
/// that it does not depend on the order or the number of the inputs.
///
/// The name of a zone depends on the other zones that have the name, and the meaning of a name that an input
/// does not define depends on the inputs that define it. So names decide only between versions that differ in
/// nothing else, and without the suffix that a merge put behind them. Of versions whose names are the same
/// too, the compared names identify the zone (`MergedZones/identified(_:ofList:)`). Only at last the bytes as
/// they are written count.
package struct VersionOrder: Sendable, Comparable {
  /// The stamps, which decide first.
  package let rank: VersionRank
  /// The hash of the content with one name for all zones.
  let zonelessDigest: CanonicalDigest
  package let digest: CanonicalDigest
  /// Its bytes, which decide last.
  package let bytes: [UInt8]
  private let written: [UInt8]

  /// The place of a version among others.
  ///
  /// - Complexity: linear in its bytes; it is hashed (SHA-256).
  package init(_ component: Component) {
    self.init(component, comparedAs: component, rank: VersionRank(component))
  }

  /// - Parameter rank: of the component, where it is known.
  init(_ component: Component, comparedAs compared: Component, rank: VersionRank) {
    let digest = CanonicalContent(component.withBareZoneNames).digest
    self.init(component, comparedAs: compared, rank: rank, digest: digest)
  }

  /// - Parameter digest: of the content ``Component/withBareZoneNames``.
  init(_ component: Component, comparedAs compared: Component, rank: VersionRank, digest: CanonicalDigest) {
    (self.rank, self.digest, bytes) = (rank, digest, Array(compared.bytes))
    zonelessDigest = compared.withOneZoneName.map { CanonicalContent($0).digest } ?? digest
    written = Array(component.bytes)
  }

  package static func < (left: VersionOrder, right: VersionOrder) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.zonelessDigest != right.zonelessDigest { return left.zonelessDigest < right.zonelessDigest }
    if left.digest != right.digest { return left.digest < right.digest }
    if left.bytes != right.bytes { return left.bytes.lexicographicallyPrecedes(right.bytes) }
    return left.written.lexicographicallyPrecedes(right.written)
  }
}

/// The time stamps that order versions, read from their bytes: LAST-MODIFIED, DTSTAMP, CREATED are UTC times
/// (RFC 5545 §3.8.7), and sixteen digits need no library. Tests hold the answers against ``Moment``.
enum StampValue {
  /// Seconds since 1970-01-01T00:00:00Z; nil for what is no date or no time.
  ///
  /// A time without `Z`, which old Nextcloud Tasks wrote, is read as if it had one, and a date as its
  /// midnight: the order of versions must not depend on a zone.
  static func seconds(_ value: ArraySlice<UInt8>) -> Int64? { seconds(value.span, 0..<value.count) }

  /// The same for the bytes in a range.
  static func seconds(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int64? {
    let start = value.lowerBound
    guard value.count == 8 || value.count == 15 || value.count == 16,
      let day = Day(
        year: number(bytes, start, 4), month: number(bytes, start + 4, 2), day: number(bytes, start + 6, 2))
    else { return nil }
    let midnight = Int64(day.daysSince1970) * 86_400
    guard value.count > 8 else { return midnight }
    // The letters may be in lower case (RFC 5234 §2.3).
    guard bytes[start + 8].upper == 0x54, value.count == 15 || bytes[start + 15].upper == 0x5A else {
      return nil
    }
    let hour = number(bytes, start + 9, 2)
    let minute = number(bytes, start + 11, 2)
    let second = number(bytes, start + 13, 2)
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    return midnight + Int64(hour * 3600 + minute * 60 + min(second, 59))
  }

  /// The number of these digits; -1 where one is none.
  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int {
    var number = 0
    for index in start..<(start + count) {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return -1 }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// A decimal integer, clamped to 32 bits, since some write 99999999999; nil for anything else.
  static func integer(_ value: ArraySlice<UInt8>) -> Int32? { integer(value.span, 0..<value.count) }

  /// The same for the bytes in a range.
  static func integer(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int32? {
    var index = value.lowerBound
    let isNegative = !value.isEmpty && bytes[index] == 0x2D
    if isNegative || !value.isEmpty && bytes[index] == 0x2B { index += 1 }
    guard index < value.upperBound else { return nil }
    var number: Int64 = 0
    for place in index..<value.upperBound {
      let digit = bytes[place] &- 0x30
      guard digit < 10 else { return nil }
      number = min(number * 10 + Int64(digit), Int64(Int32.max) + 1)
    }
    return Int32(clamping: isNegative ? -number : number)
  }
}
