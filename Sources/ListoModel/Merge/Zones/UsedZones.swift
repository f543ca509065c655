internal import ICalendar

/// The zones that the components of each list name; looked for only where zones are to be left out or added,
/// or some are for single components.
struct UsedZones {
  private(set) var names: [UInt32: Set<String>] = [:]
  private let options: MergeOptions

  init(
    _ order: MergeOutputOrder, _ index: MergeIndex, _ bytes: MergeBytes, _ options: MergeOptions,
    areAsked: Bool, on pipeline: any Pipeline
  ) throws(MergeError) {
    self.options = options
    guard options.prunesZones || options.addsZones || areAsked else { return }
    let entries = order.entries
    var next = 0
    try pipeline.run { () throws(MergeError) -> Range<Int>? in
      guard next < entries.count else { return nil }
      defer { next += 1024 }
      return next..<min(next + 1024, entries.count)
    } transform: { share -> Result<[UInt32: Set<String>], MergeError> in
      do throws(MergeError) {
        var found: [UInt32: Set<String>] = [:]
        for place in share {
          let entry = index.entries[Int(entries[place])]
          try bytes.component(entry).collectZones(into: &found[index.list(entry), default: []])
        }
        return .success(found)
      } catch {
        return .failure(error)
      }
    } consume: { (result: Result<[UInt32: Set<String>], MergeError>) throws(MergeError) in
      names.merge(try result.get()) { $0.union($1) }
    }
  }

  /// The definitions that a list's calendar gets, by TZID.
  ///
  /// - Parameter missing: gets each name that nothing explains.
  func definitions(_ defined: [Component], ofList list: UInt32, missing: (String) -> Void) -> [Component] {
    let used = names[list] ?? []
    var result = defined
    if options.prunesZones { result.removeAll { !used.contains($0.zoneName ?? "") } }
    guard options.addsZones else { return result }
    let known = Set(defined.compactMap(\.zoneName))
    for name in used.subtracting(known).sorted() {
      guard let zone = Zone.resolve(tzid: name)?.zone, let made = Component(zone.vtimezone(tzid: name)) else {
        missing(name)
        continue
      }
      result.append(made)
    }
    return result.sorted { left, right in
      (left.zoneName ?? "").utf8.lexicographicallyPrecedes((right.zoneName ?? "").utf8)
    }
  }
}
