internal import ICalendar

/// The lines of a component by the places of their parts, read once into arrays that are used again and again; in the common case of
/// the quick writers.
struct QuickLines: Sendable {
  private(set) var lines: [LineParts] = []
  /// A bit for each line that stands under a typed key.
  private var placed: UInt64 = 0
  /// The first line by property; -1 for none.
  private var slots = InlineArray<256, Int8>(repeating: -1)
  /// The component's bytes, and behind them its folded lines unfolded; empty where none is folded.
  private(set) var unfolded: [UInt8] = []

  /// The index of the first line with this property; -1 for none.
  @inline(__always)
  func first(_ id: PropertyID) -> Int { Int(slots[Int(id.rawValue)]) }

  /// Notes that a line stands under a typed key.
  @inline(__always)
  mutating func place(_ index: Int) { placed |= 1 << UInt64(index) }

  @inline(__always)
  func isPlaced(_ index: Int) -> Bool { placed & 1 << UInt64(index) != 0 }

  /// Takes a component in, in the place of the last one; false where there are more than 64 lines, or the places of one cannot be told.
  mutating func take(_ component: Component, _ bytes: ArraySlice<UInt8>) -> Bool {
    for line in lines { slots[Int(line.id.rawValue)] = -1 }
    placed = 0
    unfolded.removeAll(keepingCapacity: true)
    var folded: UInt64 = 0
    guard component.parts(into: &lines, folded: &folded) else { return false }
    for index in lines.indices {
      let slot = Int(lines[index].id.rawValue)
      if slots[slot] < 0 { slots[slot] = Int8(truncatingIfNeeded: index) }
    }
    guard folded != 0 else { return true }
    unfolded.append(contentsOf: bytes)
    while folded != 0 {
      guard unfold(folded.trailingZeroBitCount, bytes) else { return false }
      folded &= folded - 1
    }
    // Room behind the last line for who reads eight bytes at a time.
    unfolded.append(contentsOf: repeatElement(0, count: 8))
    return true
  }

  /// Copies a folded line behind the others, unfolded; false where its value is not where it is looked for.
  private mutating func unfold(_ index: Int, _ bytes: ArraySlice<UInt8>) -> Bool {
    let line = lines[index]
    guard let content = unfold(bytes, line.value) else { return false }
    let nameEnd = content.lowerBound + line.nameEnd - line.value.lowerBound
    guard let colon = unfolded.span.colon(from: nameEnd, to: content.upperBound) else { return false }
    lines[index] = LineParts(
      line.id, line: line.line, nameEnd: nameEnd, valueStart: colon + 1, valueEnd: content.upperBound)
    return true
  }

  /// Copies folded content behind the rest, unfolded; nil where it holds a carriage return that ends no line.
  private mutating func unfold(_ bytes: ArraySlice<UInt8>, _ content: Range<Int>) -> Range<Int>? {
    let (span, start) = (bytes.span, unfolded.count)
    var isUsual = true
    unfolded.append(addingCapacity: content.count) { output in
      var run = content.lowerBound
      while let feed = span.first(0x0A, from: run, to: content.upperBound) {
        let end = feed > run && span[feed - 1] == 0x0D ? feed - 1 : feed
        isUsual = isUsual && feed + 1 < content.upperBound && span.first(0x0D, from: run, to: end) == nil
        guard isUsual else { return }
        output.append(span, run..<end)
        run = feed + 2
      }
      isUsual = span.first(0x0D, from: run, to: content.upperBound) == nil
      output.append(span, run..<content.upperBound)
    }
    return isUsual ? start..<unfolded.count : nil
  }
}
