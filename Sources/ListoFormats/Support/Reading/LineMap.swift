package import ICalendar

/// Where the components of a converted input stood in it: lines of the iCalendar that was made, and of the
/// input.
package struct LineMap: Sendable {
  private var made: [UInt32] = []
  private var original: [UInt32] = []
  /// Beyond that many components no lines are known, so that memory stays bounded: 32 MB.
  private static let limit = 4 << 20

  package init() {}

  /// Of a file that libical read.
  package init(_ places: [LibicalFile.Place]) {
    // libical puts time zones before all others.
    let written = places.compactMap { place in place.writtenLine.map { (line: $0, original: place.line) } }
    for place in written.sorted(by: { $0.line < $1.line }) {
      append(made: place.line, original: place.original)
    }
  }

  /// The line of the input that the component was read from which holds this line of the iCalendar; nil
  /// where that is not known.
  package func originalLine(of line: Int) -> Int? {
    let behind = made.partitionPoint { Int($0) <= line }
    guard behind > 0 else { return nil }
    let found = Int(original[behind - 1])
    return found > 0 ? found : nil
  }

  mutating func append(made line: Int, original number: Int) {
    guard made.count < Self.limit, let line = UInt32(exactly: line), let number = UInt32(exactly: number)
    else { return }
    made.append(line)
    // The last one says that nothing is known from there on.
    original.append(made.count == Self.limit ? 0 : number)
  }
}
