internal import ICalendar

extension MergePlan {
  /// How many bytes the sink gets at a time, about.
  private static let chunk = 1 << 18

  /// Writes the merged collection.
  ///
  /// - Parameters:
  ///   - identifier: the list to write; nil for all.
  ///   - sink: receives the bytes in order, in parts.
  /// - Throws: ``MergeError`` if an input cannot be read again, and the errors of `sink`.
  public func write(
    list identifier: String? = nil, to sink: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    for list in lists where !list.isGone && (identifier.map { $0 == list.identifier } ?? true) {
      var head = Array("BEGIN:VCALENDAR\r\n".utf8) + list.header
      for zone in list.zones { head += zone.bytes }
      try sink(head[...])
      try writeComponents(list.entries, to: sink)
      try sink(CalendarText.end[...])
    }
  }

  /// Reads shares of the components again, on all threads, and hands them on in order.
  private func writeComponents(_ range: Range<Int>, to sink: (ArraySlice<UInt8>) throws -> Void) throws {
    let (order, index, bytes) = (self.order, self.index, self.bytes)
    var next = range.lowerBound
    try pipeline.run { () throws(any Error) -> Range<Int>? in
      guard next < range.upperBound else { return nil }
      let start = next
      var length = 0
      while next < range.upperBound, length < Self.chunk {
        length += Int(index.entries[Int(order[next])].length)
        next += 1
      }
      return start..<next
    } transform: { share -> Result<[UInt8], MergeError> in
      do throws(MergeError) {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(share.reduce(0) { $0 + Int(index.entries[Int(order[$1])].length) + 64 })
        for place in share {
          let number = Int(order[place])
          if let origins = bytes.origins {
            let component = try bytes.component(index.entries[number])
            buffer += origins.adding(to: component, number, index, bytes).bytes
          } else {
            try bytes.append(index.entries[number], to: &buffer)
          }
        }
        return .success(buffer)
      } catch {
        return .failure(error)
      }
    } consume: { (result: Result<[UInt8], MergeError>) throws(any Error) in
      try sink(result.get()[...])
    }
  }

  /// Writes one VCALENDAR with every version that lost a decision or was deleted, whole, and with the zones
  /// that they name. Of versions that are equal for people only the greatest is written.
  ///
  /// - Parameter identifier: the list whose versions are written; nil for all.
  /// - Returns: the number of versions; if it is 0, nothing is written.
  /// - Throws: ``MergeError`` if an input cannot be read again, and the errors of `sink`.
  @discardableResult
  public func writeRejects(
    list identifier: String? = nil, to sink: (ArraySlice<UInt8>) throws -> Void
  ) throws -> Int {
    let rejects = self.rejects.filter { reject in
      identifier.map { $0 == lists[Int(index.list(index.entries[reject]))].identifier } ?? true
    }
    guard !rejects.isEmpty else { return 0 }
    var buffer = CalendarText.head
    for zone in try zones(of: rejects) { buffer += zone }
    for reject in rejects {
      try bytes.append(index.entries[reject], to: &buffer)
      if buffer.count >= Self.chunk {
        try sink(buffer[...])
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try sink((buffer + CalendarText.end)[...])
    return rejects.count
  }

  /// Entries, in the order of the decisions.
  private var rejects: [Int] {
    decided.flatMap { number in
      number >= 0
        ? conflicts[Int(number)].losers(index).map(\.entry)
        : bytes.recipes[Int(-1 - number)].outcome.rejected.map(Int.init)
    }
  }

  /// The definitions of the zones that losers name, by TZID; of two lists with one TZID the first list's.
  private func zones(of rejects: [Int]) throws(MergeError) -> [ArraySlice<UInt8>] {
    guard let zones = bytes.zones, !zones.isEmpty || lists.contains(where: { !$0.zones.isEmpty }) else {
      return []
    }
    var used: Set<String> = []
    for reject in rejects { try bytes.component(index.entries[reject]).collectZones(into: &used) }
    var definitions: [String: ArraySlice<UInt8>] = [:]
    // Some were made for the losers alone.
    let others = lists.indices.flatMap { zones.definitions(ofList: UInt32($0), used: used) }
    for zone in lists.flatMap(\.zones) + others {
      guard let tzid = zone.zoneName, used.contains(tzid), definitions[tzid] == nil else {
        continue
      }
      definitions[tzid] = zone.bytes
    }
    return definitions.sorted { $0.key < $1.key }.map(\.value)
  }
}
