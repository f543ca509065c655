internal import ICalendar

/// Components of the inputs that were read together: those that stand side by side, or nearly so, are read
/// and taken apart at once. To read each where it stands costs as much as half of what is decided about it.
struct MergePassages: Sendable {
  /// Of each input, by where they stand.
  private var found: [UInt32: [Place]] = [:]

  private struct Place: Sendable {
    let offset: Int
    let component: Component
  }

  /// The greatest gap between two components that are read at once, and the greatest length of such a
  /// reading, both in bytes.
  private static let gap = 2048
  private static let limit = 1 << 18

  /// Reads the components of the entries. A component that cannot be had this way is left out: it is read by
  /// itself, and reported, when it is asked for.
  ///
  /// - Parameter entries: of the inputs.
  init(_ entries: [MergeIndex.Entry], _ index: MergeIndex, _ reading: MergeBytes) {
    let isOther: MergeIndex.Flags = [.rewritten, .made, .returnsEndLines]
    let wanted = Dictionary(grouping: entries.filter { $0.flags.isDisjoint(with: isOther) }) {
      index.input($0)
    }
    for (input, entries) in wanted {
      let sorted = entries.sorted { $0.offset < $1.offset }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(sorted.reduce(0) { $0 + Int($1.length) })
      var read: [MergeIndex.Entry] = []
      read.reserveCapacity(sorted.count)
      var rest = sorted[...]
      while let first = rest.first {
        var end = first.offset
        let own = rest.prefix { entry in
          let next = entry.offset + Int(entry.length)
          guard entry.offset <= end + Self.gap, next <= first.offset + Self.limit else { return false }
          end = max(end, next)
          return true
        }
        rest = rest.dropFirst(max(1, own.count))
        if Self.append(own, end - first.offset, ofInput: input, reading, to: &bytes) { read += own }
      }
      found[input] = Self.places(read, in: bytes)
    }
  }

  /// Appends the bytes of entries, without what stands in between; false where they cannot be read.
  private static func append(
    _ entries: ArraySlice<MergeIndex.Entry>, _ count: Int, ofInput input: UInt32, _ reading: MergeBytes,
    to bytes: inout [UInt8]
  ) -> Bool {
    guard let first = entries.first else { return false }
    let start = bytes.count
    do throws(MergeError) {
      guard entries.count > 1 else {
        try reading.read(Int(first.length), at: first.offset, ofInput: Int(input), into: &bytes)
        return true
      }
      var passage: [UInt8] = []
      passage.reserveCapacity(count)
      try reading.read(count, at: first.offset, ofInput: Int(input), into: &passage)
      for entry in entries {
        let start = entry.offset - first.offset
        bytes += passage[start..<start + Int(entry.length)]
      }
      return true
    } catch {
      bytes.removeSubrange(start...)
      return false
    }
  }

  /// The components that entries are, whose bytes stand one behind the other.
  private static func places(_ entries: [MergeIndex.Entry], in bytes: [UInt8]) -> [Place] {
    let components = Component.all(in: bytes)
    var places: [Place] = []
    places.reserveCapacity(entries.count)
    var (next, start) = (0, 0)
    for entry in entries {
      while next < components.count, components[next].bytes.startIndex < start { next += 1 }
      if next < components.count, components[next].bytes.startIndex == start,
        components[next].byteCount == Int(entry.length)
      {
        places.append(Place(offset: entry.offset, component: components[next]))
      }
      start += Int(entry.length)
    }
    return places
  }

  /// The component that stands at a place of an input; nil where it was not read.
  ///
  /// - Complexity: logarithmic.
  func component(at offset: Int, ofInput input: UInt32) -> Component? {
    guard let places = found[input] else { return nil }
    let place = places.partitionPoint { $0.offset < offset }
    return place < places.count && places[place].offset == offset ? places[place].component : nil
  }
}
